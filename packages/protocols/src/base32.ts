const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_PER_CHARACTER = 5

/** Thrown for text that is not upper-case base 32 without padding. */
export class Base32Malformed extends Error {
  override readonly name = 'Base32Malformed'
}

/**
 * Encodes bytes as upper-case base 32 without padding, the form in which authenticator apps expect secrets.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-6
 */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= BITS_PER_CHARACTER) {
      bits -= BITS_PER_CHARACTER
      text += ALPHABET[pending >>> bits]
      pending &= (1 << bits) - 1
    }
  }
  return bits === 0 ? text : text + ALPHABET[pending << (BITS_PER_CHARACTER - bits)]
}

/**
 * Decodes unpadded, upper-case base 32. Refuses a surplus character and non-zero trailing bits, so that each byte
 * sequence has exactly one encoding.
 *
 * @throws Base32Malformed
 */
export function decodeBase32(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((text.length * BITS_PER_CHARACTER) / 8))
  let length = 0
  let pending = 0
  let bits = 0
  for (const character of text) {
    const value = ALPHABET.indexOf(character)
    if (value === -1) throw new Base32Malformed('Base 32 allows only the letters A to Z and the digits 2 to 7.')
    pending = (pending << BITS_PER_CHARACTER) | value
    bits += BITS_PER_CHARACTER
    if (bits >= 8) {
      bits -= 8
      bytes[length] = pending >>> bits
      length += 1
      pending &= (1 << bits) - 1
    }
  }
  if (bits >= BITS_PER_CHARACTER) throw new Base32Malformed('The base 32 text has a surplus character at its end.')
  if (pending !== 0) throw new Base32Malformed('The unused trailing bits of the base 32 text are not zero.')
  return bytes
}
