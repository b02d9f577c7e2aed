import { everyRow, firstRow, statement, type Statement } from '../../kernel/statement.ts'
import type { SessionWindow } from '../sessions/session-window.ts'

/** A project that ends sessions before they expire. */
export interface ProjectWithSessionPolicy {
  readonly id: string
  readonly config: {
    readonly sessionMaxLifetimeMillis: number | null
    readonly sessionIdleTimeoutMillis: number | null
  }
}

/** Lists the next of these projects in the order of their ids. */
export function listProjectsWithSessionPolicy(afterId: string, limit: number): Statement<ProjectWithSessionPolicy[]> {
  return statement<{ id: string; max: string | null; idle: string | null }>`
    select id, config ->> 'session_max_lifetime_millis' as max, config ->> 'session_idle_timeout_millis' as idle
    from projects
    where ((config ->> 'session_max_lifetime_millis') is not null
      or (config ->> 'session_idle_timeout_millis') is not null) and id > ${afterId}
    order by id limit ${limit}`.map(
    everyRow(({ id, max, idle }) => ({
      id,
      config: {
        sessionMaxLifetimeMillis: max === null ? null : Number(max),
        sessionIdleTimeoutMillis: idle === null ? null : Number(idle),
      },
    })),
  )
}

/**
 * Reads the next sessions of the project in the order of their ids, and deletes those that have ended by its policy. Skips
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
