import type { Call } from '../../kernel/call.ts'
import { constant, type Statement } from '../../kernel/statement.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { Project } from '../projects/project.ts'
import type { AccessTokenClaims } from './access-token.ts'
import { factorStateOf, type FactorProof, type FactorUser } from './factor-state.ts'
import { sessionWindow, type PolicyOwner } from './session-window.ts'
import { findActiveSession } from './store.ts'

/** A call whose change ends with the session that makes it. */
export interface SessionCall extends Call {
  readonly project: Project
  readonly caller: { readonly user: { readonly id: string } | null; readonly claims: AccessTokenClaims | null }
}

/**
 * Creates the error for an expired token. A token whose session has ended gets the same error: the client then
 * refreshes and finds that it is signed out.
 */
export function accessTokenExpired(claims: AccessTokenClaims): KnownError {
  return new KnownError('ACCESS_TOKEN_EXPIRED', {
    expired_at_millis: claims.expiresAt * 1_000,
    project_id: claims.projectId,
    user_id: claims.userId,
    refresh_token_id: claims.sessionId,
  })
}

/**
 * Checks again, inside the transaction and after the lock on the user, that the session of the call is active.
 *
 * For calls that add a sign-in method or write what a claim undoes. The session was active when the call was
 * authenticated, but before the write another person may have claimed the account and ended all sessions. A call of an
 * ended session must not change the account or its teams afterwards.
 *
 * @param claims of the end user's token; null if a server or an admin acts
 * @param lock `none` only in a transaction that a claim of the account waits for anyway
 * @returns the factor proof of the session, for {@link requireProvedSession}; a server or an admin is exempt
 * @throws ACCESS_TOKEN_EXPIRED
 */
export function requireActiveSession(
  project: PolicyOwner & Pick<Project, 'id'>,
  claims: AccessTokenClaims | null,
  now: Date,
  lock: 'share' | 'none' = 'share',
): Statement<FactorProof | null> {
  if (!claims) return constant('exempt')
  const { sessionId, userId } = claims
  // guard: a sign-in method is not added after the session policy ended the session
  //   (replace `sessionWindow(project, now)` with `{ now, createdAfter: new Date(0), usedAfter: new Date(0) }`)
  //   [session-policy]
  return findActiveSession(project.id, userId, sessionId, sessionWindow(project, now), lock).map((session) => {
    if (!session) throw accessTokenExpired(claims)
    return session.factorProof
  })
}

/**
 * Refuses a session that must prove a second factor, as if it had ended. A session may set up the first factor, so
 * another session may have done it since the call was authenticated.
 *
 * @param user read under the lock
 * @param proof from {@link requireActiveSession}
 * @throws ACCESS_TOKEN_EXPIRED
 */
export function requireProvedSession(
  user: FactorUser,
  {
    claims,
    proof,
    now,
  }: { readonly claims: AccessTokenClaims | null; readonly proof: FactorProof | null; readonly now: Date },
): void {
  if (claims && factorStateOf(user, proof, now) === 'must_prove') throw accessTokenExpired(claims)
}

/**
 * Like {@link requireActiveSession}, for the session that makes the call. There is none if the token counted as no user
 * when the call was authenticated: a server may act for another user and send the token of an ended session.
 *
 * @throws ACCESS_TOKEN_EXPIRED
 */
export function requireSessionOfCall({
  caller,
  now,
  project,
}: Pick<SessionCall, 'caller' | 'now' | 'project'>): Statement<FactorProof | null> {
  // guard: a server may act for another user beside the token of an ended session (drop `caller.user`) [ended-session]
  return requireActiveSession(project, caller.user && caller.claims, now())
}

/**
 * Like {@link requireProvedSession}, for the session that makes the call.
 *
 * @param proof from {@link requireSessionOfCall}
 * @throws ACCESS_TOKEN_EXPIRED
 */
export function requireProvedSessionOfCall(
  { caller, now }: Pick<SessionCall, 'caller' | 'now'>,
  user: FactorUser,
  proof: FactorProof | null,
): void {
  requireProvedSession(user, { claims: caller.user && caller.claims, proof, now: now() })
}

/**
 * Like {@link requireSessionOfCall}, without a lock on the session. For transactions that have locked a team or a
 * membership of the caller: the lock on a session comes before these, and a claim of the account locks the membership
 * too.
 *
 * @throws ACCESS_TOKEN_EXPIRED
 */
export function checkSessionOfCall({
  caller,
  now,
  project,
}: Pick<SessionCall, 'caller' | 'now' | 'project'>): Statement<FactorProof | null> {
  return requireActiveSession(project, caller.user && caller.claims, now(), 'none')
}
