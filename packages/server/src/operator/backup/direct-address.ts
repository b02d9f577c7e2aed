import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { firstRow, unscoped } from '../../kernel/statement.ts'
import { openDatabase, type DatabaseSettings } from '../../platform/db/open-database.ts'

/**
 * Returns the address for the programs of PostgreSQL. It goes past a pooler: they change settings of their connection,
 * and a pooler in transaction mode would give them to statements of the service.
 *
 * @param db the database of `databaseUrl`
 * @throws StartupProblem if the direct address does not lead to this database
 */
export async function findProgramUrl(db: Database, databaseUrl: string, settings: DatabaseSettings): Promise<string> {
  const directUrl = settings.databaseDirectUrl
  if (directUrl === null) return databaseUrl
  const direct = await openDatabase({ ...settings, databaseUrl: directUrl, databaseDirectUrl: null })
  try {
    // guard: the database of another direct address is not backed up or restored into [backup.postgres]
    if ((await identify(direct)) !== (await identify(db))) {
      throw new StartupProblem(
        'PORTICO_DATABASE_DIRECT_URL leads to another database than DATABASE_URL.',
        'Set it to the same database, at the address of PostgreSQL itself and not of a pooler.',
      )
    }
    return directUrl
  } finally {
    await direct.close()
  }
}

async function identify(db: Database): Promise<string | undefined> {
  const found = await db.run(
    unscoped.statement<{ database: string }>`
      select (select system_identifier::text from pg_control_system()) || '/' || current_database() as database`.map(
      firstRow,
    ),
  )
  return found?.database
}
