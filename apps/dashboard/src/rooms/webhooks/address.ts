import { address, present, text } from '../../page/address.ts'

/** The dialog that is open; an endpoint is named by its id. */
export const webhooksAddress = address({
  dialogs: { add: present, edit: text, disable: text, enable: text, rotate: text, test: text, remove: text },
})
