import { address, oneOf, text, type SearchOf } from '../../page/address.ts'

/** The dialog of the room: at most one. `remove` is the id of the owner whom the dialog removes. */
export const settingsAddress = address({
  dialogs: { dialog: oneOf(['invite', 'leave', 'export', 'import', 'delete']), remove: text },
})

export type SettingsSearch = SearchOf<typeof settingsAddress>
