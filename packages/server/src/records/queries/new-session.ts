import { asSystem, emitEach, type EventCall } from '../../kernel/emit.ts'
import { isNotNullViolation } from '../../platform/db/database-errors.ts'
import type { EndUser } from '../../platform/http/end-user.ts'
import { json, noResult, statement, type Statement } from '../../kernel/statement.ts'

/** Who the session is for: the end user, a server that acts for them, or an impersonator. Each kind is counted apart. */
export type SessionKind = 'browser' | 'server' | 'impersonation'

export interface NewSession {
  id: string
  userId: string
  kind: SessionKind
  familyHash: Uint8Array
  tokenHash: Uint8Array
  createdAt: Date
  /** When the user proved who they are: now, or, for a session made from another one, when that one was. */
  authenticatedAt: Date
  expiresAt: Date
  endUser: EndUser | null
  /** The second factor was proved, or this way to a session does not ask for one. Else a user who has one gets none. */
  isSecondFactorSettled: boolean
  /** The password hash that was proved; if it has been replaced meanwhile, there is no session. Absent: none was needed. */
  provedPasswordHash?: string
}

/** More than that, left from before there was a limit, end with the next sign-ins. */
const ENDED_AT_ONCE = 1_000

/**
 * The user of a new session is gone, or their project; or the user has another password than was proved, or has got a
 * second factor meanwhile. Nothing was written.
 */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused'
}

/**
 * Writes the session if its user still exists and still has what was proved, and marks the user as active.
 *
 * @throws SessionRefused, so that nothing else of the sign-in is written either
 */
export function insertSession(projectId: string, session: NewSession): Statement<void> {
  const proved = session.provedPasswordHash ?? null
  // The lock makes a change of the password or the second factor wait for the session, or the session for it: then the
  // proof is worth nothing. It also makes sign-ins of the same user wait for each other; see `endSessionsAboveLimit`.
  return statement`
    with begun as (
      insert into sessions
        (project_id, id, family_hash, token_hash, created_at, last_used_at, expires_at, end_user, is_impersonation,
         is_server_made, authenticated_at, user_id)
      values (${projectId}, ${session.id}, ${session.familyHash}, ${session.tokenHash}, ${session.createdAt},
        ${session.createdAt}, ${session.expiresAt}, ${session.endUser && json(session.endUser)}::jsonb,
        ${session.kind === 'impersonation'}, ${session.kind === 'server'}, ${session.authenticatedAt}, (
          select id from users
          where project_id = ${projectId} and id = ${session.userId}
            and (${proved}::text is null or password_hash = ${proved}::text)
            and (${session.isSecondFactorSettled} or totp_secret_sealed is null)
          for no key update))
      returning project_id, user_id, created_at
    )
    update users u set last_active_at = begun.created_at
    from begun
    where u.project_id = begun.project_id and u.id = begun.user_id
      and u.last_active_at < begun.created_at - interval '1 minute'`
    .map(noResult)
    .explained(asSessionRefused)
}

/**
 * Ends the least recently used sessions if the user has more of the kind of the new one than they may have, expired ones
 * first. It follows the statement that writes the session: that one waited for other sign-ins of the user, and only a
 * later statement sees what they wrote.
 */
export function endSessionsAboveLimit(
  call: EventCall,
  { id, userId, kind, createdAt }: NewSession,
  sessionsPerUser: number,
): Statement<void> {
  const { projectId } = call
  return emitEach(
    asSystem(call),
    'session.ended',
    statement`
      with ended as (
        -- By the user as well (platform/db/README.md, "Plans" 2).
        delete from sessions where project_id = ${projectId} and user_id = ${userId} and id = any (array(
          select id from sessions
          where project_id = ${projectId} and user_id = ${userId} and is_impersonation = ${kind === 'impersonation'}
            and is_server_made = ${kind === 'server'} and id <> ${id}
          order by expires_at > ${createdAt} desc, last_used_at desc, id
          offset ${sessionsPerUser - 1}::int limit ${ENDED_AT_ONCE}))
        returning id, expires_at
      ), changed as (
        -- A session that had expired had ended before.
        select id as "sessionId", 'SESSION_LIMIT_REACHED' as reason from ended where expires_at > ${createdAt}
      )`,
  )
}

/** The insert finds no user to name, so that it leaves the column empty. */
function asSessionRefused(error: unknown): unknown {
  if (!isNotNullViolation(error, 'sessions', 'user_id')) return error
  return new SessionRefused('The session has no user any more who has what was proved.', { cause: error })
}
