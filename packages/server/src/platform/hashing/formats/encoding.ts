import { timingSafeEqual } from 'node:crypto'

/** Bounds of salts and of digests in bytes, for all formats. */
export const SALT_BYTES = { min: 8, max: 48 } as const
export const DIGEST_BYTES = { min: 16, max: 64 } as const

interface Bounds {
  readonly min: number
  readonly max: number
}

/** Parses a decimal number without sign and leading zeros; null if it is malformed or out of bounds. */
export function parseDecimal(text: string | undefined, { min, max }: Bounds): number | null {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

/** Decodes canonical base64 (RFC 4648 section 4) with padding; null if it is malformed or out of bounds. */
export function decodePadded(text: string | undefined, bounds: Bounds): Buffer | null {
  if (text === undefined) return null
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text && isWithin(bytes.length, bounds) ? bytes : null
}

/** Decodes canonical base64 without padding, as in the PHC string format; null if it is malformed or out of bounds. */
export function decodeUnpadded(text: string | undefined, bounds: Bounds): Buffer | null {
  if (text === undefined) return null
  const bytes = Buffer.from(text, 'base64')
  // guard: an imported hash has one spelling (drop `bytes.toString`)
  return bytes.toString('base64').replace(/=+$/, '') === text && isWithin(bytes.length, bounds) ? bytes : null
}

/** Compares digests of equal length in constant time. */
export function isEqual(computed: Buffer, expected: Buffer): boolean {
  return computed.length === expected.length && timingSafeEqual(computed, expected)
}

function isWithin(length: number, { min, max }: Bounds): boolean {
  return length >= min && length <= max
}
