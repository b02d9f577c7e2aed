import { address, text } from '../../page/address.ts'

export const projectTransferAddress = address({ view: { code: text } })
