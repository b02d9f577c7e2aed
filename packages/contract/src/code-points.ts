/** Counts the Unicode code points of a text. What looks like one character may be several. */
export function countCodePoints(text: string): number {
  let count = 0
  for (const _codePoint of text) count += 1
  return count
}
