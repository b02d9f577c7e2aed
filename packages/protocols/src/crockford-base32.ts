const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Crockford's base 32 in lower case, without check symbol or padding: no i, l, o or u, so that a code can be read out.
 *
 * @returns one character for each five bits; the last one is filled up with zero bits
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
