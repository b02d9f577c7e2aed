import type { OldSystemFailure } from '@portico/contract'

import { allRows, json, noResult, sequence, statement, type Statement, unscoped } from '../../kernel/statement.ts'
import { preferIndexes } from '../../platform/db/sweep.ts'

/** The last attempt that failed. */
export interface LastFailure {
  readonly at: Date
  /** Method and address of the last request, without its query; null if the old system was not asked. */
  readonly request: string | null
  readonly status: number | null
  readonly code: string | null
}

/** The failures of one cause on one day. */
export interface DayOfFailures {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string
  readonly cause: OldSystemFailure
  readonly count: number
  readonly last: LastFailure
}

/**
 * Adds failures of several projects, and deletes older ones of these projects. An id of a project that does not exist
 * is ignored.
 *
 * @param keptFrom the first day that is kept, as `YYYY-MM-DD`
 */
export function addFailures(
  failures: readonly (DayOfFailures & { readonly projectId: string })[],
  keptFrom: string,
): Statement<void> {
  const given = failures.map(({ cause, count, day, last, projectId }) => ({ cause, count, day, projectId, ...last }))
  const projectIds = [...new Set(failures.map(({ projectId }) => projectId))]
  return sequence([
    preferIndexes,
    unscoped.statement`
      insert into old_system_failures (project_id, day, cause, failures, last_at, last_request, last_status, last_code)
      select given."projectId", day, cause, count, at, request, status, code
      from jsonb_to_recordset(${json(given)}::jsonb) given ("projectId" text, day date, cause text, count bigint, at timestamptz,
        request text, status integer, code text),
        lateral (select from projects where id = given."projectId" offset 0) existing
      order by given."projectId", day, cause
      on conflict (project_id, day, cause) do update set
        failures = old_system_failures.failures + excluded.failures,
        last_at = excluded.last_at, last_request = excluded.last_request, last_status = excluded.last_status,
        last_code = excluded.last_code`,
    unscoped.statement`
      delete from old_system_failures
      where ctid = any (array(
        select old.ctid from unnest(${projectIds}::text[]) of_project (id), lateral (
          select ctid from old_system_failures
          where project_id = of_project.id and day < ${keptFrom}::date
          for update skip locked
        ) old))`,
  ]).map(noResult)
}

/** Lists the failures of these days (`YYYY-MM-DD`, both included), oldest day first. */
export function listFailures(
  projectId: string,
  { first, last }: { readonly first: string; readonly last: string },
): Statement<DayOfFailures[]> {
  return statement<{ day: string; cause: OldSystemFailure; count: number } & LastFailure>`
    select to_char(day, 'YYYY-MM-DD') as day, cause, failures as count, last_at as at, last_request as request,
      last_status as status, last_code as code
    from old_system_failures where project_id = ${projectId} and day >= ${first}::date and day <= ${last}::date
    order by day, cause`.map((result) =>
    allRows(result).map(({ at, cause, code, count, day, request, status }) => ({
      day,
      cause,
      count,
      last: { at, request, status, code },
    })),
  )
}
