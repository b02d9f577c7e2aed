import { codeChallengeOf, codeVerifierOf } from '@portico/protocols/pkce'
import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'
import { OAUTH_STATE_COOKIE_SECONDS } from '@portico/contract/limits'

import { BrowserError } from '../transport/browser-error.ts'
import { type Browser, untilOpened } from '../transport/ports.ts'
import type { Redirects } from '../pages/redirects.ts'
import { pageUrl, RETURN_PARAMETER } from '../pages/navigation.ts'
import { afterSignIn, isSecondFactorRequired, type SignInContext } from './sign-in.ts'
import type { AppSignIn } from './app-oauth.ts'
import { type KnownError, KnownErrors } from '../transport/known-error.ts'
import { authorizationUrl, type Callback, exchangeCode, type OAuthStart } from './oauth-request.ts'
import { readMfaAttempt } from './mfa-attempt.ts'
import { writeStored } from '../transport/page-storage.ts'
import { LAST_USED_PROVIDER_KEY } from './last-used-provider.ts'

/**
 * The result of an OAuth callback.
 *
 * - `signed-in`: the sign-in succeeded, and the page redirects unless there is no redirect method
 * - `methods-removed`: the sign-in succeeded, but the page does not redirect, so that it can show which sign-in methods
 *   the service has removed from the account
 * - `second-factor`: the attempt code is stored, and the page redirects to `urls.mfa`
 * - `refused`: the page redirects to `urls.error`, with the error in the address
 * - `nothing-to-do`: the page was opened without the parameters, twice, too late, or in another browser
 */
export type OAuthOutcome = 'signed-in' | 'methods-removed' | 'second-factor' | 'refused' | 'nothing-to-do'

/** The team connection that an address belongs to. */
export interface SignInConnection {
  /** For `signInWithOAuth`. */
  readonly providerId: string
  /** The name that users see. */
  readonly displayName: string
}

export async function findConnection({ request }: SignInContext, email: string): Promise<SignInConnection | null> {
  const read = await request('POST /auth/oauth/connection', { body: { email } })
  const { display_name: displayName, provider_id: providerId } = read
  return providerId === null || displayName === null ? null : { providerId, displayName }
}

export function signInWithOAuth(
  context: SignInContext,
  provider: string,
  { returnTo }: { returnTo?: string } = {},
): Promise<never> {
  return startOAuth(context, { provider, scopes: [], current: context.holder.current(), returnTo })
}

/**
 * Redirects to the provider (RFC 6749 section 4.1.1 with RFC 7636). Never resolves, because the page unloads. An app on
 * a device opens a browser instead, and this resolves when its user is back and signed in.
 */
export async function startOAuth(context: SignInContext, start: OAuthStart): Promise<never> {
  // Unchecked cast: only a page unloads. An app continues, and its own types say so.
  if (context.ports.appSignIn) return appSignInOf(context.ports.appSignIn).signIn(context, start) as Promise<never>
  const browser = pageOf(context)
  const { ports, redirects } = context
  if (!('subtle' in crypto)) {
    throw new BrowserError(
      'INSECURE_CONTEXT',
      'Sign-in with a provider needs a page on https or localhost: browsers offer Web Crypto only there.',
    )
  }
  const state = codeVerifierOf(ports.randomBytes(32))
  const verifier = codeVerifierOf(ports.randomBytes(32))
  const redirectUri = redirectUriOf(redirects)
  const returnTo = start.returnTo ?? (start.linkTo && returnAddressOf(browser))
  if (returnTo !== undefined) redirectUri.searchParams.set(RETURN_PARAMETER, returnTo)
  const url = await authorizationUrl(context, start, {
    redirect_uri: redirectUri.href,
    error_redirect_url: pageUrl(redirects, 'error'),
    state,
    code_challenge: await codeChallengeOf(verifier),
    after_callback_redirect_url: start.linkTo && returnTo,
  })
  const cookieName = stateCookieName(browser, state)
  writeCookie(browser, cookieName, verifier, OAUTH_STATE_COOKIE_SECONDS)
  if (readCookie(browser, cookieName) === null) {
    throw new BrowserError(
      'COOKIES_BLOCKED',
      'This browser blocks the cookies of this page. Allow them to sign in with a provider.',
    )
  }
  if (!start.linkTo) writeStored(ports, 'localStorage', LAST_USED_PROVIDER_KEY, start.provider)
  browser.location.assign(url.href)
  return new Promise(() => {})
}

/**
 * Returns the address of the page that connects an account. The flow ends there, even after a second factor. Undefined
 * for a path that routers may read differently: the service does not return there, so the flow ends like a sign-in.
 */
function returnAddressOf({ location }: Browser): string | undefined {
  return matchSameOriginUrl(location.href, location.href)?.href
}

/**
 * Finishes on the callback page the flow that `startOAuth` started. Concurrent calls share one result.
 *
 * @param address the address with code and state. Only our own callback page passes it, because it has removed both
 *   from the current address. That page also shows which sign-in methods the service has removed, and then redirects
 *   itself. It ignores an untrusted return location.
 */
export function finishOAuth(context: SignInContext, address?: string): Promise<OAuthOutcome> {
  const callback = running.get(context) ?? finishOnce(context, address).finally(() => running.delete(context))
  running.set(context, callback)
  return callback
}

const running = new WeakMap<SignInContext, Promise<OAuthOutcome>>()

async function finishOnce(context: SignInContext, address: string | undefined): Promise<OAuthOutcome> {
  const { options, ports, redirects } = context
  if (ports.appSignIn) {
    await appSignInOf(ports.appSignIn).finish(context, address)
    return 'signed-in'
  }
  const opening = untilOpened(ports)
  if (opening) await opening
  const callback = takeCallback(context, address)
  if (!callback) return 'nothing-to-do'
  const exchanged = await exchangeCode(context, callback)
  const signIn = exchanged.status === 'ok' ? exchanged.data : null
  const noRedirect = address !== undefined && (!signIn?.destination || signIn.removed !== undefined)
  const result = await afterSignIn(context, exchanged, { noRedirect })
  if (result.status === 'ok') {
    if (noRedirect && signIn?.removed) return 'methods-removed'
    if (noRedirect) await continueAfterSuccess(redirects, signIn?.isNewUser ? 'afterSignUp' : 'afterSignIn')
    return 'signed-in'
  }
  const { error } = result
  if (ports.alert && KnownErrors.InvalidTotpCode.isInstance(error)) {
    ports.alert('Invalid TOTP code. Please try signing in again.')
    return 'nothing-to-do'
  }
  if (options.redirectMethod === 'none') throw error
  if (isSecondFactorRequired(error)) {
    // If the browser blocks the storage, the next page cannot read the attempt code.
    if (readMfaAttempt(ports) !== error.details.attempt_code) throw error
    await redirects.toPage('mfa', { replace: true })
    return 'second-factor'
  }
  await redirects.toUrl(errorPageOf(context, error), true)
  return 'refused'
}

/**
 * Redirects our own page. Ignores an untrusted return location, which throws: an attacker may have put it into the link
 * to the sign-in page, but the user is signed in by now.
 */
function continueAfterSuccess(redirects: Redirects, page: 'afterSignIn' | 'afterSignUp'): Promise<void> {
  const options = { replace: true }
  return redirects.toPage(page, options).catch(() => redirects.toPage(page, { ...options, noRedirectBack: true }))
}

/** Returns the address of the error page, with the same parameters that the service uses for errors of its callback. */
function errorPageOf({ redirects }: SignInContext, error: KnownError): URL {
  const url = new URL(pageUrl(redirects, 'error'))
  url.searchParams.set('errorCode', error.errorCode)
  url.searchParams.set('message', error.message)
  url.searchParams.set('details', JSON.stringify(error.details ?? {}))
  return url
}

/**
 * Removes the parameters from the address and the verifier from its cookie, synchronously and before any other step. So
 * concurrent calls cannot use them twice, and other code on the page cannot read the authorization code.
 */
function takeCallback(context: SignInContext, address?: string): Callback | null {
  const browser = pageOf(context)
  const url = new URL(address ?? browser.location.href)
  const code = url.searchParams.get('code')
  const state = url.searchParams.get('state')
  const verifier = state === null ? null : readCookie(browser, stateCookieName(browser, state))
  if (code === null || state === null || !verifier) {
    const what = code === null || state === null ? 'without code and state' : 'with a state unknown to this browser'
    context.ports.warn(
      `The OAuth callback page was opened ${what}, so there is no sign-in to finish. It may have started in another browser, be older than an hour, or be finished already.`,
    )
    return null
  }
  writeCookie(browser, stateCookieName(browser, state), '', 0)
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  browser.history.replaceState(browser.history.state, '', url.href)
  return { code, verifier, redirectUri: redirectUriOf(context.redirects).href }
}

/** Returns the same redirect URI at the start and at the code exchange, as RFC 6749 section 4.1.3 requires. */
function redirectUriOf(redirects: Redirects): URL {
  const url = new URL(pageUrl(redirects, 'oauthCallback'))
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  return url
}

/** The prefix stops sibling subdomains from setting a verifier, with which they could finish their own sign-in here. */
function stateCookieName(browser: Browser, state: string): string {
  // guard: the cookie of a code verifier belongs to one host (keep `''`)
  return `${isHttps(browser) ? '__Host-' : ''}stack-oauth-outer-${encodeURIComponent(state)}`
}

function isHttps({ location }: Browser): boolean {
  return location.href.startsWith('https:')
}

function readCookie({ document }: Browser, name: string): string | null {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? null
}

function writeCookie(browser: Browser, name: string, value: string, maxAgeSeconds: number): void {
  const secure = isHttps(browser) ? '; Secure' : ''
  browser.document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

/** Unchecked cast: only `AppSignIn` is passed, whose types belong to this floor and not to that of the environment. */
function appSignInOf(given: object): AppSignIn {
  return given as AppSignIn
}

function pageOf({ ports }: SignInContext): Browser {
  const browser = ports.browser()
  if (browser) return browser
  throw new Error('Sign-in with a provider needs a browser. Call this from code that runs in the page.')
}
