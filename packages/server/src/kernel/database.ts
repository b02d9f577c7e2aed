import type { Batch, Results, Statement } from './statement.ts'

/** Executes statements. Both the database and a transaction are executors. */
export interface Executor {
  run: <T>(statement: Statement<T>) => Promise<T>
  /**
   * Executes statements that do not need each other's results: in one transaction, in one round trip, in the order
   * written.
   */
  batch: <const B extends Batch>(batch: B) => Promise<Results<B>>
}

/** The database handle inside a transaction. */
export interface Transaction extends Executor {
  /** Runs SQL text with several statements and no parameters. For migrations only. */
  script(text: string): Promise<void>
  /**
   * Runs one statement that cannot run in a transaction, such as `create index concurrently`, on a separate connection
   * without a time limit. It takes effect even if the transaction fails. The embedded engine, which has one connection
   * and no other transaction to wait for, runs it inside the transaction without `concurrently`. For migrations only.
   *
   * @param lockMillis how long the statement waits for a lock
   */
  scriptOutside(text: string, lockMillis: number): Promise<void>
}

export interface Database extends Executor {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Runs the work in one transaction on one connection. Retries it after a serialization failure, a deadlock or a
   * connection that is lost before the commit.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls `onPayload` with the payload of each notification on the channel, whichever node sent it.
   *
   * @param onMissed called after an outage, during which notifications may have been lost
   */
  listen(channel: string, onPayload: (payload: string) => void, onMissed?: () => void): Promise<Subscription>
  /** Null if the engine has no pool. */
  poolUse(): PoolUse | null
  close(): Promise<void>
  /** Absent if all projects are in this database. */
  readonly cells?: Cells
}

/** The notifications of a channel. */
export interface Subscription {
  /**
   * Returns the moment of `performance.now()` before which no notification is missing: each has arrived, or `onMissed`
   * was called. -Infinity if that is unknown, such as behind a pooler that does not forward notifications.
   */
  readonly completeUntil: () => number
}

/** The databases among which the projects are placed (docs/cells.md). */
export interface Cells {
  /** The home cell first. */
  readonly names: readonly string[]
  /** The database of the whole service, whose `unscoped` statements run in this cell. */
  at(name: string): Database
  find(projectId: string): Promise<string>
  /** Notes the cell of a project that is about to be created. */
  assign(projectId: string, name: string): void
}

/** The connections of a pool, and the calls that wait for one. */
export interface PoolUse {
  readonly max: number
  readonly open: number
  readonly idle: number
  readonly waiting: number
}

/**
 * A transaction that is restricted to one project. It refuses statements that are `unscoped` or name another project.
 */
export interface ProjectTransaction extends Executor {
  readonly projectId: string
}

/** The database, restricted to one project in the same way. */
export interface ProjectDatabase extends ProjectTransaction {
  transaction<T>(work: (tx: ProjectTransaction) => Promise<T>): Promise<T>
}
