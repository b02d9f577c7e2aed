import { hash } from 'node:crypto'

import { isEqual } from './encoding.ts'
import { refuseCost, type HashFormat } from './format.ts'

/** The alphabet of crypt(3), in which phpass encodes numbers. */
const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const pattern = /^\$[PH]\$([./0-9A-Za-z])([./0-9A-Za-z]{8})([./0-9A-Za-z]{22})$/

/** The smallest cost that phpass writes, and the highest one that is imported: about a second. WordPress used 13. */
const LOG_ROUNDS = { min: 7, max: 20 }

/**
 * phpass, "portable" hashes: iterated MD5, as WordPress before 6.8 (`$P$`) and phpBB 3 (`$H$`) used it.
 *
 * @see https://www.openwall.com/phpass/
 */
export const phpass: HashFormat = {
  name: 'phpass',
  form: '$P$… (or $H$)',
  recognise: (text) => /^\$[PH]\$/.test(text),
  parse: (text) => {
    const [, cost = '', salt = '', encoded = ''] = pattern.exec(text) ?? []
    const logRounds = alphabet.indexOf(cost)
    const digest = decode(encoded)
    if (cost === '' || logRounds < LOG_ROUNDS.min || !digest) return null
    return {
      excess: () =>
        // guard: the rounds of an imported phpass hash are bounded
        //   (replace `logRounds > LOG_ROUNDS.max` with `logRounds > 63`)
        logRounds > LOG_ROUNDS.max ? refuseCost('phpass', `2^${logRounds} rounds`, `2^${LOG_ROUNDS.max} rounds`) : null,
      verify: (password) => isEqual(compute(Buffer.from(password), salt, 2 ** logRounds), digest),
    }
  },
}

function compute(password: Buffer, salt: string, rounds: number): Buffer {
  let digest = hash('md5', Buffer.concat([Buffer.from(salt), password]), 'buffer')
  for (let round = 0; round < rounds; round += 1) digest = hash('md5', Buffer.concat([digest, password]), 'buffer')
  return digest
}

/** Decodes 16 bytes: three bytes as four characters, the least significant bits first. Null if unused bits are set. */
function decode(encoded: string): Buffer | null {
  const bytes = Buffer.alloc(16)
  let bits = 0
  let held = 0
  let at = 0
  for (const character of encoded) {
    held |= alphabet.indexOf(character) << bits
    bits += 6
    if (bits < 8) continue
    if (at < bytes.length) bytes[at] = held & 0xff
    at += 1
    held >>= 8
    bits -= 8
  }
  return encoded.length === 22 && at === bytes.length && held === 0 ? bytes : null
}
