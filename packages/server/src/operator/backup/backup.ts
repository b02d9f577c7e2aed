import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { firstRow, statement } from '../../kernel/statement.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { listAddedCells } from '../../platform/cells/store.ts'
import { causeOf, isPermissionDenied } from '../../platform/db/database-errors.ts'
import { findSchemaVersion, ownSchemaVersion } from '../../platform/db/migrate.ts'
import { openDatabase, requireExistingDatabase, type DatabaseSettings } from '../../platform/db/open-database.ts'
import { requireMatchingSecret } from '../../records/projects/signing-keys.ts'
import { BackupDraft, type BackupHeader } from './backup-file.ts'
import { findProgramUrl } from './direct-address.ts'
import { dumpPostgres } from './postgres-programs.ts'

export interface BackupSettings extends DatabaseSettings {
  readonly baseUrl: string
  readonly secrets: readonly [string, ...string[]]
}

export interface BackupOptions {
  readonly settings: BackupSettings
  readonly version: string
  readonly file: string
  readonly clock: Clock
  /** Called with the size of the file in bytes each time it grows. */
  readonly onProgress: (bytes: number) => void
  /** Writes the entry into the audit log. */
  readonly noteBackup: (db: Database, at: Date) => Promise<void>
}

export interface WrittenBackup {
  readonly header: BackupHeader
  readonly bytes: number
  readonly checksum: string
}

/**
 * Writes one file with everything in the database, while the service runs.
 *
 * @throws StartupProblem
 */
export async function writeBackup(options: BackupOptions): Promise<WrittenBackup> {
  requireExistingDatabase(options.settings)
  const draft = await BackupDraft.create(options.file)
  try {
    const header =
      options.settings.databaseUrl === null
        ? await copyEmbeddedInto(draft, options)
        : await dumpPostgresInto(draft, options, options.settings.databaseUrl)
    const checksum = await draft.finish(new MasterSecret(options.settings.secrets))
    return { header, bytes: draft.bytes, checksum }
  } catch (error) {
    await draft.discard()
    throw error
  }
}

async function copyEmbeddedInto(draft: BackupDraft, options: BackupOptions): Promise<BackupHeader> {
  const { openCopy, withEmbeddedCopy } = await import('../../platform/db/embedded.ts')
  const { clock, noteBackup, settings } = options
  return withEmbeddedCopy(
    settings.dataDir,
    (own) => noteBackup(own, clock.now()),
    async (copy) => {
      const db = await openCopy(copy.files)
      try {
        const header = await describe(db, options)
        await draft.writeHeader(header)
        // Most of a small database is empty pages.
        const packed = copy.files.stream().pipeThrough(new CompressionStream('gzip'))
        for await (const chunk of packed) await writeTo(draft, chunk, options)
        if (hasOwnSchema(header)) await copy.noteBackup()
        return header
      } finally {
        await db.close()
      }
    },
  )
}

async function dumpPostgresInto(
  draft: BackupDraft,
  options: BackupOptions,
  databaseUrl: string,
): Promise<BackupHeader> {
  const db = await openDatabase(options.settings)
  try {
    const url = await findProgramUrl(db, databaseUrl, options.settings)
    const header = await describe(db, options)
    await draft.writeHeader(header)
    await dumpPostgres(url, (chunk) => writeTo(draft, chunk, options))
    await refuseChangedSchema(db, header)
    if (hasOwnSchema(header)) await noteInAuditLog(db, options)
    return header
  } finally {
    await db.close()
  }
}

/** The entry needs the tables of this version. */
function hasOwnSchema({ schema_version: schemaVersion }: BackupHeader): boolean {
  return schemaVersion === ownSchemaVersion()
}

async function writeTo(draft: BackupDraft, chunk: Uint8Array, { onProgress }: BackupOptions): Promise<void> {
  await draft.write(chunk)
  onProgress(draft.bytes)
}

/** Reads what a restore has to know, and checks that the secret of the settings opens the database. */
async function describe(db: Database, { clock, settings, version }: BackupOptions): Promise<BackupHeader> {
  const schemaVersion = await findSchemaVersion(db)
  if (schemaVersion === null) {
    throw new StartupProblem(
      'The database is empty, so there is nothing to back up.',
      'Use the settings of the service: DATABASE_URL, or PORTICO_DATA_DIR for the embedded database.',
    )
  }
  if (schemaVersion > ownSchemaVersion()) {
    throw new StartupProblem(
      `The database has schema version ${schemaVersion}, but this version of Portico supports versions up to ${ownSchemaVersion()}.`,
      'Back it up with the version of Portico that uses it.',
    )
  }
  if (await hasCells(db)) {
    throw new StartupProblem(
      'The service has cells, and this command writes only the database of DATABASE_URL.',
      'Back up the databases of all cells with the tools of PostgreSQL (docs/cells.md, "Backups").',
    )
  }
  const secret = new MasterSecret(settings.secrets)
  await requireMatchingSecret({ db, secret })
  const engine = await db.run(
    statement<{ version: string }>`select current_setting('server_version_num') as version`.map(firstRow),
  )
  return {
    created_at: clock.now().toISOString(),
    portico_version: version,
    engine: db.engine,
    engine_version: Number(engine?.version),
    schema_version: schemaVersion,
    secret_fingerprints: [...secret.fingerprints],
    settings: { base_url: settings.baseUrl },
  }
}

/** Whether the operator has added cells. Schemas before version 202 cannot have any. */
async function hasCells(db: Database): Promise<boolean> {
  const table = await db.run(
    statement<{ exists: boolean }>`
      select to_regclass(quote_ident(current_schema()) || '.cells') is not null as exists`.map(firstRow),
  )
  return table?.exists === true && (await db.run(listAddedCells())).length > 0
}

/** The header is read before the dump, whose snapshot may have the schema of a migration in between. */
async function refuseChangedSchema(db: Database, { schema_version: before }: BackupHeader): Promise<void> {
  const after = await findSchemaVersion(db)
  if (after === before) return
  throw new StartupProblem(
    `The database was migrated from schema version ${before} to ${after} during the backup, so the backup was discarded.`,
    'Run the command again.',
  )
}

/** A standby server and a role that may only read leave no entry. */
async function noteInAuditLog(db: Database, { clock, noteBackup }: BackupOptions): Promise<void> {
  const standby = await db.run(
    statement<{ is_standby: boolean }>`select pg_is_in_recovery() as is_standby`.map(firstRow),
  )
  if (standby?.is_standby) return
  try {
    await noteBackup(db, clock.now())
  } catch (error) {
    if (!isPermissionDenied(causeOf(error))) throw error
  }
}
