import { address, text } from '../../page/address.ts'

/** The id of the interaction that a partner has begun. */
export const partnerAccessAddress = address({ view: { interaction_uid: text } })
