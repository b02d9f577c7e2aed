import type { Database } from './sql.ts'

/** Tables with an index on `expires_at`, after which a row counts as absent. */
type ExpiringTable =
  | 'cli_logins'
  | 'oauth_codes'
  | 'oauth_transactions'
  | 'rate_limits'
  | 'sessions'
  | 'verification_codes'

/** Deletes about so many of the rows that have long run out, and gives how many there were. */
export type Sweep = (db: Database, now: Date, limit: number) => Promise<number>

/**
 * Makes the sweep of a table.
 *
 * @param keptFor how long a row that has run out is still of use, such as `1 day`
 */
export function sweepOf(table: ExpiringTable, keptFor: string): Sweep {
  // It asks for the oldest and for all that ran out no later than the last of these: joined by key, or without a lower
  // bound, PostgreSQL may read the table from end to end.
  const text = templateOf([
    `delete from ${table}
    where expires_at > '-infinity' and expires_at <= (
      select max(expires_at) from (
        select expires_at from ${table}
        where expires_at > '-infinity' and expires_at < `,
    `::timestamptz - interval '${keptFor}'
        order by expires_at limit `,
    `) oldest)`,
  ])
  return async (db, now, limit) => (await db.sql(text, now, limit)).count
}

/** A template whose fixed parts are put together here, because a table's name cannot be a parameter. */
function templateOf(parts: readonly string[]): TemplateStringsArray {
  return Object.assign([...parts], { raw: parts })
}
