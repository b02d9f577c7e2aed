import { createReadStream, openAsBlob } from 'node:fs'

import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import {
  BASELINE,
  incompleteEarlierSchema,
  LAST_EARLIER_VERSION,
  markBaseline,
} from '../../platform/db/earlier-schema.ts'
import { migrate, ownSchemaVersion } from '../../platform/db/migrate.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { requireMatchingSecret } from '../../records/projects/signing-keys.ts'
import type { BackupSettings } from './backup.ts'
import { openBackup, type BackupHeader, type OpenBackup } from './backup-file.ts'
import { findProgramUrl } from './direct-address.ts'
import { noteRestore } from './note-restore.ts'
import { restorePostgres } from './postgres-programs.ts'
import { TargetDatabase } from './target-database.ts'

export interface RestoreOptions {
  readonly settings: BackupSettings
  readonly file: string
  readonly clock: Clock
  /** Called at the beginning of each step. */
  readonly onStep: (sentence: string) => void
  /** Adds the subscribers that write the audit log. */
  readonly withSubscribers: (db: Database) => Database
}

const engineNames = { embedded: 'the embedded database', postgres: 'PostgreSQL' } as const

/**
 * Restores a backup into an empty database and migrates it to the schema of this version.
 *
 * @throws StartupProblem
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupHeader> {
  const { file, onStep, settings } = options
  onStep('Checking the file')
  const secret = new MasterSecret(settings.secrets)
  const backup = await openBackup(file)
  const { header } = backup
  refuseOtherSecret(backup, secret)
  refuseOtherEngine(header, settings)
  refuseNewerSchema(header)
  refuseIncompleteEarlierSchema(header)
  if (settings.databaseUrl === null) await intoFolder(backup, options, secret)
  else await intoPostgres(backup, options, secret, settings.databaseUrl)
  return header
}

async function intoFolder({ start, end }: OpenBackup, options: RestoreOptions, secret: MasterSecret): Promise<void> {
  const { file, onStep, settings } = options
  const { createEmbeddedFrom } = await import('../../platform/db/embedded.ts')
  onStep('Restoring the database')
  const packed = (await openAsBlob(file)).slice(start, end)
  const copy = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).blob()
  await createEmbeddedFrom(settings.dataDir, copy, (db) => complete(db, options, secret))
}

async function intoPostgres(
  { start, end }: OpenBackup,
  options: RestoreOptions,
  secret: MasterSecret,
  databaseUrl: string,
): Promise<void> {
  const { file, onStep, settings } = options
  const db = await openDatabase(settings)
  try {
    const url = await findProgramUrl(db, databaseUrl, settings)
    const target = await TargetDatabase.require(db)
    onStep('Restoring the database')
    await restorePostgres(url, createReadStream(file, { start, end: end - 1 }))
    try {
      await complete(db, options, secret)
    } catch (error) {
      // The transaction of `pg_restore` is committed, and the migrations have their own.
      throw explainIncomplete(
        error,
        await target.empty().then(
          () => true,
          () => false,
        ),
      )
    }
    // The copy has no statistics, without which the first statements have bad plans. The server would collect them
    // later.
    await db.transaction((tx) => tx.script('set local statement_timeout = 0; analyze')).catch(() => {})
  } finally {
    await db.close()
  }
}

function explainIncomplete(error: unknown, isEmpty: boolean): StartupProblem {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartupProblem(
    isEmpty
      ? `The restore failed after the data was read, and the database is empty again: ${reason}`
      : `The restore failed after the data was read, and the database has a part of it: ${reason}`,
    isEmpty
      ? 'Fix the reason and run the command again. Nothing was restored.'
      : 'Fix the reason, create an empty database, set DATABASE_URL to it and run the command again.',
    { cause: error },
  )
}

async function complete(
  db: Database,
  { clock, onStep, withSubscribers }: RestoreOptions,
  secret: MasterSecret,
): Promise<void> {
  await requireMatchingSecret({ db, secret })
  onStep('Migrating the database to the schema of this version')
  await markBaseline(db)
  await migrate(db, undefined, { onStep })
  await noteRestore(withSubscribers(db), clock.now())
}

function refuseOtherEngine({ engine }: BackupHeader, { databaseUrl }: BackupSettings): void {
  const target = databaseUrl === null ? 'embedded' : 'postgres'
  if (engine === target) return
  throw new StartupProblem(
    `The backup is of ${engineNames[engine]}, but the settings name ${engineNames[target]}.`,
    engine === 'embedded'
      ? 'Remove DATABASE_URL to restore it into the folder PORTICO_DATA_DIR.'
      : 'Set DATABASE_URL to an empty PostgreSQL database.',
  )
}

function refuseNewerSchema({ portico_version: version, schema_version: schemaVersion }: BackupHeader): void {
  const own = ownSchemaVersion()
  if (schemaVersion <= own) return
  throw new StartupProblem(
    `The backup has schema version ${schemaVersion}, but this version of Portico supports versions up to ${own}.`,
    `Restore it with Portico ${version} or a newer version.`,
  )
}

function refuseIncompleteEarlierSchema({ schema_version: schemaVersion }: BackupHeader): void {
  if (schemaVersion < BASELINE.version && schemaVersion !== LAST_EARLIER_VERSION) throw incompleteEarlierSchema()
}

function refuseOtherSecret({ header, isWrittenWith }: OpenBackup, secret: MasterSecret): void {
  const missing = header.secret_fingerprints.filter((fingerprint) => !secret.fingerprints.includes(fingerprint))
  // guard: a backup of another secret is refused [backup]
  if (missing.length > 0) {
    throw new StartupProblem(
      `PORTICO_SECRET is not the secret of the backup: the one with the fingerprint ${missing.join(', ')} is missing.`,
      'Set PORTICO_SECRET to the value that the service had when the backup was written. In development it is in the file `secret` of its data folder. Nothing was restored.',
    )
  }
  // guard: a backup of other origin is refused (replace `isWrittenWith(secret)` with `true`) [backup]
  if (isWrittenWith(secret)) return
  throw new StartupProblem(
    'The backup was changed after it was written, or was not written with PORTICO_SECRET.',
    'Use another copy of the file, or another backup. Nothing was restored.',
  )
}
