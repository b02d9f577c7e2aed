/** Removes control characters from untrusted text, because they could control the terminal. */
export function toPlainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
}

export function limitCodePoints(text: string, codePoints: number): string {
  return Array.from(text).slice(0, codePoints).join('')
}
