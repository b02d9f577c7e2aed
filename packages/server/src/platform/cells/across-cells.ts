import type { Database } from '../../kernel/database.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

/* Work in several cells. While a cell is down, each function still does its work in the others. */

/**
 * Returns the database of the whole service once per cell, each with its `unscoped` statements in that cell. Without
 * cells, there is one.
 */
export function listLanes(db: Database): readonly Database[] {
  return db.cells ? db.cells.names.map((name) => db.cells?.at(name) ?? db) : [db]
}

/** Returns the database of the whole service, whose `unscoped` statements run in the cell of the project. */
export async function inCellOf(db: Database, projectId: string): Promise<Database> {
  const { cells } = db
  return cells ? cells.at(await cells.find(projectId)) : db
}

/** Reads records of projects from their cells. Leaves out the projects of a cell that fails, unless all cells fail. */
export async function readInCellsOf<Item extends { readonly projectId: string }, T>(
  db: Database,
  items: readonly Item[],
  read: (db: Database, items: readonly Item[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const settled = await settleInCellsOf(db, items, read)
  const [failed] = failuresOf(settled)
  if (failed && settled.length === 1) throw failed.reason
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/**
 * Writes about projects, per cell.
 *
 * @throws the first failure, after the work in the other cells
 */
export async function writeInCellsOf<Item extends { readonly projectId: string }>(
  db: Database,
  items: readonly Item[],
  write: (db: Database, items: readonly Item[]) => Promise<void>,
): Promise<void> {
  const [failed] = failuresOf(await settleInCellsOf(db, items, write))
  if (failed) throw failed.reason
}

async function settleInCellsOf<Item extends { readonly projectId: string }, T>(
  db: Database,
  items: readonly Item[],
  work: (db: Database, items: readonly Item[]) => Promise<T>,
): Promise<PromiseSettledResult<T>[]> {
  const { cells } = db
  if (!cells) return Promise.allSettled([work(db, items)])
  const placed = await Promise.all(items.map(async (item) => ({ item, cell: await cells.find(item.projectId) })))
  const groups = [...Map.groupBy(placed, ({ cell }) => cell)]
  return Promise.allSettled(
    groups.map(([cell, some]) =>
      work(
        cells.at(cell),
        some.map(({ item }) => item),
      ),
    ),
  )
}

function failuresOf(settled: readonly PromiseSettledResult<unknown>[]): PromiseRejectedResult[] {
  return settled.filter((one) => one.status === 'rejected')
}

/**
 * Looks in all cells at once. A cell that does not answer delays only a search that finds nothing in the others.
 *
 * @throws the failure of a cell if the others do not have it
 */
export async function findInCells<T>(db: Database, find: (db: Database) => Promise<T | null>): Promise<T | null> {
  const { failures, found } = await searchCells(db, find)
  for (const failure of failures) throw failure
  return found
}

/**
 * Looks like `findInCells`, but leaves out the cells that are down. Use it only if a find refuses the call, so that the
 * outage of one cell does not refuse calls to the projects of the others.
 *
 * @throws the failure if all cells are down, and any other failure
 */
export async function findInReachableCells<T>(
  db: Database,
  find: (db: Database) => Promise<T | null>,
): Promise<T | null> {
  const { failures, found } = await searchCells(db, find)
  for (const failure of failures) if (!(failure instanceof StoreUnavailable)) throw failure
  if (failures.length === listLanes(db).length) throw failures[0]
  return found
}

/** Waits for the first cell that has something; `failures` is empty then. */
async function searchCells<T>(
  db: Database,
  find: (db: Database) => Promise<T | null>,
): Promise<{ found: T | null; failures: readonly unknown[] }> {
  const failures: unknown[] = []
  const searches = listLanes(db).map(async (lane) => {
    try {
      const found = await find(lane)
      if (found !== null) return found
    } catch (error) {
      failures.push(error)
    }
    throw new Error('This cell has nothing.')
  })
  const found = await Promise.any(searches).catch(() => null)
  return { found, failures: found === null ? failures : [] }
}
