const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_PER_CHARACTER = 5

/** The text is not base 32 as we write it. */
export class Base32Malformed extends Error {
  override readonly name = 'Base32Malformed'
}

/**
 * Base 32 in capitals and without padding, as authenticator apps want their secrets.
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
 * The bytes of such a text. Each has exactly one text: a surplus character, or bits that stand for nothing, are refused.
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
    if (value === -1) throw new Base32Malformed('Base 32 has the letters A to Z and the digits 2 to 7 only.')
    pending = (pending << BITS_PER_CHARACTER) | value
    bits += BITS_PER_CHARACTER
    if (bits >= 8) {
      bits -= 8
      bytes[length] = pending >>> bits
      length += 1
      pending &= (1 << bits) - 1
    }
  }
  if (bits >= BITS_PER_CHARACTER)
    throw new Base32Malformed('The last character of this base 32 text stands for nothing.')
  if (pending !== 0) throw new Base32Malformed('The last bits of this base 32 text stand for nothing and are not zero.')
  return bytes
}
