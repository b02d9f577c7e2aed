import type pg from 'pg'

import type { Query, Row, Rows } from '../../kernel/statement.ts'
import type { Connection, SubmitBatch } from './connection.ts'
import { isOutdatedPlan } from './database-errors.ts'
import { prepareAgain, preparedOf, parserOf, toParameter } from './prepared-statements.ts'

const types = { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig

/**
 * The fallback for `submitBatch`: named statements, and only what the driver documents. The answer of each query
 * repeats its columns, and each query ends with a Sync. Several queries therefore need `begin` and `commit` around
 * them, and after a lost connection any query may have had an effect, so none is sent again.
 */
export const submitPlainBatch: SubmitBatch = (connection, queries, done) => {
  const results: Rows[] = []
  let failure: Error | undefined
  let configs: pg.QueryConfig[]
  try {
    configs = queries.map(toConfig)
  } catch (error) {
    done(new Error('A statement has a value that cannot be encoded.', { cause: error }), [])
    return
  }
  const sendText = (text: string, onEnd = (): void => {}): void =>
    connection.query(text, (error) => {
      if (error) failure ??= connection.receive(error) as Error
      onEnd()
    })
  const isWrapped = needsTransaction(connection, queries)
  const end = (): void => done(failure, results)
  if (isWrapped) sendText('begin')
  for (const [index, config] of configs.entries()) {
    const isLast = index === configs.length - 1
    connection.query<Row>(config, (error, result) => {
      // The server refuses the queries after the first failed one.
      if (error) failure ??= explain(connection, error, queries[index] as Query)
      else results.push({ rows: result.rows, count: result.rowCount ?? 0 })
      if (isLast && !isWrapped) end()
    })
  }
  // Rolls back after a failure.
  if (isWrapped) sendText('commit', end)
}

/**
 * The transaction of another lookup may be open on a shared connection. It ends before these queries, which only read
 * and so need none.
 */
function needsTransaction(connection: Connection, queries: readonly Query[]): boolean {
  return queries.length > 1 && queries[0]?.text !== 'begin' && connection.getTransactionStatus() !== 'T'
}

function toConfig({ text, values }: Query): pg.QueryConfig {
  const prepared = preparedOf(text)
  return { name: prepared.name, text: prepared.text, values: values.map(toParameter), types }
}

function explain(connection: Connection, error: Error, query: Query): Error {
  const received = connection.receive(error)
  if (received !== error) return received as Error
  if (isOutdatedPlan(error)) prepareAgain(preparedOf(query.text))
  return query.explain(error) as Error
}
