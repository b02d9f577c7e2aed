import { isForTheSakeOfAnother } from './database-errors.ts'
import type { Row, Transaction } from '../../kernel/database.ts'

/**
 * Runs the work of a transaction so that its failure is the one that says why.
 *
 * Of statements that were sent without waiting for each other, those behind a refused one are refused for its sake, and
 * their errors may reach the caller first. What is thrown then decides between a conflict to try again, a known error
 * and a bug, so it must be the first one.
 */
export async function withFirstFailure<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let first: { readonly error: unknown } | undefined
  try {
    return await work({
      script: (text) => tx.script(text),
      sql: async <R extends Row>(text: TemplateStringsArray, ...values: unknown[]) =>
        tx.sql<R>(text, ...values).catch((error: unknown) => {
          first ??= { error }
          throw error
        }),
    })
  } catch (error) {
    throw first && isForTheSakeOfAnother(error) ? first.error : error
  }
}
