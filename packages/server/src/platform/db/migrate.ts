import { readFileSync, readdirSync } from 'node:fs'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import { statement, unscoped } from '../../kernel/statement.ts'
import { listApplied, lockMigrations, refuseEarlierSchema, type AppliedMigration } from './earlier-schema.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
}

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
 * Migrates the database to the schema of this version. Each migration has a transaction of its own, so that the locks of one do not
 * last while the next one builds an index.
 *
 * All nodes may start at once: each takes the lock for the next migration that is missing. A database with a newer schema is
 * refused, because this version cannot interpret its columns, and so is one from before the baseline.
 */
export async function migrate(db: Database, migrations: readonly Migration[] = readMigrations()): Promise<void> {
  // A role without the right to change the schema may run the service on a database that is already migrated.
  if (await isUpToDate(db, migrations)) return
  while (await db.transaction((tx) => applyNext(tx, migrations)));
}

/** Applies the first migration that is missing. Returns whether there was one. */
async function applyNext(tx: Transaction, migrations: readonly Migration[]): Promise<boolean> {
  await tx.script('set local lock_timeout = 0; set local statement_timeout = 0;')
  await lockMigrations(tx)
  await tx.script(
    'create table if not exists schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now())',
  )
  const applied = versionsOf(await tx.run(listApplied()), migrations)
  const next = migrations.find(({ version }) => !applied.has(version))
  if (!next) return false
  await tx.script(next.text)
  await tx.run(unscoped.statement`insert into schema_migrations (version, name) values (${next.version}, ${next.name})`)
  return true
}

/** Whether the schema version is at least that of the given migrations. */
export async function isMigrated(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await db.run(
    unscoped.statement<{ version: number }>`select coalesce(max(version), 0) as version from schema_migrations`,
  )
  return (rows[0]?.version ?? 0) >= (migrations.at(-1)?.version ?? 0)
}

/** The schema version of this version of Portico. */
export function ownSchemaVersion(): number {
  return readMigrations().at(-1)?.version ?? 0
}

/** Returns the schema version of the database, or null if Portico has never used it. */
export async function findSchemaVersion(db: Database): Promise<number | null> {
  const { rows } = await db.run(
    statement<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`,
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
    statement<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!rows[0]?.exists) return false
  const applied = versionsOf(await db.run(listApplied()), migrations)
  return migrations.every(({ version }) => applied.has(version))
}

/** @throws StartupProblem if the schema is one that these migrations cannot continue */
function versionsOf(applied: readonly AppliedMigration[], migrations: readonly Migration[]): ReadonlySet<number> {
  const versions = new Set(applied.map(({ version }) => version))
  refuseNewerSchema(versions, migrations)
  refuseEarlierSchema(applied)
  return versions
}

function refuseNewerSchema(applied: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  const found = Math.max(0, ...applied)
  if (found > newest) {
    throw new StartupProblem(
      `The database has schema version ${found}, but this version of Portico supports versions up to ${newest}.`,
      'A newer version of Portico has used this database. Start that version, or restore a backup from before the upgrade.',
    )
  }
}
