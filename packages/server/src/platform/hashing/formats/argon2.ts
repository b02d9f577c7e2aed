import { verifySync } from '@node-rs/argon2'

import { decodeUnpadded, DIGEST_BYTES, parseDecimal, SALT_BYTES } from './encoding.ts'
import { refuseCost, type HashFormat } from './format.ts'

const pattern = /^\$(argon2id?)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** 128 MiB, the memory of one check. */
const MEMORY_MAX_KIB = 131_072
/** Memory times passes: 1 GiB is filled in about a second. */
const WORK_MAX_KIB = 1_048_576

export interface Argon2Hash {
  readonly memoryKib: number
  readonly passes: number
  readonly saltBytes: number
  readonly digestBytes: number
}

/**
 * Parses an Argon2id hash (RFC 9106, version 1.3) in PHC string format, native or imported; null if it is malformed.
 */
export function parseArgon2id(text: string): Argon2Hash | null {
  return parseVariant('argon2id', text)
}

type Variant = 'argon2i' | 'argon2id'

function parseVariant(wanted: Variant, text: string): Argon2Hash | null {
  const [, variant, memory, passes, lanes, salt, digest] = pattern.exec(text) ?? []
  const parsedLanes = parseDecimal(lanes, { min: 1, max: 255 })
  // RFC 9106 section 3.1 requires eight blocks for each lane.
  const memoryKib = parsedLanes && parseDecimal(memory, { min: 8 * parsedLanes, max: 2 ** 32 - 1 })
  const parsedPasses = parseDecimal(passes, { min: 1, max: 2 ** 32 - 1 })
  const saltBytes = decodeUnpadded(salt, SALT_BYTES)
  const digestBytes = decodeUnpadded(digest, DIGEST_BYTES)
  if (variant !== wanted || !memoryKib || !parsedPasses || !saltBytes || !digestBytes) return null
  return { memoryKib, passes: parsedPasses, saltBytes: saltBytes.length, digestBytes: digestBytes.length }
}

export const argon2id = formatOf('Argon2id', 'argon2id')

/** The default of older systems, such as Django before 3.2. The first sign-in replaces it. */
export const argon2i = formatOf('Argon2i', 'argon2i')

function formatOf(name: string, variant: Variant): HashFormat {
  return {
    name,
    form: `$${variant}$v=19$m=…,t=…,p=…$…$…`,
    recognise: (text) => text.startsWith(`$${variant}$`),
    parse: (text) => {
      const hash = parseVariant(variant, text)
      return (
        hash && {
          excess: () => findExcess(name, hash),
          verify: (password) => verifySync(text, password),
        }
      )
    },
  }
}

function findExcess(name: string, { memoryKib, passes }: Argon2Hash): string | null {
  if (memoryKib > MEMORY_MAX_KIB) return refuseCost(name, `m=${memoryKib}`, `m=${MEMORY_MAX_KIB}`)
  if (memoryKib * passes <= WORK_MAX_KIB) return null
  return refuseCost(name, `m=${memoryKib},t=${passes}`, `m × t = ${WORK_MAX_KIB}`)
}
