import { PorticoInternalApp, type CurrentInternalUserWithHooks } from '@portico/react/internal'

import { settings } from './settings.ts'

type Navigate = (to: string, options?: { replace?: boolean }) => void

let navigateInApp: Navigate = (to, { replace = false } = {}) => {
  if (replace) window.location.replace(to)
  else window.location.assign(to)
}

/** Lets the SDK change pages through the router, without loading the dashboard again. */
export function redirectThrough(navigate: Navigate): void {
  navigateInApp = navigate
}

const navigate: Navigate = (to, options) => navigateInApp(to, options)

/** The one app of the dashboard: sign-in of owners, on the project "internal". Everything about its session is here. */
export const internalApp = new PorticoInternalApp({
  baseUrl: window.location.origin,
  publishableClientKey: settings.publishableClientKey,
  // The refresh token is in a cookie that scripts cannot read.
  tokenStore: 'dashboard',
  redirectMethod: { navigate, useNavigate: () => navigate },
  urls: {
    home: '/projects',
    afterSignIn: '/projects',
    afterSignUp: '/projects',
    afterSignOut: '/handler/sign-in',
    accountSettings: '/account',
  },
})

export type Owner = CurrentInternalUserWithHooks

/** The signed-in owner. Suspends while it loads and leads to the sign-in page without one. */
export function useOwner(): Owner {
  return internalApp.useUser({ or: 'redirect' })
}

/** Reads the session again after the service did not answer. Every `useOwner` then shows it. */
export async function readSessionAgain(): Promise<void> {
  await internalApp.getUser()
}

/** How the owner proves again who they are, without leaving the page. */
type RecentSignIn = { readonly method: 'passkey' } | { readonly method: 'password'; readonly password: string }

/** Signs the owner in again. Calls that require a recent sign-in then succeed. */
export async function signInAgain({ primaryEmail }: Owner, proof: RecentSignIn): Promise<void> {
  const result =
    proof.method === 'passkey'
      ? await internalApp.signInWithPasskey({ noRedirect: true })
      : await internalApp.signInWithCredential({
          email: primaryEmail ?? '',
          password: proof.password,
          noRedirect: true,
        })
  if (result.status === 'error') throw result.error
}
