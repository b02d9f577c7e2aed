import type { Ports } from '../transport/ports.ts'
import type { ServiceClock } from './service-clock.ts'
import { areOfSameSession, type Session } from './session.ts'
import type { TokenStore } from './token-store.ts'
import type { Tokens } from './tokens.ts'

import { ConnectionError } from '../transport/connection-error.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { send } from '../transport/send.ts'

export interface RefreshOptions {
  readonly projectId: string
  readonly publishableClientKey: string
  readonly apiUrl: () => string
  readonly ports: Ports
}

interface RefreshContext extends RefreshOptions {
  readonly clock: ServiceClock
}

/** A stuck request must not keep the other tabs waiting for the lock: with the look for its cause, 15 s at most. */
const REFRESH_MILLIS = 12_000

/**
 * Gets new tokens for a session, or null if it is over.
 *
 * A used refresh token answers once more for a short while and later ends the session (RFC 9700 section 4.14), so of all
 * tabs only one may refresh: the others wait for the lock, look again, and find its tokens. Nothing but our own request
 * happens under the lock.
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
    // Signed out, or somebody else signed in, in another tab. Our refresh token may be used up, so it is not tried.
    if (!session.owns(stored)) return null
    session.adopt(stored)
    if (session.isFreshFor()) return stored
  }
  const refreshToken = session.tokens.refreshToken
  const answer = refreshToken && (await requestTokens(refreshToken, store.keepsWrites, context))
  if (answer) context.clock.learn(answer.accessToken)
  // While we asked, somebody may have signed out, here or in another tab; that must win.
  const stored = store.read()
  // Another tab may have stored its answer first, and where only the refresh token was known, the answer tells whose.
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
    // Announced in the body: services that do not know it ignore it, and a header would need their CORS permission.
    ...(mayRotate && { rotate_refresh_token: 'true' }),
  }
  try {
    // Asking twice is safe: within the grace the used token answers with the same successor.
    const { access_token, refresh_token } = await requestGrant(options, grant, true)
    if (typeof access_token !== 'string' || access_token === '') return null
    const successor = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : refreshToken
    return { accessToken: access_token, refreshToken: successor }
  } catch (error) {
    if (KnownErrors.RefreshTokenError.isInstance(error)) return null
    throw error
  }
}

/** Asks the token endpoint (RFC 6749 section 3.2). */
export async function requestGrant(
  { projectId, publishableClientKey, apiUrl, ports }: RefreshOptions,
  grant: Readonly<Record<string, string>>,
  isRepeatable: boolean,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({ client_id: projectId, client_secret: publishableClientKey, ...grant })
  const answer = await send(ports, {
    apiUrl: apiUrl(),
    path: '/auth/oauth/token',
    method: 'POST',
    isRepeatable,
    // The token must not travel on to wherever a redirect points. Not every runtime knows `redirect: 'error'`.
    prepare: () => ({ headers: { accept: 'application/json' }, body, redirect: 'manual' }),
    withinMillis: REFRESH_MILLIS,
  })
  if (isJsonObject(answer)) return answer
  const message = 'Instead of the Portico service something on the way answered, such as the login page of a network.'
  throw new ConnectionError('UNREACHABLE', message, answer)
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
