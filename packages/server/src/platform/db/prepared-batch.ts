import { createHash } from 'node:crypto'

import pg from 'pg'
import { serialize } from 'pg-protocol'

import type { Query, Row, Rows } from '../../kernel/statement.ts'

/** The driver's connection, with members that its types omit or declare differently. */
interface Connection {
  readonly stream: { write(bytes: Buffer): void }
  /** The driver's record of statements that are prepared on this connection or about to be. */
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
}

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

type Done = (error: unknown, results: Rows[]) => void

const NAME_CHARACTERS = 24
const names = new Map<string, string>()

/**
 * Columns of the statements that are prepared on a connection. They cannot change, because PostgreSQL would refuse the
 * statement.
 */
const columnsOn = new WeakMap<Connection, Map<string, readonly Column[]>>()

const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
const getTypeParser = pg.types.getTypeParser as (oid: number, format: 'text') => Column['parse']

const BIGINT_OID = 20

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
      // One write: several writes cost more than the concatenation.
      connection.stream.write(Buffer.concat([...messages, serialize.sync()]))
      return null
    } catch (error) {
      return new Error('A statement has a value that cannot be encoded.', { cause: error })
    }
  }

  #messagesOf(connection: Connection, { text, values }: Query): Buffer[] {
    const name = nameOf(text)
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
      this.#failure = new Error(`A row of a statement arrived before its columns: ${this.text}`)
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

/**
 * Returns the name of a prepared statement. It is derived from the text: behind a connection pooler, two nodes must
 * never use one name for different queries.
 */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `portico_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`
    names.set(text, name)
  }
  return name
}

function toParameter(value: unknown): string | Buffer | null {
  return value instanceof Date ? value.toISOString() : utils.prepareValue(value)
}
