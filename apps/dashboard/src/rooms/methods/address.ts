import { address, oneOf, present, type SearchOf } from '../../page/address.ts'

/** What the preview shows, by default the card for signing in and light colours, and whether the keys of a provider are to be removed. */
export const methodsAddress = address({
  view: { card: oneOf(['sign-up']), colours: oneOf(['dark']) },
  dialogs: { remove: present },
})

export type MethodsSearch = SearchOf<typeof methodsAddress>
