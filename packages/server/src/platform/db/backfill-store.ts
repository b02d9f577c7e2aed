import { allRows, firstRow, isAnyTouched, noResult, type Statement, unscoped } from '../../kernel/statement.ts'
import type { BackfillKey } from './backfills.ts'

/** The progress of a backfill in this database. */
export interface BackfillState {
  readonly name: string
  /** The last row of the present pass; null at its beginning. */
  readonly position: BackfillKey | null
  /** A pass reads all rows once. */
  readonly pass: number
  /** Nodes of an older release, which write rows without the value, were connected when the pass began. */
  readonly isBesideOlder: boolean
  /** The rows that all passes have written. */
  readonly written: number
  /** Counts claims, so that a worker notices that another one has taken over. */
  readonly claim: number
  /** Since the last progress. */
  readonly attempts: number
  readonly doneAt: Date | null
}

const columns = unscoped.fragment`
  name, position, pass, is_beside_older as "isBesideOlder", written, claim, attempts, done_at as "doneAt"`

/** Adds the backfills of this version to those of the database. */
export function addBackfills(names: readonly string[], now: Date): Statement<void> {
  return unscoped.statement`
    insert into backfills (name, due_at) select name, ${now} from unnest(${names}::text[]) name
    on conflict (name) do nothing`.map(noResult)
}

/** Lists the progress of those backfills that the database has. */
export function listBackfills(names: readonly string[]): Statement<BackfillState[]> {
  return unscoped.statement<BackfillState>`
    select ${columns} from backfills where name = any (${names}::text[]) order by name`.map(allRows)
}

/** Claims the backfill that has been due for longest, with a lease. Skips those that another worker is claiming. */
export function claimBackfill(
  names: readonly string[],
  { leaseEndsAt, now }: { readonly now: Date; readonly leaseEndsAt: Date },
): Statement<BackfillState | null> {
  return unscoped.statement<BackfillState>`
    with due as materialized (
      select name from backfills where name = any (${names}::text[]) and done_at is null and due_at <= ${now}
      order by due_at limit 1 for update skip locked
    )
    update backfills set claim = claim + 1, attempts = attempts + 1, due_at = ${leaseEndsAt}
    where name = (select name from due)
    returning ${columns}`.map(firstRow)
}

type Claim = Pick<BackfillState, 'name' | 'claim'>

/** Locks the backfill. Returns false if another worker has claimed it since. */
export function lockClaimedBackfill({ claim, name }: Claim): Statement<boolean> {
  return unscoped.statement`
    select 1 from backfills where name = ${name} and claim = ${claim} for no key update`.map(isAnyTouched)
}

export interface BackfillProgress {
  readonly position: BackfillKey | null
  readonly pass: number
  readonly isBesideOlder: boolean
  /** The rows of this piece. */
  readonly written: number
  readonly dueAt: Date
  readonly doneAt: Date | null
}

export function writeBackfillProgress(
  { claim, name }: Claim,
  { doneAt, dueAt, isBesideOlder, pass, position, written }: BackfillProgress,
): Statement<void> {
  return unscoped.statement`
    update backfills set position = ${position}::text[], pass = ${pass}, is_beside_older = ${isBesideOlder},
      written = written + ${written}, attempts = 0, due_at = ${dueAt}, done_at = ${doneAt}
    where name = ${name} and claim = ${claim}`.map(noResult)
}

/** Ends a claim that only waits for nodes of an older release. It is no failed attempt. */
export function deferBackfill({ claim, name }: Claim, dueAt: Date): Statement<void> {
  return unscoped.statement`
    update backfills set attempts = 0, due_at = ${dueAt} where name = ${name} and claim = ${claim}`.map(noResult)
}

/** Ends a claim whose piece has failed. */
export function postponeBackfill({ claim, name }: Claim, dueAt: Date): Statement<void> {
  return unscoped.statement`
    update backfills set due_at = ${dueAt} where name = ${name} and claim = ${claim}`.map(noResult)
}

/** Ends the leases of an earlier process. Only for the embedded database, which has one process. */
export function releaseBackfills(now: Date): Statement<void> {
  return unscoped.statement`update backfills set due_at = ${now} where done_at is null and due_at > ${now}`.map(
    noResult,
  )
}

/** Begins backfills again, because rows without the value have been written since they were complete. */
export function reopenBackfills(names: readonly string[]): Statement<void> {
  return unscoped.statement`
    update backfills set position = null, pass = pass + 1, is_beside_older = false, attempts = 0, due_at = now(), done_at = null
    where name = any (${names}::text[])`.map(noResult)
}

/** Notes that the backfill has nothing to do any more. */
export function endBackfill(name: string): Statement<void> {
  return unscoped.statement`
    insert into backfills (name, due_at, done_at) values (${name}, now(), now())
    on conflict (name) do update set done_at = coalesce(backfills.done_at, now())`.map(noResult)
}
