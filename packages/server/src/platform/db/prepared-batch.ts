import pg from 'pg'

import type { Query, Row, Rows } from '../../kernel/statement.ts'
import type { Connection } from './connection.ts'
import { endsConnection, isOutdatedPlan, isReadOnlyServer, LostBeforeCommit } from './database-errors.ts'
import {
  columnsOf,
  countOf,
  executeMessages,
  joinMessages,
  prepareAgain,
  preparedOf,
  prepareMessages,
  readRow,
  type Column,
  type Field,
  type Prepared,
} from './prepared-statements.ts'
import { beginWait, endWait } from './store-waits.ts'

/** The driver's connection, with members that its types omit or declare differently. */
interface DriverConnection {
  readonly stream: { write(bytes: Buffer): void }
  /** The driver's record of statements that are prepared on this connection or about to be. */
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

/** Receives the error of the first query that failed, or null and the results. */
export type Done = (error: unknown, results: Rows[]) => void

/**
 * Columns of the statements that are prepared on a connection. They cannot change, because PostgreSQL would refuse the
 * statement.
 */
const columnsOn = new WeakMap<DriverConnection, Map<string, readonly Column[]>>()

/** An error of this process. Nothing was sent. */
class Unsendable extends Error {
  override readonly name = 'Unsendable'
}

/**
 * Prepared queries that are sent together and form one transaction: either all take effect, or the first failure undoes
 * the others (PostgreSQL, "Extended Query", on pipelining: everything before one Sync).
 *
 * The driver's own query requests the columns of the result with each execution, which is a tenth of the cost of a
 * small read on both sides. This class requests them once per query and connection.
 */
class PreparedBatch extends pg.Query {
  readonly #owner: Connection
  readonly #queries: readonly Query[]
  readonly #prepared: readonly Prepared[]
  readonly #results: { rows: Row[]; count: number }[]
  readonly #firstSentHere = new Set<string>()
  #connection: DriverConnection | undefined
  #current = 0
  #failure: Error | undefined
  /** Name and text of the current query, which the driver uses to record what has been prepared. */
  name: string | undefined
  text: string | undefined
  /** The driver replaces it when no caller waits for the answer. */
  callback: Done

  constructor(owner: Connection, queries: readonly Query[], callback: Done) {
    super('')
    this.#owner = owner
    this.#queries = queries
    this.#prepared = queries.map(({ text }) => preparedOf(text))
    this.#results = queries.map(() => ({ rows: [], count: 0 }))
    this.callback = callback
    this.#turnTo(0)
  }

  /**
   * Returns an error instead of throwing it: the driver then passes it to the caller, and the connection stays usable.
   */
  override submit = (driverConnection: pg.Connection): Error | null => {
    const connection = driverConnection as unknown as DriverConnection
    this.#connection = connection
    let bytes: Buffer
    try {
      bytes = joinMessages(this.#queries.flatMap((query, index) => this.#messagesOf(connection, query, index)))
    } catch (error) {
      return new Unsendable('A statement has a value that cannot be encoded.', { cause: error })
    }
    connection.stream.write(bytes)
    return null
  }

  #messagesOf(connection: DriverConnection, { values }: Query, index: number): Buffer[] {
    const prepared = this.#prepared[index] as Prepared
    const { name, text } = prepared
    const { parsedStatements, submittedNamedStatements } = connection
    if (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined) {
      return executeMessages(prepared, values)
    }
    submittedNamedStatements[name] = text
    this.#firstSentHere.add(name)
    return [...prepareMessages(prepared), ...executeMessages(prepared, values)]
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const { name } = this
    if (!this.#connection || name === undefined) return
    const columns = columnsOf(fields)
    const known = columnsOn.get(this.#connection)
    if (known) known.set(name, columns)
    else columnsOn.set(this.#connection, new Map([[name, columns]]))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const columns = this.#connection && columnsOn.get(this.#connection)?.get(this.name ?? '')
    if (!columns) {
      this.#failure = new Error(`A row of a statement arrived before its columns: ${this.text}`)
      return
    }
    this.#results[this.#current]?.rows.push(readRow(columns, fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    const result = this.#results[this.#current]
    if (result) result.count = countOf(text)
    this.#turnTo(this.#current + 1)
  }

  handleReadyForQuery(): void {
    if (this.#current < this.#queries.length)
      this.#failure ??= new Error('The server answered fewer queries than sent.')
    this.callback(this.#failure && this.#owner.receive(this.#failure), this.#results)
  }

  handleError(error: unknown): void {
    this.#forgetUnprepared()
    this.callback(this.#explain(error), [])
  }

  #explain(error: unknown): unknown {
    if (error instanceof Unsendable) return error
    const received = this.#owner.receive(error)
    const query = this.#queries[this.#current]
    const prepared = this.#prepared[this.#current]
    if (received !== error || !query || !prepared) return received
    if (isOutdatedPlan(error)) prepareAgain(prepared)
    if (isReadOnlyServer(error)) {
      this.#owner.leaveServer()
      return new LostBeforeCommit('The server only reads.', { cause: error })
    }
    // The server commits after the last query, so this one cannot have taken effect.
    if (endsConnection(error)) {
      return new LostBeforeCommit('The server ended the connection.', { cause: error })
    }
    return query.explain(error)
  }

  /** PostgreSQL skips the queries after the failed one, so they are not prepared either. */
  #forgetUnprepared(): void {
    for (const { name } of this.#prepared.slice(this.#current)) {
      if (this.#firstSentHere.has(name)) delete this.#connection?.submittedNamedStatements[name]
    }
  }

  #turnTo(index: number): void {
    const prepared = this.#prepared[index]
    this.#current = index
    this.text = prepared?.text
    this.name = prepared?.name
  }
}

/**
 * Sends the queries over a connection. Returns their results, or throws the error of the first that fails. After the limit, the
 * connection is abandoned.
 *
 * @throws ConnectionFailed, TimedOut: the queries may have taken effect unless their transaction still needs a commit
 * @throws LostBeforeCommit: the server ended the connection before the last query
 */
export function sendBatch(connection: Connection, queries: readonly Query[], maxMillis: number): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    const wait = beginWait(maxMillis, (isSilent) => reject(connection.giveUp(isSilent)))
    submitBatch(connection, queries, (error, results) => {
      endWait(wait)
      if (error) reject(error as Error)
      else resolve(results)
    })
  })
}

/** Like `sendBatch`, for a caller that limits the wait itself. */
export function submitBatch(connection: Connection, queries: readonly Query[], done: Done): void {
  connection.query(new PreparedBatch(connection, queries, done))
}
