import { codeChallengeOf, codeVerifierOf } from '@portico/protocols/pkce'

import { BrowserError } from '../transport/browser-error.ts'
import { KnownError } from '../transport/known-error.ts'
import { parseObject } from '../transport/parse-object.ts'
import { authorizationUrl, exchangeCode, type OAuthStart } from './oauth-request.ts'
import { afterSignIn, type SignInContext } from './sign-in.ts'

/** What a device offers to an app that signs in with a provider. */
export interface Device {
  /** The address with which a browser opens this app again (RFC 8252 section 7). */
  readonly redirectUrl: string
  /** Opens an address in a browser, and returns the address with which the browser opened this app again. */
  openBrowser(url: string): Promise<string>
  /** Returns the SHA-256 hash of bytes, because not every device has Web Crypto. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>
  /** Keeps a sign-in until the browser returns, also if the app is closed in the meantime. Replaces an earlier one. */
  keepSignIn(signIn: StartedSignIn): void
  /** Removes and returns the sign-in with this state, or null. */
  takeSignIn(state: string): StartedSignIn | null
}

/** A sign-in in a browser outside of the app. */
export interface StartedSignIn {
  readonly state: string
  readonly codeVerifier: string
  /** Whether it adds the account of the provider to the current user. */
  readonly isLink: boolean
}

/**
 * Signs in with a provider in an app on a device (RFC 8252). The browser opens the app again with a link, which any
 * other app can imitate, so only a link with the state of the kept sign-in has an effect.
 */
export class AppSignIn {
  readonly #device: Device
  #isBusy = false
  /** The latest link. The browser's result and the link event may both deliver it. */
  #latest: { readonly state: string; readonly finishing: Promise<void>; isDone: boolean } | null = null

  constructor(device: Device) {
    this.#device = device
  }

  /** Signs in with a provider in a browser outside of the app. Resolves when the user is signed in. */
  async signIn(context: SignInContext, start: OAuthStart): Promise<void> {
    if (this.#isBusy) {
      throw new BrowserError('BROWSER_BUSY', 'A sign-in is open in the browser already. Finish or close it first.')
    }
    const state = codeVerifierOf(context.ports.randomBytes(32))
    this.#isBusy = true
    try {
      await this.finish(context, await this.#openProvider(context, start, state))
    } catch (error) {
      // Later links of this sign-in have no effect.
      this.#device.takeSignIn(state)
      throw error
    } finally {
      this.#isBusy = false
    }
  }

  /** Returns the link with which the browser opened the app again. */
  async #openProvider(context: SignInContext, start: OAuthStart, state: string): Promise<string> {
    const { redirectUrl, sha256 } = this.#device
    const codeVerifier = codeVerifierOf(context.ports.randomBytes(32))
    // The service adds the error of a refused sign-in to this address, so the link has the state too.
    const errorUrl = new URL(redirectUrl)
    errorUrl.searchParams.set('state', state)
    const url = await authorizationUrl(context, start, {
      redirect_uri: redirectUrl,
      error_redirect_url: errorUrl.href,
      state,
      code_challenge: await codeChallengeOf(codeVerifier, sha256),
    })
    this.#device.keepSignIn({ state, codeVerifier, isLink: start.linkTo !== undefined })
    return this.#device.openBrowser(url.href)
  }

  /** Finishes the sign-in of a link. Concurrent calls share one result. */
  async finish(context: SignInContext, link: string | undefined): Promise<void> {
    const parameters = parametersOf(link)
    const state = parameters.get('state') ?? ''
    const known = this.#latest?.state === state ? this.#latest : null
    if (known && !known.isDone) return known.finishing
    const started = this.#device.takeSignIn(state)
    if (!started) throw known ? linkUsed() : unknownSignIn()
    const latest = { state, isDone: false, finishing: this.#exchange(context, started, parameters) }
    this.#latest = latest
    try {
      await latest.finishing
    } finally {
      latest.isDone = true
    }
  }

  async #exchange(
    context: SignInContext,
    { codeVerifier: verifier, isLink }: StartedSignIn,
    parameters: URLSearchParams,
  ): Promise<void> {
    const code = parameters.get('code')
    if (code === null) throw refusalOf(parameters)
    const exchanged = await exchangeCode(context, { code, verifier, redirectUri: this.#device.redirectUrl })
    const result = await afterSignIn(context, exchanged, { noRedirect: isLink })
    if (result.status === 'error') throw result.error
  }
}

/** Returns the error that the service has added to the link, such as that of a consent that the user denied. */
function refusalOf(parameters: URLSearchParams): Error {
  const code = parameters.get('errorCode')
  if (code === null) return new Error('The sign-in at the provider returned neither a code nor an error.')
  const details = parseObject(parameters.get('details') ?? '')
  return KnownError.fromJson({ code, message: parameters.get('message') ?? code, ...(details && { details }) })
}

function parametersOf(link = ''): URLSearchParams {
  try {
    return new URL(link).searchParams
  } catch {
    return new URLSearchParams()
  }
}

function unknownSignIn(): BrowserError {
  return new BrowserError(
    'UNKNOWN_SIGN_IN',
    'This link belongs to no sign-in of this app. It may be older than an hour, or have been opened before. Sign in again.',
  )
}

function linkUsed(): BrowserError {
  return new BrowserError('LINK_USED', 'This link was opened before, and its sign-in is finished.')
}
