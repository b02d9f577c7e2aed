import { address, present, text } from '../../page/address.ts'

/** The dialog that is open; a key set is named by its id. */
export const keysAddress = address({ dialogs: { create: present, rename: text, revoke: text } })
