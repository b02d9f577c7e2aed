import { address, present } from '../../page/address.ts'

/** The dialog that is open. */
export const importsAddress = address({ dialogs: { create: present } })
