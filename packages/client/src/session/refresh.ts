import type { Ports } from '../transport/ports.ts'
import type { ServiceClock } from './service-clock.ts'
import { areOfSameSession, type Session } from './session.ts'
import type { Tokens, TokenStore } from './tokens.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { send } from '../transport/send.ts'

export interface RefreshOptions {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly extraRequestHeaders: Readonly<Record<string, string>>
  readonly apiUrl: () => string
  readonly ports: Ports
}

interface RefreshContext extends RefreshOptions {
  readonly clock: ServiceClock
}

/** Bounds how long a stuck request blocks the other tabs: 15 s, including the 3 s test request after a failure. */
const REFRESH_MILLIS = 12_000

/**
 * Gets new tokens for a session. Returns null if the session has ended.
 *
 * A used refresh token works until its successor was used, and for a short grace period. After that, its reuse ends the
 * session (RFC 9700 section 4.14). So one tab refreshes at a time: the others wait for the lock and then read the new
 * tokens from the store. The lock covers only our own request.
 */
export async function refreshTokens(
  session: Session,
  store: TokenStore,
  context: RefreshContext,
): Promise<Tokens | null> {
  const locks = store.isShared ? context.ports.browser()?.navigator.locks : undefined
  if (!locks) return refreshOnce(session, store, context)
  return locks.request(`portico-refresh-${context.projectId}`, () => refreshOnce(session, store, context))
}

async function refreshOnce(session: Session, store: TokenStore, context: RefreshContext): Promise<Tokens | null> {
  if (store.isShared) {
    const stored = store.read()
    // Another tab has signed out, or signed in a different user. Do not send our refresh token: it may be used already.
    if (!session.owns(stored)) return null
    session.adopt(stored)
    if (session.isFreshFor()) return stored
  }
  const refreshToken = session.tokens.refreshToken
  const request = (token: string): Promise<Tokens | null> => requestTokens(token, store.keepsWrites, context)
  const { shareExchange = request } = store.keepsWrites ? {} : context.ports
  const answer = refreshToken && (await shareExchange(refreshToken, session, request))
  if (answer) context.clock.synchronize(answer.accessToken)
  // A sign-out during the request, here or in another tab, takes precedence over the new tokens.
  const stored = store.read()
  // Another tab may have stored new tokens first. If only the refresh token was known, compare the answer's session id.
  const isStillStored = session.owns(stored) || (answer && areOfSameSession(answer, stored))
  if (!answer || session.hasEnded || (store.isShared && !isStillStored)) return null
  session.adopt(answer)
  if (isStillStored) store.write(answer)
  return answer
}

/** The refresh grant of RFC 6749 section 6. */
async function requestTokens(
  refreshToken: string,
  mayRotate: boolean,
  options: RefreshOptions,
): Promise<Tokens | null> {
  const grant = {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    // In the body, because services without rotation ignore it there. A header would need a CORS permission.
    ...(mayRotate && { rotate_refresh_token: 'true' }),
  }
  try {
    // Repeatable: until the successor was used, the used token returns it again.
    const { access_token, refresh_token } = await requestGrant(options, grant, true)
    const successor = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : refreshToken
    return { accessToken: access_token, refreshToken: successor }
  } catch (error) {
    if (KnownErrors.RefreshTokenError.isInstance(error)) return null
    throw error
  }
}

/** Calls the token endpoint (RFC 6749 section 3.2). */
export async function requestGrant(
  { projectId, publishableClientKey, extraRequestHeaders, apiUrl, ports }: RefreshOptions,
  grant: Readonly<Record<string, string>>,
  isRepeatable: boolean,
): Promise<TokenAnswer> {
  const body = new URLSearchParams({ client_id: projectId, client_secret: publishableClientKey, ...grant })
  const answer = await send(ports, {
    apiUrl: apiUrl(),
    path: '/auth/oauth/token',
    method: 'POST',
    isRepeatable,
    // Never send the token to the target of a redirect. Not every runtime supports `redirect: 'error'`.
    prepare: () => ({ headers: { ...extraRequestHeaders, accept: 'application/json' }, body, redirect: 'manual' }),
    withinMillis: REFRESH_MILLIS,
  })
  if (hasAccessToken(answer)) return answer
  const message = 'Another server answered, such as the login page of a network.'
  throw new ConnectionError('UNREACHABLE', message, answer)
}

type TokenAnswer = Readonly<Record<string, unknown>> & { readonly access_token: string }

function hasAccessToken(answer: unknown): answer is TokenAnswer {
  const token = (answer as TokenAnswer | null)?.access_token
  return typeof token === 'string' && token !== ''
}
