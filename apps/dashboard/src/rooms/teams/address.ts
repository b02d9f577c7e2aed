import { address, day, oneOf, present, text, type SearchOf } from '../../page/address.ts'

/** The team list's search, creation days, order and dialogs. */
export const teamsAddress = address({
  filters: { q: text, from: day, until: day },
  /** Oldest first. */
  view: { asc: present },
  /** `act` is that on the team of the drawer. */
  dialogs: { create: present, act: oneOf(['delete']) },
})

export type TeamsSearch = SearchOf<typeof teamsAddress>
