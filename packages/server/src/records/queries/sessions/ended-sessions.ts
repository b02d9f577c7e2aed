import { everyRow, firstRow, statement, type Statement, unscoped } from '../../../kernel/statement.ts'
import type { PolicyOwner, SessionWindow } from '../../sessions/session-window.ts'

/** A project that ends sessions before they expire, or has done so by an earlier policy. */
export interface ProjectWithSessionPolicy extends PolicyOwner {
  readonly id: string
}

/** Lists the next projects with a session policy, in the order of their ids. */
export function listProjectsWithSessionPolicy(afterId: string, limit: number): Statement<ProjectWithSessionPolicy[]> {
  return unscoped.statement<{
    id: string
    max: string | null
    idle: string | null
    created: Date | null
    used: Date | null
  }>`
    select id, config ->> 'session_max_lifetime_millis' as max, config ->> 'session_idle_timeout_millis' as idle,
      ended_sessions_created_until as created, ended_sessions_used_until as used
    from projects
    where ((config ->> 'session_max_lifetime_millis') is not null
      or (config ->> 'session_idle_timeout_millis') is not null
      or ended_sessions_created_until is not null or ended_sessions_used_until is not null) and id > ${afterId}
    order by id limit ${limit}`.map(
    everyRow(({ id, max, idle, created, used }) => ({
      id,
      endedSessionsCreatedUntil: created,
      endedSessionsUsedUntil: used,
      config: {
        sessionMaxLifetimeMillis: max === null ? null : Number(max),
        sessionIdleTimeoutMillis: idle === null ? null : Number(idle),
      },
    })),
  )
}

/**
 * Reads the project's next sessions in the order of their ids, and deletes those that have ended by its policy. Skips
 * sessions that another transaction has locked.
 *
 * @returns the id of the last session that was read; null at the end
 */
export function deleteEndedSessions(
  projectId: string,
  afterId: string,
  { createdAfter, usedAfter }: SessionWindow,
  limit: number,
): Statement<string | null> {
  return statement<{ id: string }>`
    with piece as materialized (
      select id from sessions where project_id = ${projectId} and id > ${afterId}::uuid order by id limit ${limit}
    ), deleted as (
      delete from sessions where ctid = any (array(
        select ended.ctid from piece, lateral (
          select ctid from sessions
          where project_id = ${projectId} and id = piece.id
            and (created_at <= ${createdAfter} or last_used_at <= ${usedAfter})
          for update skip locked
        ) ended))
    )
    select id from piece order by id desc limit 1`.map((result) => firstRow(result)?.id ?? null)
}
