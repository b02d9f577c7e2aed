import { address, oneOf, present, type SearchOf } from '../../page/address.ts'

/**
 * What the preview shows, by default the card for signing in and light colours, and whether the keys of a provider are
 * to be removed.
 */
export const methodsAddress = address({
  view: { card: oneOf(['sign-up']), colours: oneOf(['dark']) },
  dialogs: { remove: present },
})

/** Over how many days the move from the previous system is shown. Default: 30. */
export const moveAddress = address({ view: { period: oneOf(['90-days']) } })

export type MethodsSearch = SearchOf<typeof methodsAddress>
