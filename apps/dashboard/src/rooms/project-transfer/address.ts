import { address, text } from '../../page/address.ts'

/** The code of the link. */
export const projectTransferAddress = address({ view: { code: text } })
