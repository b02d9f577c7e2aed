import { requestGrant } from '../session/refresh.ts'
import { readClaims } from '../session/access-token.ts'
import type { Session } from '../session/session.ts'
import { KnownError, KnownErrors, StatusError } from '../transport/known-error.ts'
import type { Result } from '../transport/result.ts'
import { deviceHeaders } from '../transport/device-secrets.ts'
import type { SignIn, SignInContext } from './sign-in.ts'

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

/** The parameters of an authorization request that differ between a page and an app. */
interface AuthorizationParameters {
  readonly redirect_uri: string
  readonly error_redirect_url: string
  readonly state: string
  readonly code_challenge: string
  readonly after_callback_redirect_url?: string | undefined
}

/** Returns the address of the authorization request (RFC 6749 section 4.1.1 with RFC 7636). */
export async function authorizationUrl(
  context: SignInContext,
  start: OAuthStart,
  given: AuthorizationParameters,
): Promise<URL> {
  const { options } = context
  const type = start.linkTo ? 'link' : 'authenticate'
  const credential = await credentialFor(context, start, type)
  const url = new URL(`${options.apiUrl()}/auth/oauth/authorize/${encodeURIComponent(start.provider.toLowerCase())}`)
  const parameters = {
    client_id: options.projectId,
    client_secret: options.publishableClientKey,
    scope: 'legacy',
    grant_type: 'authorization_code',
    code_challenge_method: 'S256',
    response_type: 'code',
    type,
    provider_scope: [...new Set([...(options.oauthScopesOnSignIn[start.provider] ?? []), ...start.scopes])].join(' '),
    ...credential,
    ...given,
  }
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url
}

/** What the browser brought back from the provider, and what was kept for it. */
export interface Callback {
  readonly code: string
  readonly verifier: string
  readonly redirectUri: string
}

/** The grant of RFC 6749 section 4.1.3. */
export async function exchangeCode(
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
    const extraRequestHeaders = { ...options.extraRequestHeaders, ...deviceHeaders(ports, options.projectId) }
    return {
      status: 'ok',
      data: signInOf(await requestGrant({ ...options, extraRequestHeaders, ports }, grant, false)),
    }
  } catch (error) {
    if (KnownErrors.RateLimited.isInstance(error)) throw error
    if (KnownError.isKnownError(error)) return { status: 'error', error }
    throw new Error('Error signing in during OAuth callback. Please try again.', { cause: error })
  }
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
    const { flow_handle } = await request('POST /auth/oauth/flow-handles', { body, session })
    return { flow_handle }
  } catch (error) {
    const status = error instanceof StatusError ? error.statusCode : null
    if (status === 404) return { token: accessToken }
    // A sign-in needs no session. Omit one that has ended or that impersonates its user. After too many attempts the
    // session is still valid, and an anonymous user would lose it.
    const isRefused = status === 403 || (KnownError.isKnownError(error) && status !== 429)
    if (!linkTo && isRefused) return null
    throw error
  }
}
