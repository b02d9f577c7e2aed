import pg from 'pg'

import type { Query, Row, Rows } from '../../kernel/statement.ts'
import {
  columnsOf,
  countOf,
  executeMessages,
  joinMessages,
  nameOf,
  prepareMessages,
  readRow,
  type Column,
  type Field,
} from './prepared-statements.ts'

/** The driver's connection, with members that its types omit or declare differently. */
interface Connection {
  readonly stream: { write(bytes: Buffer): void }
  /** The driver's record of statements that are prepared on this connection or about to be. */
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

type Done = (error: unknown, results: Rows[]) => void

/**
 * Columns of the statements that are prepared on a connection. They cannot change, because PostgreSQL would refuse the
 * statement.
 */
const columnsOn = new WeakMap<Connection, Map<string, readonly Column[]>>()

/**
 * Prepared queries that are sent together and form one transaction: either all take effect, or the first failure undoes
 * the others (PostgreSQL, "Extended Query", on pipelining: everything before one Sync).
 *
 * The driver's own query requests the columns of the result with each execution, which is a tenth of the cost of a
 * small read on both sides. This class requests them once per query and connection.
 */
class PreparedBatch extends pg.Query {
  readonly #queries: readonly Query[]
  readonly #results: { rows: Row[]; count: number }[]
  readonly #firstSentHere = new Set<string>()
  #connection: Connection | undefined
  #current = 0
  #failure: Error | undefined
  /** Name and text of the current query, which the driver uses to record what has been prepared. */
  name: string | undefined
  text: string | undefined
  /** The driver replaces it when no caller waits for the answer. */
  callback: Done

  constructor(queries: readonly Query[], callback: Done) {
    super('')
    this.#queries = queries
    this.#results = queries.map(() => ({ rows: [], count: 0 }))
    this.callback = callback
    this.#turnTo(0)
  }

  /**
   * Returns an error instead of throwing it: the driver then passes it to the caller, and the connection stays usable.
   */
  override submit = (driverConnection: pg.Connection): Error | null => {
    const connection = driverConnection as unknown as Connection
    this.#connection = connection
    try {
      const messages = this.#queries.flatMap((query) => this.#messagesOf(connection, query))
      connection.stream.write(joinMessages(messages))
      return null
    } catch (error) {
      return new Error('A statement has a value that cannot be encoded.', { cause: error })
    }
  }

  #messagesOf(connection: Connection, query: Query): Buffer[] {
    const { text } = query
    const name = nameOf(text)
    const { parsedStatements, submittedNamedStatements } = connection
    if (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined) {
      return executeMessages(query)
    }
    submittedNamedStatements[name] = text
    this.#firstSentHere.add(name)
    return [...prepareMessages(query), ...executeMessages(query)]
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
    this.callback(this.#failure, this.#results)
  }

  handleError(error: unknown): void {
    const left = this.#queries.slice(this.#current)
    // PostgreSQL skips the queries after the failed one, so they are not prepared either.
    for (const { text } of left) {
      const name = nameOf(text)
      if (this.#firstSentHere.has(name)) delete this.#connection?.submittedNamedStatements[name]
    }
    this.callback(left[0] ? left[0].explain(error) : error, [])
  }

  #turnTo(index: number): void {
    this.#current = index
    this.text = this.#queries[index]?.text
    this.name = this.text === undefined ? undefined : nameOf(this.text)
  }
}

/** Sends the queries over a connection. Returns their results, or throws the error of the first that fails. */
export function sendBatch(client: pg.ClientBase, queries: readonly Query[]): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new PreparedBatch(queries, (error, results) => {
        if (error) reject(error as Error)
        else resolve(results)
      }),
    )
  })
}
