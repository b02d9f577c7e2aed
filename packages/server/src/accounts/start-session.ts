import { SESSION_DEFAULT_LIFETIME_MILLIS } from '@portico/contract'

import { nothing, sequence, type Statement } from '../kernel/statement.ts'
import type { EndUser } from '../platform/http/end-user.ts'
import type { User } from '../records/users/user.ts'
import type { TokenSession, AccessTokens } from '../records/sessions/access-token.ts'
import { hashRefreshToken, newRefreshToken } from '../records/sessions/refresh-token.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { type EventCall } from '../kernel/emit.ts'
import { endSessionsAboveLimit, insertSession, type SessionKind } from '../records/queries/new-session.ts'

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

export interface SessionOptions {
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

/** What starting a session takes. */
export interface SessionStart {
  readonly settings: { readonly sessionsPerUser: number }
}

/** The call that starts a session. */
export interface SessionCall extends EventCall {
  /** For the session list; the end user is null for callers that are no browser. */
  readonly request: { readonly endUser: EndUser | null }
}

/**
 * Writes a new session. Every sign-in makes one of its own, so that nothing planted before it survives. It ends the least
 * recently used session of its kind if the user has too many.
 *
 * @throws SessionRefused if the user is gone, their password is another one than was proved, or they need a second factor
 */
export function startSession(
  { settings }: SessionStart,
  call: SessionCall,
  { lifetimeMillis = SESSION_DEFAULT_LIFETIME_MILLIS, kind = 'browser', isFirst = false, ...options }: SessionOptions,
): Statement<StartedSession> {
  const refreshToken = newRefreshToken()
  const hashes = hashRefreshToken(refreshToken)
  if (!hashes) throw new Error('A new refresh token does not have the form of one.')
  const { projectId, request } = call
  const createdAt = call.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMillis)
  const { id = newUuid() } = options
  const session = {
    authenticatedAt: createdAt,
    ...options,
    id,
    kind,
    familyHash: hashes.family,
    tokenHash: hashes.token,
    createdAt,
    expiresAt,
    endUser: request.endUser,
  }
  const started = { id, refreshToken, expiresAt, isImpersonation: kind === 'impersonation' }
  return sequence([
    insertSession(projectId, session),
    isFirst ? nothing : endSessionsAboveLimit(call, session, settings.sessionsPerUser),
  ]).map(() => started)
}

/** The answer to a sign-in. */
export async function signedIn(
  { accessTokens }: { readonly accessTokens: AccessTokens },
  projectId: string,
  user: User,
  session: StartedSession,
): Promise<SignedIn> {
  const { token } = await accessTokens.sign(projectId, user, session)
  return {
    access_token: token,
    refresh_token: session.refreshToken,
    user_id: user.id,
  }
}
