import type { Database, Transaction } from '../../src/kernel/database.ts'
import { sequence, Statement, statement, type Query, type Rows } from '../../src/kernel/statement.ts'

/** The rows and pages that the current transaction has read from a table or an index. */
export interface Read {
  relation: string
  rows: number
  pages: number
}

/**
 * The counters that PostgreSQL adds to `pg_stat_user_tables` and `pg_stat_user_indexes` at the end of the transaction.
 * Counts pages only of indexes: after frequent updates, versions of a row are on many pages of its table until a
 * vacuum.
 */
const readsSoFar: Statement<ReadonlyMap<string, Read>> = statement<Read>`
  select oid::regclass::text as relation, pages, rows from (
    select oid,
      case when relkind = 'i' then pg_stat_get_xact_blocks_fetched(oid) else 0 end as pages,
      pg_stat_get_xact_tuples_returned(oid) + case when relkind = 'r' then pg_stat_get_xact_tuples_fetched(oid) else 0 end
        as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
  ) relations
  where rows > 0 or pages > 0`.map(({ rows }) => new Map(rows.map((row) => [row.relation, row])))

/**
 * Runs every query in a transaction, as `watched` does. Outside of a transaction, some queries use separate
 * connections.
 */
export function inTransactions(db: Database): Pick<Database, 'run' | 'batch' | 'transaction'> {
  const run = <T>(wanted: Statement<T>): Promise<T> => db.transaction((tx) => tx.run(wanted))
  return { run, batch: (batch) => run(sequence(batch)), transaction: (work) => db.transaction(work) }
}

/** Wraps the database so that each query reports the rows and pages that it reads. */
export function watched(
  db: Database,
  onRead: (read: Read, text: string, count: number) => void,
): Pick<Database, 'run' | 'batch' | 'transaction'> {
  async function runQuery(tx: Transaction, query: Query): Promise<Rows> {
    const { before, result, after } = await tx.batch({
      before: readsSoFar,
      result: new Statement([query], ([rows = { rows: [], count: 0 }]) => rows),
      after: readsSoFar,
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
