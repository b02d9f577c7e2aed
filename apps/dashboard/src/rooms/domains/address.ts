import { address, present, text, type SearchOf } from '../../page/address.ts'

/** The dialog of the room; a domain is named by itself. `failed` shows the requests that failed. */
export const domainsAddress = address({
  view: { failed: present },
  dialogs: { add: present, edit: text, remove: text },
})

export type DomainsSearch = SearchOf<typeof domainsAddress>
