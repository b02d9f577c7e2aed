import { address, oneOf } from '../../page/address.ts'

/** Which of the recent users are shown. Default: those who signed up last. */
export const overviewAddress = address({ view: { recent: oneOf(['active']) } })
