/**
 * The code of the invitation that was opened last in this tab. The visitor leaves its page to sign in, and returns. The
 * code is valid for days, so no address on this way contains it: sign-in mails and providers receive these addresses.
 */
const KEY = 'portico-team-invitation'

/** Returns null also if the browser blocks the storage. */
export function keptInvitation(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function keepInvitation(code: string): void {
  try {
    sessionStorage.setItem(KEY, code)
  } catch {
    // Without storage, the visitor must open the link again after the sign-in.
  }
}
