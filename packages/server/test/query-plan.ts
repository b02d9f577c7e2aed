import type { Database } from '../src/kernel/database.ts'
import { allRows, Statement, statement, type Row } from '../src/kernel/statement.ts'
import { preferOrderedIndexes } from '../src/platform/db/sweep.ts'

/**
 * Reads the plan of PostgreSQL for a statement that runs after `preferOrderedIndexes`.
 *
 * @param isGeneric reads the plan that PostgreSQL keeps for all values instead of the one for these values
 * @param isExecuted executes the statement, so that the plan contains the number of read blocks
 * @returns its lines
 */
export async function readPlan(
  db: Database,
  wanted: Statement<unknown>,
  { isGeneric, isExecuted = false }: { readonly isGeneric: boolean; readonly isExecuted?: boolean },
): Promise<string[]> {
  const [query] = wanted.queries
  if (!query) throw new Error('The statement is a query.')
  // PostgreSQL accepts a quoted literal for every type.
  const literalOf = (value: unknown): string => {
    if (Array.isArray(value)) return `{${value.map(literalOf).join(',')}}`
    return value instanceof Date ? value.toISOString() : String(value)
  }
  const values = query.values.map((value) => (value === null ? 'null' : `'${literalOf(value)}'`))
  const raw = (text: string): Statement<Row[]> =>
    new Statement([{ ...query, text, values: [] }], ([result]) => (result ? allRows(result) : []))
  return db.transaction(async (tx) => {
    await tx.run(preferOrderedIndexes)
    if (!isGeneric) await tx.run(statement`set local plan_cache_mode = force_custom_plan`)
    await tx.run(raw(`prepare page as ${query.text}`))
    const plan = await tx.run(
      raw(`explain (analyze ${isExecuted}, buffers ${isExecuted}) execute page (${values.join(', ')})`),
    )
    await tx.run(raw('deallocate page'))
    return plan.map((row) => String(Object.values(row)[0]))
  })
}
