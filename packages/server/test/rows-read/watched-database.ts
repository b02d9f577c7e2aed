import type { Database, Row, Rows, Sql, Transaction } from '../../src/kernel/database.ts'

/** What the present transaction has read of a table or an index so far. */
export interface Read {
  relation: string
  rows: number
  pages: number
}

/**
 * The counters of `pg_stat_user_tables` and `pg_stat_user_indexes`, before they get there at the end of the transaction.
 * Pages of indexes only: a row that changes often leaves versions on many pages of its table, until they are vacuumed.
 */
async function readsUntilNow(tx: Sql): Promise<Map<string, Read>> {
  const { rows } = await tx.sql<Read>`
    select oid::regclass::text as relation,
      case when relkind = 'i' then pg_stat_get_xact_blocks_fetched(oid) else 0 end as pages,
      pg_stat_get_xact_tuples_returned(oid) + case when relkind = 'r' then pg_stat_get_xact_tuples_fetched(oid) else 0 end
        as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`
  return new Map(rows.map((row) => [row.relation, row]))
}

/** The handle with each statement in a transaction of which it is told what it has read. */
export function watched(
  db: Database,
  onRead: (read: Read, statement: string, count: number) => void,
): Pick<Database, 'sql' | 'lookup' | 'together' | 'transaction'> {
  const watchedTransaction = (tx: Transaction): Transaction => ({
    ...tx,
    async sql<R extends Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Rows<R>> {
      // Sent at once, or another statement of the transaction could come between them.
      const [before, answer, after] = await Promise.all([
        readsUntilNow(tx),
        tx.sql<R>(text, ...values),
        readsUntilNow(tx),
      ])
      for (const { relation, rows, pages } of after.values()) {
        const { rows: rowsBefore = 0, pages: pagesBefore = 0 } = before.get(relation) ?? {}
        onRead({ relation, rows: rows - rowsBefore, pages: pages - pagesBefore }, text.join('?'), answer.count)
      }
      return answer
    },
  })
  const alone: Sql['sql'] = (text, ...values) => db.transaction((tx) => watchedTransaction(tx).sql(text, ...values))
  return {
    sql: alone,
    lookup: alone,
    together: (work) => db.transaction((tx) => Promise.all(work(watchedTransaction(tx)))),
    transaction: (work) => db.transaction((tx) => work(watchedTransaction(tx))),
  }
}
