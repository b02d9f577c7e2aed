import { quotedNameInMail } from './name-in-mail.ts'

/** Not all addresses: slashes, question marks and quotation marks are valid in them, too. */
const PLAIN_ADDRESS = /^(?!www\.)[a-z0-9._+-]+@[a-z0-9.-]+$/i

interface InviterVariables {
  readonly inviterName: string
  readonly inviterAddress: string
}

/**
 * Names an inviter: by the name that the person chose, which is quoted, or else by the verified address. It is shown as it is if mail clients
 * can only make a link to its own mailbox of it, and is quoted like a name otherwise.
 */
export function inviterVariables(name: string | null, address: string | null): InviterVariables {
  const isShownAsIs = !name && address !== null && PLAIN_ADDRESS.test(address)
  return isShownAsIs
    ? { inviterName: '', inviterAddress: address }
    : { inviterName: quotedNameInMail(name || (address ?? '')), inviterAddress: '' }
}

export const hasInviter = `inviterName != '' or inviterAddress != ''`

const address = `{% if inviterAddress != '' %}{{ inviterAddress }}`
export const inviterInText = `${address}{% else %}“{{ inviterName }}”{% endif %}`
export const inviterInHtml = `${address}{% else %}“<bdi>{{ inviterName }}</bdi>”{% endif %}`
