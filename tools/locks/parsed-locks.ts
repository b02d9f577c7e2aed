import type { InsertStmt, Node, SelectStmt } from 'libpg-query'

import type { Lock } from '../../packages/server/src/kernel/locks.ts'

/** A lock that PostgreSQL's parser finds. */
export interface ParsedLock extends Lock {
  /** Whether the statement changes or deletes the rows. */
  readonly isChange: boolean
  /** The columns that the rows have in common with one given value each. */
  readonly columns: ReadonlySet<string>
  /**
   * What names the order in which a query locks: it has an order, or reads a list in the parameter with this number.
   */
  readonly order: 'named' | number | null
}

const strengths: Readonly<Record<string, Lock['strength']>> = {
  LCS_FORKEYSHARE: 'key share',
  LCS_FORSHARE: 'share',
  LCS_FORNOKEYUPDATE: 'no key update',
  LCS_FORUPDATE: 'update',
}

/** Finds the row locks of a text. */
export function readParsedLocks(queries: readonly Node[]): ParsedLock[] {
  const reader = new Reader(namesOfResults(queries))
  reader.read(queries, null)
  return reader.locks.filter(({ table }) => !isPlaceholder(table))
}

/** Whether another template names the table behind this name. */
export function isPlaceholder(table: string): boolean {
  return /^(?:hole|part) \d/.test(table)
}

/** The names of all common table expressions in a tree. */
function namesOfResults(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  const own = 'ctename' in value && typeof value.ctename === 'string' ? [value.ctename] : []
  return new Set([...own, ...Object.values(value).flatMap((part) => [...namesOfResults(part)])])
}

class Reader {
  readonly locks: ParsedLock[] = []
  readonly #results: ReadonlySet<string>

  constructor(results: ReadonlySet<string>) {
    this.#results = results
  }

  /** @param outer the query whose `from` contains the value, which can name the order of its locks */
  read(value: unknown, outer: SelectStmt | null): void {
    if (typeof value !== 'object' || value === null) return
    // The parser returns trees of `Node`.
    const node = value as Node
    if ('SelectStmt' in node) return this.#readSelect(node.SelectStmt, outer)
    if ('UpdateStmt' in node)
      this.#addChange(node.UpdateStmt.relation?.relname, 'no key update', node.UpdateStmt.whereClause)
    if ('DeleteStmt' in node) this.#addChange(node.DeleteStmt.relation?.relname, 'update', node.DeleteStmt.whereClause)
    if ('InsertStmt' in node) this.#addInsert(node.InsertStmt)
    const isFrom = Array.isArray(value) || 'RangeSubselect' in node || 'subquery' in node
    for (const part of Object.values(value)) this.read(part, isFrom ? outer : null)
  }

  #readSelect(select: SelectStmt, outer: SelectStmt | null): void {
    for (const clause of select.lockingClause ?? []) {
      if (!('LockingClause' in clause)) continue
      const { lockedRels, strength, waitPolicy } = clause.LockingClause
      const named = lockedRels?.map((each) => ('RangeVar' in each ? each.RangeVar.relname : undefined))
      for (const [name, table] of this.#tablesOf(select.fromClause)) {
        if (named && !named.includes(name)) continue
        this.locks.push({
          table,
          strength: strengths[String(strength)] ?? 'update',
          waits: waitPolicy === 'LockWaitBlock',
          isChange: false,
          isNew: false,
          columns: comparedColumns(select.whereClause),
          order: select.sortClause ? 'named' : orderOf(outer),
        })
      }
    }
    const { fromClause, ...others } = select
    this.read(fromClause, select)
    this.read(others, null)
    for (const side of [select.larg, select.rarg]) if (side) this.#readSelect(side, null)
  }

  /** The tables that a query reads, by the names that they have in it. */
  #tablesOf(items: readonly Node[] = []): (readonly [string, string])[] {
    return items.flatMap((item) => {
      if ('RangeVar' in item) {
        const { alias, relname = '' } = item.RangeVar
        return this.#results.has(relname) ? [] : [[alias?.aliasname ?? relname, relname] as const]
      }
      if ('JoinExpr' in item) {
        return this.#tablesOf([item.JoinExpr.larg, item.JoinExpr.rarg].filter((side) => side !== undefined))
      }
      const inner = 'RangeSubselect' in item ? item.RangeSubselect.subquery : undefined
      if (!inner || !('SelectStmt' in inner)) return []
      return this.#tablesOf(inner.SelectStmt.fromClause).map(([, table]) => ['', table] as const)
    })
  }

  #addInsert({ onConflictClause, relation }: InsertStmt): void {
    const table = relation?.relname ?? ''
    const given = {
      columns: new Set<string>(),
      isChange: true,
      isNew: true,
      order: null,
      strength: 'update',
      waits: false,
    } as const
    this.locks.push({ table, ...given })
    if (onConflictClause?.action === 'ONCONFLICT_UPDATE') this.#addChange(table, 'no key update', undefined)
  }

  #addChange(table = '', strength: Lock['strength'], where: Node | undefined): void {
    this.locks.push({
      table,
      strength,
      waits: true,
      isChange: true,
      isNew: false,
      columns: comparedColumns(where),
      order: null,
    })
  }
}

/** The order in which a lateral query is executed: that of the rows before it. */
function orderOf(outer: SelectStmt | null): ParsedLock['order'] {
  const [first] = outer?.fromClause ?? []
  if (!first) return null
  if ('RangeSubselect' in first) {
    const { subquery } = first.RangeSubselect
    return subquery && 'SelectStmt' in subquery && subquery.SelectStmt.sortClause ? 'named' : null
  }
  return 'RangeFunction' in first ? numberOfParameter(first.RangeFunction.functions) : null
}

function numberOfParameter(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null
  if ('ParamRef' in value) return (value as Extract<Node, { ParamRef: unknown }>).ParamRef.number ?? null
  for (const part of Object.values(value)) {
    const found = numberOfParameter(part)
    if (found !== null) return found
  }
  return null
}

/** The columns that a condition compares with something that is not a column of another row. */
function comparedColumns(condition: Node | undefined): Set<string> {
  if (!condition) return new Set()
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
    return new Set((condition.BoolExpr.args ?? []).flatMap((part) => [...comparedColumns(part)]))
  }
  if (!('A_Expr' in condition) || condition.A_Expr.kind !== 'AEXPR_OP') return new Set()
  const { lexpr, name, rexpr } = condition.A_Expr
  const [operator] = name ?? []
  const isEqual = operator && 'String' in operator && operator.String.sval === '='
  if (!isEqual || !lexpr || !rexpr || !('ColumnRef' in lexpr) || isColumn(rexpr)) return new Set()
  const column = lexpr.ColumnRef.fields?.at(-1)
  return new Set(column && 'String' in column && column.String.sval ? [column.String.sval] : [])
}

function isColumn(value: Node): boolean {
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isColumn(value.TypeCast.arg)
  return 'ColumnRef' in value
}
