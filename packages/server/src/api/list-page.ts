import { TEAM_LIST_MAX_BYTES } from '@portico/contract'

import { PlainError } from '../kernel/errors.ts'
import type { CreationPosition, Listed, ListWindow } from '../records/queries/bounded-list.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'
import { presentTotal, type ListTotal } from './list-search.ts'

/** The rows of one statement. A longer page is read by several statements, so that each takes a bounded time. */
const PIECE_ROWS = 500

interface WantedPage<Position> {
  /** Names the items in the advice to read page by page, such as "users". */
  readonly of: string
  /** Where the page begins; null for the first page. */
  readonly start: Position | null
  /** Absent: the whole list, if the answer is not larger than the maximum. */
  readonly limit: number | undefined
  readonly maxBytes: number
}

interface Page<Item, Position> {
  readonly items: readonly Item[]
  /** The first item of the next page; null at the end, and without a limit. */
  readonly next: Position | null
}

/**
 * Reads a page of a list. A page that would exceed the maximum size ends early.
 *
 * @param readPiece reads the rows of a window, one more than the limit of the piece to find the next position
 */
export async function readPage<Item, Position>(
  wanted: WantedPage<Position>,
  readPiece: (window: ListWindow<Position | null>) => Promise<readonly Listed<Item, Position>[]>,
): Promise<Page<Item, Position>> {
  const limit = wanted.limit ?? Infinity
  const items: Item[] = []
  let start: Position | null = wanted.start
  let { maxBytes } = wanted
  for (;;) {
    const count = Math.min(limit - items.length, PIECE_ROWS)
    const piece: readonly Listed<Item, Position>[] = await readPiece({ start, limit: count + 1, maxBytes })
    for (const { item, position, bytes } of piece.slice(0, count)) {
      if (item === null) return { items, next: endEarly(wanted, position) }
      items.push(item)
      maxBytes -= bytes
    }
    const following = piece[count]
    if (!following) return { items, next: null }
    if (items.length >= limit) return { items, next: following.position }
    start = following.position
  }
}

/** Returns the start of the next page after a page that is full before its limit. Without a limit, the caller expects none. */
function endEarly<Position>({ of, limit, maxBytes }: WantedPage<unknown>, next: Position): Position {
  if (limit !== undefined) return next
  throw new PlainError(
    400,
    `The list of ${of} is larger than ${maxBytes / 2 ** 20} MiB. Send limit, and read the next pages with cursor.`,
  )
}

/** Builds the envelope `listOf`: a list that is always returned whole. */
export function wholeList<Item>(items: Item[]): { items: Item[]; is_paginated: false } {
  return { items, is_paginated: false }
}

/** The part of a list that a call wants. */
export interface ListQuery {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** The list that a call wants, in the order of creation. */
interface WantedList {
  /** Names the items in the advice to read page by page, such as "teams". */
  readonly of: string
  /** The project and the filters. A cursor is valid for one list with the same filters. */
  readonly scope: readonly (string | null)[]
  readonly query: ListQuery
}

/** A whole list, or a page of it. */
export interface WholeOrPage<Item> {
  readonly items: readonly Item[]
  readonly isPaginated: boolean
  /** Null at the end, and for a whole list. */
  readonly nextCursor: string | null
}

/**
 * Reads a list of teams or members: a page if the call sends a limit or a cursor, otherwise the whole list.
 *
 * @throws SCHEMA_ERROR for a cursor of another list, PlainError for a whole list above `TEAM_LIST_MAX_BYTES`
 */
export async function readWholeOrPage<Item>(
  { of, query, ...list }: WantedList,
  readPiece: (window: ListWindow<CreationPosition | null>) => Promise<readonly Listed<Item, CreationPosition>[]>,
): Promise<WholeOrPage<Item>> {
  const { limit, cursor } = query
  const scope = [of, ...list.scope]
  const start = cursor === undefined ? null : decodeCursor(scope, cursor)
  const { items, next } = await readPage<Item, CreationPosition>(
    { of, start, limit, maxBytes: TEAM_LIST_MAX_BYTES },
    readPiece,
  )
  const isPaginated = limit !== undefined || cursor !== undefined
  return { items, isPaginated, nextCursor: next && encodeCursor(scope, next) }
}

/** The envelopes `wholeOrPageOf` and `countedWholeOrPageOf`. */
interface PresentedWholeOrPage<Shown> {
  items: Shown[]
  is_paginated: boolean
  pagination?: { next_cursor: string | null } & ReturnType<typeof presentTotal>
}

/** Builds the envelope of a whole list or page. A page has a total if it was counted. */
export function presentWholeOrPage<Item, Shown>(
  { items, isPaginated, nextCursor, total }: WholeOrPage<Item> & { readonly total?: ListTotal },
  present: (item: Item) => Shown,
): PresentedWholeOrPage<Shown> {
  const shown = items.map((item) => present(item))
  if (!isPaginated) return wholeList(shown)
  return { items: shown, is_paginated: true, pagination: { next_cursor: nextCursor, ...presentTotal(total) } }
}
