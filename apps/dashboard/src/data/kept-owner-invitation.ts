/**
 * The code of the invitation that was opened last in this tab. The visitor leaves its page to sign in, and returns. The
 * code is valid for days, so no address on this way contains it: sign-in mails and providers receive these addresses.
 */
const KEY = 'portico-owner-invitation'

/** For browsers that block the storage: the visitor must then open the link again after the sign-in. */
let opened: string | null = null

/** Returns an empty text if no invitation was opened in this tab. */
export function keptOwnerInvitation(): string {
  if (opened !== null) return opened
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

export function keepOwnerInvitation(code: string): void {
  opened = code
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // The variable keeps the code until the page is left.
  }
}
