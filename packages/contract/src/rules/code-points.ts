/** Counts the Unicode code points of a text. One visible character can consist of several code points. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _codePoint of text) count += 1
  return count
}

/** Counts the code points of a password in normalisation form C: one per visible letter in most writing systems. */
export function countPasswordCodePoints(password: string): number {
  return countCodePoints(password.normalize('NFC'))
}
