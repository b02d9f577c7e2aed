import { decodePadded, DIGEST_BYTES, SALT_BYTES } from './encoding.ts'
import type { HashFormat } from './format.ts'
import { pbkdf2Hash, type Pbkdf2Function } from './pbkdf2-digest.ts'

const name = 'ASP.NET Identity'

/** The number by which the hash identifies its function. */
const functions: readonly Pbkdf2Function[] = ['sha1', 'sha256', 'sha512']

const HEADER_BYTES = 13
const LENGTH = {
  min: HEADER_BYTES + SALT_BYTES.min + DIGEST_BYTES.min,
  max: HEADER_BYTES + SALT_BYTES.max + DIGEST_BYTES.max,
}

/**
 * Version 3 of ASP.NET Core Identity, `PasswordHasher<TUser>`: base64 of 0x01, three big-endian 32-bit numbers
 * (function, iterations, length of the salt), salt and digest.
 */
export const aspnetIdentity: HashFormat = {
  name,
  form: 'AQAAAA… (base64 of version 3)',
  recognise: (text) => text.startsWith('AQAAAA'),
  parse: (text) => {
    const bytes = decodePadded(text, LENGTH)
    if (bytes?.[0] !== 1) return null
    const hashFunction = functions[bytes.readUInt32BE(1)]
    const iterations = bytes.readUInt32BE(5)
    const saltBytes = bytes.readUInt32BE(9)
    const salt = bytes.subarray(HEADER_BYTES, HEADER_BYTES + saltBytes)
    const digest = bytes.subarray(HEADER_BYTES + saltBytes)
    if (!hashFunction || iterations === 0 || saltBytes < SALT_BYTES.min || saltBytes > SALT_BYTES.max) return null
    if (digest.length < DIGEST_BYTES.min || digest.length > DIGEST_BYTES.max) return null
    return pbkdf2Hash(name, { function: hashFunction, iterations, salt, digest })
  },
}
