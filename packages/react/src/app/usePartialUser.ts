'use client'

import {
  porticoAppInternalsSymbol,
  type PorticoClientApp,
  type TokenPartialUser,
  type TokenStoreOption,
} from '@portico/client'
import { useResource } from './resource-hooks.ts'
import { usePorticoApp, type UsePorticoAppOptions } from './usePorticoApp.ts'

/** Where `usePartialUser` reads the user, and of which app. */
export type UsePartialUserOptions = {
  /** `token`: reads the access token. */
  readonly from: 'token'
} & TokenStoreOption &
  UsePorticoAppOptions

/**
 * Returns the signed-in user as the access token describes them, or null. It sends no request unless the token needs a
 * refresh, so use it for display only: the data may be minutes old. Suspends until the token is read.
 */
export function usePartialUser(options: UsePartialUserOptions): TokenPartialUser | null {
  return usePartialUserOf(usePorticoApp(options), options)
}

export function usePartialUserOf(app: PorticoClientApp, { tokenStore }: TokenStoreOption): TokenPartialUser | null {
  return useResource(app[porticoAppInternalsSymbol].tokenReadResource(tokenStore, 'partialUser'))
}
