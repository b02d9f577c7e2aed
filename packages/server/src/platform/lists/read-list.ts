import type { ProjectDatabase } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { nothing, type Statement } from '../../kernel/statement.ts'
import { limitDuration, preferIndexScans, preferKeptPlan, preferOrderedIndexes } from '../db/sweep.ts'
import {
  countExamined,
  countNarrow,
  examine,
  selectNarrow,
  type BoundedList,
  type Examined,
  type Listed,
  type ListWindow,
  type NarrowFilter,
} from './bounded-list.ts'
import { decodeCursor, encodeCursor, type CursorScope } from './list-cursor.ts'
import type { Position } from './list-key.ts'
import { SEARCH_MAX_MILLIS, SearchTooSlow } from './search.ts'

const searchTime = limitDuration(SEARCH_MAX_MILLIS)

/** The rows of one statement. A longer page is read by several statements, so that each takes a bounded time. */
const PIECE_ROWS_MAX = 500
/** The rows that the first statement examines for a list with filters that have no index. */
const PIECE_ROWS_MIN = 100
/** About as long as a page of the largest size takes. */
const EXAMINED_ROWS_MAX = 10_000

const COUNTED_PIECE_ROWS = 5_000
const COUNT_EXAMINED_ROWS_MAX = 50_000
/** The highest total of a list with filters. */
const TOTAL_MAX = 10_000

/** The part of a list that a call asks for. */
export interface ListQuery {
  /** Absent: the whole list, if the answer is not larger than the maximum. */
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** A whole list, or a page of it. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly isPaginated: boolean
  /** Null at the end, and for a whole list. */
  readonly nextCursor: string | null
  /** Only if the call asks for it. */
  readonly total?: ListTotal
}

/** The number of items in a list. */
export interface ListTotal {
  /** Null if counting would take too long. */
  readonly count: number | null
  /** The list has more items than were counted. */
  readonly isCapped: boolean
}

/** What a cursor of the list is bound to. */
export function scopeOf({ filters, key, of, projectId }: BoundedList<unknown>): CursorScope {
  return { key, scope: [of, projectId, ...filters] }
}

/**
 * Reads a page of a list if the call sends a limit or a cursor, otherwise the whole list.
 *
 * @throws SCHEMA_ERROR for a cursor of another list, PlainError for a whole list above its maximum size, SearchTooSlow
 */
export async function readList<Item>(
  db: ProjectDatabase,
  list: BoundedList<Item>,
  { cursor, limit }: ListQuery,
): Promise<ListPage<Item>> {
  const scope = scopeOf(list)
  const start = cursor === undefined ? null : decodeCursor(scope, cursor)
  const { items, next } = await readPage(db, list, { start, limit })
  return {
    items,
    isPaginated: limit !== undefined || cursor !== undefined,
    nextCursor: next && encodeCursor(scope, next),
  }
}

interface WantedPage {
  readonly start: Position | null
  readonly limit: number | undefined
}

/**
 * Reads a page of a list. It ends early, with the position of the next one, before it exceeds the maximum size, and if
 * few of many examined rows belong to the list. Every call thus takes a bounded time (decision 027).
 *
 * @throws PlainError for a whole list above its maximum size, SearchTooSlow
 */
export async function readPage<Item>(
  db: ProjectDatabase,
  list: BoundedList<Item>,
  wanted: WantedPage,
): Promise<{ readonly items: readonly Item[]; readonly next: Position | null }> {
  const limit = wanted.limit ?? Infinity
  const isWhollyExamined = list.keep === undefined || wanted.limit === undefined
  const items: Item[] = []
  let { start } = wanted
  let maxBytes = list.maxBytes ?? Number.MAX_SAFE_INTEGER
  let [left, most] = [isWhollyExamined ? Infinity : EXAMINED_ROWS_MAX, PIECE_ROWS_MIN]
  do {
    const window = { start, limit: Math.min(limit - items.length, PIECE_ROWS_MAX), maxBytes }
    const count = list.keep ? Math.min(left, PIECE_ROWS_MAX, Math.max(most, 2 * window.limit)) : window.limit
    const { found, next } = await readPiece(db, list, window, count)
    for (const { bytes, item, position } of found.slice(0, window.limit)) {
      if (item === null) return { items, next: endEarly(list, wanted, position) }
      items.push(item)
      // guard: the statements of one page share its maximum size [list-users]
      maxBytes -= bytes
    }
    start = found[window.limit]?.position ?? next
    left -= count
    most = 2 * count
  } while (start !== null && items.length < limit && left > 0)
  return { items, next: start }
}

/**
 * Returns the start of the next page after a page that is full before its limit. Without a limit, the caller expects
 * none.
 */
function endEarly({ maxBytes = 0, of }: BoundedList<unknown>, { limit }: WantedPage, next: Position): Position {
  if (limit !== undefined) return next
  throw new PlainError(
    400,
    `The list of ${of} is larger than ${maxBytes / 2 ** 20} MiB. Send limit, and read the next pages with cursor.`,
  )
}

/**
 * Reads a part of a list: from a narrow filter that selects few rows, or else among the next rows.
 *
 * @param count the number of rows to examine
 * @returns at most one row more than the limit of the window
 * @throws SearchTooSlow
 */
export async function readPiece<Item>(
  db: ProjectDatabase,
  list: BoundedList<Item>,
  window: ListWindow,
  count: number,
): Promise<Examined<Listed<Item>[]>> {
  const found = await firstNarrow(db, list, (filter) => selectNarrow(list, filter, window))
  if (found) return { found, next: null }
  const { read } = await db.batch({
    duration: list.isSearch ? searchTime : nothing,
    required: list.requires ?? nothing,
    planning: preferOrderedIndexes,
    read: examine(list, window, count),
  })
  return read
}

/** Counts a list, up to `TOTAL_MAX`. @throws SearchTooSlow */
export async function countList(db: ProjectDatabase, list: BoundedList<unknown>): Promise<ListTotal> {
  const found = await firstNarrow(db, list, (filter) => countNarrow(list, filter, TOTAL_MAX))
  return found === null ? countInPieces(db, list) : cappedTotal(found)
}

async function countInPieces(db: ProjectDatabase, list: BoundedList<unknown>): Promise<ListTotal> {
  let count = 0
  let start: Position | null = null
  for (let examined = 0; examined < COUNT_EXAMINED_ROWS_MAX;) {
    // One row more than the highest total decides.
    const piece = Math.min(COUNTED_PIECE_ROWS, Math.max(PIECE_ROWS_MAX, TOTAL_MAX + 1 - count))
    const { read }: { read: Examined<number> } = await db.batch({
      duration: searchTime,
      planning: preferOrderedIndexes,
      read: countExamined(list, start, piece),
    })
    count += read.found
    if (count > TOTAL_MAX || read.next === null) return cappedTotal(count)
    start = read.next
    examined += piece
  }
  return { count, isCapped: true }
}

function cappedTotal(count: number): ListTotal {
  return { count: Math.min(count, TOTAL_MAX), isCapped: count > TOTAL_MAX }
}

/** The total is unknown if counting takes too long. */
export async function countInTime(count: () => Promise<ListTotal>): Promise<ListTotal> {
  try {
    return await count()
  } catch (error) {
    if (error instanceof SearchTooSlow) return { count: null, isCapped: false }
    throw error
  }
}

/** Reads the rows of the first narrow filter that selects few of them. Returns null if there is none. */
async function firstNarrow<Result>(
  db: ProjectDatabase,
  { narrow }: BoundedList<unknown>,
  readBy: (filter: NarrowFilter) => Statement<Result | null>,
): Promise<Result | null> {
  for (const filter of narrow?.filters ?? []) {
    const { found } = await db.batch({
      duration: searchTime,
      planning: filter.isSearch ? preferIndexScans : preferOrderedIndexes,
      // The same indexes find every term.
      keptPlan: filter.isSearch ? preferKeptPlan : nothing,
      found: readBy(filter),
    })
    if (found !== null) return found
  }
  return null
}
