/**
 * The Unicode form of a password that is hashed: normalisation form C (RFC 8265 section 4.2.2). Keyboards and systems
 * encode the same letter differently. Texts that Unicode defines as equal have one form C, and nothing else of the
 * typed text changes.
 */
export function hashedForm(password: string): string {
  return password.normalize('NFC')
}

/**
 * The forms of a typed password to compare with a stored hash, each once: as typed, form C and form KC. A hash may come
 * from the text as another device or system sent it; several systems hash form KC. The result depends on the typed text
 * only, and is one form for ASCII.
 */
export function formsToTry(password: string): ReadonlySet<string> {
  return new Set([password, hashedForm(password), password.normalize('NFKC')])
}
