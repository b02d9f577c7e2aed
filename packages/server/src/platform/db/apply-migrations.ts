import { setTimeout as sleep } from 'node:timers/promises'

import type { Database, Transaction } from '../../kernel/database.ts'
import { unscoped } from '../../kernel/statement.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { endBackfill, listBackfills, reopenBackfills } from './backfill-store.ts'
import { declaredBackfills, namedBackfills, type Backfill } from './backfills.ts'
import { listApplied, tryLockMigrations, type AppliedMigration } from './applied-migrations.ts'
import { isMissingValue } from './database-errors.ts'
import { lockLimits, retryLocks, type LockLimits } from './lock-attempts.ts'
import { findReleaseBefore } from './releases.ts'

export interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
}

/** How long a migration waits for locks that other transactions hold. */
export interface MigrationLimits extends LockLimits {
  /**
   * For the transactions that an index waits for while it is built concurrently. Other statements do not wait for it.
   */
  readonly concurrentLockMillis: number
}

export interface MigrateOptions {
  /** Default: those of this version. */
  readonly backfills?: readonly Backfill[]
  /** Called with a sentence for the operator after each migration, and while one waits. */
  readonly onStep?: (sentence: string) => void
  readonly limits?: MigrationLimits
  /** Called in the transaction of each migration after its statements, to look at what it did. */
  readonly inspect?: (tx: Transaction, migration: Migration) => Promise<void>
}

const defaultLimits: MigrationLimits = { ...lockLimits, concurrentLockMillis: 60_000 }

const POLL_MILLIS = 100
const WAITS_UNTIL_SENTENCE = 10

/** The first line of a migration that builds one index without a lock that other transactions wait for. */
const CONCURRENT = /^-- Concurrently[.:] /
const CONCURRENT_INDEX = /^create (?:unique )?index concurrently if not exists (?<name>[a-z][a-z0-9_]*) on [^;]*;\s*$/

type Progress = 'applied' | 'complete' | 'locked elsewhere'

/**
 * Applies the migrations that are missing, each in a separate transaction.
 *
 * @param readVersions returns the versions among the rows of the database, or throws
 * @throws StartupProblem
 */
export async function applyMissing(
  db: Database,
  migrations: readonly Migration[],
  readVersions: (applied: readonly AppliedMigration[]) => ReadonlySet<number>,
  {
    backfills = declaredBackfills,
    inspect = async () => {},
    limits = defaultLimits,
    onStep = () => {},
  }: MigrateOptions,
): Promise<void> {
  const applier = new MigrationApplier(migrations, readVersions, { backfills, inspect, limits, onStep })
  let waits = 0
  for (;;) {
    const progress = await retryLocks(applier, () => db.transaction((tx) => applier.applyNext(tx))).catch(
      async (error: unknown) => {
        if (error instanceof RowsWithoutValue) await db.run(reopenBackfills(error.backfills))
        throw error
      },
    )
    if (progress === 'complete') return
    if (progress === 'applied') continue
    waits += 1
    if (waits === WAITS_UNTIL_SENTENCE)
      onStep('Another process migrates the database. This one waits until it has finished.')
    await sleep(POLL_MILLIS)
  }
}

/** Applies one migration after the other. */
class MigrationApplier {
  readonly limits: MigrationLimits
  readonly onStep: (sentence: string) => void
  readonly nextStep = 'start again. Nothing of this migration was applied.'
  readonly #backfills: readonly Backfill[]
  readonly #inspect: Required<MigrateOptions>['inspect']
  /** What the process does at the moment, for sentences. */
  current = 'The list of migrations'
  readonly #migrations: readonly Migration[]
  readonly #readVersions: (applied: readonly AppliedMigration[]) => ReadonlySet<number>
  #isRecordReady = false

  constructor(
    migrations: readonly Migration[],
    readVersions: (applied: readonly AppliedMigration[]) => ReadonlySet<number>,
    { backfills, inspect, limits, onStep }: Required<MigrateOptions>,
  ) {
    this.#backfills = backfills
    this.#migrations = migrations
    this.#readVersions = readVersions
    this.limits = limits
    this.onStep = onStep
    this.#inspect = inspect
  }

  /** Applies the first migration that is missing. */
  async applyNext(tx: Transaction): Promise<Progress> {
    await tx.script(
      `set local lock_timeout = ${this.limits.lockMillis}; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;`,
    )
    // A statement that waits for the lock would hold a snapshot, for which the index of another process waits.
    if (!(await tx.run(tryLockMigrations()))) return 'locked elsewhere'
    if (!this.#isRecordReady) {
      // In a separate transaction: a migration must not lock the table that `/health?db` reads.
      await tx.script(`
        create table if not exists schema_migrations (version integer primary key, name text not null, applied_at timestamptz not null default now());
        alter table schema_migrations add column if not exists minimum_version integer, add column if not exists minimum_release text;`)
      this.#isRecordReady = true
      return 'applied'
    }
    const applied = this.#readVersions(await tx.run(listApplied()))
    const next = this.#migrations.find(({ version }) => !applied.has(version))
    if (!next) return 'complete'
    this.current = `Migration ${next.version} (${next.name})`
    await requireBackfilled(tx, next, this.#backfills)
    await this.#apply(tx, next).catch((error: unknown) => {
      const backfills = namedBackfills(next.text)
      throw backfills.length > 0 && isMissingValue(error) ? new RowsWithoutValue(next, backfills, error) : error
    })
    await this.#inspect(tx, next)
    const release = findReleaseBefore(next.version)
    await tx.run(unscoped.statement`
      insert into schema_migrations (version, name, minimum_version, minimum_release)
      values (${next.version}, ${next.name}, ${release?.schema ?? next.version}, ${release?.version ?? null})`)
    this.onStep(`${this.current} is applied.`)
    return 'applied'
  }

  async #apply(tx: Transaction, { text }: Migration): Promise<void> {
    const index = findConcurrentIndex(text)
    if (!index) return tx.script(text)
    const { name, definition } = index
    const isValid = await tx.run(
      unscoped.statement<{ is_valid: boolean }>`
        select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.map(
        ({ rows }) => rows[0]?.is_valid,
      ),
    )
    const { concurrentLockMillis } = this.limits
    // An attempt that ended halfway left an index that no statement uses.
    if (isValid === false) await tx.scriptOutside(`drop index concurrently if exists ${name}`, concurrentLockMillis)
    if (isValid !== true) await tx.scriptOutside(definition, concurrentLockMillis)
  }
}

/** Nodes of an older release have written rows without the value since the backfill was complete. */
class RowsWithoutValue extends StartupProblem {
  readonly backfills: readonly string[]

  constructor({ name, version }: Migration, backfills: readonly string[], cause: unknown) {
    super(
      `Migration ${version} (${name}) needs the backfill "${backfills.join('", "')}", but nodes of an older release have written rows without it since.`,
      `Stop these nodes, and restart a worker of ${describeReleaseOf(version)}, which writes the values. Then start this version again. Nothing of this migration was applied.`,
      { cause },
    )
    this.backfills = backfills
  }
}

/**
 * Checks that the backfills that a migration names are complete. A database without rows needs none.
 *
 * @throws StartupProblem
 */
async function requireBackfilled(
  tx: Transaction,
  { name: migrationName, text, version }: Migration,
  backfills: readonly Backfill[],
): Promise<void> {
  for (const name of namedBackfills(text)) {
    const backfill = backfills.find((declared) => declared.name === name)
    if (!backfill) throw new Error(`Migration ${version} names the backfill ${name}, which is not declared.`)
    const [state] = await tx.run(listBackfills([name]))
    if (!state?.doneAt && (await tx.run(backfill.fill(null, 1))).last !== null) {
      throw new StartupProblem(
        `Migration ${version} (${migrationName}) needs the backfill "${name}", which is not complete: ${state?.written ?? 0} rows are written.`,
        `Start ${describeReleaseOf(version)} with the role worker or all until its \`portico-server doctor\` reports no backfill any more. Then start this version again. Nothing of this migration was applied.`,
      )
    }
    await tx.run(endBackfill(name))
  }
}

function describeReleaseOf(version: number): string {
  const release = findReleaseBefore(version)
  return release === null ? 'the former version' : `version ${release.version}`
}

/**
 * Returns the index of a migration that builds it concurrently; null for any other migration.
 *
 * @throws Error if the migration has anything but one such index
 */
export function findConcurrentIndex(text: string): { readonly name: string; readonly definition: string } | null {
  if (!CONCURRENT.test(text)) return null
  const definition = text.replaceAll(/^--.*\n/gm, '').trim()
  const name = CONCURRENT_INDEX.exec(definition)?.groups?.['name']
  if (name === undefined) {
    throw new Error(
      'A migration that begins with "-- Concurrently." has one "create index concurrently if not exists".',
    )
  }
  return { name, definition }
}
