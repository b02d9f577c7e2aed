import { hash } from 'node:crypto'

/** Hashes secrets of at least 128 random bits for storage and lookup. Passwords require the password hasher. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** Like `sha256`, in base64. Takes half as long, for code that runs with every request. */
export function sha256Base64(text: string): string {
  return hash('sha256', text, 'base64')
}
