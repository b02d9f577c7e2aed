'use client'

import {
  porticoAppInternalsSymbol,
  type AccountName,
  type ConnectedAccountOptions,
  type CurrentUser,
  type OAuthProvider,
  type PorticoClientApp,
  type TokenStoreOption,
  type UserReads,
} from '@portico/client'
import type { CurrentUserWithHooks, OAuthConnectionWithHooks } from './app-with-hooks.ts'
import { Attempts } from './attempts.ts'
import { useResource } from './resource-hooks.ts'
import { teamHooksOf } from './team-hooks.ts'
import { withTokenHook, withTokenHooks, type UseTokenOf } from './token-hook.ts'
import { usePorticoApp } from './usePorticoApp.ts'
import { useTokensOf } from './useTokens.ts'

/** Which scopes the account needs, and what the hook does without them. */
export type UseConnectedAccountOptions = ConnectedAccountOptions & TokenStoreOption

/**
 * Returns the user's account at a provider, or null if none is connected with these scopes. Suspends until it is
 * loaded.
 *
 * `or` selects what happens without one: `return-null` (default), `redirect` to the provider to connect it, or `throw`.
 */
export function useConnectedAccount(
  account: AccountName,
  options: UseConnectedAccountOptions & { or: 'redirect' | 'throw' },
): OAuthConnectionWithHooks
export function useConnectedAccount(
  account: AccountName,
  options?: UseConnectedAccountOptions,
): OAuthConnectionWithHooks | null
export function useConnectedAccount(
  account: AccountName,
  options: UseConnectedAccountOptions = {},
): OAuthConnectionWithHooks | null {
  return useConnectedAccountOf(usePorticoApp(), account, options)
}

function useConnectedAccountOf(
  app: PorticoClientApp,
  account: AccountName,
  { or = 'return-null', scopes = [], tokenStore }: UseConnectedAccountOptions,
): OAuthConnectionWithHooks | null {
  const store = tokenStore !== undefined && { tokenStore }
  const provider = typeof account === 'string' ? account : account.provider
  const resource = app[porticoAppInternalsSymbol].connectedAccountResource(account, { scopes, ...store })
  const connection = useResource(resource)
  if (connection) return withTokenHook(connection, tokenHookOf(app, tokenStore, scopes))
  switch (or) {
    case 'throw':
      throw new Error(
        `The user has no connected account at ${provider} connected with these scopes, but useConnectedAccount was called with { or: 'throw' }`,
      )
    case 'redirect':
      throw departures.toThrow(resource, async () => {
        const user = await app.getUser({ or: 'throw', ...store })
        return user.linkConnectedAccount(provider, { scopes })
      })
    case 'return-null':
      return null
  }
}

/** Returns the hook for the tokens of connected accounts. It follows the renewals of a token. */
function tokenHookOf(
  app: PorticoClientApp,
  tokenStore: TokenStoreOption['tokenStore'],
  scopes: readonly string[],
): UseTokenOf {
  return function useTokenOf({ provider, providerAccountId }) {
    const account = providerAccountId === undefined ? provider : { provider, providerAccountId }
    return useResource(app[porticoAppInternalsSymbol].userReadResource(tokenStore, 'accountToken', { account, scopes }))
  }
}

const departures = new Attempts()
const usersWithHooks = new WeakMap<CurrentUser, CurrentUserWithHooks>()

/** Adds the hooks to the user. Returns the same object for the same user, so that React sees a stable value. */
export function withUserHooks(
  app: PorticoClientApp,
  user: CurrentUser,
  options: TokenStoreOption,
): CurrentUserWithHooks {
  const known = usersWithHooks.get(user)
  if (known) return known
  const { tokenStore } = options
  const useRead = <Name extends keyof UserReads>(name: Name): UserReads[Name] =>
    useResource<UserReads[Name]>(app[porticoAppInternalsSymbol].userReadResource(tokenStore, name))
  const useOAuthProviders = (): OAuthProvider[] => useRead('oauthProviders')
  const useAccount = (account: AccountName, given: ConnectedAccountOptions = {}): OAuthConnectionWithHooks | null =>
    useConnectedAccountOf(app, account, { ...given, ...(tokenStore !== undefined && { tokenStore }) })
  // The overloads declare which options guarantee an account. The implementation's type cannot express that.
  const useConnectedAccount = useAccount as CurrentUserWithHooks['useConnectedAccount']
  const withHooks = Object.freeze({
    ...user,
    currentSession: Object.freeze({ ...user.currentSession, useTokens: () => useTokensOf(app, options) }),
    useConnectedAccount,
    useConnectedAccounts: () => withTokenHooks(useRead('connectedAccounts'), tokenHookOf(app, tokenStore, [])),
    useOAuthProviders,
    useOAuthProvider: (id: string) => useOAuthProviders().find((provider) => provider.id === id) ?? null,
    useContactChannels: () => useRead('contactChannels'),
    ...teamHooksOf(app, user, options),
  })
  usersWithHooks.set(user, withHooks)
  return withHooks
}
