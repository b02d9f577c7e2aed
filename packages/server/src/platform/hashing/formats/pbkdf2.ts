import { decodeUnpadded, DIGEST_BYTES, parseDecimal, SALT_BYTES } from './encoding.ts'
import type { HashFormat } from './format.ts'
import { ITERATIONS, pbkdf2Hash } from './pbkdf2-digest.ts'

const pattern = /^\$pbkdf2-(sha256|sha512)\$i=(\d+)(?:,l=(\d+))?\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const name = 'PBKDF2'

/** PBKDF2 in PHC string format. `l` is the length of the digest in bytes, if present. */
export const pbkdf2: HashFormat = {
  name,
  form: '$pbkdf2-sha256$i=…$…$… (or sha512)',
  recognise: (text) => text.startsWith('$pbkdf2-'),
  parse: (text) => {
    const [, hashFunction, i, l, encodedSalt, encodedDigest] = pattern.exec(text) ?? []
    const iterations = parseDecimal(i, ITERATIONS)
    const salt = decodeUnpadded(encodedSalt, SALT_BYTES)
    const digest = decodeUnpadded(encodedDigest, DIGEST_BYTES)
    if (!iterations || !salt || !digest) return null
    if (l !== undefined && parseDecimal(l, DIGEST_BYTES) !== digest.length) return null
    return pbkdf2Hash(name, { function: hashFunction === 'sha512' ? 'sha512' : 'sha256', iterations, salt, digest })
  },
}
