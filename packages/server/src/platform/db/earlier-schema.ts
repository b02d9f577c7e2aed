import { createHash } from 'node:crypto'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import type { Database } from '../../kernel/database.ts'
import { statement, unscoped } from '../../kernel/statement.ts'
import { listApplied, lockMigrations, type AppliedMigration } from './applied-migrations.ts'

/*
 * Before the first release, 137 migrations built the schema that the baseline creates (decision 094). Databases from
 * that time are data folders of developers and backups. `portico-server mark-baseline` marks one with all of them.
 */

/** The first migration. Every earlier number belongs to a migration that it replaces. */
export const BASELINE = { version: 200, name: 'baseline' } as const

/** The number of the last migration that the baseline replaces. */
export const LAST_EARLIER_VERSION = 185

/**
 * The last commits with these migrations. Each start of the first one also completes the provider accounts of very
 * early databases.
 */
const LAST_COMMITS = ['b5a4fa7e', '3d468aa1']

/** SHA-256 of the lines `<version> <name>` for all of them, by version. */
const ALL_EARLIER = 'c956df7eacde22438f8597383cd9cee21613fb1b6ed85429b3f14703e6a2ae44'

type NumberedMigration = Pick<AppliedMigration, 'version' | 'name'>

/** @throws StartupProblem if migrations from before the baseline built the schema */
export function refuseEarlierSchema(applied: readonly NumberedMigration[]): void {
  const problem = findEarlierSchema(applied)
  if (problem) throw problem
}

/** Returns what the operator has to do with a database from before the baseline; null for any other one. */
export function findEarlierSchema(applied: readonly NumberedMigration[]): StartupProblem | null {
  if (!isEarlier(applied)) return null
  if (!hasAllEarlier(applied)) return incompleteEarlierSchema()
  return new StartupProblem(
    'The database has the schema of the last version before the first release, and is not marked as such.',
    'Make a backup, run `portico-server mark-baseline` with the same settings, and start again.',
  )
}

/** The problem of a database that lacks migrations from before the baseline. */
export function incompleteEarlierSchema(): StartupProblem {
  return new StartupProblem(
    'The database has a schema from before the first release that lacks some migrations.',
    `Start the last two versions before the release (commits ${LAST_COMMITS.join(' and ')} of the repository) one after the other with the same settings, which applies them. Then run \`portico-server mark-baseline\` of this version. Nothing was changed.`,
  )
}

/**
 * Records that a database with all migrations from before the baseline has the schema of the baseline.
 *
 * @returns whether it was such a database; false if it is marked or empty
 * @throws StartupProblem if it lacks some of them
 */
export function markBaseline(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.run(lockMigrations())
    const { rows } = await tx.run(
      statement<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`,
    )
    const applied = rows[0]?.exists ? await tx.run(listApplied()) : []
    if (!isEarlier(applied)) return false
    if (!hasAllEarlier(applied)) throw incompleteEarlierSchema()
    await tx.run(unscoped.statement`delete from schema_migrations where version < ${BASELINE.version}`)
    await tx.run(unscoped.statement`
      insert into schema_migrations (version, name) values (${BASELINE.version}, ${BASELINE.name})`)
    return true
  })
}

function isEarlier(applied: readonly NumberedMigration[]): boolean {
  return applied.some(({ version }) => version < BASELINE.version)
}

function hasAllEarlier(applied: readonly NumberedMigration[]): boolean {
  const lines = applied.map(({ version, name }) => `${version} ${name}`).join('\n')
  return createHash('sha256').update(lines).digest('hex') === ALL_EARLIER
}
