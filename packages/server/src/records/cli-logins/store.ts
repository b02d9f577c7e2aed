import type { ProjectSql } from '../../kernel/database.ts'
import { json } from '../../platform/db/sql.ts'
import { sweepOf } from '../../platform/db/sweep.ts'

/** Who asked for a login, as far as it is known. */
export interface Requester {
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface NewCliLogin {
  readonly pollingHash: Uint8Array
  readonly loginHash: Uint8Array
  readonly requester: Requester
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertCliLogin(db: ProjectSql, login: NewCliLogin): Promise<void> {
  await db.sql`
    insert into cli_logins (project_id, polling_hash, login_hash, requester, created_at, expires_at)
    values (${db.projectId}, ${login.pollingHash}, ${login.loginHash}, ${json(login.requester)}::jsonb,
            ${login.createdAt}, ${login.expiresAt})`
}

/** A login as the page that confirms finds it. */
export interface AskedLogin {
  requester: Requester
  created_at: Date
  expires_at: Date
  answered_at: Date | null
}

export async function findByLoginCode(db: ProjectSql, loginHash: Uint8Array): Promise<AskedLogin | null> {
  const { rows } = await db.sql<AskedLogin>`
    select requester, created_at, expires_at, answered_at from cli_logins
    where project_id = ${db.projectId} and login_hash = ${loginHash}`
  return rows[0] ?? null
}

/** Confirms an open login with a living session; returns whether both were so. Of several answers the first one counts. */
export async function confirmOpenLogin(
  tx: ProjectSql,
  loginHash: Uint8Array,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.sql`
    update cli_logins set answered_at = ${now}, session_id = ${sessionId}
    where project_id = ${tx.projectId} and login_hash = ${loginHash} and answered_at is null and expires_at > ${now}
      and (select expires_at from sessions where project_id = ${tx.projectId} and id = ${sessionId}) > ${now}`
  return count > 0
}

/** Refuses an open login; returns whether it was open. Of several answers the first one counts. */
export async function refuseOpenLogin(tx: ProjectSql, loginHash: Uint8Array, now: Date): Promise<boolean> {
  const { count } = await tx.sql`
    update cli_logins set answered_at = ${now}
    where project_id = ${tx.projectId} and login_hash = ${loginHash} and answered_at is null and expires_at > ${now}`
  return count > 0
}

/** A login as the terminal finds it. */
export interface PolledLogin {
  expires_at: Date
  answered_at: Date | null
  used_at: Date | null
  /** Who confirmed, while the session they confirmed with is alive. */
  user_id: string | null
  /** When they proved who they are, with that session. */
  authenticated_at: Date | null
}

export async function findByPollingCode(
  db: ProjectSql,
  pollingHash: Uint8Array,
  now: Date,
): Promise<PolledLogin | null> {
  // The session is looked up, here and below, not joined: without statistics PostgreSQL may join all those of the project.
  const { rows } = await db.sql<PolledLogin>`
    select l.expires_at, l.answered_at, l.used_at,
      (select user_id from sessions
       where project_id = ${db.projectId} and id = l.session_id and expires_at > ${now}) as user_id,
      (select authenticated_at from sessions
       where project_id = ${db.projectId} and id = l.session_id and expires_at > ${now}) as authenticated_at
    from cli_logins l
    where l.project_id = ${db.projectId} and l.polling_hash = ${pollingHash}`
  return rows[0] ?? null
}

/** Uses a confirmed login up, if the session that confirmed it is still alive. Of several polls one gets true. */
export async function useLogin(tx: ProjectSql, pollingHash: Uint8Array, now: Date): Promise<boolean> {
  const { count } = await tx.sql`
    update cli_logins l set used_at = ${now}
    where project_id = ${tx.projectId} and polling_hash = ${pollingHash} and used_at is null and expires_at > ${now}
      and (select expires_at from sessions where project_id = ${tx.projectId} and id = l.session_id) > ${now}`
  return count > 0
}

/** Until then a terminal is told why its login fails. */
export const sweepExpiredCliLogins = sweepOf('cli_logins', '1 day')
