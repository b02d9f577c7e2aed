import { SESSION_DEFAULT_LIFETIME_MILLIS } from '@portico/contract'

import type { AuditOrigin } from '../records/audit/audit.ts'
import type { ProjectSql } from '../platform/db/sql.ts'
import type { RequestFacts } from '../api/route.ts'
import type { Ports } from '../ports.ts'
import { endSessionsAboveLimit, insertSession, type SessionKind } from '../records/sessions/sessions.ts'
import type { User } from '../records/users/user.ts'
import type { TokenSession } from '../records/sessions/access-token.ts'
import { hashesOf, newRefreshToken } from '../records/sessions/refresh-token.ts'

/** What every sign-in answers with, in the shape of the wire. */
export interface SignedIn {
  access_token: string
  refresh_token: string
  user_id: string
}

/** A session that is written; its tokens are signed once the transaction is through. */
export interface StartedSession extends TokenSession {
  readonly refreshToken: string
}

export interface SessionWish {
  /** If it must be known beforehand. */
  readonly id?: string
  readonly userId: string
  /** The second factor was proved, or this way to a session does not ask for one. */
  readonly isSecondFactorSettled: boolean
  /** What the password was proved against, if that is how the user signs in. */
  readonly provedPasswordHash?: string
  /** The user is written in the same transaction, so they have no other session. */
  readonly isFirst?: boolean
  /** Default: `browser`. */
  readonly kind?: SessionKind
  readonly lifetimeMillis?: number
  /** When the user proved who they are, if the session is made from another one. Default: now. */
  readonly authenticatedAt?: Date
}

/** The call that makes a session. */
interface SessionCall {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'settings'>
  readonly request: Pick<RequestFacts, 'endUser'>
  readonly origin: AuditOrigin
}

/**
 * Writes a new session. Every sign-in makes one of its own, so that nothing planted before it survives. It ends the least
 * recently used session of its kind if the user has too many.
 *
 * @throws what `isSessionRefused` knows if the user is gone, their password is another one than was proved, or they need
 *   a second factor
 */
export async function startSession(
  { ports, request, origin }: SessionCall,
  sql: ProjectSql,
  { lifetimeMillis = SESSION_DEFAULT_LIFETIME_MILLIS, kind = 'browser', isFirst = false, ...wish }: SessionWish,
): Promise<StartedSession> {
  const refreshToken = newRefreshToken(ports.random)
  const hashes = hashesOf(refreshToken)
  if (!hashes) throw new Error('A new refresh token does not have the form of one.')
  const createdAt = ports.clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMillis)
  const { id = ports.random.uuid() } = wish
  const session = {
    authenticatedAt: createdAt,
    ...wish,
    id,
    kind,
    familyHash: hashes.family,
    tokenHash: hashes.token,
    createdAt,
    expiresAt,
    endUser: request.endUser,
  }
  await Promise.all([
    insertSession(sql, session),
    isFirst || endSessionsAboveLimit(sql, session, { sessionsPerUser: ports.settings.sessionsPerUser, origin }),
  ])
  return { id, refreshToken, expiresAt, isImpersonation: kind === 'impersonation' }
}

/** The answer to a sign-in. */
export async function signedIn(
  ports: Pick<Ports, 'accessTokens'>,
  projectId: string,
  user: User,
  session: StartedSession,
): Promise<SignedIn> {
  const { token } = await ports.accessTokens.sign(projectId, user, session)
  return {
    access_token: token,
    refresh_token: session.refreshToken,
    user_id: user.id,
  }
}
