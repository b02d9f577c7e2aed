import type { PGliteInterface, Transaction as EngineTransaction } from '@electric-sql/pglite'

import type { Query, Row, Rows } from '../../kernel/statement.ts'
import { ConnectionFailed, isOutdatedPlan, isServerError } from './database-errors.ts'
import {
  countOf,
  executeMessages,
  joinMessages,
  prepareAgain,
  preparedOf,
  prepareMessages,
  RowReader,
  type Field,
  type Prepared,
} from './prepared-statements.ts'

/** The answers of the engine that a batch reads. */
type Answer =
  | { readonly name: 'rowDescription'; readonly fields: readonly Field[] }
  | { readonly name: 'noData' | 'readyForQuery' }
  | { readonly name: 'dataRow'; readonly fields: readonly (string | null)[] }
  | { readonly name: 'commandComplete'; readonly text: string }
  | { readonly name: 'error' }

/** Sends queries to the embedded engine, which does nothing else meanwhile. */
export interface EmbeddedSender {
  /** Executes the queries in order, in one transaction. Throws the error of the first that fails. */
  send(queries: readonly Query[]): Promise<Rows[]>
  /** The same inside a transaction. */
  sendIn(transaction: EngineTransaction, queries: readonly Query[]): Promise<Rows[]>
}

/**
 * Sends queries to the embedded engine as one batch, like `prepared-batch.ts` does to a server: each query is prepared
 * once, and all queries before one Sync form one transaction. The engine's own `query` parses and plans each time and
 * takes six calls into the engine, which is five times the cost. `PlainEmbeddedSender` is the fallback that uses it
 * (decision 106).
 */
export class EmbeddedBatches implements EmbeddedSender {
  readonly #engine: PGliteInterface
  /** By the name of the prepared query. */
  readonly #readers = new Map<string, RowReader>()

  constructor(engine: PGliteInterface) {
    this.#engine = engine
  }

  /** @throws ConnectionFailed if the engine itself fails */
  async send(queries: readonly Query[]): Promise<Rows[]> {
    if (queries.length === 0) return []
    const prepared = queries.map(({ text }) => preparedOf(text))
    const messages = this.#messagesOf(queries, prepared)
    // The file systems in use write at once, so there is nothing to synchronize.
    const options = { throwOnError: false, syncToFs: false }
    let answers: readonly unknown[]
    try {
      answers = await this.#engine.execProtocolStream(messages, options)
    } catch (error) {
      throw new ConnectionFailed('The embedded database failed.', { cause: error })
    }
    return this.#read(answers as readonly Answer[], queries, prepared)
  }

  sendIn(_transaction: EngineTransaction, queries: readonly Query[]): Promise<Rows[]> {
    return this.#engine.runExclusive(() => this.send(queries))
  }

  #messagesOf(queries: readonly Query[], prepared: readonly Prepared[]): Buffer {
    const sent = new Set<string>()
    const messages = queries.flatMap(({ values }, index) => {
      const query = prepared[index] as Prepared
      if (this.#readers.has(query.name) || sent.has(query.name)) return executeMessages(query, values)
      sent.add(query.name)
      return [...prepareMessages(query), ...executeMessages(query, values)]
    })
    return joinMessages(messages)
  }

  #read(answers: readonly Answer[], queries: readonly Query[], prepared: readonly Prepared[]): Rows[] {
    const results: { rows: Row[]; count: number }[] = []
    let rows: Row[] = []
    for (const answer of answers) {
      const query = queries[results.length]
      // After the last query, the commit can fail.
      if (answer.name === 'error') throw explain(answer, query, prepared[results.length])
      if (!query) continue
      const name = prepared[results.length]?.name ?? ''
      if (answer.name === 'rowDescription') this.#readers.set(name, new RowReader(answer.fields))
      if (answer.name === 'noData') this.#readers.set(name, new RowReader([]))
      if (answer.name === 'dataRow') {
        const reader = this.#readers.get(name)
        if (!reader) throw new Error(`A row of a statement arrived before its columns: ${query.text}`)
        rows.push(reader.read(answer.fields))
      }
      if (answer.name === 'commandComplete') {
        results.push({ rows, count: countOf(answer.text) })
        rows = []
      }
    }
    if (results.length < queries.length)
      throw new ConnectionFailed('The engine answered fewer queries than the batch has.')
    return results
  }
}

function explain(error: unknown, query: Query | undefined, prepared: Prepared | undefined): unknown {
  if (!isServerError(error)) return new ConnectionFailed('The embedded database failed.', { cause: error })
  if (prepared && isOutdatedPlan(error)) prepareAgain(prepared)
  return query ? query.explain(error) : error
}
