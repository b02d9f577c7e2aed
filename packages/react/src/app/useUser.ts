'use client'

import {
  porticoAppInternalsSymbol,
  type CurrentUser,
  type GetUserOptions,
  type PorticoClientApp,
} from '@portico/client'
import { createContext, useContext } from 'react'
import { useLanguageOf } from '../i18n/language.ts'
import type { CurrentUserWithHooks } from './app-with-hooks.ts'
import { Attempts } from './attempts.ts'
import { inDevelopment } from './development.ts'
import { isElsewhere } from './navigate.ts'
import { useLatest, useResource } from './resource-hooks.ts'
import { withUserHooks } from './useConnectedAccount.ts'
import { usePorticoApp, type UsePorticoAppOptions } from './usePorticoApp.ts'

/** What `useUser` does if no user is signed in, and of which app. */
export type UseUserOptions = GetUserOptions & UsePorticoAppOptions

/**
 * Returns the signed-in user, or null. Suspends until the user is loaded, and renders again when the user changes, also
 * in another tab.
 *
 * `or` selects what happens without a user: `return-null` (default), `redirect` to the sign-in page (or to the page
 * `onboarding`, for a restricted user: one on the waiting list, one without a required verified address, or one who
 * must set up a second factor), `throw`, `anonymous` (signs up an anonymous user), or `anonymous-if-exists`. Anonymous
 * users count as signed out for the first three.
 *
 * Unlike `getUser` on a server, it also returns a restricted user (`restrictedReason`), because the page `onboarding`
 * and the account settings need this user. The service and the server SDK refuse this user everything else, so a page
 * must not decide about data by this hook.
 */
export function useUser(options: UseUserOptions & { or: 'redirect' | 'throw' | 'anonymous' }): CurrentUserWithHooks
export function useUser(options?: UseUserOptions): CurrentUserWithHooks | null
export function useUser(options: UseUserOptions = {}): CurrentUserWithHooks | null {
  return useUserOf(usePorticoApp(options), options)
}

export function useUserOf(app: PorticoClientApp, options: GetUserOptions = {}): CurrentUserWithHooks | null {
  const { or = 'return-null', tokenStore } = options
  const resource = app[porticoAppInternalsSymbol].userResource(tokenStore)
  const found = useResource(resource)
  const user = found?.isAnonymous && or !== 'anonymous' && or !== 'anonymous-if-exists' ? null : found
  if (or === 'redirect' && user?.isRestricted) throw departures.toThrow(resource, () => leaveFor(app, 'onboarding'))
  if (user) return withUserHooks(app, user, options)
  switch (or) {
    case 'throw':
      throw new Error("User is not signed in but useUser was called with { or: 'throw' }")
    case 'redirect':
      throw departures.toThrow(resource, () => leaveFor(app, 'signIn'))
    case 'anonymous':
      throw anonymousSignUps.toThrow(resource, () => app[porticoAppInternalsSymbol].signUpAnonymously(tokenStore))
    case 'return-null':
    case 'anonymous-if-exists':
      return null
  }
}

/**
 * Returns the signed-in user, null if no user or an anonymous one is signed in, or undefined until that is loaded.
 * Suspends only while the server reads the user.
 */
export function useLatestUser(): CurrentUser | null | undefined {
  const user = useLatest(usePorticoApp()[porticoAppInternalsSymbol].userResource())
  useLanguageOf(user)
  return useContext(KeptUserContext) ?? (user?.isAnonymous ? null : user)
}

/** The user of a page that waits for a new sign-in, because the session ended while a form was open; null otherwise. */
export const KeptUserContext = createContext<CurrentUser | null>(null)

const departures = new Attempts()
const anonymousSignUps = new Attempts()

/**
 * Redirects to the sign-in page, or to the page that shows a restricted user what to do. With a client-side router the
 * scripts of this page keep running, and a visitor who returns to this component must be redirected again, so the
 * promise resolves. A full page load ends the scripts, so in that case the promise never resolves and the component
 * stays suspended.
 */
async function leaveFor(app: PorticoClientApp, page: 'signIn' | 'onboarding'): Promise<void> {
  const { redirectMethod } = app[porticoAppInternalsSymbol]
  if (redirectMethod === 'none') {
    throw new Error(
      "User is not signed in or is restricted, and useUser was called with { or: 'redirect' }, but the app's `redirectMethod` is \"none\", so there is no page to redirect to. Set a redirect method, or handle the signed-out state.",
    )
  }
  const options = { replace: true }
  const redirected = page === 'signIn' ? app.redirectToSignIn(options) : app.redirectToOnboarding(options)
  await redirected.catch((error: unknown) => {
    inDevelopment(({ showNotice }) => showNotice(error))
    throw error
  })
  const byRouter = typeof redirectMethod === 'object' && redirectMethod.navigate && !isElsewhere(app.urls[page])
  if (!byRouter) await new Promise(() => {})
}
