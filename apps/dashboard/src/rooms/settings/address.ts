import { address, oneOf, text, type SearchOf } from '../../page/address.ts'

/** The dialog of the room: at most one. `remove` and `role` are the id of the staff member whom the dialog is about. */
export const settingsAddress = address({
  dialogs: { dialog: oneOf(['invite', 'leave', 'export', 'import', 'delete']), remove: text, role: text },
})

export type SettingsSearch = SearchOf<typeof settingsAddress>
