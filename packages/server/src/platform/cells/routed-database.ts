import type { Database, Executor, Transaction } from '../../kernel/database.ts'
import { sequence, Statement, type Query, type Rows } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import {
  asWriteHeld,
  ConnectionFailed,
  endsConnection,
  isWriteHeld,
  LostBeforeCommit,
  translateOutages,
} from '../db/database-errors.ts'
import { OuterHandleGuard } from '../db/outer-handle-guard.ts'
import { plainQueries } from '../db/plain-queries.ts'
import { retryConflicts } from '../db/retry.ts'
import type { CellDirectory } from './cell-directory.ts'
import { HOME, namesHomeTable, namesTenantTable } from './cell-tables.ts'
import type { StoredAddress } from './store.ts'

export interface Cell {
  readonly name: string
  readonly db: Database
  /** Uses the address that the home cell has now. Absent for a cell that cannot move. */
  readonly follow?: (stored: readonly StoredAddress[]) => Promise<void>
}

/** Makes the cells follow the addresses that the home cell has now. */
export async function followAddresses(cells: readonly Cell[], stored: readonly StoredAddress[]): Promise<void> {
  await Promise.all(cells.map(async ({ follow }) => follow?.(stored)))
}

/**
 * Creates one database from those of the cells. Each query runs in the cell of the project whose id it binds; one that
 * names a table of the home cell runs there. What is `unscoped` runs in the cell of `cells.at`; on the whole service,
 * it is refused if it names a table of projects, whose rows are in all cells.
 *
 * A transaction that uses several cells has a part in each. The home cell commits first: what another cell then lacks
 * is completed or removed later (`README.md`).
 *
 * @param cells the home cell first
 */
export function routedDatabase(cells: readonly [Cell, ...Cell[]], directory: CellDirectory): Database {
  const databases = new Map(cells.map(({ db, name }) => [name, db]))
  const guard = new OuterHandleGuard()
  const pools = { engine: cells[0].db.engine, poolUse: () => cells[0].db.poolUse() }

  // Each embedded database has one connection, so two transactions could wait for each other's. Only tests use it with
  // cells.
  const inTurn = pools.engine === 'embedded' ? createTurns() : <T>(work: () => Promise<T>) => work()

  const databaseOf = (name: string): Database => {
    const db = databases.get(name)
    if (!db) throw new StoreUnavailable(`This node has no cell with the name ${name}.`)
    return db
  }

  const viewOf = (own: string | null): Omit<Database, 'cells' | 'listen' | 'close'> => {
    async function run<T>(statement: Statement<T>): Promise<T> {
      guard.check()
      const queries = plainQueries(statement)
      const work = async (): Promise<T> => {
        const places = await placesOf(queries, own, new Whereabouts(directory))
        const [only = own ?? HOME, ...others] = new Set(places.filter((place) => place !== null))
        return others.length === 0 ? databaseOf(only).run(statement) : transaction((tx) => tx.run(statement))
      }
      // The database of the cell has repeated what failed for other reasons.
      return retryConflicts(() => elsewhere(work), isWriteHeld)
    }

    /** Lets the next attempt read the directory again if a cell has refused a write. */
    async function elsewhere<T>(work: () => Promise<T>): Promise<T> {
      try {
        return await work()
      } catch (error) {
        if (!isWriteHeld(error)) throw error
        directory.expire()
        throw asWriteHeld(error)
      }
    }

    function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
      guard.check()
      return inTurn(() =>
        translateOutages(() =>
          retryConflicts(() =>
            elsewhere(async () => {
              const parts = new Parts(databaseOf)
              // A project that moves meanwhile stays where the transaction found it first. Its locks are there.
              const whereabouts = new Whereabouts(directory, () => parts.opened(HOME))
              // Now, because the transaction holds locks later.
              await whereabouts.refresh()
              const executor = executorOf(parts, (queries) => placesOf(queries, own, whereabouts))
              try {
                const result = await guard
                  .run(() =>
                    work({
                      ...executor,
                      script: async (text) => (await parts.open(own ?? HOME)).script(text),
                      scriptOutside: async (text, lockMillis) =>
                        (await parts.open(own ?? HOME)).scriptOutside(text, lockMillis),
                    }),
                  )
                  .catch((error: unknown) => {
                    throw asLost(error)
                  })
                await parts.commit()
                return result
              } finally {
                await parts.rollback()
              }
            }),
          ),
        ),
      )
    }

    const { engine, poolUse } = pools
    return { engine, poolUse, run, batch: (batch) => run(sequence(batch)), transaction }
  }

  const whole = viewOf(null)
  return {
    ...whole,
    listen: async (...listening) => {
      const subscriptions = await Promise.all(cells.map(({ db }) => db.listen(...listening)))
      return { completeUntil: () => Math.min(...subscriptions.map(({ completeUntil }) => completeUntil())) }
    },
    close: async () => {
      await Promise.all(cells.map(({ db }) => db.close()))
    },
    cells: {
      names: cells.map(({ name }) => name),
      at: (name) => ({
        ...viewOf(name),
        listen: (...listening) => databaseOf(name).listen(...listening),
        close: () => Promise.resolve(),
      }),
      find: (projectId) => Promise.resolve(directory.find(projectId)),
      assign: (projectId, name) => directory.assign(projectId, name),
    },
  }
}

/** Runs one piece of work at a time. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}

/** The cells of the projects that a statement or a transaction uses. They do not change until it ends. */
class Whereabouts {
  readonly #directory: CellDirectory
  readonly #homePart: () => Executor | null
  readonly #found = new Map<string, string | Promise<string>>()

  /** @param homePart the open part of the transaction in the home cell, if any */
  constructor(directory: CellDirectory, homePart: () => Executor | null = () => null) {
    this.#directory = directory
    this.#homePart = homePart
  }

  find(projectId: string): string | Promise<string> {
    let found = this.#found.get(projectId)
    if (found === undefined) this.#found.set(projectId, (found = this.#directory.find(projectId, this.#homePart())))
    return found
  }

  /** Makes sure that the addresses of the cells are current. */
  async refresh(): Promise<void> {
    await this.#directory.refresh(this.#homePart())
  }
}

function placesOf(queries: readonly Query[], own: string | null, whereabouts: Whereabouts): Promise<(string | null)[]> {
  // Before a switch, each question reads the directory. One per statement suffices.
  let refreshed: Promise<void> | null = null
  const refresh = (): Promise<void> => (refreshed ??= whereabouts.refresh())
  return Promise.all(queries.map((query) => placeOf(query, own, whereabouts, refresh)))
}

/** Finds the cell of a query. Null for a query that names no table, such as a setting of the transaction. */
async function placeOf(
  { projects, text, values }: Query,
  own: string | null,
  whereabouts: Whereabouts,
  refresh: () => Promise<void>,
): Promise<string | null> {
  if (namesHomeTable(text)) return HOME
  if (!projects) {
    if (own === null && namesTenantTable(text))
      throw new Error(`An unscoped query about projects names no cell: ${text.trim().slice(0, 120)}`)
    if (own !== null && own !== HOME) await refresh()
    return own ?? HOME
  }
  let place: string | null = null
  for (const position of projects) {
    // The template binds the project by this value.
    const found = await whereabouts.find(String(values[position]))
    if (place !== null && found !== place)
      throw new Error(`A query names projects of two cells: ${text.trim().slice(0, 120)}`)
    place = found
  }
  return place
}

function executorOf(parts: Parts, placesOf: (queries: readonly Query[]) => Promise<(string | null)[]>): Executor {
  async function run<T>(statement: Statement<T>): Promise<T> {
    const queries = plainQueries(statement)
    const places = await placesOf(queries)
    const results: Rows[] = []
    for (let from = 0; from < queries.length;) {
      const place = places[from] ?? null
      let until = from + 1
      while (until < queries.length && (places[until] ?? null) === place) until += 1
      const some = queries.slice(from, until)
      results.push(...(place === null ? await parts.runEverywhere(some) : await parts.run(place, some)))
      from = until
    }
    return statement.read(results)
  }
  return { run, batch: (batch) => run(sequence(batch)) }
}

/** A transaction in one cell that stays open until the caller ends it. */
interface Part {
  readonly tx: Transaction
  readonly end: (error: Error | null) => Promise<void>
}

/** The parts of one transaction, by cell. */
class Parts {
  readonly #databaseOf: (name: string) => Database
  readonly #parts = new Map<string, Part>()
  /** Queries without a table. A part that opens later runs them first. */
  readonly #everywhere: Query[] = []

  constructor(databaseOf: (name: string) => Database) {
    this.#databaseOf = databaseOf
  }

  opened(place: string): Transaction | null {
    return this.#parts.get(place)?.tx ?? null
  }

  async open(place: string): Promise<Transaction> {
    const open = this.#parts.get(place)
    if (open) return open.tx
    const part = await openPart(this.#databaseOf(place))
    this.#parts.set(place, part)
    if (this.#everywhere.length > 0) await part.tx.run(resultsOf(this.#everywhere))
    return part.tx
  }

  async run(place: string, queries: readonly Query[]): Promise<readonly Rows[]> {
    return (await this.open(place)).run(resultsOf(queries))
  }

  /**
   * Runs queries without a table in all parts, also in those that open later. Returns the results of the last open
   * part.
   */
  async runEverywhere(queries: readonly Query[]): Promise<readonly Rows[]> {
    this.#everywhere.push(...queries)
    let results: readonly Rows[] = queries.map(() => ({ rows: [], count: 0 }))
    for (const { tx } of this.#parts.values()) results = await tx.run(resultsOf(queries))
    return results
  }

  async commit(): Promise<void> {
    const names = [...this.#parts.keys()].toSorted((a, b) => Number(b === HOME) - Number(a === HOME))
    let isBegun = false
    for (const name of names) {
      try {
        await this.#end(name, null)
      } catch (error) {
        if (!isBegun) throw error
        throw new StoreUnavailable('A cell lost its part of a transaction that the home cell has committed.', {
          cause: error,
        })
      }
      isBegun = true
    }
  }

  /** Ends the parts that have not committed. */
  async rollback(): Promise<void> {
    await Promise.all([...this.#parts.keys()].map((name) => this.#end(name, new RolledBack()).catch(() => {})))
  }

  async #end(name: string, error: Error | null): Promise<void> {
    const part = this.#parts.get(name)
    this.#parts.delete(name)
    await part?.end(error)
  }
}

class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** Opens a transaction whose end the caller decides. */
function openPart(db: Database): Promise<Part> {
  return new Promise((resolve, reject) => {
    const ending = Promise.withResolvers<void>()
    // The rejection reaches the transaction below.
    ending.promise.catch(() => {})
    let isOpened = false
    const whole = db.transaction(async (tx) => {
      // The database would repeat this part without the others. The transaction as a whole is repeated.
      if (isOpened) throw new LostBeforeCommit('A part of the transaction was lost before its commit.')
      isOpened = true
      resolve({
        tx,
        end: (error) => {
          if (error) ending.reject(error)
          else ending.resolve()
          return whole
        },
      })
      await ending.promise
    })
    whole.catch(reject)
  })
}

function resultsOf(queries: readonly Query[]): Statement<readonly Rows[]> {
  return new Statement(queries, (results) => results)
}

/** Nothing was committed, so the whole transaction may be repeated. */
function asLost(error: unknown): unknown {
  if (!(error instanceof ConnectionFailed) && !endsConnection(error)) return error
  return new LostBeforeCommit('The connection to the database was lost.', { cause: error })
}
