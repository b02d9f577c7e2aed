import type { Database, Sql } from '../../kernel/database.ts'

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
  // Rows that another transaction has locked are skipped, so that a sweep waits for no lock (`README.md`).
  const text = templateOf([
    `delete from ${table}
    where ctid = any (array(
      select ctid from ${table}
      where expires_at > '-infinity' and expires_at < `,
    `::timestamptz - interval '${keptFor}'
      order by expires_at limit `,
    `
      for update skip locked))`,
  ])
  return (db, now, limit) =>
    db.transaction(async (tx) => {
      const [, { count }] = await Promise.all([preferIndexes(tx), tx.sql(text, now, limit)])
      return count
    })
}

/** For work in the background: statements of the transaction use indexes, whatever the size of the table when they were planned. */
export async function preferIndexes(tx: Sql): Promise<void> {
  await tx.sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`
}

/** A template whose fixed parts are put together here, because a table's name cannot be a parameter. */
function templateOf(parts: readonly string[]): TemplateStringsArray {
  return Object.assign([...parts], { raw: parts })
}
