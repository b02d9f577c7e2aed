/** Removes control characters from untrusted text, because they could control the terminal. */
export function toPlainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
}
