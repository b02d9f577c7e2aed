import { hash, timingSafeEqual } from 'node:crypto'

/** Hashes secrets of at least 128 random bits for storage and lookup. Passwords require the password hasher. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Like `sha256`, in base64. Takes half as long, for code that runs with every request. */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64')
}

/** Characters of a SHA-256 digest in base64. */
const DIGEST_CHARACTERS = 44
/** One for all comparisons, because this runs with every request. */
const compared = Buffer.alloc(DIGEST_CHARACTERS)

/**
 * Compares digests in constant time.
 *
 * @param digest result of `sha256Base64`
 * @param stored the characters of a digest in base64; any other length equals none
 */
export function isDigest(digest: string, stored: Buffer): boolean {
  if (stored.length !== DIGEST_CHARACTERS) return false
  compared.write(digest, 'latin1')
  return timingSafeEqual(compared, stored)
}
