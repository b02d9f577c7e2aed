import { isPlainAddress, quotedNameInMail } from '@portico/protocols/mail-document/name-in-mail'

import { chosenName, plainText, type MailValue } from './mail-data.ts'

/**
 * Names an inviter by the chosen name, or else by the verified address. The mail puts the name in quotation marks, but
 * not a plain address.
 */
export function inviterInMail(
  name: string | null,
  address: string | null,
): { readonly personName: MailValue; readonly personAddress: MailValue } {
  if (quotedNameInMail(name ?? '') !== '' || address === null)
    return { personName: chosenName(name), personAddress: '' }
  return isPlainAddress(address)
    ? { personName: '', personAddress: plainText(address) }
    : { personName: chosenName(address), personAddress: '' }
}
