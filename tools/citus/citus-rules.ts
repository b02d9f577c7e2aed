import { parsePlPgSQLSync, parseSync, type CreateFunctionStmt, type FuncCall, type Node } from 'libpg-query'

/*
 * What Citus (12 and newer) refuses in a schema that it places and moves as one unit, as an experiment with Citus 13.0
 * showed (docs/decisions/102-a-cell-is-a-database-of-its-own.md).
 */

/**
 * Functions of PostgreSQL that are stable: their result depends on settings. Those of ours are immutable, or run in
 * triggers.
 */
const stableFunctions = new Set([
  'age',
  'array_to_string',
  'concat',
  'concat_ws',
  'current_setting',
  'date_trunc',
  'format',
  'json_build_object',
  'jsonb_build_object',
  'row_to_json',
  'to_char',
  'to_date',
  'to_json',
  'to_jsonb',
  'to_timestamp',
])

/** Returns what a migration does that Citus refuses. Load `libpg-query` before. */
export function findSchemaProblems(text: string): string[] {
  const bytes = Buffer.from(text)
  return (parseSync(text).stmts ?? []).flatMap(({ stmt, stmt_len: length, stmt_location: from = 0 }) =>
    // The length of the last statement is absent if no semicolon follows.
    stmt ? problemsOfDefinition(stmt, bytes.toString('utf8', from, length ? from + length : undefined)) : [],
  )
}

/** @param text of the statement */
function problemsOfDefinition(statement: Node, text: string): string[] {
  if ('CreateTrigStmt' in statement) {
    const { transitionRels = [], trigname } = statement.CreateTrigStmt
    return transitionRels.length > 0 ? [`the trigger ${trigname} has transition tables`] : []
  }
  if ('CreateStmt' in statement) {
    const { inhRelations = [], relation, tableElts = [] } = statement.CreateStmt
    return [
      ...(inhRelations.length > 0 ? [`the table ${relation?.relname} inherits`] : []),
      ...(some(tableElts, isIdentity) ? [`the table ${relation?.relname} has an identity column`] : []),
    ]
  }
  if ('AlterTableStmt' in statement) {
    const { cmds = [], relation } = statement.AlterTableStmt
    const isStorage = (node: Node): boolean =>
      'AlterTableCmd' in node && String(node.AlterTableCmd.subtype) === 'AT_SetStorage'
    return [
      ...(some(cmds, isStorage) ? [`the storage of a column of ${relation?.relname} is set`] : []),
      ...(some(cmds, isIdentity) ? [`the table ${relation?.relname} has an identity column`] : []),
    ]
  }
  if ('CreateFunctionStmt' in statement) {
    const { CreateFunctionStmt: created } = statement
    const name = nameIn(created.funcname)
    return namesTables(created, text) && !hasOwnPath(created)
      ? [`the function ${name} names tables without "set search_path from current"`]
      : []
  }
  return []
}

/** Whether the body of a function in PL/pgSQL or of one in a string names a table without its schema. */
function namesTables({ options = [] }: CreateFunctionStmt, text: string): boolean {
  const valueOf = (name: string): string[] =>
    options.flatMap((option) =>
      'DefElem' in option && option.DefElem.defname === name ? stringsIn(option.DefElem.arg) : [],
    )
  const queries = valueOf('language').includes('plpgsql') ? queriesOf(text) : valueOf('as')
  return queries.some((query) => some(tryToParse(query), isUnqualifiedTable))
}

/** A reference to a table is a separate node, or the field of a statement. */
function isUnqualifiedTable(node: Node): boolean {
  return 'relname' in node && !('schemaname' in node)
}

/** The queries of a function in PL/pgSQL. */
function queriesOf(definition: string): string[] {
  const found: string[] = []
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('PLpgSQL_expr' in value) {
      const { query } = value.PLpgSQL_expr as { query?: string }
      if (query !== undefined) found.push(query)
    }
    Object.values(value).forEach(read)
  }
  read(parsePlPgSQLSync(definition))
  return found
}

/** An expression or an assignment is not a statement. */
function tryToParse(query: string): unknown {
  for (const text of [query, `select ${query}`]) {
    try {
      return parseSync(text)
    } catch {
      continue
    }
  }
  return null
}

function hasOwnPath({ options = [] }: CreateFunctionStmt): boolean {
  return options.some((option) => {
    if (!('DefElem' in option) || option.DefElem.defname !== 'set') return false
    const { arg } = option.DefElem
    return (
      arg !== undefined &&
      'VariableSetStmt' in arg &&
      arg.VariableSetStmt.name === 'search_path' &&
      String(arg.VariableSetStmt.kind) === 'VAR_SET_CURRENT'
    )
  })
}

/** Returns what a statement does that Citus refuses. */
export function findStatementProblems(queries: readonly Node[]): string[] {
  const problems = new Set<string>()
  visit(queries, (node) => {
    if ('InsertStmt' in node) {
      const { onConflictClause, selectStmt } = node.InsertStmt
      const values = selectStmt && 'SelectStmt' in selectStmt ? (selectStmt.SelectStmt.valuesLists ?? []) : []
      if (some(values, (part) => 'SubLink' in part)) problems.add('inserts values with a subquery')
      if (some(onConflictClause?.targetList, isStableOfColumn))
        problems.add('updates with a stable function of a column')
    }
    if ('UpdateStmt' in node && some(node.UpdateStmt.targetList, isStableOfColumn))
      problems.add('updates with a stable function of a column')
  })
  return [...problems]
}

function isStableOfColumn(node: Node): boolean {
  if (!('FuncCall' in node)) return false
  const call: FuncCall = node.FuncCall
  return stableFunctions.has(nameIn(call.funcname)) && some(call.args, (part) => 'ColumnRef' in part)
}

function isIdentity(node: Node): boolean {
  return 'Constraint' in node && String(node.Constraint.contype) === 'CONSTR_IDENTITY'
}

function nameIn(names: readonly Node[] = []): string {
  return stringsIn(names).at(-1) ?? ''
}

function stringsIn(value: unknown): string[] {
  const found: string[] = []
  visit(value, (node) => {
    if ('String' in node && node.String.sval !== undefined) found.push(node.String.sval)
  })
  return found
}

function some(value: unknown, is: (node: Node) => boolean): boolean {
  let isFound = false
  visit(value, (node) => {
    isFound ||= is(node)
  })
  return isFound
}

/** Calls the function for each node of a tree of the parser. */
function visit(value: unknown, work: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) work(value as Node)
  for (const part of Object.values(value)) visit(part, work)
}
