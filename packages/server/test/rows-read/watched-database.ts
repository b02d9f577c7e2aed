import type { Database, Transaction } from '../../src/kernel/database.ts'
import { sequence, Statement, statement, type Query, type Rows } from '../../src/kernel/statement.ts'

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
const readsUntilNow: Statement<ReadonlyMap<string, Read>> = statement<Read>`
  select oid::regclass::text as relation,
    case when relkind = 'i' then pg_stat_get_xact_blocks_fetched(oid) else 0 end as pages,
    pg_stat_get_xact_tuples_returned(oid) + case when relkind = 'r' then pg_stat_get_xact_tuples_fetched(oid) else 0 end
      as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`.map(
  ({ rows }) => new Map(rows.map((row) => [row.relation, row])),
)

/** The handle with each query in a transaction of which it is told what it has read. */
export function watched(
  db: Database,
  onRead: (read: Read, text: string, count: number) => void,
): Pick<Database, 'run' | 'batch' | 'transaction'> {
  async function runQuery(tx: Transaction, query: Query): Promise<Rows> {
    const { before, result, after } = await tx.batch({
      before: readsUntilNow,
      result: new Statement([query], ([rows = { rows: [], count: 0 }]) => rows),
      after: readsUntilNow,
    })
    for (const { relation, rows, pages } of after.values()) {
      const { rows: rowsBefore = 0, pages: pagesBefore = 0 } = before.get(relation) ?? {}
      onRead({ relation, rows: rows - rowsBefore, pages: pages - pagesBefore }, query.text, result.count)
    }
    return result
  }
  function watchedTransaction(tx: Transaction): Transaction {
    const run = async <T>(wanted: Statement<T>): Promise<T> => {
      const results: Rows[] = []
      for (const query of wanted.queries) results.push(await runQuery(tx, query))
      return wanted.read(results)
    }
    return { ...tx, run, batch: (batch) => run(sequence(batch)) }
  }
  const run = <T>(wanted: Statement<T>): Promise<T> => db.transaction((tx) => watchedTransaction(tx).run(wanted))
  return {
    run,
    batch: (batch) => run(sequence(batch)),
    transaction: (work) => db.transaction((tx) => work(watchedTransaction(tx))),
  }
}
