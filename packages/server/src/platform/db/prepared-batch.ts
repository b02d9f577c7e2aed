import pg from 'pg'
import { serialize } from 'pg-protocol'

import type { Row, Rows } from '../../kernel/database.ts'
import type { BoundStatement } from './sql.ts'

/** The driver's connection, with what its types leave out or tell otherwise. */
interface Connection {
  readonly stream: { write(bytes: Buffer): void }
  /** The driver's record of what is prepared on this connection, or is on its way to be. */
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

type Done = (error: unknown, results: Rows<Row>[]) => void

/** What the statements prepared on a connection answer with. It cannot change: PostgreSQL would refuse the statement. */
const columnsOn = new WeakMap<Connection, Map<string, readonly Column[]>>()

const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
const getTypeParser = pg.types.getTypeParser as (oid: number, format: 'text') => Column['parse']

const BIGINT_OID = 20

/**
 * Prepared statements that travel together and are one transaction: all of them happen, or the first one that fails
 * undoes the others (PostgreSQL, "Extended Query", on pipelining: what stands before one Sync).
 *
 * The driver's own query asks with each execution which columns the answer has; a
 * tenth of what a small read costs both sides goes into that. This one asks once per statement and connection.
 */
class PreparedBatch extends pg.Query {
  readonly #statements: readonly BoundStatement[]
  readonly #results: { rows: Row[]; count: number }[]
  readonly #firstSentHere = new Set<string>()
  #connection: Connection | undefined
  #current = 0
  #failure: Error | undefined
  /** Of the statement under way: the driver notes under them what has been prepared. */
  name: string | undefined
  text: string | undefined
  /** The driver replaces it once the answer no longer matters to anybody. */
  callback: Done

  constructor(statements: readonly BoundStatement[], callback: Done) {
    super('')
    this.#statements = statements
    this.#results = statements.map(() => ({ rows: [], count: 0 }))
    this.callback = callback
    this.#turnTo(0)
  }

  /** Gives an error instead of throwing it: the driver then answers with it, and the connection stays usable. */
  override submit = (driverConnection: pg.Connection): Error | null => {
    const connection = driverConnection as unknown as Connection
    this.#connection = connection
    try {
      const messages = this.#statements.flatMap((statement) => this.#messagesOf(connection, statement))
      // One write: each further one costs more than putting them together.
      connection.stream.write(Buffer.concat([...messages, serialize.sync()]))
      return null
    } catch (error) {
      return new Error('A statement has a value that cannot be sent.', { cause: error })
    }
  }

  #messagesOf(connection: Connection, { name, text, values }: BoundStatement): Buffer[] {
    const run = [
      serialize.bind({ statement: name, values: [...values], valueMapper: toParameter }),
      serialize.execute(),
    ]
    const { parsedStatements, submittedNamedStatements } = connection
    if (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined) return run
    submittedNamedStatements[name] = text
    this.#firstSentHere.add(name)
    return [serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), ...run]
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    const { name } = this
    if (!this.#connection || name === undefined) return
    const columns = fields.map((field) => ({
      name: field.name,
      // Counts and milliseconds stay far below 2^53, so numbers are exact.
      parse: field.dataTypeID === BIGINT_OID ? Number : getTypeParser(field.dataTypeID, 'text'),
    }))
    const known = columnsOn.get(this.#connection)
    if (known) known.set(name, columns)
    else columnsOn.set(this.#connection, new Map([[name, columns]]))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const columns = this.#connection && columnsOn.get(this.#connection)?.get(this.name ?? '')
    if (!columns) {
      this.#failure = new Error(`The answer of a statement came before its columns: ${this.text}`)
      return
    }
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columns.length; index += 1) {
      const { name, parse } = columns[index] as Column
      const text = fields[index] ?? null
      row[name] = text === null ? null : parse(text)
    }
    this.#results[this.#current]?.rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const result = this.#results[this.#current]
    // "UPDATE 1", "INSERT 0 1", "SELECT 3"; "SET" touches no rows.
    if (result) result.count = Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
    this.#turnTo(this.#current + 1)
  }

  handleReadyForQuery(): void {
    this.callback(this.#failure, this.#results)
  }

  handleError(error: unknown): void {
    // What stands behind the statement that failed was passed over, so it is not prepared either.
    for (const { name } of this.#statements.slice(this.#current)) {
      if (this.#firstSentHere.has(name)) delete this.#connection?.submittedNamedStatements[name]
    }
    this.callback(error, [])
  }

  #turnTo(index: number): void {
    this.#current = index
    this.name = this.#statements[index]?.name
    this.text = this.#statements[index]?.text
  }
}

/** Sends the statements over a connection and gives their answers, or the error of the first that fails. */
export function sendBatch(client: pg.ClientBase, statements: readonly BoundStatement[]): Promise<Rows<Row>[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new PreparedBatch(statements, (error, results) => {
        if (error) reject(error as Error)
        else resolve(results)
      }),
    )
  })
}

function toParameter(value: unknown): string | Buffer | null {
  return value instanceof Date ? value.toISOString() : utils.prepareValue(value)
}
