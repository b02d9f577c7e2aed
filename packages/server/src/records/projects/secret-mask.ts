/** What reads show instead of a stored secret. Nobody's real secret looks like this. */
export const SECRET_MASK = '••••••••••••'

export function isMasked(text: string): boolean {
  return text === SECRET_MASK
}
