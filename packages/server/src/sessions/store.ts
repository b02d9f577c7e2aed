import { isNotNullViolation } from '../db/database-errors.ts'
import { json, type ProjectSql } from '../db/sql.ts'
import { sweepOf } from '../db/sweep.ts'
import type { EndUser } from './end-user.ts'

export interface NewSession {
  id: string
  userId: string
  familyHash: Uint8Array
  tokenHash: Uint8Array
  createdAt: Date
  /** When the user proved who they are: now, or, for a session made from another one, when that one was. */
  authenticatedAt: Date
  expiresAt: Date
  endUser: EndUser | null
  isImpersonation: boolean
  /** The second factor was proved, or this way to a session does not ask for one. Else a user who has one gets none. */
  isSecondFactorSettled: boolean
  /** The password hash that was proved; if it has been replaced meanwhile, there is no session. Absent: none was needed. */
  provedPasswordHash?: string
}

/**
 * Writes the session if its user is still there and still has what they proved. Else the statement fails, and with it
 * everything that was to happen together with the sign-in; see `isSessionRefused`. The user has been active with it.
 */
export async function insertSession(sql: ProjectSql, session: NewSession): Promise<void> {
  const proved = session.provedPasswordHash ?? null
  // The share lock makes a change of the password or the second factor wait for us or us for it; after it, our proof is
  // worth nothing. Two sign-ins at once both have it, so that neither could wait for the stronger one of the other: who
  // comes second leaves the time of the first.
  await sql.sql`
    with begun as (
      insert into sessions
        (project_id, id, family_hash, token_hash, created_at, last_used_at, expires_at, end_user, is_impersonation,
         authenticated_at, user_id)
      values (${sql.projectId}, ${session.id}, ${session.familyHash}, ${session.tokenHash}, ${session.createdAt},
        ${session.createdAt}, ${session.expiresAt}, ${session.endUser && json(session.endUser)}::jsonb,
        ${session.isImpersonation}, ${session.authenticatedAt}, (
          select id from users
          where project_id = ${sql.projectId} and id = ${session.userId}
            and (${proved}::text is null or password_hash = ${proved}::text)
            and (${session.isSecondFactorSettled} or totp_secret_sealed is null)
          for share))
      returning project_id, user_id, created_at
    ), idle as (
      select u.project_id, u.id, begun.created_at from begun
      join users u on u.project_id = begun.project_id and u.id = begun.user_id
      where u.last_active_at < begun.created_at - interval '1 minute'
      for no key update of u skip locked
    )
    update users u set last_active_at = idle.created_at
    from idle where u.project_id = idle.project_id and u.id = idle.id`
}

/** The user of a new session is gone, has another password than was proved, or has got a second factor meanwhile. */
export function isSessionRefused(error: unknown): boolean {
  return isNotNullViolation(error, 'sessions', 'user_id')
}

export interface SessionRow {
  id: string
  user_id: string
  created_at: Date
  last_used_at: Date
  is_impersonation: boolean
  end_user: EndUser | null
}

export async function listSessionsOfUser(
  db: ProjectSql,
  userId: string,
  includeImpersonation: boolean,
  now: Date,
): Promise<SessionRow[]> {
  const { rows } = await db.sql<SessionRow>`
    select id, user_id, created_at, last_used_at, is_impersonation, end_user from sessions
    where project_id = ${db.projectId} and user_id = ${userId} and expires_at > ${now}
      and (${includeImpersonation} or not is_impersonation)
    order by created_at desc, id`
  return rows
}

/** Ends a session, if it belongs to that user where one is given; tells whether there was one. */
export async function deleteSessionRow(db: ProjectSql, sessionId: string, ofUserId: string | null): Promise<boolean> {
  const { count } = await db.sql`
    delete from sessions
    where project_id = ${db.projectId} and id = ${sessionId}
      and (${ofUserId}::uuid is null or user_id = ${ofUserId}::uuid)`
  return count > 0
}

/** Ends all sessions of a user but the one that is named by its family, if any. */
export async function deleteSessionsOfUser(
  tx: ProjectSql,
  userId: string,
  exceptFamilyHash: Uint8Array | null,
): Promise<void> {
  await tx.sql`
    delete from sessions
    where project_id = ${tx.projectId} and user_id = ${userId}
      and (${exceptFamilyHash}::bytea is null or family_hash <> ${exceptFamilyHash}::bytea)`
}

export const sweepExpiredSessions = sweepOf('sessions', '1 day')

export async function isSessionAlive(tx: ProjectSql, userId: string, sessionId: string, now: Date): Promise<boolean> {
  // The share lock makes whoever ends the user's sessions wait for us or us for them.
  const { rows } = await tx.sql`
    select 1 from sessions
    where project_id = ${tx.projectId} and id = ${sessionId} and user_id = ${userId} and expires_at > ${now}
    for share`
  return rows.length > 0
}
