import { address, text } from '../../page/address.ts'

/** The code of the link in the mail. */
export const ownerInvitationAddress = address({ view: { code: text } })
