import { SESSION_DEFAULT_LIFETIME_MILLIS } from '@portico/contract'

import type { ProjectSql } from '../db/sql.ts'
import type { RequestFacts } from '../http/route.ts'
import type { Ports } from '../ports/ports.ts'
import { insertSession } from '../sessions/sessions.ts'
import type { User } from '../users/user.ts'
import type { TokenSession } from './access-token.ts'
import { hashesOf, newRefreshToken } from './refresh-token.ts'

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
  readonly isImpersonation?: boolean
  readonly lifetimeMillis?: number
  /** When the user proved who they are, if the session is made from another one. Default: now. */
  readonly authenticatedAt?: Date
}

/**
 * Writes a new session. Every sign-in makes one of its own, so that nothing planted before it survives.
 *
 * @throws what `isSessionRefused` knows if the user is gone, their password is another one than was proved, or they need
 *   a second factor
 */
export async function startSession(
  ports: Pick<Ports, 'clock' | 'random'>,
  sql: ProjectSql,
  request: Pick<RequestFacts, 'endUser'>,
  { lifetimeMillis = SESSION_DEFAULT_LIFETIME_MILLIS, isImpersonation = false, ...wish }: SessionWish,
): Promise<StartedSession> {
  const refreshToken = newRefreshToken(ports.random)
  const hashes = hashesOf(refreshToken)
  if (!hashes) throw new Error('A new refresh token does not have the form of one.')
  const createdAt = ports.clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMillis)
  const { id = ports.random.uuid() } = wish
  await insertSession(sql, {
    authenticatedAt: createdAt,
    ...wish,
    id,
    isImpersonation,
    familyHash: hashes.family,
    tokenHash: hashes.token,
    createdAt,
    expiresAt,
    endUser: request.endUser,
  })
  return { id, refreshToken, expiresAt, isImpersonation }
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
