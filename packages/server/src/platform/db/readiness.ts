import type { Database } from '../../kernel/database.ts'
import { noResult, statement, type Statement } from '../../kernel/statement.ts'
import { isMigrated, type Migration } from './migrate.ts'

/**
 * Whether calls can be served: the schema is there and the database accepts writes. A standby or a read-only database is
 * not ready, because every sign-in writes. Readiness asks this on each probe.
 *
 * @throws StoreUnavailable if the database does not answer or refuses writes
 */
export async function isReadyForCalls(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  await db.run(requireWrites())
  return isMigrated(db, migrations)
}

/**
 * Fails where the database is read-only, and locks no row. It fails instead of reading the setting, so that the
 * connection is replaced: a connection that was opened while the database was read-only stays so.
 */
function requireWrites(): Statement<void> {
  return statement`select from projects where false for key share`.map(noResult)
}
