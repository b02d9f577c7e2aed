import { nothing, type Statement } from '../../kernel/statement.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { AccessTokenClaims } from './access-token.ts'
import { isSessionActive } from './store.ts'

/** Also the answer to a token whose session has ended: the client then refreshes and learns that it is signed out. */
export function accessTokenExpired(claims: AccessTokenClaims): KnownError {
  return new KnownError('ACCESS_TOKEN_EXPIRED', {
    expired_at_millis: claims.expiresAt * 1_000,
    project_id: claims.projectId,
    user_id: claims.userId,
    refresh_token_id: claims.sessionId,
  })
}

/**
 * Looks once more, in the transaction and behind the lock on the user, whether the session of the call is alive.
 *
 * For calls that add a way to sign in: every call was let in while its session lived, but between that moment and the
 * write another person may have claimed the account and ended all sessions. A call that
 * began with an ended session must not add a sign-in method.
 *
 * @param claims of the end user's token; null if a server or an admin acts
 * @throws ACCESS_TOKEN_EXPIRED
 */
export function requireActiveSession(projectId: string, claims: AccessTokenClaims | null, now: Date): Statement<void> {
  if (!claims) return nothing
  return isSessionActive(projectId, claims.userId, claims.sessionId, now).map((isActive) => {
    if (!isActive) throw accessTokenExpired(claims)
  })
}
