import { scryptSync } from 'node:crypto'

import { decodeUnpadded, DIGEST_BYTES, isEqual, parseDecimal, SALT_BYTES } from './encoding.ts'
import { refuseCost, type HashFormat } from './format.ts'

const pattern = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** N times r: 128 MiB, the memory of one check (RFC 7914 section 2). */
const MEMORY_MAX_BLOCKS = 2 ** 20
/** N times r times p: about two seconds. */
const WORK_MAX_BLOCKS = 2 ** 21
/** N is less than 2 to this power, for each unit of r (RFC 7914 section 2). OpenSSL refuses to compute a larger N. */
const LOG_N_PER_BLOCK = 16
/** The limit that OpenSSL checks, which includes its working memory. */
const MEMORY_MAX_BYTES = 160 * 2 ** 20

export interface ScryptCost {
  /** Base-2 logarithm of N. */
  readonly logN: number
  readonly blockSize: number
  readonly parallelism: number
}

/** scrypt (RFC 7914) in PHC string format. */
export const scrypt: HashFormat = {
  name: 'scrypt',
  form: '$scrypt$ln=…,r=…,p=…$…$…',
  recognise: (text) => text.startsWith('$scrypt$'),
  parse: (text) => {
    const [, ln, r, p, encodedSalt, encodedDigest] = pattern.exec(text) ?? []
    const logN = parseDecimal(ln, { min: 1, max: 31 })
    const blockSize = parseDecimal(r, { min: 1, max: 255 })
    const parallelism = parseDecimal(p, { min: 1, max: 255 })
    const salt = decodeUnpadded(encodedSalt, SALT_BYTES)
    const digest = decodeUnpadded(encodedDigest, DIGEST_BYTES)
    if (!logN || !blockSize || !parallelism || !salt || !digest) return null
    if (logN >= LOG_N_PER_BLOCK * blockSize) return null
    const cost = { logN, blockSize, parallelism }
    return {
      excess: () => findExcess(cost),
      verify: (password) => isEqual(computeScrypt(password, salt, digest.length, cost), digest),
    }
  },
}

/** Computes scrypt in the calling thread. */
export function computeScrypt(
  password: string,
  salt: Buffer,
  bytes: number,
  { logN, blockSize, parallelism }: ScryptCost,
): Buffer {
  return scryptSync(password, salt, bytes, {
    N: 2 ** logN,
    r: blockSize,
    p: parallelism,
    maxmem: MEMORY_MAX_BYTES,
  })
}

function findExcess({ logN, blockSize, parallelism }: ScryptCost): string | null {
  const memory = 2 ** logN * blockSize
  // guard: the memory of an imported scrypt hash is bounded (drop `memory <= MEMORY_MAX_BLOCKS`)
  if (memory <= MEMORY_MAX_BLOCKS && memory * parallelism <= WORK_MAX_BLOCKS) return null
  return refuseCost(
    'scrypt',
    `ln=${logN},r=${blockSize},p=${parallelism}`,
    `N × r = ${MEMORY_MAX_BLOCKS} and N × r × p = ${WORK_MAX_BLOCKS}`,
  )
}
