import type {
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  OnConflictClause,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query'

/** What the proof knows about the surroundings of a query. */
interface Surroundings {
  /**
   * The names of common table expressions that no table has. A template may read one of another part of its statement.
   */
  readonly results: ReadonlySet<string>
  /** The tables for which the condition of an inserted part binds the project, by the number of its hole. */
  readonly conditions: ReadonlySet<number>
  /** The holes whose part is a query that is proved where it is written. */
  readonly queries: ReadonlySet<number>
}

/** What a query does with projects. */
export interface Bindings {
  /** One sentence for each table that is not bound to the project. */
  readonly problems: ReadonlySet<string>
  /** The numbers of the parameters that are compared with, or stored as, the id of the project. */
  readonly parameters: ReadonlySet<number>
}

/** An expression that may be the id of the project. */
type Side =
  | { readonly kind: 'column'; readonly relation: Relation }
  | { readonly kind: 'parameter'; readonly number: number }
  /** The column of this query or of an outer level, where its table is bound. */
  | { readonly kind: 'bound' }

/** A table, or the result of a subquery or function, that one level of a query reads. */
interface Relation {
  readonly name: string
  /** The columns with the id of the project. */
  readonly projectColumns: ReadonlySet<string>
  /** A lateral query sees the relations before it, so it cannot bind them. */
  readonly isLateral: boolean
  /** Null for the result of a function. */
  readonly source: 'table' | 'query' | null
  isBound: boolean
}

interface Level {
  readonly relations: Relation[]
  readonly outer: Level | null
}

interface Equality {
  readonly sides: readonly [Side, Side]
  /** The relations that have no row unless the sides are equal; null for all. */
  readonly binds: ReadonlySet<Relation> | null
}

/** A column of a result: its name, and what it contains in each part of a union. */
interface ResultColumn {
  readonly name: string
  readonly sides: readonly (Side | null)[]
}

interface Result {
  readonly columns: readonly ResultColumn[]
  /** The table that the reader of the result must bind, by one of the columns; null if all tables are bound. */
  readonly unbound: string | null
}

type Results = ReadonlyMap<string, Result>

/** Reads which tables a query binds to the project, by a parameter or by a join with a table that is bound. */
export function readBindings(queries: readonly Node[], surroundings: Surroundings): Bindings {
  const reader = new Reader(surroundings)
  for (const query of queries) reader.readBound(query, new Map(), null)
  reader.reportUnread()
  return reader
}

class Reader implements Bindings {
  readonly problems = new Set<string>()
  readonly parameters = new Set<number>()
  readonly #surroundings: Surroundings
  /** Named results with a table that their reader must bind, as long as nothing has read them. */
  readonly #unread = new Set<Result>()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** The reader of such a result is in another template, which trusts that it is bound. */
  reportUnread(): void {
    for (const { unbound } of this.#unread) if (unbound !== null) this.#reportUnbound(unbound)
  }

  /** Reads a query whose reader cannot bind its tables. */
  readBound(node: Node, results: Results, outer: Level | null): readonly ResultColumn[] {
    const { columns, unbound } = this.#read(node, results, outer)
    if (unbound !== null) this.#reportUnbound(unbound)
    return columns
  }

  #read(node: Node, results: Results, outer: Level | null): Result {
    if ('SelectStmt' in node) return this.#readSelect(node.SelectStmt, results, outer)
    if ('InsertStmt' in node) return this.#readInsert(node.InsertStmt, results, outer)
    if ('UpdateStmt' in node) return this.#readChange(node.UpdateStmt, node.UpdateStmt.fromClause, results, outer)
    if ('DeleteStmt' in node) return this.#readChange(node.DeleteStmt, node.DeleteStmt.usingClause, results, outer)
    if (!('VariableSetStmt' in node)) this.problems.add(`${Object.keys(node)[0]} is not a query`)
    return { columns: [], unbound: null }
  }

  #readSelect(select: SelectStmt, given: Results, outer: Level | null): Result {
    const results = this.#readWith(select.withClause, given, outer)
    if (select.larg && select.rarg) {
      const left = this.#readSelect(select.larg, results, outer)
      const right = this.#readSelect(select.rarg, results, outer)
      const columns = left.columns.map(({ name, sides }, index) => ({
        name,
        sides: [...sides, ...(right.columns[index]?.sides ?? [null])],
      }))
      return { columns, unbound: left.unbound ?? right.unbound }
    }
    const level: Level = { relations: [], outer }
    const equalities: Equality[] = []
    for (const item of select.fromClause ?? []) this.#readFrom(item, level, results, equalities)
    equalities.push(...this.#equalitiesOf(select.whereClause, level, results, null))
    const unbound = settle(level, equalities)
    const columns = select.valuesLists
      ? this.#columnsOfValues(select.valuesLists, level, results)
      : this.#columnsOf(select.targetList ?? [], level, results)
    this.#readExpressions({ ...select, withClause: undefined, fromClause: undefined }, level, results)
    const [only] = unbound
    const isShown = columns.some(({ sides }) => sides.some((side) => side?.kind === 'column' && side.relation === only))
    if (unbound.length === 1 && only && isShown) return { columns, unbound: only.name }
    for (const { name } of unbound) this.#reportUnbound(name)
    return { columns, unbound: null }
  }

  #readInsert(insert: InsertStmt, given: Results, outer: Level | null): Result {
    const results = this.#readWith(insert.withClause, given, outer)
    const table = insert.relation?.relname ?? ''
    const names = (insert.cols ?? []).map((column) => ('ResTarget' in column ? column.ResTarget.name : undefined))
    const stored = insert.selectStmt ? this.readBound(insert.selectStmt, results, outer) : []
    this.#requireProject(`${table}: the project of a new row`, stored[names.indexOf(keyOf(table))]?.sides)
    const row = tableOf(table, nameOf(insert.relation), true)
    const level: Level = { relations: [row, { ...row, name: 'excluded' }], outer }
    if (insert.onConflictClause) this.#readConflict(insert.onConflictClause, table, level, results)
    this.#readExpressions([insert.onConflictClause, insert.returningClause], level, results)
    return { columns: this.#columnsOf(insert.returningClause?.exprs ?? [], level, results), unbound: null }
  }

  /** A row that conflicts may belong to another project, unless the index contains the project. */
  #readConflict({ action, infer, whereClause }: OnConflictClause, table: string, level: Level, results: Results): void {
    if (action !== 'ONCONFLICT_UPDATE') return
    const columns = (infer?.indexElems ?? []).map((item) => ('IndexElem' in item ? item.IndexElem.name : undefined))
    const isOwn =
      columns.includes(keyOf(table)) ||
      this.#equalitiesOf(whereClause, level, results, null).some(({ sides }) =>
        sides.every(({ kind }) => kind === 'column'),
      )
    if (!isOwn) this.problems.add(`${table}: a conflicting row may belong to another project`)
  }

  #readChange(
    change: UpdateStmt | DeleteStmt,
    others: readonly Node[] | undefined,
    given: Results,
    outer: Level | null,
  ): Result {
    const results = this.#readWith(change.withClause, given, outer)
    const level: Level = { relations: [], outer }
    const equalities: Equality[] = []
    const items = change.relation ? [{ RangeVar: change.relation }, ...(others ?? [])] : []
    for (const item of items) this.#readFrom(item, level, results, equalities)
    equalities.push(...this.#equalitiesOf(change.whereClause, level, results, null))
    for (const { name } of settle(level, equalities)) this.#reportUnbound(name)
    const targets = 'targetList' in change ? (change.targetList ?? []) : []
    for (const target of targets) {
      if (!('ResTarget' in target) || target.ResTarget.name !== 'project_id') continue
      this.#requireProject('the new project of a row', [this.#sideOf(target.ResTarget.val, level, results)])
    }
    this.#readExpressions([change.whereClause, targets, change.returningClause], level, results)
    return { columns: this.#columnsOf(change.returningClause?.exprs ?? [], level, results), unbound: null }
  }

  /** @returns the results that the query sees, by name */
  #readWith(clause: WithClause | undefined, given: Results, outer: Level | null): Results {
    const results = new Map(given)
    for (const part of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in part)) continue
      const { aliascolnames, ctename = '', ctequery } = part.CommonTableExpr
      // A recursive query reads itself. Its rows begin with those of its first part.
      if (clause?.recursive) results.set(ctename, resultOfElsewhere)
      if (!ctequery) continue
      const result = this.#renamed(this.#read(ctequery, results, outer), aliascolnames)
      if (result.unbound !== null) this.#unread.add(result)
      results.set(ctename, result)
    }
    return results
  }

  /** Adds the relations of an item after `from`, and what its joins compare. */
  #readFrom(item: Node, level: Level, results: Results, equalities: Equality[]): Relation[] {
    if ('JoinExpr' in item) return this.#readJoin(item.JoinExpr, level, results, equalities)
    const relation = this.#relationOf(item, level, results)
    if (!relation) return []
    level.relations.push(relation)
    return [relation]
  }

  #relationOf(item: Node, level: Level, results: Results): Relation | null {
    if ('RangeVar' in item) {
      const name = nameOf(item.RangeVar)
      const source = item.RangeVar.relname ?? ''
      const result = results.get(source) ?? (this.#isElsewhere(source) ? resultOfElsewhere : undefined)
      if (result) this.#unread.delete(result)
      return result ? this.#relationOfResult(name, result, false) : tableOf(source, name, false)
    }
    if ('RangeSubselect' in item) {
      const { alias, lateral, subquery } = item.RangeSubselect
      const result = subquery ? this.#read(subquery, results, level) : resultOfElsewhere
      return this.#relationOfResult(alias?.aliasname ?? '', this.#renamed(result, alias?.colnames), lateral === true)
    }
    if ('RangeFunction' in item) {
      const { alias, functions } = item.RangeFunction
      this.#readExpressions(functions, level, results)
      const name = alias?.aliasname ?? ''
      return { name, projectColumns: new Set(), isLateral: true, source: null, isBound: true }
    }
    this.problems.add(`${Object.keys(item)[0]} after from`)
    return null
  }

  #isElsewhere(name: string): boolean {
    const [, kind, hole] = /^(hole|part) (\d+)$/.exec(name) ?? []
    if (kind === 'part') return true
    return this.#surroundings.results.has(name) || this.#surroundings.queries.has(Number(hole))
  }

  /** A result whose columns have other names. */
  #renamed(result: Result, names: readonly Node[] | undefined): Result {
    if (!names) return result
    const columns = names.map((node, index): ResultColumn => {
      const name = 'String' in node ? (node.String.sval ?? '') : ''
      const sides = result.columns[index]?.sides ?? [null]
      return { name, sides: sides.flatMap((side) => this.#columnNamed(name, side).sides) }
    })
    return { ...result, columns }
  }

  #relationOfResult(name: string, { columns, unbound }: Result, isLateral: boolean): Relation {
    const projectColumns = columns.filter(({ sides }) => sides.every(isColumn))
    return {
      name,
      projectColumns: new Set(projectColumns.map((column) => column.name)),
      isLateral,
      source: 'query',
      isBound: unbound === null,
    }
  }

  #readJoin(join: JoinExpr, level: Level, results: Results, equalities: Equality[]): Relation[] {
    const left = join.larg ? this.#readFrom(join.larg, level, results, equalities) : []
    const right = join.rarg ? this.#readFrom(join.rarg, level, results, equalities) : []
    const binds = { JOIN_INNER: null, JOIN_LEFT: new Set(right), JOIN_RIGHT: new Set(left) }[join.jointype as string]
    equalities.push(...this.#equalitiesOf(join.quals, level, results, binds === undefined ? new Set() : binds))
    if (join.isNatural || join.usingClause) this.problems.add('a join without conditions')
    this.#readExpressions(join.quals, level, results)
    return [...left, ...right]
  }

  #equalitiesOf(
    condition: Node | undefined,
    level: Level,
    results: Results,
    binds: ReadonlySet<Relation> | null,
  ): Equality[] {
    if (!condition) return []
    if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'AND_EXPR') {
      return (condition.BoolExpr.args ?? []).flatMap((part) => this.#equalitiesOf(part, level, results, binds))
    }
    if ('ParamRef' in condition && this.#surroundings.conditions.has(condition.ParamRef.number ?? 0)) {
      const tables = level.relations.filter(({ source }) => source === 'table')
      const [relation] = tables
      return relation && tables.length === 1
        ? [{ sides: [{ kind: 'column', relation }, { kind: 'bound' }], binds }]
        : []
    }
    return this.#pairsOf(condition, level, results).flatMap(([first, second]): Equality[] => {
      if (!first || !second || (first.kind === 'parameter' && second.kind === 'parameter')) return []
      for (const side of [first, second]) if (side.kind === 'parameter') this.parameters.add(side.number)
      return [{ sides: [first, second], binds }]
    })
  }

  /** The expressions that are equal if the condition is true. */
  #pairsOf(condition: Node, level: Level, results: Results): (readonly [Side | null, Side | null])[] {
    if ('SubLink' in condition) {
      const { subLinkType, subselect, testexpr } = condition.SubLink
      if (subLinkType !== 'ANY_SUBLINK' || !testexpr || !subselect) return []
      const columns = this.readBound(subselect, results, level)
      const wanted = 'RowExpr' in testexpr ? (testexpr.RowExpr.args ?? []) : [testexpr]
      return wanted.map((part, index) => [this.#sideOf(part, level, results), boundOf(columns[index])])
    }
    if (!('A_Expr' in condition)) return []
    const { kind, lexpr, rexpr } = condition.A_Expr
    if (operatorOf(condition) !== '=' || !lexpr || !rexpr) return []
    if (kind === 'AEXPR_OP_ANY') return isAddress(lexpr) ? this.#pairOfAddress(lexpr, rexpr, level) : []
    if (kind !== 'AEXPR_OP') return []
    return equalParts(lexpr, rexpr).map(([left, right]) => [
      this.#sideOf(left, level, results),
      this.#sideOf(right, level, results),
    ])
  }

  /** A row whose address was read from the table in the same statement is as bound as the query that read it. */
  #pairOfAddress(address: Node, found: Node, level: Level): (readonly [Side | null, Side | null])[] {
    if (!('SubLink' in found) || found.SubLink.subLinkType !== 'ARRAY_SUBLINK') return []
    const select =
      found.SubLink.subselect && 'SelectStmt' in found.SubLink.subselect ? found.SubLink.subselect.SelectStmt : null
    const [target] = select?.targetList ?? []
    if (!target || !('ResTarget' in target) || !target.ResTarget.val || !isAddress(target.ResTarget.val)) return []
    const { qualifier } = columnOf(address) ?? {}
    const relation = level.relations.find(({ name }) => qualifier === undefined || name === qualifier)
    return relation ? [[{ kind: 'column', relation }, { kind: 'bound' }]] : []
  }

  #sideOf(value: Node | undefined, level: Level, results: Results): Side | null {
    if (!value) return null
    if ('ParamRef' in value) return { kind: 'parameter', number: value.ParamRef.number ?? 0 }
    if ('TypeCast' in value) return this.#sideOf(value.TypeCast.arg, level, results)
    if ('SubLink' in value) {
      const { subLinkType, subselect } = value.SubLink
      if (subLinkType !== 'EXPR_SUBLINK' || !subselect) return null
      return boundOf(this.readBound(subselect, results, level)[0])
    }
    const column = columnOf(value)
    if (!column) return null
    for (let at: Level | null = level; at; at = at.outer) {
      const relation = at.relations.find(({ name, projectColumns }) =>
        column.qualifier === undefined ? projectColumns.has(column.name) : name === column.qualifier,
      )
      if (relation?.projectColumns.has(column.name)) {
        return at === level ? { kind: 'column', relation } : { kind: 'bound' }
      }
      if (relation) return null
    }
    // The relation is in the template that this part is inserted into, unless the column can be one of a function.
    const isGiven = column.qualifier === undefined && hasFunction(level)
    return column.name === 'project_id' && !isGiven ? { kind: 'bound' } : null
  }

  #columnsOf(targets: readonly Node[], level: Level, results: Results): ResultColumn[] {
    return targets.flatMap((target): ResultColumn[] => {
      if (!('ResTarget' in target)) return []
      const { name, val } = target.ResTarget
      const column = val && columnOf(val)
      if (column && this.#isElsewhere(column.name)) return [...resultOfElsewhere.columns]
      if (column?.name !== '*') {
        return [this.#columnNamed(name ?? column?.name ?? '', this.#sideOf(val, level, results))]
      }
      const all = level.relations.filter(
        (relation) => column.qualifier === undefined || relation.name === column.qualifier,
      )
      return all.flatMap((relation) =>
        [...relation.projectColumns].map((shown) => ({ name: shown, sides: [{ kind: 'column', relation } as const] })),
      )
    })
  }

  /** Other parts of a statement trust the name `project_id`, so only the id of the project may have it. */
  #columnNamed(name: string, side: Side | null): ResultColumn {
    if (name !== 'project_id') return { name, sides: [side] }
    this.#requireProject('a column project_id', [side])
    return { name, sides: [side?.kind === 'parameter' ? { kind: 'bound' } : side] }
  }

  #columnsOfValues(rows: readonly Node[], level: Level, results: Results): ResultColumn[] {
    const values = rows.map((row) => ('List' in row ? (row.List.items ?? []) : []))
    return (values[0] ?? []).map((_value, index) => ({
      name: `column${index + 1}`,
      sides: values.map((row) => this.#sideOf(row[index], level, results)),
    }))
  }

  #requireProject(what: string, sides: readonly (Side | null)[] = [null]): void {
    for (const side of sides) {
      if (!side) this.problems.add(`${what} is not known to be the project`)
      else if (side.kind === 'parameter') this.parameters.add(side.number)
    }
  }

  /** Reads the queries inside of expressions. */
  #readExpressions(value: unknown, level: Level, results: Results): void {
    if (typeof value !== 'object' || value === null) return
    if ('SubLink' in value) {
      const { subselect, testexpr } = (value as Extract<Node, { SubLink: unknown }>).SubLink
      if (subselect) this.readBound(subselect, results, level)
      return this.#readExpressions(testexpr, level, results)
    }
    for (const part of Object.values(value)) this.#readExpressions(part, level, results)
  }

  #reportUnbound(name: string): void {
    this.problems.add(`${name} is not bound to the project`)
  }
}

/** A query that is defined elsewhere in the statement, where it is proved too. */
const resultOfElsewhere: Result = { columns: [{ name: 'project_id', sides: [{ kind: 'bound' }] }], unbound: null }

function hasFunction({ relations, outer }: Level): boolean {
  return relations.some(({ source }) => source === null) || (outer !== null && hasFunction(outer))
}

/** Marks the relations that equalities bind, and returns the others. */
function settle({ relations }: Level, equalities: readonly Equality[]): Relation[] {
  const binds = (side: Side): boolean => side.kind !== 'column' || (side.relation.isBound && !side.relation.isLateral)
  let isChanged = true
  while (isChanged) {
    isChanged = false
    for (const { sides, binds: bound } of equalities) {
      for (const [side, other] of [sides, [sides[1], sides[0]] as const]) {
        if (side.kind !== 'column' || side.relation.isBound || !binds(other)) continue
        if (bound && !bound.has(side.relation)) continue
        side.relation.isBound = true
        isChanged = true
      }
    }
  }
  return relations.filter(({ isBound }) => !isBound)
}

/** The table's column with the project id. */
function keyOf(table: string): string {
  return table === 'projects' ? 'id' : 'project_id'
}

function tableOf(table: string, name: string, isBound: boolean): Relation {
  return { name, projectColumns: new Set([keyOf(table)]), isLateral: false, source: 'table', isBound }
}

function nameOf(relation: RangeVar | undefined): string {
  return relation?.alias?.aliasname ?? relation?.relname ?? ''
}

function isColumn(side: Side | null): boolean {
  return side !== null && side.kind !== 'parameter'
}

function boundOf(column: ResultColumn | undefined): Side | null {
  return column?.sides.every(isColumn) ? { kind: 'bound' } : null
}

function columnOf(value: Node): { qualifier: string | undefined; name: string } | null {
  if (!('ColumnRef' in value)) return null
  const names = (value.ColumnRef.fields ?? []).map((field) => ('String' in field ? (field.String.sval ?? '') : '*'))
  return { qualifier: names.length > 1 ? names[0] : undefined, name: names.at(-1) ?? '' }
}

function isAddress(value: Node): boolean {
  return columnOf(value)?.name === 'ctid'
}

function operatorOf(value: Node): string {
  const [operator] = 'A_Expr' in value ? (value.A_Expr.name ?? []) : []
  return operator && 'String' in operator ? (operator.String.sval ?? '') : ''
}

/** Splits an equality of rows, and of texts that select an index by its expression. */
function equalParts(left: Node, right: Node): [Node, Node][] {
  if ('RowExpr' in left && 'RowExpr' in right) {
    const others = right.RowExpr.args ?? []
    return (left.RowExpr.args ?? []).flatMap((part, index) => {
      const other = others[index]
      return other ? equalParts(part, other) : []
    })
  }
  // Such as `project_id || ' failed' = $1 || ' failed'`. Ids contain no space, so the texts before it are equal too.
  const [first, second] = [textBeforeSpace(left), textBeforeSpace(right)]
  return [first && second ? [first, second] : [textBeforeEmpty(left), textBeforeEmpty(right)]]
}

/** The first part of a concatenation whose next part begins with a space. */
function textBeforeSpace(value: Node): Node | null {
  const parts = concatenated(value)
  return parts && (textBeforeSpace(parts.first) ?? (parts.constant?.startsWith(' ') ? parts.first : null))
}

/** `project_id || ''` selects the index with this expression. */
function textBeforeEmpty(value: Node): Node {
  const parts = concatenated(value)
  return parts?.constant === '' ? parts.first : value
}

function concatenated(value: Node): { first: Node; constant: string | null } | null {
  if (operatorOf(value) !== '||' || !('A_Expr' in value)) return null
  const { lexpr, rexpr } = value.A_Expr
  if (!lexpr || !rexpr) return null
  // The parser omits an empty text.
  return { first: lexpr, constant: 'A_Const' in rexpr && rexpr.A_Const.sval ? (rexpr.A_Const.sval.sval ?? '') : null }
}
