import { createHash } from 'node:crypto'

/** One row as the engines give it; a store names the real shape at each query. */
export type Row = object

export interface Rows<R extends Row> {
  readonly rows: R[]
  /** How many rows the statement touched. */
  readonly count: number
}

/**
 * Runs one statement. Values become parameters, never text.
 *
 * `bigint` comes back as number, `timestamptz` as Date, `jsonb` parsed and `bytea` as bytes, on both engines.
 */
export interface Sql {
  sql: <R extends Row = Row>(text: TemplateStringsArray, ...values: unknown[]) => Promise<Rows<R>>
}

/** The handle inside a transaction. */
export interface Transaction extends Sql {
  /** Runs several statements without parameters. For migrations only. */
  script(text: string): Promise<void>
}

export interface Lookup {
  /**
   * Like `sql`, for the reads by key of the hot path: statements travel together over few connections, so a slow one
   * would hold up everybody else's.
   */
  lookup: Sql['sql']
}

export interface Database extends Sql, Lookup {
  readonly engine: 'embedded' | 'postgres'
  /** Runs the work in one transaction on one connection; a serialisation failure or deadlock is tried again. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls back with the payload of each notification on the channel, from this node or another one. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  close(): Promise<void>
}

/** A handle that can only name one project: each statement must carry the project's id among its parameters. */
export interface ProjectSql extends Sql {
  readonly projectId: string
}

export interface ProjectDatabase extends ProjectSql, Lookup {
  transaction<T>(work: (tx: ProjectSql) => Promise<T>): Promise<T>
}

/** Narrows the database to one project. Every query of a tenant goes through such a handle (`security.md` 12.2). */
export function forProject(db: Database, projectId: string): ProjectDatabase {
  return {
    ...scopeToProject(db, projectId),
    lookup: scopeToProject({ sql: db.lookup }, projectId).sql,
    transaction: (work) => db.transaction((tx) => work(scopeToProject(tx, projectId))),
  }
}

/** Narrows one handle, such as a transaction's, to one project. */
export function scopeToProject(sql: Sql, projectId: string): ProjectSql {
  return {
    projectId,
    sql(text, ...values) {
      // A forgotten `project_id = …` must fail in the first test that runs the statement, not leak another tenant.
      if (!values.includes(projectId)) {
        throw new Error(`A project-scoped statement does not name its project: ${text.join('?').trim().slice(0, 120)}`)
      }
      return sql.sql(text, ...values)
    },
  }
}

export interface Statement {
  /** Stable per call site, so that the server prepares each statement once per connection. */
  readonly name: string
  readonly text: string
}

const statements = new WeakMap<TemplateStringsArray, Statement>()
const NAME_CHARACTERS = 24

/** The statement of a tagged template, made once per place in the code. */
export function statementOf(strings: TemplateStringsArray): Statement {
  const known = statements.get(strings)
  if (known) return known
  const text = strings.reduce((sql, part, index) => `${sql}$${index}${part}`)
  // Named after its text: behind a connection pooler, two nodes must never mean different statements by one name.
  const statement = {
    name: `portico_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`,
    text,
  }
  statements.set(strings, statement)
  return statement
}

/** A JSON parameter. Given as text, because the engines disagree about what an array or a string parameter means. */
export function json(value: unknown): string {
  return JSON.stringify(value)
}
