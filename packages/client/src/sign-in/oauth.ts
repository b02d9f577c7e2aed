import { codeChallengeOf, codeVerifierOf } from '@portico/protocols/pkce'
import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'
import { OAUTH_STATE_COOKIE_SECONDS } from '@portico/contract/limits'

import { BrowserError } from '../transport/browser-error.ts'
import { type Browser, untilOpened } from '../transport/ports.ts'
import type { Redirects } from '../pages/redirects.ts'
import { pageUrl, RETURN_PARAMETER } from '../pages/navigation.ts'
import type { Result } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import { afterSignIn, isSecondFactorRequired, type SignIn, type SignInContext } from './sign-in.ts'
import { readClaims } from '../session/access-token.ts'
import { KnownError, KnownErrors, StatusError } from '../transport/known-error.ts'
import { readMfaAttempt } from './mfa-attempt.ts'
import { writeStored } from './page-storage.ts'
import { LAST_USED_PROVIDER_KEY } from './last-used-provider.ts'
import { requestGrant } from '../session/refresh.ts'

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

export interface OAuthStart {
  readonly provider: string
  /** Scopes in addition to those of the service and of `oauthScopesOnSignIn`. */
  readonly scopes: readonly string[]
  /** Adds the provider's account to the user of this session. */
  readonly linkTo?: Session
  /** The current session. The sign-in upgrades its user if that user is anonymous. */
  readonly current?: Session
  /** Address to go to after the sign-in. Default: the return location of this page. */
  readonly returnTo?: string | undefined
}

/** The parameters of the callback page. */
interface Callback {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

export function signInWithOAuth(
  context: SignInContext,
  provider: string,
  { returnTo }: { returnTo?: string } = {},
): Promise<never> {
  return startOAuth(context, { provider, scopes: [], current: context.holder.current(), returnTo })
}

/** Redirects to the provider (RFC 6749 section 4.1.1 with RFC 7636). Never resolves, because the page unloads. */
export async function startOAuth(context: SignInContext, start: OAuthStart): Promise<never> {
  const browser = pageOf(context)
  const { options, ports, redirects } = context
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
  const type = start.linkTo ? 'link' : 'authenticate'
  const credential = await credentialFor(context, start, type)
  const url = new URL(`${options.apiUrl()}/auth/oauth/authorize/${encodeURIComponent(start.provider.toLowerCase())}`)
  const parameters = {
    client_id: options.projectId,
    client_secret: options.publishableClientKey,
    redirect_uri: redirectUri.href,
    scope: 'legacy',
    state,
    grant_type: 'authorization_code',
    code_challenge: await codeChallengeOf(verifier),
    code_challenge_method: 'S256',
    response_type: 'code',
    type,
    error_redirect_url: pageUrl(redirects, 'error'),
    provider_scope: [...new Set([...(options.oauthScopesOnSignIn[start.provider] ?? []), ...start.scopes])].join(' '),
    ...credential,
    after_callback_redirect_url: start.linkTo && returnTo,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
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
 *   itself.
 */
export function finishOAuth(context: SignInContext, address?: string): Promise<OAuthOutcome> {
  const callback = running.get(context) ?? finishOnce(context, address).finally(() => running.delete(context))
  running.set(context, callback)
  return callback
}

const running = new WeakMap<SignInContext, Promise<OAuthOutcome>>()

async function finishOnce(context: SignInContext, address: string | undefined): Promise<OAuthOutcome> {
  const { options, ports, redirects } = context
  const opening = untilOpened(ports)
  if (opening) await opening
  const callback = takeCallback(context, address)
  if (!callback) return 'nothing-to-do'
  const exchanged = await exchangeCode(context, callback)
  const noRedirect = address !== undefined && exchanged.status === 'ok' && exchanged.data.removed !== undefined
  const result = await afterSignIn(context, exchanged, { noRedirect })
  if (result.status === 'ok') return noRedirect ? 'methods-removed' : 'signed-in'
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

/** The grant of RFC 6749 section 4.1.3. */
async function exchangeCode(
  { options, ports }: SignInContext,
  { code, verifier, redirectUri }: Callback,
): Promise<Result<SignIn, KnownError>> {
  const grant = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  }
  try {
    // Not repeatable: the second use of a code ends the session that the first use created.
    return { status: 'ok', data: signInOf(await requestGrant({ ...options, ports }, grant, false)) }
  } catch (error) {
    if (KnownErrors.RateLimited.isInstance(error)) throw error
    if (KnownError.isKnownError(error)) return { status: 'error', error }
    throw new Error('Error signing in during OAuth callback. Please try again.', { cause: error })
  }
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

function signInOf(answer: Record<string, unknown>): SignIn {
  const { access_token: accessToken, refresh_token: refreshToken } = answer
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string') {
    throw new Error('The token endpoint answered without tokens.')
  }
  const destination = answer['after_callback_redirect_url']
  return {
    tokens: { accessToken, refreshToken },
    isNewUser: answer['is_new_user'] === true,
    destination: typeof destination === 'string' ? destination : null,
    // Unchecked cast: the contract of the token endpoint defines the type.
    removed: answer['removed_sign_in_methods'] as SignIn['removed'],
  }
}

/**
 * Returns the parameter that identifies the user in the address: a single-use handle. Browsers, proxies and servers log
 * addresses, so the access token itself is the fallback only for services that issue no handles.
 */
async function credentialFor(
  { request }: SignInContext,
  { provider, linkTo, current }: OAuthStart,
  type: 'authenticate' | 'link',
): Promise<{ flow_handle: string } | { token: string } | null> {
  const session = linkTo ?? current
  const { accessToken } = (await session?.getTokens()) ?? { accessToken: null }
  if (accessToken === null) {
    if (!linkTo) return null
    throw new Error('The session has ended, so no account can be connected. Sign in first.')
  }
  const isNeeded = linkTo || readClaims(accessToken)?.['is_anonymous'] === true
  if (!isNeeded) return null
  try {
    const body = { provider_id: provider.toLowerCase(), type }
    const { flow_handle } = await request<{ flow_handle: string }>('/auth/oauth/flow-handles', {
      method: 'POST',
      body,
      session,
    })
    return { flow_handle }
  } catch (error) {
    const status = error instanceof StatusError ? error.statusCode : null
    if (status === 404) return { token: accessToken }
    // A sign-in needs no session. Omit one that has ended or that impersonates its user. After too many attempts the session
    // is still valid, and an anonymous user would lose it.
    const isRefused = status === 403 || (KnownError.isKnownError(error) && status !== 429)
    if (!linkTo && isRefused) return null
    throw error
  }
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

function pageOf({ ports }: SignInContext): Browser {
  const browser = ports.browser()
  if (browser) return browser
  throw new Error('Sign-in with a provider needs a browser. Call this from code that runs in the page.')
}
