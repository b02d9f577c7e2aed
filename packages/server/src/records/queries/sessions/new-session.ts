import type { SignInMethod } from '@portico/contract'

import { asSystem, emitEach, type EventCall } from '../../../kernel/emit.ts'
import { activityColumns, isActivityDue } from '../../users/activity.ts'
import type { FactorProof } from '../../sessions/factor-state.ts'
import { isActive, type SessionWindow } from '../../sessions/session-window.ts'
import type { Impersonation } from '../../sessions/impersonation.ts'
import { isNotNullViolation } from '../../../platform/db/database-errors.ts'
import type { EndUser } from '../../../platform/http/end-user.ts'
import { json, noResult, statement, type Statement } from '../../../kernel/statement.ts'

/**
 * Who uses the session: the end user, a server on behalf of the user, or an impersonator. Each kind has its own session
 * limit.
 */
export type SessionKind = 'browser' | 'server' | 'impersonation'

export interface NewSession {
  id: string
  userId: string
  kind: SessionKind
  familyHash: Uint8Array
  tokenHash: Uint8Array
  createdAt: Date
  /**
   * When the user proved their identity: now, or for a session that is derived from another one, the time of that
   * session.
   */
  authenticatedAt: Date
  expiresAt: Date
  endUser: EndUser | null
  /**
   * The second factor is proved, or this sign-in method does not require one. If false, a user with a second factor
   * gets no session.
   */
  isSecondFactorSettled: boolean
  /** Why the policy asks for no further proof of a second factor; null without a proof. */
  factorProof: FactorProof | null
  /**
   * The password hash that was proved. If it has changed since, no session is created. Absent if no password was
   * required.
   */
  provedPasswordHash?: string
  /** How the user signed in; absent if a server creates the session. */
  method?: SignInMethod
  /** The owner who starts the session by link. Absent for every other session. */
  impersonation?: Impersonation
}

/**
 * Bounds one statement. A user with more sessions, from a version without a session limit, loses the rest at the next
 * sign-ins.
 */
const SESSIONS_ENDED_MAX = 1_000

/**
 * The user or project no longer exists, the password is no longer the proved one, or the user has added a second factor
 * since. Nothing was written.
 */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'
}

/** The user is suspended, and everything that the sign-in requires was proved. Nothing was written. */
export class UserSuspended extends Error {
  override readonly name = 'UserSuspended'
  readonly projectId: string
  readonly userId: string
  /** How the user signed in; null if a server wanted to create the session. */
  readonly method: SignInMethod | null

  constructor(projectId: string, { userId, method }: Pick<NewSession, 'userId' | 'method'>, options?: ErrorOptions) {
    super('The user is suspended.', options)
    this.projectId = projectId
    this.userId = userId
    this.method = method ?? null
  }
}

/**
 * Writes the session if its user still exists and still has the proved credentials. Updates the user's last activity.
 *
 * @throws SessionRefused, UserSuspended; the rest of the sign-in is rolled back
 */
export function insertSession(projectId: string, session: NewSession): Statement<void> {
  const proved = session.provedPasswordHash ?? null
  const { impersonatorId = null, ...impersonation } = session.impersonation ?? {}
  // The lock serializes the sign-in with changes of the password or the second factor and with a suspension: the second
  // one sees the first. It also serializes sign-ins of the same user; see `endSessionsAboveLimit`.
  // A missing value violates the constraint of its column, which is the reason of the refusal.
  // guard: a session is created only while the proved password is current
  //   (replace `password_hash = ${proved}::text` with `true`) [proof-race.postgres]
  // guard: a session is created only after the required second factor
  //   (replace `totp_secret_sealed is null` with `true`) [proof-race.postgres]
  // guard: concurrent sign-ins of one user are counted in sequence (drop `for no key update`) [session-limit.postgres]
  // guard: a suspended user gets no session (replace `when (select is_suspended from proved)` with `when false`)
  //   [suspension]
  return statement`
    with proved as materialized (
      select id, coalesce(suspended_until > ${session.createdAt}, false) as is_suspended from users
      where project_id = ${projectId} and id = ${session.userId}
        and (${proved}::text is null or password_hash = ${proved}::text)
        and (${session.isSecondFactorSettled} or totp_secret_sealed is null)
      for no key update
    ), created as (
      insert into sessions
        (project_id, id, family_hash, token_hash, created_at, last_used_at, expires_at, end_user, is_impersonation,
         is_server_made, factor_proof, impersonator_id, impersonator_project_id, impersonation,
         authenticated_at, user_id)
      select ${projectId}, ${session.id}, ${session.familyHash}, ${session.tokenHash}, ${session.createdAt},
        ${session.createdAt}, ${session.expiresAt}, ${session.endUser && json(session.endUser)}::jsonb,
        ${session.kind === 'impersonation'}, ${session.kind === 'server'}, ${session.factorProof},
        ${impersonatorId}::uuid, ${impersonatorId && 'internal'}, ${impersonatorId && json(impersonation)}::jsonb,
        case when (select is_suspended from proved) then null else ${session.authenticatedAt}::timestamptz end,
        (select id from proved)
      returning project_id, user_id, created_at as at,
        case when not is_impersonation then end_user ->> 'countryCode' end as country
    )
    update users u set ${activityColumns('created')}
    from created
    where u.project_id = created.project_id and u.id = created.user_id and ${isActivityDue('created')}`
    .map(noResult)
    .explained((error) => asRefusal(error, projectId, session))
}

/**
 * Ends the least recently used sessions, expired ones first, if the user exceeds the session limit of the new session's
 * kind. Run it after the statement that writes the session: that one waits for other sign-ins of the user, and only a
 * later statement sees what they wrote.
 */
export function endSessionsAboveLimit(
  call: EventCall,
  { id, userId, kind }: NewSession,
  active: SessionWindow,
  sessionsPerUser: number,
): Statement<void> {
  const { projectId } = call
  return emitEach(
    asSystem(call),
    'session.ended',
    // guard: a user has a bounded number of sessions
    //   (replace `offset ${sessionsPerUser - 1}::int` with `offset 1000000`) [session-limit]
    // guard: sessions are counted by kind (drop `is_server_made = ${kind === 'server'}`) [session-limit]
    statement`
      with ended as (
        -- Names the user too (platform/db/README.md, "Plans" 2).
        delete from sessions where project_id = ${projectId} and user_id = ${userId} and id = any (array(
          select id from sessions
          where project_id = ${projectId} and user_id = ${userId} and is_impersonation = ${kind === 'impersonation'}
            and is_server_made = ${kind === 'server'} and id <> ${id}
          order by expires_at > ${active.now} desc, last_used_at desc, id
          offset ${sessionsPerUser - 1}::int limit ${SESSIONS_ENDED_MAX}))
        returning id, expires_at, created_at, last_used_at
      ), changed as (
        -- An expired session has already ended.
        select id as "sessionId", 'SESSION_LIMIT_REACHED' as reason from ended
        where ${isActive('ended', active)}
      )`,
  )
}

/** The insert leaves `user_id` null if no user matches, and `authenticated_at` if the user is suspended. */
function asRefusal(error: unknown, projectId: string, session: NewSession): unknown {
  if (isNotNullViolation(error, 'sessions', 'authenticated_at')) {
    return new UserSuspended(projectId, session, { cause: error })
  }
  if (!isNotNullViolation(error, 'sessions', 'user_id')) return error
  return new SessionRefused('The user is gone or no longer has the proved credentials.', { cause: error })
}
