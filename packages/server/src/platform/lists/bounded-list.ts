import { allRows, fragment, statement, type SqlFragment, type SqlText, type Statement } from '../../kernel/statement.ts'
import {
  orderOf,
  positionOf,
  isNext,
  type ListKey,
  type MomentRange,
  type Position,
  type ReadRows,
} from './list-key.ts'
import { asSearchTooSlow } from './search.ts'

// A list that is read page by page is one value, which declares what it reads. The statements here read it, and
// `read-list.ts` executes them. Each statement reads a bounded number of rows, in one of two ways:
// - `selectNarrow` reads all rows of a filter that selects few, and compares them with the other filters.
// - `examine` reads the next rows in the order of the list and compares them. The position where it stopped begins the
//   next statement, whether or not it has found a row. The database adds up the sizes of the rows before it reads them,
//   so that neither the database nor the service holds more than an answer, however large the rows are.

/** A narrow filter with more rows than this does not find a page. */
const NARROW_ROWS_MAX = 1_000

/** A filter that usually selects few rows, which an index finds in another order. */
export interface NarrowFilter {
  /** Reads the ids of these rows (`id`), in any order and some more than once. */
  readonly rows: (limit: number) => SqlFragment
  /** A trigram index finds them. */
  readonly isSearch: boolean
}

/** What a page reads of its rows. */
interface PageRows {
  /** In terms of `page`, which has the columns of `range`, and of `join`. */
  readonly columns: SqlText | SqlFragment
  /**
   * Joins the rows of `page` that are `page.is_read` with what they show. A lateral query, because without statistics
   * PostgreSQL may read a whole table.
   */
  readonly join?: SqlFragment
  /** The size of a `page` row in an answer. Absent: only the number of rows is limited. */
  readonly bytes?: SqlFragment
}

interface ListDefinition<Row, Item> {
  readonly projectId: string
  /** What the list contains, such as "users". */
  readonly of: string
  /** The filters. A cursor is valid for one list with the same filters. */
  readonly filters: readonly (string | null)[]
  readonly key: ListKey
  /** Only rows with moments in this range, in the first column of the key. */
  readonly moments?: MomentRange
  /** Reads the next index rows in list order (`nextRows`), with the columns of the key. */
  readonly range: (rows: ReadRows) => SqlFragment
  /**
   * The filters that are compared with the rows of `range`, named `examined`. Absent: these are the rows of the list.
   */
  readonly keep?: SqlFragment
  readonly narrow?: {
    /** Probably the narrowest first. */
    readonly filters: readonly NarrowFilter[]
    /** Reads the key columns of the row `selected.id` if it matches all filters. */
    readonly lookup: SqlFragment
  }
  /** Runs before each page, in the same transaction, and throws if a record that the list belongs to does not exist. */
  readonly requires?: Statement<unknown>
  readonly page: PageRows
  readonly toItem: (row: Row) => Item
  /** The largest size of an answer. */
  readonly maxBytes?: number
  /** Each statement has the time limit of a search, because it may compare many rows with a text. */
  readonly isSearch?: boolean
}

/** A list, without the type of its rows. */
export type BoundedList<Item> = ListDefinition<never, Item>

export function boundedList<Row, Item>(definition: ListDefinition<Row, Item>): BoundedList<Item> {
  return definition
}

/** The part of a list that one statement reads. */
export interface ListWindow {
  readonly start: Position | null
  readonly limit: number
  /** The rows that begin within this size are read. */
  readonly maxBytes: number
}

export interface Listed<Item> {
  /** Null for a row beyond the size of the window, which has a position only. */
  readonly item: Item | null
  readonly position: Position
  /** The estimated size in an answer. */
  readonly bytes: number
}

/** What one statement has found among the next rows. */
export interface Examined<Found> {
  readonly found: Found
  /** The first row that was not examined; null at the end of the list. */
  readonly next: Position | null
}

/**
 * Examines the next rows of the list. Execute `preferOrderedIndexes` before it in the same transaction.
 *
 * @param count the number of rows to examine
 * @returns at most one row more than the limit of the window
 * @throws SearchTooSlow
 */
export function examine<Item>(
  list: BoundedList<Item>,
  window: ListWindow,
  count: number,
): Statement<Examined<Listed<Item>[]>> {
  const { key, keep = always } = list
  const order = orderOf(key)
  const read = statement<PageRow>`
    with ${examinedRows(list, window.start, count)}, page as materialized (
      select * from (select * from examined order by ${order} limit ${count}) examined
      where ${keep} order by ${order} limit ${window.limit + 1}
    ), ${sizedPage(list, window)}
    select ${pageColumns(list)}, ${positionAfter(key, count)} as "nextAt"
    from ${shownPage(list)} right join (select) one on true
    order by ${orderOf(key, 'page')}`.map((result) => {
    const rows = allRows(result)
    return { found: listedOf(list, rows), next: rows[0]?.nextAt ?? null }
  })
  return list.isSearch ? read.explained(asSearchTooSlow) : read
}

/**
 * Counts the rows of the list among the next ones. Execute `preferOrderedIndexes` before it in the same transaction.
 *
 * @param count the number of rows to examine
 * @throws SearchTooSlow
 */
export function countExamined(
  list: BoundedList<unknown>,
  start: Position | null,
  count: number,
): Statement<Examined<number>> {
  const { key, keep = always } = list
  return statement<Examined<number>>`
    with ${examinedRows(list, start, count)}
    select count(*) as found, ${positionAfter(key, count)} as next
    from (select * from examined order by ${orderOf(key)} limit ${count}) examined where ${keep}`
    .map(({ rows: [row] }) => row ?? { found: 0, next: null })
    .explained(asSearchTooSlow)
}

/**
 * Reads a page from the rows of a narrow filter. Execute `preferIndexScans` for a search, or else
 * `preferOrderedIndexes`, before it in the same transaction.
 *
 * @returns at most one row more than the limit of the window; null if the filter selects too many
 * @throws SearchTooSlow
 */
export function selectNarrow<Item>(
  list: BoundedList<Item>,
  filter: NarrowFilter,
  window: ListWindow,
): Statement<Listed<Item>[] | null> {
  const { key, moments } = list
  return statement<PageRow>`
    with ${matchedRows(list, filter, NARROW_ROWS_MAX)}, page as materialized (
      select * from found
      where not (select is_too_many from tally) and ${isNext({ key, moments, start: window.start })}
      order by ${orderOf(key)} limit ${window.limit + 1}
    ), ${sizedPage(list, window)}
    select ${pageColumns(list)}, tally.is_too_many as "isTooMany"
    from ${shownPage(list)} right join tally on true
    order by ${orderOf(key, 'page')}`
    .map((result) => {
      const rows = allRows(result)
      return rows[0]?.isTooMany ? null : listedOf(list, rows)
    })
    .explained(asSearchTooSlow)
}

/**
 * Counts the rows of the list among the first ones of a narrow filter, prepared like `selectNarrow`.
 *
 * @param max the highest count; one more means that the list has more
 * @returns null if it depends on further rows of the filter
 * @throws SearchTooSlow
 */
export function countNarrow(list: BoundedList<unknown>, filter: NarrowFilter, max: number): Statement<number | null> {
  return statement<{ isTooMany: boolean; count: number }>`
    with ${matchedRows(list, filter, max)}
    select is_too_many as "isTooMany", (select count(*) from found) as count from tally`
    .map(({ rows: [row] }) => (row && (!row.isTooMany || row.count > max) ? row.count : null))
    .explained(asSearchTooSlow)
}

const always = fragment`true`
const nothing = fragment`select where false`
const noJoin = fragment``

/** Defines `examined`: the next rows of the list, and one more. */
function examinedRows(
  { key, moments, range }: BoundedList<unknown>,
  start: Position | null,
  count: number,
): SqlFragment {
  return fragment`examined as materialized (
      ${range({ key, moments, start, limit: count + 1 })}
    )`
}

/** The position of the row after the examined ones. */
function positionAfter(key: ListKey, count: number): SqlFragment {
  return fragment`(select ${positionOf(key, 'boundary')} from (select * from examined order by ${orderOf(key)} offset ${count} limit 1) boundary)`
}

/** Defines `found`, the rows among the first ones of a narrow filter that match all others, and `tally`. */
function matchedRows({ narrow }: BoundedList<unknown>, filter: NarrowFilter, max: number): SqlFragment {
  return fragment`matched as materialized (
      ${filter.rows(max + 1)}
    ), tally as materialized (
      select count(*) > ${max} as is_too_many from matched
    ), found as materialized (
      select found.* from (select distinct id from matched) selected, lateral (${narrow?.lookup ?? nothing} offset 0) found
    )`
}

/** Defines `sized`: the rows of `page` with their size, and whether they begin within the size of the window. */
function sizedPage({ key, page }: BoundedList<unknown>, { maxBytes }: ListWindow): SqlFragment {
  if (!page.bytes) return fragment`sized as (select page.*, 0 as bytes, true as is_read from page)`
  // guard: a page has a bounded size (replace `< ${maxBytes}` with `< ${maxBytes} or true`) [lists]
  return fragment`sized as materialized (
      select page.*, size.bytes,
        sum(size.bytes) over (order by ${orderOf(key, 'page')} rows unbounded preceding) - size.bytes < ${maxBytes} as is_read
      from page, lateral (select ${page.bytes} as bytes offset 0) size
    )`
}

function shownPage({ page }: BoundedList<unknown>): SqlFragment {
  return fragment`sized page ${page.join ?? noJoin}`
}

interface PageRow {
  /** Null in a row that only has what is known about the whole statement. */
  readonly listedAt: Position | null
  readonly listedBytes: number
  readonly isRead: boolean
  /** Read by `examine`. */
  readonly nextAt?: Position | null
  /** Read by `selectNarrow`. */
  readonly isTooMany?: boolean
}

function pageColumns({ key, page }: BoundedList<unknown>): SqlFragment {
  return fragment`${page.columns}, case when page.is_read is not null then ${positionOf(key, 'page')} end as "listedAt",
      page.bytes as "listedBytes", page.is_read as "isRead"`
}

function listedOf<Item>({ toItem }: BoundedList<Item>, rows: readonly PageRow[]): Listed<Item>[] {
  return rows.flatMap(({ isRead, isTooMany: _tally, listedAt: position, listedBytes: bytes, nextAt: _next, ...row }) =>
    // Unchecked cast: the definition has declared the type of its rows.
    position ? [{ item: isRead ? toItem(row as never) : null, position, bytes }] : [],
  )
}
