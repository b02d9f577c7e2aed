import type { PGliteInterface, Transaction as EngineTransaction } from '@electric-sql/pglite'

import type { Query, Row, Rows } from '../../kernel/statement.ts'
import { ConnectionFailed, isServerError } from './database-errors.ts'
import type { EmbeddedSender } from './embedded-batch.ts'
import { parserOf, toParameter } from './prepared-statements.ts'

/** Reads values of every type as the batches do. */
const parsers = new Proxy({}, { get: (_target, typeId) => parserOf(Number(typeId)) })

/** The fallback for `EmbeddedBatches`: the engine's own `query`, which parses and plans each time. */
export class PlainEmbeddedSender implements EmbeddedSender {
  readonly #engine: PGliteInterface

  constructor(engine: PGliteInterface) {
    this.#engine = engine
  }

  /** @throws ConnectionFailed if the engine itself fails */
  send(queries: readonly Query[]): Promise<Rows[]> {
    // One query forms a transaction.
    if (queries.length < 2) return executeAll(this.#engine, queries)
    return this.#engine.transaction((transaction) => executeAll(transaction, queries))
  }

  sendIn(transaction: EngineTransaction, queries: readonly Query[]): Promise<Rows[]> {
    return executeAll(transaction, queries)
  }
}

async function executeAll(engine: PGliteInterface | EngineTransaction, queries: readonly Query[]): Promise<Rows[]> {
  const results: Rows[] = []
  for (const { explain, text, values } of queries) {
    try {
      const { affectedRows, rows } = await engine.query<Row>(text, values.map(toParameter), { parsers })
      results.push({ rows, count: affectedRows || rows.length })
    } catch (error) {
      if (!isServerError(error)) throw new ConnectionFailed('The embedded database failed.', { cause: error })
      throw explain(error)
    }
  }
  return results
}
