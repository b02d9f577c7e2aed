import type { Database } from '../../kernel/database.ts'
import { noResult, SqlName, statement, type Statement } from '../../kernel/statement.ts'

/** Tables with an index on `expires_at`. An expired row counts as absent. */
type ExpiringTable =
  | 'cli_logins'
  | 'oauth_codes'
  | 'oauth_transactions'
  | 'partner_authorizations'
  | 'project_owner_invitations'
  | 'rate_limits'
  | 'sessions'
  | 'team_invitations'
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
      deleted: statement`
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

/**
 * For background work: the later statements of the transaction use indexes, whatever the size of the table was when
 * they were planned.
 */
export const preferIndexes: Statement<void> = statement`
  select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.map(noResult)

/** `preferIndexes` for a list of a tenant whose order needs a sort of few rows. */
export function preferIndexesFor(projectId: string): Statement<void> {
  return statement`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)
    where ${projectId}::text is not null`.map(noResult)
}

/** The later statements of the transaction end with an error after this time. The embedded engine has no such limit. */
export function limitDuration(projectId: string, millis: number): Statement<void> {
  return statement`
    select set_config('statement_timeout', ${String(millis)}::text, true) where ${projectId}::text is not null`.map(
    noResult,
  )
}

/**
 * For a statement of a tenant that must not read a whole table while it is small, because its plan is kept: the later
 * statements of the transaction use an index where there is one.
 */
export function preferIndexScans(projectId: string): Statement<void> {
  return statement`
    select set_config('enable_seqscan', 'off', true) where ${projectId}::text is not null`.map(noResult)
}

/** The later statements of the transaction use the plan that is kept for all values: planning for these takes longer than reading. */
export function preferKeptPlan(projectId: string): Statement<void> {
  return statement`
    select set_config('plan_cache_mode', 'force_generic_plan', true) where ${projectId}::text is not null`.map(noResult)
}

/**
 * For a page of a list of a tenant: the later statements of the transaction read an index in its order up to their limit, and
 * never all rows of a key to sort them, whatever the statistics say about the project.
 */
export function preferOrderedIndexes(projectId: string): Statement<void> {
  return statement`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
      set_config('plan_cache_mode', 'force_generic_plan', true)
    where ${projectId}::text is not null`.map(noResult)
}
