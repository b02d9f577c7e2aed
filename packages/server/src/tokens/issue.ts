import { SESSION_DEFAULT_LIFETIME_MILLIS } from '@portico/contract'

import type { ProjectSql } from '../db/sql.ts'
import type { RequestFacts } from '../http/route.ts'
import type { Ports } from '../ports/ports.ts'
import { insertSession } from '../sessions/sessions.ts'
import type { User } from '../users/user.ts'
import { hashesOf, newRefreshToken } from './refresh-token.ts'

/** What every sign-in answers with, in the shape of the wire. */
export interface SignedIn {
  access_token: string
  refresh_token: string
  user_id: string
}

/** A session that is written; its tokens are signed once the transaction is through. */
export interface StartedSession {
  readonly id: string
  readonly refreshToken: string
}

/**
 * Writes a new session. Every sign-in makes one of its own, so that nothing planted before it survives.
 *
 * @param provedPasswordHash what the password was proved against, if that is how the user signs in
 * @returns null if the user is gone or their password has been changed since it was proved
 */
export async function startSession(
  ports: Pick<Ports, 'clock' | 'random'>,
  sql: ProjectSql,
  userId: string,
  request: RequestFacts,
  provedPasswordHash?: string,
): Promise<StartedSession | null> {
  const refreshToken = newRefreshToken(ports.random)
  const hashes = hashesOf(refreshToken)
  if (!hashes) throw new Error('A new refresh token does not have the form of one.')
  const createdAt = ports.clock.now()
  const id = ports.random.uuid()
  const isWritten = await insertSession(sql, {
    id,
    userId,
    familyHash: hashes.family,
    tokenHash: hashes.token,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_DEFAULT_LIFETIME_MILLIS),
    endUser: request.endUser,
    ...(provedPasswordHash !== undefined && { provedPasswordHash }),
  })
  return isWritten ? { id, refreshToken } : null
}

/** The answer to a sign-in. */
export async function signedIn(
  ports: Pick<Ports, 'accessTokens'>,
  projectId: string,
  user: User,
  session: StartedSession,
): Promise<SignedIn> {
  return {
    access_token: await ports.accessTokens.sign(projectId, user, session.id),
    refresh_token: session.refreshToken,
    user_id: user.id,
  }
}
