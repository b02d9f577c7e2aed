/**
 * The app, the provider and the hooks for React Native with Expo. It has no component, because components of this
 * package need a DOM, and it imports nothing of `react-dom`.
 */
import { KnownError, porticoAppInternalsSymbol, type Result } from '@portico/client'
import { BrowserError, partsOfExpoApp, type PorticoExpoAppOptions } from '@portico/client/expo'
import { PorticoClientApp } from './app/PorticoClientApp.ts'

export { isPasskeyCeremonyAborted, KnownError, KnownErrors, porticoAppInternalsSymbol } from '@portico/client'
export type * from '@portico/client'
export { BrowserError } from '@portico/client/expo'
export type {
  CryptoModule,
  ExpoModules,
  PorticoExpoAppOptions,
  SecureStoreModule,
  WebBrowserModule,
} from '@portico/client/expo'

export type { CurrentUserWithHooks, OAuthConnectionWithHooks } from './app/app-with-hooks.ts'
export { PorticoProvider, type PorticoProviderProps, type ProviderSeed } from './app/PorticoProvider.tsx'
export type { TeamHooks, TeamWithHooks } from './app/team-hooks.ts'
export { useConnectedAccount, type UseConnectedAccountOptions } from './app/useConnectedAccount.ts'
export { usePartialUser, type UsePartialUserOptions } from './app/usePartialUser.ts'
export { usePorticoApp, type UsePorticoAppOptions } from './app/usePorticoApp.ts'
export { useProject } from './app/useProject.ts'
export { useAccessToken, useAuthHeaders, useAuthJson, useRefreshToken, type UseTokensOptions } from './app/useTokens.ts'
export { useUser, type UseUserOptions } from './app/useUser.ts'

/** The error of a sign-in in the browser: the service or the provider refused it, or the browser did not finish it. */
export type BrowserSignInRefused = KnownError | BrowserError

/**
 * The client app for React Native with Expo: the session survives restarts in the secure storage of the device, and a
 * sign-in with a provider opens the system browser.
 *
 * @example
 * export const portico = new PorticoExpoApp({
 *   baseUrl: 'https://auth.example',
 *   projectId: '…',
 *   publishableClientKey: 'pck_…',
 *   modules: { SecureStore, WebBrowser, Crypto },
 * })
 */
export class PorticoExpoApp<ProjectId extends string = string> extends PorticoClientApp<true, ProjectId> {
  readonly #redirectUrl: string

  constructor(given: PorticoExpoAppOptions<ProjectId>) {
    const { options, ports, redirectUrl } = partsOfExpoApp(given)
    super(options, ports)
    this.#redirectUrl = redirectUrl
  }

  /**
   * Signs in with a provider in the system browser (RFC 8252, with PKCE). An anonymous user keeps their id. Requires
   * that the project allows native apps, or a `redirectUrl` on a trusted domain.
   *
   * @returns after the user is back. A closed browser, a denied consent and a required second factor are errors in the
   *   result.
   */
  signInWithBrowser(provider: string): Promise<Result<undefined, BrowserSignInRefused>> {
    return resultOf(() => this.signInWithOAuth(provider))
  }

  /**
   * Finishes `signInWithBrowser` with the link that opened the app, for systems that close the app while the browser is
   * open.
   *
   * @param link has a result only if `isSignInLink` is true for it
   * @returns the result of the same sign-in if it is still running. `LINK_USED` for a link that was opened before.
   */
  finishSignIn(link: string): Promise<Result<undefined, BrowserSignInRefused>> {
    return resultOf(() => this[porticoAppInternalsSymbol].finishOAuth(link))
  }

  /** Returns whether a link that opened the app ends a sign-in with a provider. */
  isSignInLink(link: string): boolean {
    return withoutQuery(link) === withoutQuery(this.#redirectUrl)
  }
}

function withoutQuery(address: string): string | undefined {
  return address.split(/[?#]/)[0]
}

async function resultOf(call: () => Promise<unknown>): Promise<Result<undefined, BrowserSignInRefused>> {
  try {
    await call()
    return { status: 'ok', data: undefined }
  } catch (error) {
    if (KnownError.isKnownError(error) || error instanceof BrowserError) return { status: 'error', error }
    throw error
  }
}
