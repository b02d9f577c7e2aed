import type { PGlite } from '@electric-sql/pglite'

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

/** The answers of the engine that a batch reads. */
type Answer =
  | { readonly name: 'rowDescription'; readonly fields: readonly Field[] }
  | { readonly name: 'noData' | 'readyForQuery' }
  | { readonly name: 'dataRow'; readonly fields: readonly (string | null)[] }
  | { readonly name: 'commandComplete'; readonly text: string }
  | { readonly name: 'error' }

/**
 * Sends queries to the embedded engine as one batch, like `prepared-batch.ts` does to a server: each query is prepared once,
 * and all queries before one Sync form one transaction. The engine's own `query` parses and plans each time and takes six
 * calls into the engine, which is five times the cost.
 */
export class EmbeddedBatches {
  readonly #engine: Pick<PGlite, 'execProtocolStream'>
  /** Columns of the prepared queries. */
  readonly #columns = new Map<string, readonly Column[]>()

  constructor(engine: Pick<PGlite, 'execProtocolStream'>) {
    this.#engine = engine
  }

  /** Executes the queries in order. Throws the error of the first that fails. */
  async send(queries: readonly Query[]): Promise<Rows[]> {
    if (queries.length === 0) return []
    // The file systems in use write at once, so there is nothing to synchronize.
    const options = { throwOnError: false, syncToFs: false }
    const answers = await this.#engine.execProtocolStream(this.#messagesOf(queries), options)
    return this.#read(answers as readonly unknown[] as readonly Answer[], queries)
  }

  #messagesOf(queries: readonly Query[]): Buffer {
    const prepared = new Set<string>()
    const messages = queries.flatMap((query) => {
      const name = nameOf(query.text)
      if (this.#columns.has(name) || prepared.has(name)) return executeMessages(query)
      prepared.add(name)
      return [...prepareMessages(query), ...executeMessages(query)]
    })
    return joinMessages(messages)
  }

  #read(answers: readonly Answer[], queries: readonly Query[]): Rows[] {
    const results: { rows: Row[]; count: number }[] = []
    let rows: Row[] = []
    for (const answer of answers) {
      const query = queries[results.length]
      // After the last query, the commit can fail.
      if (answer.name === 'error') throw query ? query.explain(answer) : answer
      if (!query) continue
      const name = nameOf(query.text)
      if (answer.name === 'rowDescription') this.#columns.set(name, columnsOf(answer.fields))
      if (answer.name === 'noData') this.#columns.set(name, [])
      if (answer.name === 'dataRow') rows.push(readRow(this.#columns.get(name) ?? [], answer.fields))
      if (answer.name === 'commandComplete') {
        results.push({ rows, count: countOf(answer.text) })
        rows = []
      }
    }
    if (results.length < queries.length) throw new Error('The engine answered fewer queries than the batch has.')
    return results
  }
}
