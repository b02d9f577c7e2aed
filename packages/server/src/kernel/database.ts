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

/** What several promises come to, as `Promise.all` gives it. */
export type All<T extends readonly unknown[]> = { -readonly [Index in keyof T]: Awaited<T[Index]> }

export interface Database extends Sql, Lookup {
  readonly engine: 'embedded' | 'postgres'
  /** Runs the work in one transaction on one connection; a serialisation failure or deadlock is tried again. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * One transaction of statements that do not wait for each other's answers, in one round trip and in the order they are
   * given; if one fails, none has happened. Calling it off later is not possible: the commit travels with them.
   */
  together<T extends readonly unknown[] | []>(work: (tx: Sql) => T): Promise<All<T>>
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
  together<T extends readonly unknown[] | []>(work: (tx: ProjectSql) => T): Promise<All<T>>
}
