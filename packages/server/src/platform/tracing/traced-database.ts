import type { Attributes } from '@opentelemetry/api'

import type { Database, Executor } from '../../kernel/database.ts'
import { sequence, type Statement } from '../../kernel/statement.ts'
import { inChildSpan } from './tracing.ts'
import { summaryOf } from './statement-summary.ts'

/** The embedded engine is PostgreSQL too. */
const SYSTEM = 'postgresql'
const NAME_MAX_CHARACTERS = 255

/** Creates a database whose statements and transactions are spans of the current trace. */
export function tracedDatabase(db: Database): Database {
  const traced = (executor: Executor): Executor => {
    const run: Executor['run'] = (statement) => {
      const { attributes, name } = describe(statement)
      return inChildSpan(name, 'client', attributes, () => executor.run(statement))
    }
    return { run, batch: (batch) => run(sequence(batch)) }
  }
  return {
    ...db,
    ...traced(db),
    transaction: (work) =>
      inChildSpan('transaction', 'internal', { 'db.system.name': SYSTEM }, () =>
        db.transaction((tx) => work({ ...tx, ...traced(tx) })),
      ),
  }
}

function describe({ queries }: Statement<unknown>): { name: string; attributes: Attributes } {
  const name = [...new Set(queries.map(({ text }) => summaryOf(text)))].join('; ').slice(0, NAME_MAX_CHARACTERS)
  return {
    name,
    attributes: {
      'db.system.name': SYSTEM,
      'db.query.summary': name,
      ...(queries.length > 1 && { 'db.operation.batch.size': queries.length }),
    },
  }
}
