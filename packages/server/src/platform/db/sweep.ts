import type { Database } from '../../kernel/database.ts'
import { allRows, noResult, SqlName, statement, type Statement, unscoped } from '../../kernel/statement.ts'

/** Tables with an index on `expires_at`. An expired row counts as absent. */
type ExpiringTable =
  | 'cli_logins'
  | 'oauth_codes'
  | 'oauth_transactions'
  | 'partner_authorizations'
  | 'project_owner_invitations'
  | 'rate_limits'
  | 'sessions'
  | 'sign_ups'
  | 'team_invitations'
  | 'used_bot_challenges'
  | 'user_devices'
  | 'user_invitations'
  | 'verification_codes'

/** Deletes at most `limit` rows whose retention has ended, and returns their number. */
export type Sweep = (db: Database, now: Date, limit: number) => Promise<number>

const DAY_MILLIS = 24 * 60 * 60_000

/** Returns the moment before which rows are deleted; null if the setting is 0, which keeps them forever. */
export function startOfRetention(now: Date, retentionDays: number): Date | null {
  return retentionDays === 0 ? null : new Date(now.getTime() - retentionDays * DAY_MILLIS)
}

/**
 * Creates the sweep of a table.
 *
 * @param keptFor how long an expired row is retained, such as `1 day`
 */
export function sweepOf(table: ExpiringTable, keptFor: string): Sweep {
  const name = new SqlName(table)
  return async (db, now, limit) => {
    // Skips rows that another transaction has locked, so that a sweep never waits for a lock (`README.md`).
    const { deleted } = await db.batch({
      planning: preferIndexes,
      deleted: unscoped.statement`
        delete from ${name}
        where ctid = any (array(
          select ctid from ${name}
          where expires_at > '-infinity' and expires_at < ${now}::timestamptz - ${keptFor}::interval
          order by expires_at limit ${limit}
          for update skip locked))`.map(({ count }) => count),
    })
    return deleted
  }
}

/** A table whose rows are deleted before a record that they belong to ends. */
interface OwnedRows {
  readonly table: 'import_findings' | 'import_marks' | 'import_pieces' | 'job_results'
  /** The column with the id of the record. */
  readonly column: 'job_id' | 'run_id'
}

/** The keys of expired records, which are locked. */
export interface ExpiredKeys {
  readonly projectIds: readonly string[]
  readonly ids: readonly string[]
}

interface OwnedSweep {
  readonly table: 'import_runs' | 'jobs'
  /** The column with the moment from which the rows of a record are deleted. It has an index. */
  readonly expiry: 'files_expire_at' | 'report_expires_at' | 'result_expires_at'
  readonly rows: readonly OwnedRows[]
  /** The largest number of records in one transaction. */
  readonly recordsAtOnce: number
  /** The largest number of rows in one transaction, if it differs from the sweep's default. */
  readonly rowsAtOnce?: number
  /** Ends the expiry of records whose rows have been deleted. */
  readonly end: (keys: ExpiredKeys, now: Date) => Statement<unknown>
}

/**
 * Creates the sweep of rows that expire with the record that they belong to. It locks the records first, and skips
 * those that are locked: a call that adds rows, or postpones the expiry, locks the record too.
 */
export function sweepOfOwned({ end, expiry, recordsAtOnce, rows, rowsAtOnce, table }: OwnedSweep): Sweep {
  const [records, expiresAt] = [new SqlName(table), new SqlName(expiry)]
  return (db, now, limit) =>
    db.transaction(async (tx) => {
      const { expired } = await tx.batch({
        planning: preferIndexes,
        expired: unscoped.statement<{ projectId: string; id: string }>`
          select project_id as "projectId", id from ${records}
          where ${expiresAt} > '-infinity' and ${expiresAt} <= ${now}
          order by ${expiresAt} limit ${recordsAtOnce}
          for update skip locked`.map(allRows),
      })
      if (expired.length === 0) return 0
      const keys = { projectIds: expired.map(({ projectId }) => projectId), ids: expired.map(({ id }) => id) }
      const most = Math.min(limit, rowsAtOnce ?? limit)
      for (const owned of rows) {
        // The next round continues.
        if ((await tx.run(deleteOwned(owned, keys, most))) === most) return limit
      }
      await tx.run(end(keys, now))
      return expired.length === recordsAtOnce ? limit : expired.length
    })
}

function deleteOwned({ column, table }: OwnedRows, { ids, projectIds }: ExpiredKeys, limit: number): Statement<number> {
  const [name, recordId] = [new SqlName(table), new SqlName(column)]
  return unscoped.statement`
    delete from ${name} where ctid = any (array(
      select owned.ctid from unnest(${projectIds}::text[], ${ids}::text[]) expired (project_id, id), lateral (
        select ctid from ${name} where ${recordId} = expired.id::uuid and project_id = expired.project_id offset 0
      ) owned
      limit ${limit}))`.map(({ count }) => count)
}

/**
 * For background work: the later statements of the transaction use indexes, whatever the size of the table was when
 * they were planned.
 */
export const preferIndexes: Statement<void> = statement`
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.map(noResult)

/** The later statements of the transaction end with an error after this time. The embedded engine has no such limit. */
export function limitDuration(millis: number): Statement<void> {
  return statement`select set_config('statement_timeout', ${String(millis)}::text, true)`.map(noResult)
}

/**
 * For a statement of a tenant that must not read a whole table while it is small, because its plan is kept: the later
 * statements of the transaction use an index where there is one.
 */
export const preferIndexScans: Statement<void> = statement`
    select set_config('enable_seqscan', 'off', true)`.map(noResult)

/**
 * The later statements of the transaction use a plan for all values: planning for these values takes longer than
 * reading.
 */
export const preferKeptPlan: Statement<void> = statement`
    select set_config('plan_cache_mode', 'force_generic_plan', true)`.map(noResult)

/**
 * For a page of a tenant's list: the later statements of the transaction read an index in its order up to their limit,
 * instead of sorting all rows of a key, whatever the statistics say about the project.
 */
export const preferOrderedIndexes: Statement<void> = statement`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)`.map(noResult)
