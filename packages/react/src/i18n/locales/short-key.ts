/** Characters of a short key. */
export const KEY_LENGTH = 3

/**
 * Returns the key of an English text in a published locale. If a test finds two texts with one key, another factor
 * separates them.
 */
export function shortKey(text: string): string {
  let hash = 0
  for (const character of text) hash = (Math.imul(hash, 323) + (character.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0).toString(36).slice(-KEY_LENGTH)
}
