import { verifySync } from '@node-rs/argon2'

import { decodeUnpadded, DIGEST_BYTES, parseDecimal, SALT_BYTES } from './encoding.ts'
import { refuseCost, type HashFormat } from './format.ts'

const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** 128 MiB, the memory of one check. */
const MEMORY_MAX_KIB = 131_072
/** Memory times passes: 1 GiB is filled in about a second. */
const WORK_MAX_KIB = 1_048_576

export interface Argon2idHash {
  readonly memoryKib: number
  readonly passes: number
  readonly saltBytes: number
  readonly digestBytes: number
}

/** Parses an Argon2id hash (RFC 9106, version 1.3) in PHC string format, native or imported; null if it is malformed. */
export function parseArgon2id(text: string): Argon2idHash | null {
  const [, memory, passes, lanes, salt, digest] = pattern.exec(text) ?? []
  const parsedLanes = parseDecimal(lanes, { min: 1, max: 255 })
  // RFC 9106 section 3.1 requires eight blocks for each lane.
  const memoryKib = parsedLanes && parseDecimal(memory, { min: 8 * parsedLanes, max: 2 ** 32 - 1 })
  const parsedPasses = parseDecimal(passes, { min: 1, max: 2 ** 32 - 1 })
  const saltBytes = decodeUnpadded(salt, SALT_BYTES)
  const digestBytes = decodeUnpadded(digest, DIGEST_BYTES)
  if (!memoryKib || !parsedPasses || !saltBytes || !digestBytes) return null
  return { memoryKib, passes: parsedPasses, saltBytes: saltBytes.length, digestBytes: digestBytes.length }
}

export const argon2id: HashFormat = {
  name: 'Argon2id',
  form: '$argon2id$v=19$m=…,t=…,p=…$…$…',
  recognise: (text) => text.startsWith('$argon2'),
  parse: (text) => {
    const hash = parseArgon2id(text)
    return (
      hash && {
        excess: () => findExcess(hash),
        verify: (password) => verifySync(text, password),
      }
    )
  },
}

function findExcess({ memoryKib, passes }: Argon2idHash): string | null {
  if (memoryKib > MEMORY_MAX_KIB) return refuseCost('Argon2id', `m=${memoryKib}`, `m=${MEMORY_MAX_KIB}`)
  if (memoryKib * passes <= WORK_MAX_KIB) return null
  return refuseCost('Argon2id', `m=${memoryKib},t=${passes}`, `m × t = ${WORK_MAX_KIB}`)
}
