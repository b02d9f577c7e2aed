import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'

import type { Database, Executor } from '../../kernel/database.ts'
import { allRows, everyRow, isAnyTouched, SqlName, type Statement, unscoped } from '../../kernel/statement.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { listBackfills } from '../../platform/db/backfill-store.ts'
import { declaredBackfills, namedBackfills, type Backfill } from '../../platform/db/backfills.ts'
import { listApplied } from '../../platform/db/applied-migrations.ts'
import { findConcurrentIndex, type MigrateOptions, type Migration } from '../../platform/db/apply-migrations.ts'
import { causeOf, isPermissionDenied } from '../../platform/db/database-errors.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { isNewer, listNodeVersions } from '../../platform/db/node-versions.ts'
import { openExistingDatabase, type DatabaseSettings } from '../../platform/db/open-database.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { findReleaseBefore } from '../../platform/db/releases.ts'
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
  /** The server's estimate for the database of the service. */
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

export interface Rehearsal {
  /** Those that were applied. */
  readonly migrations: readonly RehearsedMigration[]
  /** Why the migrations stopped before the last one; null if they did not. */
  readonly problem: { readonly message: string; readonly nextStep: string } | null
  /** Sentences about what would stop the upgrade, or go wrong during it. */
  readonly warnings: readonly string[]
}

export interface RehearsalOptions {
  /** Also copies the rows, so that plans and durations are those of the upgrade. */
  readonly hasRows?: boolean
  /** Default: those of this version. */
  readonly backfills?: readonly Backfill[]
  readonly migrations?: readonly Migration[]
}

const COPY_PREFIX = 'portico_rehearsal_'

/**
 * Applies the pending migrations to a copy of the database on the same server, and deletes it.
 *
 * @throws StartupProblem
 */
export async function rehearseUpgrade(
  settings: DatabaseSettings & { readonly cells: readonly { readonly name: string }[] },
  { backfills = declaredBackfills, hasRows = false, migrations = readMigrations() }: RehearsalOptions = {},
): Promise<Rehearsal> {
  // A pooler knows only the databases that it lists.
  const databaseUrl = settings.databaseDirectUrl ?? settings.databaseUrl
  if (databaseUrl === null) {
    throw new StartupProblem(
      'The embedded database has one process, so an upgrade blocks no other one and there is nothing to rehearse.',
      'Make a backup and start the new version.',
    )
  }
  const live = await openExistingDatabase({ ...settings, databaseUrl })
  try {
    const applied = await live.run(listApplied())
    const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
    const warnings = await findWarnings(live, pending, settings.cells)
    if (pending.length === 0) return { migrations: [], problem: null, warnings }
    const sizes = new Map((await live.run(listTables())).map((table) => [table.table, table]))
    const name = new SqlName(`${COPY_PREFIX}${randomBytes(8).toString('hex')}`)
    await createDatabase(live, name)
    try {
      // `URL` does not parse a URL with several hosts.
      const copyUrl = databaseUrl.replace(/^([a-z]+:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name.text}`)
      await copyInto(copyUrl, databaseUrl, hasRows ? 'all' : 'schema')
      const copy = await openPostgres(copyUrl, 1)
      try {
        if (hasRows) await copy.transaction((tx) => tx.script('set local statement_timeout = 0; analyze'))
        else {
          await copy.run(unscoped.statement`
          insert into schema_migrations (version, name)
          select version, name from unnest(${applied.map(({ version }) => version)}::int[], ${applied.map((row) => row.name)}::text[]) given (version, name)`)
        }
        return { ...(await rehearse(copy, { backfills, migrations, sizes })), warnings }
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

async function copyInto(toUrl: string, fromUrl: string, extent: 'all' | 'schema'): Promise<void> {
  const dump = new PassThrough()
  const closed = new Promise<void>((resolve) => void dump.once('close', resolve))
  const restoreEnded = new Error('pg_restore ended before pg_dump')
  const written = dumpPostgres(
    fromUrl,
    async (chunk) => {
      // A stream that is destroyed emits no event any more.
      if (!dump.destroyed && !dump.write(chunk)) await Promise.race([once(dump, 'drain'), closed])
      if (dump.destroyed) throw restoreEnded
    },
    extent,
  ).then(
    () => void dump.end(),
    // The restore ends too. This error is the problem to report.
    (error: unknown) => {
      dump.end()
      throw error
    },
  )
  const [dumped, restored] = await Promise.allSettled([written, restorePostgres(toUrl, dump)])
  const isDumpInterrupted = dumped.status === 'rejected' && dumped.reason === restoreEnded
  for (const one of isDumpInterrupted ? [restored, dumped] : [dumped, restored]) {
    if (one.status === 'rejected') throw one.reason
  }
}

async function findWarnings(
  live: Database,
  pending: readonly Migration[],
  cells: readonly { readonly name: string }[],
): Promise<string[]> {
  const left = await live.run(listCopies())
  const warnings = left.map(
    (name) => `A rehearsal that was killed has left the database ${name}. Delete it: drop database ${name}.`,
  )
  const last = pending.at(-1)
  if (!last) return warnings
  const needed = findReleaseBefore(last.version)
  const tooOld = (await live.run(listNodeVersions())).filter(
    (version) => needed !== null && isNewer(needed.version, version),
  )
  if (needed && tooOld.length > 0) {
    warnings.push(
      `Nodes of version ${tooOld.join(', ')} are connected, and do not work with the new schema. Upgrade them to ${needed.version} first.`,
    )
  }
  const names = pending.flatMap(({ text }) => namedBackfills(text))
  // The first release has no table of backfills.
  const hasBackfills = names.length > 0 && (await live.run(findBackfillTable()))
  const done = hasBackfills ? (await live.run(listBackfills(names))).filter(({ doneAt }) => doneAt) : []
  for (const name of names.filter((one) => !done.some((state) => state.name === one))) {
    warnings.push(
      `The backfill "${name}" is not complete, so the migrations will stop before the one that needs it. Wait until \`doctor\` of the present version does not report it any more.`,
    )
  }
  if (cells.length > 0) {
    warnings.push(
      `Only the home cell is rehearsed. The same migrations follow in the cells ${cells.map(({ name }) => name).join(', ')}, with rows of their own.`,
    )
  }
  return warnings
}

function findBackfillTable(): Statement<boolean> {
  return unscoped.statement`
    select 1 where to_regclass(quote_ident(current_schema()) || '.backfills') is not null`.map(isAnyTouched)
}

/** Lists the copies that no process uses. */
function listCopies(): Statement<string[]> {
  return unscoped.statement<{ name: string }>`
    select datname as name from pg_database
    where starts_with(datname, ${COPY_PREFIX})
      and not exists (select from pg_stat_activity a where a.datname = pg_database.datname)
    order by datname`.map(everyRow(({ name }) => name))
}

async function rehearse(
  copy: Database,
  {
    backfills,
    migrations,
    sizes,
  }: {
    readonly backfills: readonly Backfill[]
    readonly migrations: readonly Migration[]
    readonly sizes: ReadonlyMap<string, Table>
  },
): Promise<Pick<Rehearsal, 'migrations' | 'problem'>> {
  const rehearsed: RehearsedMigration[] = []
  let before = await readTables(copy)
  let startedAt = performance.now()
  const options: MigrateOptions = {
    backfills,
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
  }
  try {
    await migrate(copy, migrations, options)
    return { migrations: rehearsed, problem: null }
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error
    const { message, nextStep } = error
    return { migrations: rehearsed, problem: { message, nextStep } }
  }
}

interface Table {
  readonly id: number
  readonly table: string
  /** Changes when the table is rewritten. */
  readonly file: number
  readonly indexes: number
  /** How often this transaction has read the whole table. */
  readonly scans: number
  /** The locks of this transaction. */
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
