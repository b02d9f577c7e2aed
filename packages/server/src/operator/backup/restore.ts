import { createReadStream, openAsBlob } from 'node:fs'

import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { statement } from '../../kernel/statement.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { migrate, ownSchemaVersion } from '../../platform/db/migrate.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { requireMatchingSecret } from '../../records/projects/signing-keys.ts'
import type { BackupSettings } from './backup.ts'
import { openBackup, type BackupHeader, type OpenBackup } from './backup-file.ts'
import { restorePostgres } from './postgres-programs.ts'

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
    await refuseFullDatabase(db)
    onStep('Restoring the database')
    await restorePostgres(databaseUrl, createReadStream(file, { start, end: end - 1 }))
    try {
      await complete(db, options, secret)
      // The copy has no statistics, without which the first statements have bad plans.
      await db.transaction((tx) => tx.script('set local statement_timeout = 0; analyze'))
    } catch (error) {
      throw explainIncomplete(error)
    }
  } finally {
    await db.close()
  }
}

/** The transaction of `pg_restore` is committed, so a second restore would refuse the database. */
function explainIncomplete(error: unknown): StartupProblem {
  const reason = error instanceof Error ? error.message : String(error)
  return new StartupProblem(
    `The data is restored, and \`portico-server migrate\` completes the restore, which failed after it: ${reason}`,
    'Fix the reason and run `portico-server migrate` with the same settings. Do not restore the backup again.',
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
  await migrate(db)
  await withSubscribers(db).run(emit(systemCall('internal', clock.now()), 'service.restored', {}))
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

/** Objects of extensions do not count: providers of databases install some in each new one. */
async function refuseFullDatabase(db: Database): Promise<void> {
  const { rows } = await db.run(statement<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
      and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`)
  const [found] = rows
  if (!found) return
  throw new StartupProblem(
    `The database of DATABASE_URL is not empty: it contains ${found.name}.`,
    'Create an empty database and set DATABASE_URL to it. Nothing was restored.',
  )
}

function refuseOtherSecret({ header, isWrittenWith }: OpenBackup, secret: MasterSecret): void {
  const missing = header.secret_fingerprints.filter((fingerprint) => !secret.fingerprints.includes(fingerprint))
  if (missing.length > 0) {
    throw new StartupProblem(
      `PORTICO_SECRET is not the secret of the backup: the one with the fingerprint ${missing.join(', ')} is missing.`,
      'Set PORTICO_SECRET to the value that the service had when the backup was written. In development it is in the file `secret` of its data folder. Nothing was restored.',
    )
  }
  if (isWrittenWith(secret)) return
  throw new StartupProblem(
    'The backup was changed after it was written, or was not written with PORTICO_SECRET.',
    'Use another copy of the file, or another backup. Nothing was restored.',
  )
}
