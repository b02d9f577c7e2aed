import type { Database, Executor } from '../../kernel/database.ts'
import { findLocks, type Lock } from '../../kernel/locks.ts'
import { sequence, Statement, type Query, type Rows } from '../../kernel/statement.ts'
import { lockLevels } from './lock-levels.ts'

/**
 * The database of tests. It refuses a statement that waits for a lock with a lower level than a lock of its
 * transaction.
 */
export function inLockOrder(db: Database): Database {
  return {
    ...db,
    ...checkedExecutor(db, () => new TakenLocks()),
    transaction: (work) =>
      db.transaction((tx) => {
        const taken = new TakenLocks()
        return work({ ...tx, ...checkedExecutor(tx, () => taken) })
      }),
  }
}

function checkedExecutor(executor: Executor, takenLocks: () => TakenLocks): Executor {
  const run = async <T>(statement: Statement<T>): Promise<T> => executor.run(takenLocks().check(statement))
  return { run, batch: (batch) => run(sequence(batch)) }
}

/** A lock, at the position of its level. */
interface Taken {
  readonly level: number
  readonly lock: Lock
  readonly query: Query
}

const levelsOfTables = new Map<string, number[]>()
for (const [level, { tables }] of lockLevels.entries()) {
  for (const table of tables) levelsOfTables.set(table, [...(levelsOfTables.get(table) ?? []), level])
}

/** The locks that one transaction has taken. */
class TakenLocks {
  readonly #levels: Set<number>
  #highest: Taken | null

  constructor(levels: Iterable<number> = [], highest: Taken | null = null) {
    this.#levels = new Set(levels)
    this.#highest = highest
  }

  /**
   * Returns the statement, which notes its locks when it ends.
   *
   * @throws Error if it waits for a lock of a lower level
   */
  check<T>(statement: Statement<T>): Statement<T> {
    const next = new TakenLocks(this.#levels, this.#highest)
    const wanted = statement.queries.flatMap((query) =>
      findLocks(query.text).map((lock) => {
        const taken = next.#requireOrder(lock, query)
        next.#add(taken)
        return taken
      }),
    )
    if (wanted.length === 0) return statement
    return new Statement(statement.steps, (results: readonly Rows[]) => {
      const counts = new Map(statement.queries.map((query, index) => [query, results[index]?.count]))
      for (const taken of wanted) if (counts.get(taken.query) !== 0 || hasParts(taken.query)) this.#add(taken)
      return statement.read(results)
    })
  }

  /**
   * A table with several levels has the first one that is not too low. If the transaction has locked or created rows of
   * the level before, it changes rows that it has.
   */
  #requireOrder(lock: Lock, query: Query): Taken {
    const levels = levelsOfTables.get(lock.table) ?? []
    const highest = this.#highest
    const level = levels.find((each) => each >= (highest?.level ?? 0)) ?? levels.find((each) => this.#levels.has(each))
    if (level !== undefined) return { level, lock, query }
    const wanted = { level: levels[0] ?? -1, lock, query }
    if (lock.waits && highest) throw new Error(outOfOrder(highest, wanted))
    return wanted
  }

  #add(taken: Taken): void {
    this.#levels.add(taken.level)
    if (!taken.lock.isNew && taken.level > (this.#highest?.level ?? -1)) this.#highest = taken
  }
}

/** Whether another part of the query can lock rows if the query returns and changes none. */
function hasParts({ text }: Query): boolean {
  return /^\s*with\b/.test(text)
}

function outOfOrder(first: Taken, second: Taken): string {
  const describe = ({ level, lock: { table }, query }: Taken): string =>
    `${table} (level "${lockLevels[level]?.name}") by \`${query.text.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}\``
  return `A transaction locks ${describe(second)} after ${describe(first)}, against the lock order of platform/db/README.md.`
}
