import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { Budget } from '../../kernel/time-limit.ts'
import { causeOf, isServerBusy, isServerError } from './database-errors.ts'
import { describeDatabaseUrl } from './database-url.ts'
import { explainConnection } from './database-problems.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

const MINIMUM_VERSION = 150_000
const RETRY_MILLIS = 500

export interface DatabaseSettings {
  /** Null selects the embedded database in the data folder. */
  readonly databaseUrl: string | null
  readonly databasePool: number
  /** The address of the server itself, if `databaseUrl` leads to a pooler. */
  readonly databaseDirectUrl: string | null
  /** How long to wait for a server that does not answer yet. */
  readonly databaseWaitSeconds: number
  readonly dataDir: string
}

export interface OpenOptions {
  /** Called with a message for the operator if the start waits for another process to end. */
  readonly onWait?: (message: string) => void
  /** Called with a message for the operator if the database works, but not as it should. */
  readonly onWarning?: (message: string) => void
  /** The version of the service, which other nodes can read. A command has none. */
  readonly nodeVersion?: string
  /** Notes in the audit log that another program has made a backup of the embedded database. */
  readonly noteBackup?: (db: Database) => Promise<void>
}

/** Opens the configured database and checks that it answers. */
export async function openDatabase(
  settings: DatabaseSettings,
  { nodeVersion, noteBackup, onWait = () => {}, onWarning }: OpenOptions = {},
): Promise<Database> {
  // Load only the engine in use: each takes time and memory to load.
  if (settings.databaseUrl === null) {
    const { openEmbedded } = await import('./embedded.ts')
    return openEmbedded({ dataDir: settings.dataDir, onWait, ...(noteBackup && { noteBackup }) })
  }
  const { checkPooler, openPostgres } = await import('./postgres.ts')
  const { databaseUrl } = settings
  const db = await openPostgres(databaseUrl, settings.databasePool, undefined, {
    directUrl: settings.databaseDirectUrl,
    nodeVersion: nodeVersion ?? null,
    ...(onWarning && { onWarning }),
  })
  const address = describeDatabaseUrl(databaseUrl)
  const checkConnection = async (): Promise<number> => {
    const version = await readVersion(db, settings.databaseWaitSeconds, () =>
      onWait(`The database at ${address} does not answer yet. The start waits for it.`),
    )
    // A command uses one connection after the other.
    if (nodeVersion !== undefined) await checkPooler(databaseUrl)
    return version
  }
  const version = await checkConnection().catch(async (error: unknown) => {
    await db.close()
    throw explainConnection(error, address)
  })
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
  requireExistingDatabase(settings)
  return openDatabase(settings)
}

/** @throws StartupProblem if there is no embedded database */
export function requireExistingDatabase(settings: DatabaseSettings): void {
  if (!lacksEmbeddedDatabase(settings)) return
  const { dataDir } = settings
  throw new StartupProblem(
    `There is no database in ${dataDir}.`,
    'Use the settings of the service: DATABASE_URL, or PORTICO_DATA_DIR for the embedded database.',
  )
}

/** Whether the service would create its embedded database at the next start. */
export function lacksEmbeddedDatabase({ databaseUrl, dataDir }: DatabaseSettings): boolean {
  return databaseUrl === null && !existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))
}

async function readVersion(db: Database, waitSeconds: number, onWait: () => void): Promise<number> {
  const budget = new Budget(waitSeconds * 1_000)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { rows } = await db.run(
        statement<{ version: string }>`select current_setting('server_version_num') as version`,
      )
      return Number(rows[0]?.version)
    } catch (error) {
      const cause = causeOf(error)
      if (budget.remainingMillis === 0 || (isServerError(cause) && !isServerBusy(cause))) throw error
      if (attempt === 1) onWait()
      await sleep(budget.share(RETRY_MILLIS))
    }
  }
}
