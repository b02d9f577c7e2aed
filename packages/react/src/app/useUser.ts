import {
  porticoAppInternalsSymbol,
  type CurrentUser,
  type GetUserOptions,
  type PorticoClientApp,
} from '@portico/client'
import { useLatest, useResource } from './resource-hooks.ts'
import { usePorticoApp, type UsePorticoAppOptions } from './usePorticoApp.ts'

export type UseUserOptions = GetUserOptions & UsePorticoAppOptions

/**
 * The signed-in user, or null. Suspends until it is known; renders again when it changes, in other tabs too.
 *
 * `or` says what happens without one: `return-null` (default), `redirect` to the sign-in page, `throw`, `anonymous`
 * (signs up an anonymous user), or `anonymous-if-exists`. Anonymous users count as signed out for the first three.
 */
export function useUser(options: UseUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUser
export function useUser(options?: UseUserOptions): CurrentUser | null
export function useUser(options: UseUserOptions = {}): CurrentUser | null {
  return useUserOf(usePorticoApp(options), options)
}

export function useUserOf(app: PorticoClientApp, options: GetUserOptions = {}): CurrentUser | null {
  const { or = 'return-null', tokenStore } = options
  const found = useResource(app[porticoAppInternalsSymbol].userResource(tokenStore))
  const user = found?.isAnonymous && or !== 'anonymous' && or !== 'anonymous-if-exists' ? null : found
  if (user) return user
  switch (or) {
    case 'throw':
      throw new Error("User is not signed in but useUser was called with { or: 'throw' }")
    case 'redirect':
      throw leaveForSignIn(app)
    case 'anonymous':
      throw app[porticoAppInternalsSymbol].signUpAnonymously(tokenStore)
    case 'return-null':
    case 'anonymous-if-exists':
      return null
  }
}

/** The user who counts as signed in, null without one, undefined until that is known; never suspends. */
export function useLatestUser(): CurrentUser | null | undefined {
  const user = useLatest(usePorticoApp()[porticoAppInternalsSymbol].userResource())
  return user?.isAnonymous ? null : user
}

const departures = new WeakMap<PorticoClientApp, Promise<never>>()

/** Starts the redirect once, however often React renders, and gives a promise that never ends: there is no next screen. */
function leaveForSignIn(app: PorticoClientApp): Promise<never> {
  if (app[porticoAppInternalsSymbol].redirectMethod === 'none') {
    throw new Error(
      "User is not signed in and useUser was called with { or: 'redirect' }, but the app's `redirectMethod` is \"none\", so nothing can be shown. Set a redirect method, or handle the signed-out state.",
    )
  }
  const begun = departures.get(app)
  if (begun) return begun
  const departure = new Promise<never>((_, reject) => {
    app.redirectToSignIn({ replace: true }).catch(reject)
  })
  departures.set(app, departure)
  return departure
}
