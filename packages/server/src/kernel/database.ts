import type { Batch, Results, Statement } from './statement.ts'

/** Executes statements: the database itself, or a transaction. */
export interface Executor {
  run: <T>(statement: Statement<T>) => Promise<T>
  /** Executes statements that do not depend on each other's results, in one transaction, one round trip and the order written. */
  batch: <const B extends Batch>(batch: B) => Promise<Results<B>>
}

/** The handle inside a transaction. */
export interface Transaction extends Executor {
  /** Runs several statements without parameters. For migrations only. */
  script(text: string): Promise<void>
}

export interface Database extends Executor {
  readonly engine: 'embedded' | 'postgres'
  /** Runs the work in one transaction on one connection; a serialisation failure or deadlock is tried again. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls back with the payload of each notification on the channel, from this node or another one. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  close(): Promise<void>
}

/** A transaction that can only name one project: each query must carry the project's id among its parameters. */
export interface ProjectTransaction extends Executor {
  readonly projectId: string
}

/** The database, narrowed to one project in the same way. */
export interface ProjectDatabase extends ProjectTransaction {
  transaction<T>(work: (tx: ProjectTransaction) => Promise<T>): Promise<T>
}
