import type { Query, Statement } from '../../kernel/statement.ts'

/** The queries of a statement without events. An engine does not know their subscribers. */
export function plainQueries({ steps, queries }: Statement<unknown>): readonly Query[] {
  if (steps.length === queries.length) return queries
  throw new Error('The statement emits events. Execute it on a database with subscribers (emitting-database.ts).')
}
