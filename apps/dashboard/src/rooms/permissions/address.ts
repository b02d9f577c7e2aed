import { address, oneOf, present, text, type SearchOf } from '../../page/address.ts'

export const permissionsAddress = address({
  /** Part of an ID or a description. */
  filters: { q: text },
  view: {
    /** Many permissions are shown either as a table, the default, or as a graph. */
    view: oneOf(['graph']),
    /** The permission whose grants the graph lights. */
    selected: text,
    /** The graph has only what the selected permission grants, and what grants it. */
    related: present,
    /** System permissions are shown in the table. */
    system: present,
  },
  /** The permission that is edited or to be deleted is named by its id. */
  dialogs: { create: present, edit: text, remove: text },
})

export type PermissionsSearch = SearchOf<typeof permissionsAddress>
