/** The code of the link that was opened last in this tab. */
interface KeptCode {
  /** Returns an empty text if no link was opened in this tab. */
  readonly read: () => string
  readonly keep: (code: string) => void
}

/**
 * Keeps the code of a link while the visitor leaves its page to sign in. The code is valid for an hour or days, so no
 * address contains it meanwhile: sign-in mails and providers receive these addresses.
 */
function keptCode(key: string): KeptCode {
  /** For browsers that block the storage: the visitor must then open the link again after the sign-in. */
  let opened: string | null = null
  return {
    read: () => {
      if (opened !== null) return opened
      try {
        return sessionStorage.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    keep: (code) => {
      opened = code
      try {
        sessionStorage.setItem(key, code)
      } catch {
        // The variable keeps the code until the page is left.
      }
    },
  }
}

export const keptOwnerInvitation = keptCode('portico-owner-invitation')
export const keptProjectTransfer = keptCode('portico-project-transfer')
