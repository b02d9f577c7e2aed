import { isPlainAddress, quotedNameInMail } from './name-in-mail.ts'

interface InviterVariables {
  readonly inviterName: string
  readonly inviterAddress: string
}

/** Names an inviter by the chosen name, or else by the verified address. The mail puts the name in quotation marks, but not a plain address. */
export function inviterVariables(name: string | null, address: string | null): InviterVariables {
  const quotedName = quotedNameInMail(name ?? '')
  if (quotedName !== '' || address === null) return { inviterName: quotedName, inviterAddress: '' }
  return isPlainAddress(address)
    ? { inviterName: '', inviterAddress: address }
    : { inviterName: quotedNameInMail(address), inviterAddress: '' }
}

export const hasInviter = `inviterName != '' or inviterAddress != ''`

const address = `{% if inviterAddress != '' %}{{ inviterAddress }}`
export const inviterInText = `${address}{% else %}“{{ inviterName }}”{% endif %}`
export const inviterInHtml = `${address}{% else %}“<bdi>{{ inviterName }}</bdi>”{% endif %}`
