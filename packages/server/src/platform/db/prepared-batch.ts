import pg from 'pg'

import type { Query, Row } from '../../kernel/statement.ts'
import type { Connection, Done, SubmitBatch } from './connection.ts'
import { endsConnection, isOutdatedPlan, isReadOnlyServer, LostBeforeCommit } from './database-errors.ts'
import {
  countOf,
  executeMessages,
  joinMessages,
  prepareAgain,
  prepareAnewMessages,
  preparedOf,
  prepareMessages,
  RowReader,
  type Field,
  type Prepared,
} from './prepared-statements.ts'

/** What is known of a statement that was sent to be prepared. */
interface Sent {
  /**
   * Null until the columns arrive, and for a statement without rows. The columns cannot change: PostgreSQL would refuse
   * the statement.
   */
  reader: RowReader | null
  /** Whether the server may have skipped the statement, because one before it in the batch failed. */
  isDoubtful: boolean
}

/** By name, on each connection of the driver. */
const sentOn = new WeakMap<pg.Connection, Map<string, Sent>>()

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
  #sent: Map<string, Sent> = new Map()
  #current = 0
  #failure: Error | undefined
  /** The driver replaces it when no caller waits for the answer. */
  callback: Done

  constructor(owner: Connection, queries: readonly Query[], callback: Done) {
    super('')
    this.#owner = owner
    this.#queries = queries
    this.#prepared = queries.map(({ text }) => preparedOf(text))
    this.#results = queries.map(() => ({ rows: [], count: 0 }))
    this.callback = callback
  }

  /**
   * Returns an error instead of throwing it: the driver then passes it to the caller, and the connection stays usable.
   */
  override submit = (connection: pg.Connection): Error | null => {
    const sent = sentOn.get(connection)
    if (sent) this.#sent = sent
    else sentOn.set(connection, this.#sent)
    let bytes: Buffer
    try {
      bytes = joinMessages(this.#queries.flatMap((query, index) => this.#messagesOf(query, index)))
    } catch (error) {
      return new Unsendable('A statement has a value that cannot be encoded.', { cause: error })
    }
    connection.stream.write(bytes)
    return null
  }

  #messagesOf({ values }: Query, index: number): Buffer[] {
    const prepared = this.#prepared[index] as Prepared
    const { name } = prepared
    const sent = this.#sent.get(name)
    if (sent && !sent.isDoubtful) return executeMessages(prepared, values)
    this.#sent.set(name, { reader: null, isDoubtful: false })
    this.#firstSentHere.add(name)
    return [...(sent ? prepareAnewMessages(prepared) : prepareMessages(prepared)), ...executeMessages(prepared, values)]
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    const sent = this.#sentOfCurrent()
    if (sent) sent.reader = new RowReader(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const reader = this.#sentOfCurrent()?.reader
    if (!reader) {
      const { text } = this.#prepared[this.#current] ?? {}
      this.#failure = new Error(`A row of a statement arrived before its columns: ${text}`)
      return
    }
    this.#results[this.#current]?.rows.push(reader.read(fields))
  }

  handleCommandComplete({ text }: { text: string }): void {
    const result = this.#results[this.#current]
    if (result) result.count = countOf(text)
    this.#current += 1
  }

  handleReadyForQuery(): void {
    if (this.#current < this.#queries.length)
      this.#failure ??= new Error('The server answered fewer queries than sent.')
    this.callback(this.#failure && this.#owner.receive(this.#failure), this.#results)
  }

  handleError(error: unknown): void {
    this.#doubtUnanswered()
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

  /**
   * PostgreSQL skips the queries after the failed one. Whether it has prepared the failed one is known only by its
   * columns.
   */
  #doubtUnanswered(): void {
    for (const { name } of this.#prepared.slice(this.#current)) {
      const sent = this.#sent.get(name)
      if (sent?.reader === null && this.#firstSentHere.has(name)) sent.isDoubtful = true
    }
  }

  #sentOfCurrent(): Sent | undefined {
    return this.#sent.get(this.#prepared[this.#current]?.name ?? '')
  }
}

/**
 * Sends prepared queries that form one transaction. `submitPlainBatch` is the fallback without a class of the driver
 * (decision 106).
 */
export const submitBatch: SubmitBatch = (connection, queries, done) => {
  connection.query(new PreparedBatch(connection, queries, done))
}
