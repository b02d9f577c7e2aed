import { createCipheriv } from 'node:crypto'

import { decodePadded, isEqual, parseDecimal, SALT_BYTES } from './encoding.ts'
import type { HashFormat } from './format.ts'
import { computeScrypt } from './scrypt.ts'

const pattern =
  /^\$fbscrypt\$v=1,n=(\d+),r=(\d+),p=1,ss=([A-Za-z0-9+/]+={0,2}),sk=([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]+={0,2})$/

const KEY_BYTES = 32
const SIGNER_KEY_BYTES = { min: 32, max: 128 }
const SEPARATOR_BYTES = { min: 1, max: 16 }

/**
 * The modified scrypt of Firebase Authentication, in the form that Supabase Auth defined for it. scrypt derives an AES
 * key from the password; the hash is the signer key of the Firebase project, encrypted with AES-256-CTR.
 *
 * @see https://github.com/firebase/scrypt
 */
export const firebaseScrypt: HashFormat = {
  name: 'Firebase scrypt',
  form: '$fbscrypt$v=1,n=…,r=…,p=1,ss=…,sk=…$…$…',
  recognise: (text) => text.startsWith('$fbscrypt$'),
  parse: (text) => {
    const [, n, r, encodedSeparator, encodedKey, encodedSalt, encodedHash] = pattern.exec(text) ?? []
    // Firebase allows a memory cost of 14 and 8 rounds: 16 MiB. That needs no further limit.
    const logN = parseDecimal(n, { min: 1, max: 14 })
    const blockSize = parseDecimal(r, { min: 1, max: 8 })
    const separator = decodePadded(encodedSeparator, SEPARATOR_BYTES)
    const signerKey = decodePadded(encodedKey, SIGNER_KEY_BYTES)
    const salt = decodePadded(encodedSalt, SALT_BYTES)
    const hash = decodePadded(encodedHash, SIGNER_KEY_BYTES)
    if (!logN || !blockSize || !separator || !signerKey || !salt || hash?.length !== signerKey.length) return null
    const cost = { logN, blockSize, parallelism: 1 }
    return {
      excess: () => null,
      verify: (password) => {
        const key = computeScrypt(password, Buffer.concat([salt, separator]), KEY_BYTES, cost)
        return isEqual(createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey), hash)
      },
    }
  },
}
