import { readFileSync, readdirSync } from 'node:fs'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import type { Database } from '../../kernel/database.ts'
import { statement, unscoped } from '../../kernel/statement.ts'
import { listApplied, type AppliedMigration } from './applied-migrations.ts'
import { applyMissing, type MigrateOptions, type Migration } from './apply-migrations.ts'
import { refuseEarlierSchema } from './earlier-schema.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Reads the migrations of this version, in order. */
export function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => ({
      version: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      text: readFileSync(new URL(file, folder), 'utf8'),
    }))
}

/**
 * Migrates the database to the schema of this version. Each migration runs in a separate transaction, so that its locks
 * do not last while the next one builds an index.
 *
 * All nodes may start at once: each takes the lock for the next migration that is missing. A database with a newer
 * schema is accepted if it works with this version, and refused otherwise. One from before the baseline is refused.
 *
 * @param options what to report, and how long to wait for locks
 * @throws StartupProblem
 */
export async function migrate(
  db: Database,
  migrations: readonly Migration[] = readMigrations(),
  options: MigrateOptions = {},
): Promise<void> {
  // A role without the right to change the schema may run the service on a database that is already migrated.
  if (await isUpToDate(db, migrations)) return
  await applyMissing(db, migrations, (applied) => versionsOf(applied, migrations), options)
}

/** Whether the schema version is at least that of the given migrations. */
export async function isMigrated(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await db.run(
    unscoped.statement<{ version: number }>`select coalesce(max(version), 0) as version from schema_migrations`,
  )
  return (rows[0]?.version ?? 0) >= (migrations.at(-1)?.version ?? 0)
}

/** The schema version of this release. */
export function ownSchemaVersion(): number {
  return readMigrations().at(-1)?.version ?? 0
}

/** Returns the schema version of the database, or null if Portico has never used it. */
export async function findSchemaVersion(db: Database): Promise<number | null> {
  const { rows } = await db.run(
    statement<{
      exists: boolean
    }>`select to_regclass(quote_ident(current_schema()) || '.schema_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return null
  const newest = await db.run(
    unscoped.statement<{ version: number | null }>`select max(version) as version from schema_migrations`,
  )
  return newest.rows[0]?.version ?? null
}

/**
 * Checks the schema for programs that must not change it, such as operator commands.
 *
 * @throws StartupProblem if the schema belongs to another version
 */
export async function requireMigrated(db: Database): Promise<void> {
  if (await isUpToDate(db, readMigrations())) return
  throw new StartupProblem(
    'The database does not have the schema of this version of Portico.',
    'Run `portico-server migrate`, or start the service once with the same settings. Then run this command again.',
  )
}

async function isUpToDate(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await db.run(
    statement<{
      exists: boolean
    }>`select to_regclass(quote_ident(current_schema()) || '.schema_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return false
  const applied = versionsOf(await db.run(listApplied()), migrations)
  return migrations.every(({ version }) => applied.has(version))
}

/** @throws StartupProblem if these migrations cannot continue the schema */
function versionsOf(applied: readonly AppliedMigration[], migrations: readonly Migration[]): ReadonlySet<number> {
  const newer = findNewerSchema(applied, migrations.at(-1)?.version ?? 0)
  if (newer) throw newer
  refuseEarlierSchema(applied)
  return new Set(applied.map(({ version }) => version))
}

/**
 * Returns what the operator has to do with a database whose schema needs a newer version of Portico; null for any other
 * one.
 *
 * @param own the schema version of the program that asks
 */
export function findNewerSchema(applied: readonly AppliedMigration[], own: number): StartupProblem | null {
  const found = Math.max(0, ...applied.map(({ version }) => version))
  const demanding = applied.findLast(({ version, minimumVersion }) => version > own && minimumVersion > own)
  if (!demanding) return null
  return new StartupProblem(
    `The database has schema version ${found}, but this version of Portico supports versions up to ${own}.`,
    `A newer version of Portico has used this database. Start ${demanding.minimumRelease === null ? 'that version' : `version ${demanding.minimumRelease} or newer`}, or restore a backup from before the upgrade.`,
  )
}
