import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

import type { Database, Executor } from '../../kernel/database.ts'
import { allRows, SqlName, type Statement, unscoped } from '../../kernel/statement.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { listApplied } from '../../platform/db/applied-migrations.ts'
import { findConcurrentIndex, type Migration } from '../../platform/db/apply-migrations.ts'
import { causeOf, isPermissionDenied } from '../../platform/db/database-errors.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { openExistingDatabase, type DatabaseSettings } from '../../platform/db/open-database.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { dumpPostgres, restorePostgres } from '../backup/postgres-programs.ts'

/** For the template, from which other databases are created. */
const LOCK_MILLIS = 60_000

/** What a migration does to a table that existed before it. */
interface TouchedTable {
  readonly table: string
  /** The locks at the end of its transaction, such as `AccessExclusiveLock`. */
  readonly locks: readonly string[]
  /** Every row is written again. */
  readonly isRewritten: boolean
  /** Every row is read, for a constraint or an index. */
  readonly isScanned: boolean
  /** What the server estimates of the database of the service. */
  readonly rows: number
  readonly bytes: number
}

export interface RehearsedMigration {
  readonly version: number
  readonly name: string
  readonly millis: number
  /** It builds an index while others write. */
  readonly isConcurrent: boolean
  readonly tables: readonly TouchedTable[]
}

/**
 * Applies the pending migrations to a copy of the schema in a database of its own on the same server, and deletes it.
 *
 * @throws StartupProblem
 */
export async function rehearseUpgrade(
  settings: DatabaseSettings,
  migrations: readonly Migration[] = readMigrations(),
): Promise<RehearsedMigration[]> {
  const { databaseUrl } = settings
  if (databaseUrl === null) {
    throw new StartupProblem(
      'The embedded database has one process, so an upgrade blocks no other one and there is nothing to rehearse.',
      'Make a backup and start the new version.',
    )
  }
  const live = await openExistingDatabase(settings)
  try {
    const applied = await live.run(listApplied())
    if (migrations.every(({ version }) => applied.some((row) => row.version === version))) return []
    const sizes = new Map((await live.run(listTables())).map((table) => [table.table, table]))
    const name = new SqlName(`portico_rehearsal_${randomBytes(8).toString('hex')}`)
    await createDatabase(live, name)
    try {
      // A URL with several hosts is none that `URL` reads.
      const copyUrl = databaseUrl.replace(/^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name.text}`)
      await copySchema(databaseUrl, copyUrl)
      const copy = await openPostgres(copyUrl, 1)
      try {
        await copy.run(unscoped.statement`
          insert into schema_migrations (version, name)
          select version, name from unnest(${applied.map(({ version }) => version)}::int[], ${applied.map((row) => row.name)}::text[]) given (version, name)`)
        return await rehearse(copy, migrations, sizes)
      } finally {
        await copy.close()
      }
    } finally {
      await runOutside(live, `drop database ${name.text} with (force)`)
    }
  } finally {
    await live.close()
  }
}

async function createDatabase(live: Database, name: SqlName): Promise<void> {
  try {
    await runOutside(live, `create database ${name.text}`)
  } catch (error) {
    if (!isPermissionDenied(causeOf(error))) throw error
    throw new StartupProblem(
      'The role of DATABASE_URL may not create a database for the rehearsal.',
      'Use a role with CREATEDB, or rehearse on a server with a restored backup. Nothing was changed.',
      { cause: error },
    )
  }
}

function runOutside(live: Database, text: string): Promise<void> {
  return live.transaction((tx) => tx.scriptOutside(text, LOCK_MILLIS))
}

async function copySchema(fromUrl: string, toUrl: string): Promise<void> {
  const chunks: Buffer[] = []
  await dumpPostgres(fromUrl, async (chunk) => void chunks.push(chunk), 'schema')
  await restorePostgres(toUrl, Readable.from(chunks))
}

async function rehearse(
  copy: Database,
  migrations: readonly Migration[],
  sizes: ReadonlyMap<string, Table>,
): Promise<RehearsedMigration[]> {
  const rehearsed: RehearsedMigration[] = []
  let before = await readTables(copy)
  let startedAt = performance.now()
  await migrate(copy, migrations, {
    inspect: async (tx, { name, text, version }) => {
      const millis = Math.round(performance.now() - startedAt)
      const after = await readTables(tx)
      const touched = [...before.values()].flatMap((table): TouchedTable[] => {
        const now = after.get(table.id)
        const isRewritten = now !== undefined && now.file !== table.file
        const hasNewIndex = (now?.indexes ?? 0) > table.indexes
        const locks = now?.locks ?? []
        if (locks.length === 0 && !isRewritten && !hasNewIndex) return []
        const { bytes = 0, rows = 0 } = sizes.get(table.table) ?? {}
        const isScanned = hasNewIndex || (now?.scans ?? 0) > 0
        return [{ table: table.table, locks, isRewritten, isScanned, rows, bytes }]
      })
      rehearsed.push({ version, name, millis, isConcurrent: findConcurrentIndex(text) !== null, tables: touched })
      before = after
      startedAt = performance.now()
    },
  })
  return rehearsed
}

interface Table {
  readonly id: number
  readonly table: string
  /** Changes when the table is rewritten. */
  readonly file: number
  readonly indexes: number
  /** How often this transaction has read the whole table. */
  readonly scans: number
  /** Those of this transaction. */
  readonly locks: readonly string[]
  readonly rows: number
  readonly bytes: number
}

async function readTables(executor: Executor): Promise<ReadonlyMap<number, Table>> {
  return new Map((await executor.run(listTables())).map((table) => [table.id, table]))
}

/** Lists the tables of the service. A lock that is taken by every read does not count. */
function listTables(): Statement<Table[]> {
  return unscoped.statement<Table>`
    select c.oid::int as id, c.relname as "table", c.relfilenode::int as file,
      (select count(*)::int from pg_index where indrelid = c.oid) as indexes,
      coalesce((select seq_scan::int from pg_stat_xact_user_tables where relid = c.oid), 0) as scans,
      array(select distinct mode from pg_locks
        where relation = c.oid and pid = pg_backend_pid() and locktype = 'relation' and mode <> 'AccessShareLock' order by mode) as locks,
      greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_migrations'
    order by c.relname`.map(allRows)
}
