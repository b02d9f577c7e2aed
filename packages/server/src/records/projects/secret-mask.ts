/** Shown instead of a stored secret. No real secret has this value. */
export const SECRET_MASK = '••••••••••••'

export function isMasked(text: string): boolean {
  return text === SECRET_MASK
}
