/** Counts the Unicode code points of a text. One visible character can consist of several code points. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _codePoint of text) count += 1
  return count
}
