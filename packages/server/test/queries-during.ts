import type { Database } from '../src/kernel/database.ts'
import type { Query } from '../src/kernel/statement.ts'

/**
 * Returns the queries that `db` runs outside of transactions and batches while `act` runs, with those of background
 * work.
 */
export async function queriesDuring(
  db: Database,
  act: (queries: readonly Query[]) => Promise<unknown>,
): Promise<readonly Query[]> {
  const { run } = db
  const queries: Query[] = []
  db.run = (wanted) => {
    queries.push(...wanted.queries)
    return run(wanted)
  }
  try {
    await act(queries)
  } finally {
    db.run = run
  }
  return queries
}
