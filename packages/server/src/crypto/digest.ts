import { hash } from 'node:crypto'

/** Secrets of at least 128 random bits are stored and looked up as this; passwords need the hasher instead. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
