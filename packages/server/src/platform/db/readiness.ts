import type { Database } from '../../kernel/database.ts'
import { noResult, statement, type Statement } from '../../kernel/statement.ts'
import { isMigrated, type Migration } from './migrate.ts'

/**
 * Whether the service can serve calls: the schema is current and the database accepts writes. A standby or a read-only
 * database is not ready, because every sign-in writes. Each readiness probe calls this.
 *
 * @throws StoreUnavailable if the database does not answer or refuses writes
 */
export async function isReadyForCalls(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  await db.run(requireWrites())
  return isMigrated(db, migrations)
}

/**
 * Fails if the database is read-only, without locking a row. It fails instead of reading the setting, so that the pool
 * replaces the connection: one that was opened while the database was read-only stays read-only.
 */
function requireWrites(): Statement<void> {
  return statement`select from projects where false for key share`.map(noResult)
}
