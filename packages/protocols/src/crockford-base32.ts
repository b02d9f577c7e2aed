const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Encodes bytes as lower-case Crockford base 32, without check symbol or padding. The alphabet omits i, l, o and u, so
 * that people can read codes aloud and type them.
 *
 * @returns one character per five bits; zero bits pad the last one
 * @see https://www.crockford.com/base32.html
 */
export function encodeCrockfordBase32(bytes: Uint8Array): string {
  let text = ''
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet[(pending >>> bits) & 31]
    }
    pending &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet[(pending << (5 - bits)) & 31]
}
