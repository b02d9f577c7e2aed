import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { UnreadableInput, type InputFile } from './source.ts'

/** A longer line or element cannot be a record: a batch of the service has at most 4 MiB. */
export const RECORD_MAX_CHARACTERS = 4_194_304

/** The text ends too early because its compressed file does. Readers report it at the last line. */
export class TruncatedInput extends Error {}

/**
 * Decodes UTF-8, or UTF-16 with a byte-order mark, also in a gzip file. Removes the byte-order mark.
 *
 * @throws TruncatedInput at the end of an incomplete or damaged gzip file
 * @throws UnreadableInput if the file is too large
 */
export async function* readText(file: InputFile): AsyncGenerator<string> {
  const { unpackedMaxBytes = Infinity } = file
  let decoder: TextDecoder | undefined
  let size = 0
  for await (const bytes of readBytes(file)) {
    size += bytes.byteLength
    if (size > unpackedMaxBytes)
      throw new UnreadableInput(`The file has more than ${unpackedMaxBytes} bytes.`, { code: 'too_large' })
    decoder ??= new TextDecoder(encodingOf(bytes))
    yield decoder.decode(bytes, { stream: true })
  }
  if (decoder) yield decoder.decode()
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

async function* readBytes(file: InputFile): AsyncGenerator<Uint8Array> {
  const chunks = atLeastTwoBytesFirst(file.open())
  const { value: first, done } = await chunks.next()
  if (done) return
  if (first[0] !== 0x1f || first[1] !== 0x8b) {
    yield first
    yield* chunks
    return
  }
  const compressed = Readable.from(chain(first, chunks))
  const gunzip = createGunzip()
  compressed.on('error', (error) => gunzip.destroy(error))
  try {
    for await (const chunk of compressed.pipe(gunzip)) yield chunk as Uint8Array
  } catch (error) {
    if (!isZlibError(error)) throw error
    throw new TruncatedInput('The gzip file is incomplete or damaged.', { cause: error })
  } finally {
    compressed.destroy()
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** The magic bytes of gzip and the byte-order mark of UTF-16 have two bytes. */
async function* atLeastTwoBytesFirst(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of chunks) {
    if (!first) {
      yield chunk
      continue
    }
    first = first.length === 0 ? chunk : Buffer.concat([first, chunk])
    if (first.length < 2) continue
    yield first
    first = undefined
  }
  if (first && first.length > 0) yield first
}

async function* chain(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

export interface TextLine {
  readonly line: number
  readonly text: string
  /** Why the line is not whole. `text` is then its beginning. */
  readonly problem?: string
}

/** Splits at LF and CRLF. The last line has a problem if the file ends too early. */
export async function* readLines(file: InputFile): AsyncGenerator<TextLine> {
  let line = 1
  let open = ''
  let isTooLong = false
  try {
    for await (const chunk of readText(file)) {
      let from = 0
      for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', from)) {
        if (!isTooLong) open += chunk.slice(from, end)
        yield finished(line, open, isTooLong)
        from = end + 1
        line++
        open = ''
        isTooLong = false
      }
      if (!isTooLong) open += chunk.slice(from)
      isTooLong ||= open.length > RECORD_MAX_CHARACTERS
    }
    if (open !== '') yield finished(line, open, isTooLong)
  } catch (error) {
    if (!(error instanceof TruncatedInput)) throw error
    yield { line, text: open, problem: error.message }
  }
}

function finished(line: number, open: string, isTooLong: boolean): TextLine {
  if (isTooLong || open.length > RECORD_MAX_CHARACTERS) {
    return { line, text: '', problem: `The line is longer than ${RECORD_MAX_CHARACTERS} characters.` }
  }
  return { line, text: open.endsWith('\r') ? open.slice(0, -1) : open }
}

/** Returns the first character that is not white space, or an empty string. */
export async function firstCharacter(file: InputFile): Promise<string> {
  try {
    for await (const chunk of readText(file)) {
      const found = /\S/.exec(chunk)
      if (found) return found[0]
    }
  } catch (error) {
    if (!(error instanceof TruncatedInput)) throw error
  }
  return ''
}
