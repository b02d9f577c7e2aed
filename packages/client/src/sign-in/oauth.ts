import { codeChallengeOf, codeVerifierOf } from '@portico/protocols/pkce'
import { matchSameOriginUrl } from '@portico/protocols/same-origin-url'
import { OAUTH_STATE_COOKIE_SECONDS } from '@portico/contract/limits'

import type { Browser } from '../transport/ports.ts'
import { type Redirects, RETURN_PARAMETER } from '../pages/redirects.ts'
import type { Result } from '../transport/result.ts'
import type { Session } from '../session/session.ts'
import { afterSignIn, isSecondFactorRequired, type SignIn, type SignInContext } from './sign-in.ts'

import { readClaims } from '../session/access-token.ts'
import { KnownError, StatusError } from '../transport/known-error.ts'
import { readMfaAttempt } from './mfa-attempt.ts'
import { writeStored } from './page-storage.ts'
import { LAST_USED_PROVIDER_KEY } from './last-used-provider.ts'
import { requestGrant } from '../session/refresh.ts'

/**
 * - `signed-in`: it is done, and the page is being left unless there is no redirect method
 * - `methods-removed`: it is done, but the page stays: it has to say which sign-in methods the account has lost
 * - `second-factor`: the attempt code is kept, and the page is being left for `urls.mfa`
 * - `refused`: the page is being left for `urls.error`, whose address says why
 * - `nothing-to-do`: opened without the parameters, twice, too late, or in a browser that has not begun it
 */
export type OAuthOutcome = 'signed-in' | 'methods-removed' | 'second-factor' | 'refused' | 'nothing-to-do'

export interface OAuthStart {
  readonly provider: string
  /** Asked of the provider beyond what the service and `oauthScopesOnSignIn` ask for. */
  readonly scopes: readonly string[]
  /** Adds the provider's account to the user of this session. */
  readonly linkTo?: Session
  /** Whose user is turned into the new one if it is an anonymous one. */
  readonly current?: Session
  /** Where the walk ends; without it, where the address of this page says. */
  readonly returnTo?: string | undefined
}

/** What the callback page was opened with. */
interface Callback {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

/** Leaves for the provider (RFC 6749 section 4.1.1 with RFC 7636); the page is gone when this is done. */
export async function startOAuth(context: SignInContext, start: OAuthStart): Promise<never> {
  const browser = pageOf(context)
  const { options, ports, redirects } = context
  if (!('subtle' in crypto)) {
    throw new Error(
      'Sign-in with a provider needs a page on https or localhost: browsers offer cryptography only there.',
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
    error_redirect_url: redirects.callbackUrl('error'),
    provider_scope: [...new Set([...(options.oauthScopesOnSignIn[start.provider] ?? []), ...start.scopes])].join(' '),
    ...credential,
    after_callback_redirect_url: start.linkTo && returnTo,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  const cookieName = stateCookieName(browser, state)
  writeCookie(browser, cookieName, verifier, OAUTH_STATE_COOKIE_SECONDS)
  if (readCookie(browser, cookieName) === null) {
    throw new Error('This browser takes no cookies from this page. Allow them to sign in with a provider.')
  }
  if (!start.linkTo) writeStored(ports, 'localStorage', LAST_USED_PROVIDER_KEY, start.provider)
  browser.location.assign(url.href)
  return new Promise(() => {})
}

/**
 * The page that connects an account, where the flow ends even after a second factor. The service does not return to a path
 * that routers read differently; from such a page the flow ends where a sign-in does.
 */
function returnAddressOf({ location }: Browser): string | undefined {
  return matchSameOriginUrl(location.href, location.href)?.href
}

/**
 * Finishes what `startOAuth` has begun, on the callback page.
 *
 * @param address given by our own callback page, with the code and state that it has taken out of the current address.
 *   That page also shows which sign-in methods the account has lost, and redirects itself after that.
 */
export async function finishOAuth(context: SignInContext, address?: string): Promise<OAuthOutcome> {
  const { options, ports, redirects } = context
  const callback = takeCallback(context, address)
  if (!callback) return 'nothing-to-do'
  const exchanged = await exchangeCode(context, callback)
  const noRedirect = address !== undefined && exchanged.status === 'ok' && exchanged.data.removed !== undefined
  const result = await afterSignIn(context, exchanged, { noRedirect })
  if (result.status === 'ok') return noRedirect ? 'methods-removed' : 'signed-in'
  const { error } = result
  if (options.redirectMethod === 'none') throw error
  if (isSecondFactorRequired(error)) {
    // Where the browser keeps nothing, the next page would not know what to ask for.
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
    // A code that comes a second time ends the session it has made, so this is asked once.
    return { status: 'ok', data: signInOf(await requestGrant({ ...options, ports }, grant, false)) }
  } catch (error) {
    if (KnownError.isKnownError(error)) return { status: 'error', error }
    throw new Error('Error signing in during OAuth callback. Please try again.', { cause: error })
  }
}

/** The error page with what it needs to know, in the parameters the service uses for errors of its own callback. */
function errorPageOf({ redirects }: SignInContext, error: KnownError): URL {
  const url = new URL(redirects.callbackUrl('error'))
  url.searchParams.set('errorCode', error.errorCode)
  url.searchParams.set('message', error.message)
  url.searchParams.set('details', JSON.stringify(error.details ?? {}))
  return url
}

/**
 * Takes the parameters out of the address and the verifier out of its cookie before anything else happens, all at once:
 * calls at the same time cannot use them twice, and nothing else on the page reads the code.
 */
function takeCallback(context: SignInContext, address?: string): Callback | null {
  const browser = pageOf(context)
  const url = new URL(address ?? browser.location.href)
  const code = url.searchParams.get('code')
  const state = url.searchParams.get('state')
  const verifier = state === null ? null : readCookie(browser, stateCookieName(browser, state))
  if (code === null || state === null || !verifier) {
    const what = code === null || state === null ? 'without code and state' : 'with a state this browser does not know'
    context.ports.warn(
      `The OAuth callback page was opened ${what}, so there is nothing to finish. The sign-in may have been started elsewhere, be older than an hour, or be finished already.`,
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
    throw new Error('The service answered the authorization code without tokens.')
  }
  const destination = answer['after_callback_redirect_url']
  return {
    tokens: { accessToken, refreshToken },
    isNewUser: answer['is_new_user'] === true,
    destination: typeof destination === 'string' ? destination : null,
    // As the contract of the token endpoint has it.
    removed: answer['removed_sign_in_methods'] as SignIn['removed'],
  }
}

/**
 * What names the user in the address: a handle that works once. Browsers, proxies and servers keep addresses, so an access
 * token is sent only to services that issue no handles.
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
    throw new Error('The session has ended, so there is no user to connect the account with. Sign in first.')
  }
  const isUsed = linkTo || readClaims(accessToken)?.['is_anonymous'] === true
  if (!isUsed) return null
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
    // A sign-in needs no session: leave out one that has ended or impersonates its user.
    if (!linkTo && (status === 403 || KnownError.isKnownError(error))) return null
    throw error
  }
}

/** The same at the start and at the end, as RFC 6749 section 4.1.3 demands. */
function redirectUriOf(redirects: Redirects): URL {
  const url = new URL(redirects.callbackUrl('oauthCallback'))
  url.searchParams.delete('code')
  url.searchParams.delete('state')
  return url
}

/** With the prefix no other sub-domain can plant a verifier, and with it finish a sign-in of its own here. */
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
  throw new Error('Sign-in with a provider needs a browser: call this from code that runs in the page.')
}
