import { later } from '../../kernel/clock.ts'
import { noResult, type Statement, unscoped } from '../../kernel/statement.ts'

/** A worker that has not reported for this time has ended. It allows for three reports that fail. */
const SEEN_WITHIN_MILLIS = 90_000
/** How long rows of processes that were killed are kept. */
const KEPT_MILLIS = 24 * 60 * 60_000

/** Notes that the process runs. */
export function noteWorker(id: string, now: Date): Statement<void> {
  return unscoped.statement`
    insert into workers (id, seen_at) values (${id}, ${now}) on conflict (id) do update set seen_at = excluded.seen_at`.map(
    noResult,
  )
}

export function deleteWorker(id: string): Statement<void> {
  return unscoped.statement`delete from workers where id = ${id}`.map(noResult)
}

export function deleteLostWorkers(now: Date): Statement<void> {
  return unscoped.statement`
    delete from workers where id = any (array(
      select id from workers where seen_at < ${later(now, -KEPT_MILLIS)} for update skip locked))`.map(noResult)
}

/** Counts the processes that do background work. */
export function countWorkers(now: Date): Statement<number> {
  return unscoped.statement<{ count: number }>`
    select count(*)::integer as count from workers where seen_at > ${later(now, -SEEN_WITHIN_MILLIS)}`.map(
    ({ rows }) => rows[0]?.count ?? 0,
  )
}
