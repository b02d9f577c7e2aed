import { existsSync } from 'node:fs'
import path from 'node:path'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

const MINIMUM_VERSION = 150_000

/** The settings of the database connection. */
export interface DatabaseSettings {
  /** Null selects the embedded database in the data folder. */
  readonly databaseUrl: string | null
  readonly databasePool: number
  readonly dataDir: string
}

/**
 * Opens the configured database and checks that it answers.
 *
 * @param onWait called with a message for the operator if the start waits for another process to end
 */
export async function openDatabase(
  settings: DatabaseSettings,
  onWait: (message: string) => void = () => {},
): Promise<Database> {
  // Load only the engine in use: each takes time and memory to load.
  if (settings.databaseUrl === null) {
    const { openEmbedded } = await import('./embedded.ts')
    return openEmbedded({ dataDir: settings.dataDir, onWait })
  }
  const { openPostgres } = await import('./postgres.ts')
  const db = await openPostgres(settings.databaseUrl, settings.databasePool)
  let version: number
  try {
    const { rows } = await db.run(
      statement<{ version: string }>`select current_setting('server_version_num') as version`,
    )
    version = Number(rows[0]?.version)
  } catch (error) {
    await db.close()
    const cause = error instanceof StoreUnavailable ? error.cause : error
    throw new StartupProblem(
      `The database at ${withoutPassword(settings.databaseUrl)} does not answer: ${cause instanceof Error ? cause.message || cause.name : 'unknown reason'}.`,
      'Check DATABASE_URL and that PostgreSQL is running; without DATABASE_URL Portico uses its embedded database.',
      { cause },
    )
  }
  if (version < MINIMUM_VERSION) {
    await db.close()
    throw new StartupProblem(
      `The database is PostgreSQL ${Math.floor(version / 10_000)}, which is too old.`,
      'Use PostgreSQL 15 or newer.',
    )
  }
  return db
}

/**
 * Opens a database that a service has used before.
 *
 * @throws StartupProblem if there is no embedded database; it does not create one
 */
export async function openExistingDatabase(settings: DatabaseSettings): Promise<Database> {
  if (settings.databaseUrl === null && !existsSync(path.join(settings.dataDir, 'postgres', 'PG_VERSION'))) {
    throw new StartupProblem(
      `There is no database in ${settings.dataDir}.`,
      'Use the settings of the service: DATABASE_URL, or PORTICO_DATA_DIR for the embedded database.',
    )
  }
  return openDatabase(settings)
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.host}${parsed.pathname}` : 'the given address'
}
