import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { parseSync, type AlterTableCmd, type ColumnDef, type Constraint, type Node } from 'libpg-query'

/** The schema of the first release. Later migrations run while nodes of the release before them use the database. */
const BASELINE = '0200_baseline.sql'

/** A line of the migration that names the first release that uses none of what the migration removes. */
const CONTRACTION = /^-- Contraction: unused since (\d+\.\d+\.\d+)\b/m

/**
 * What a migration may do besides `alter table`. What this leaves out, such as a block of code, cannot be read here.
 */
const expandingStatements = new Set([
  'AlterFunctionStmt',
  'AlterSeqStmt',
  'CommentStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateTableAsStmt',
  'CreateTrigStmt',
  'DeleteStmt',
  'GrantStmt',
  'InsertStmt',
  'SelectStmt',
  'UpdateStmt',
  'VariableSetStmt',
  'ViewStmt',
])

/** What it may do to a table that exists, besides new columns and constraints. */
const expandingCommands = new Set([
  'AT_DropNotNull',
  'AT_ReplicaIdentity',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
  'AT_ValidateConstraint',
])

const drops = (): string => 'drops what that release may use'

/** @param definition of the command, such as a column */
type FindProblem = (definition: Node | undefined) => string | null

const problemsOfCommands: Readonly<Record<string, FindProblem>> = {
  AT_DropColumn: drops,
  AT_DropConstraint: drops,
  AT_AlterColumnType: () => 'changes the type of a column',
  AT_SetNotNull: () => 'requires a value that that release does not write',
  // Without a definition, the default is dropped.
  AT_ColumnDefault: (value) => (value ? null : 'requires a value that that release does not write'),
  AT_AddColumn: (column) =>
    column && 'ColumnDef' in column && isRequired(column.ColumnDef)
      ? 'adds a column that that release does not write'
      : null,
  AT_AddConstraint: (constraint) =>
    constraint && 'Constraint' in constraint && refusesRows(constraint.Constraint)
      ? 'refuses rows that that release may write'
      : null,
}

/**
 * Returns what breaks the rule of two steps: a migration expands, and one of a later release contracts. Load
 * `libpg-query` before.
 *
 * @param released the versions that were released
 */
export function findContractions(text: string, released: readonly string[]): string[] {
  const since = CONTRACTION.exec(text)?.[1]
  if (since !== undefined) return released.includes(since) ? [] : [`names ${since}, which was not released`]
  const statements = (parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? [])
  const created = new Set(statements.flatMap((statement) => nameOfNewTable(statement) ?? []))
  return [...new Set(statements.flatMap((statement) => problemsOf(statement, created)))]
}

/** The name of the table that a statement creates; undefined for another statement. */
function nameOfNewTable(statement: Node): string | undefined {
  return 'CreateStmt' in statement ? statement.CreateStmt.relation?.relname : undefined
}

/** @param created tables of the same migration, which the release before does not know */
function problemsOf(statement: Node, created: ReadonlySet<string>): string[] {
  if ('DropStmt' in statement) return [drops()]
  if ('RenameStmt' in statement) return ['renames what that release may use']
  if ('AlterTableStmt' in statement) {
    const { cmds = [], relation } = statement.AlterTableStmt
    if (created.has(relation?.relname ?? '')) return []
    return cmds.flatMap((command) =>
      'AlterTableCmd' in command ? (problemOfCommand(command.AlterTableCmd) ?? []) : [],
    )
  }
  if ('IndexStmt' in statement) {
    const { relation, unique } = statement.IndexStmt
    return unique && !created.has(relation?.relname ?? '') ? ['refuses rows that that release may write'] : []
  }
  return Object.keys(statement).every((kind) => expandingStatements.has(kind))
    ? []
    : ['does what this check cannot read']
}

function problemOfCommand({ def, subtype }: AlterTableCmd): string | null {
  const kind: string = subtype ?? ''
  const problem = problemsOfCommands[kind]
  if (problem !== undefined) return problem(def)
  return expandingCommands.has(kind) ? null : 'does what this check cannot read'
}

function isRequired({ constraints = [] }: ColumnDef): boolean {
  const kinds = constraints.map((each) => ('Constraint' in each ? each.Constraint.contype : undefined))
  return kinds.includes('CONSTR_NOTNULL') && !kinds.includes('CONSTR_DEFAULT') && !kinds.includes('CONSTR_GENERATED')
}

/** A check and a foreign key must begin without validation, which reads the whole table under a lock. */
function refusesRows({ skip_validation: isUnvalidated = false, contype }: Constraint): boolean {
  return !(isUnvalidated && (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN'))
}

/** Returns the problems of all migrations after the baseline, by file. Load `libpg-query` before. */
export function checkMigrations(root: string): Record<string, string[]> {
  const folder = join(root, 'packages/server/src/platform/db/migrations')
  const released = [...readFileSync(join(root, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(
    ([, version = '']) => version,
  )
  const files = readdirSync(folder).filter((file) => file > BASELINE)
  const problems = files.map((file) => [file, findContractions(readFileSync(join(folder, file), 'utf8'), released)])
  return Object.fromEntries(problems.filter(([, found]) => found?.length !== 0))
}
