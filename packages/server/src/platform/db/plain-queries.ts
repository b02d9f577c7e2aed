import { isEmitting, type Query, type Statement } from '../../kernel/statement.ts'

/** Returns the queries of a statement without events. An engine has no subscribers. */
export function plainQueries(statement: Statement<unknown>): readonly Query[] {
  if (!isEmitting(statement)) return statement.queries
  throw new Error('The statement emits events. Execute it on a database with subscribers (emitting-database.ts).')
}
