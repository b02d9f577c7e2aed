import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const compress = promisify(deflateRaw)
const decompress = promisify(inflateRaw)

/** A mail of the service takes 2 kB. */
const PACKED_MAX_BYTES = 65_536
/** The maximum size of both parts together. A renderer writes at most a megabyte for each. */
const UNPACKED_MAX_BYTES = 8_000_000

/** Both parts of a mail, without codes and links. */
export interface MailContents {
  readonly html: string
  readonly text: string
}

/** Compresses the parts for storage; null if they are too large to be kept. */
export async function packContents({ html, text }: MailContents): Promise<Buffer | null> {
  const packed = await compress(JSON.stringify({ html, text }))
  return packed.length > PACKED_MAX_BYTES ? null : packed
}

export async function unpackContents(packed: Uint8Array): Promise<MailContents> {
  const json = await decompress(packed, { maxOutputLength: UNPACKED_MAX_BYTES })
  // `packContents` wrote it.
  return JSON.parse(json.toString()) as MailContents
}
