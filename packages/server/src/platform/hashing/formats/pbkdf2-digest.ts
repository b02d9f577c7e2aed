import { pbkdf2Sync } from 'node:crypto'

import { isEqual } from './encoding.ts'
import { refuseCost, type ParsedHash } from './format.ts'

/** Output size, and the limit of iterations times output blocks: about two seconds each. */
const functions = {
  sha1: { bytes: 20, workMax: 1_300_000 },
  sha256: { bytes: 32, workMax: 2_000_000 },
  sha512: { bytes: 64, workMax: 1_000_000 },
} as const

export type Pbkdf2Function = keyof typeof functions

/** Any number of iterations that a format can express. The limit of the cost is lower. */
export const ITERATIONS = { min: 1, max: 2 ** 32 - 1 } as const

export interface Pbkdf2Digest {
  readonly function: Pbkdf2Function
  readonly iterations: number
  readonly salt: Buffer
  readonly digest: Buffer
}

/** PBKDF2 (RFC 8018 section 5.2), which several formats contain. */
export function pbkdf2Hash(format: string, { function: name, iterations, salt, digest }: Pbkdf2Digest): ParsedHash {
  const { bytes, workMax } = functions[name]
  // A longer output repeats all iterations for each block.
  const blocks = Math.ceil(digest.length / bytes)
  // guard: the iterations of an imported PBKDF2 hash are bounded for each block
  //   (replace `blocks` with `Math.min(blocks, 1)`)
  const iterationsMax = Math.floor(workMax / blocks)
  return {
    excess: () =>
      iterations > iterationsMax ? refuseCost(format, `${iterations} iterations`, `${iterationsMax} iterations`) : null,
    verify: (password) => isEqual(pbkdf2Sync(password, salt, iterations, digest.length, name), digest),
  }
}
