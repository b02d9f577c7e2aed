import { type Statement, statement, unscoped } from '../../kernel/statement.ts'

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly version: number
  readonly name: string
  /** The lowest schema version of a program that works with the database after this migration. */
  readonly minimumVersion: number
  /** The release with that version; null if the migration has none and needs a program that knows it. */
  readonly minimumRelease: string | null
}

/**
 * Lists the migrations of the database, oldest first. Databases from before the columns with the minimum lack them
 * until the next migration.
 */
export function listApplied(): Statement<readonly AppliedMigration[]> {
  return unscoped.statement<AppliedMigration>`
    select version, name, coalesce((to_jsonb(schema_migrations) ->> 'minimum_version')::int, version) as "minimumVersion",
      to_jsonb(schema_migrations) ->> 'minimum_release' as "minimumRelease"
    from schema_migrations order by version`.map(({ rows }) => rows)
}

/** The advisory lock of the process that changes the schema, until the end of the transaction. */
const LOCK = 41_004_100

/**
 * Waits for the lock. For a command that no index can meet: an index that is built concurrently waits for this
 * statement.
 */
export function lockMigrations(): Statement<unknown> {
  return statement`select pg_advisory_xact_lock(${LOCK})`
}

/** Takes the lock if no other process has it, and returns whether it did. */
export function tryLockMigrations(): Statement<boolean> {
  return statement<{ is_locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as is_locked`.map(
    ({ rows }) => rows[0]?.is_locked === true,
  )
}
