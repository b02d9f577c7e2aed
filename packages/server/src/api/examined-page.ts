/** The rows that one statement examines for a filter without an index of its own. */
const PIECE_ROWS = 500
/** Together 10,000 rows, which takes about as long as a page of the largest size. */
const PIECES_MAX = 20

/** The part of a list that one statement reads, newest first. */
export interface ExaminedWindow<Position> {
  readonly start: Position
  /** The number of rows to read. */
  readonly examined: number
}

export interface Examined<Item, Position> {
  /** The rows that match. */
  readonly found: readonly { readonly item: Item; readonly position: Position }[]
  /** The first row that was not examined; null at the end of the list. */
  readonly next: Position | null
}

interface WantedPage<Position> {
  readonly start: Position
  readonly limit: number
  /** Whether an index contains exactly the rows of the filters, in their order. */
  readonly isIndexed: boolean
}

/**
 * Reads a page of a list with filters. The page ends early, with a next position, if few of many rows match, so that every call
 * takes a bounded time (decision 027).
 */
export async function readExaminedPage<Item, Position>(
  { isIndexed, limit, ...wanted }: WantedPage<Position>,
  examine: (window: ExaminedWindow<Position>) => Promise<Examined<Item, Position>>,
): Promise<{ readonly items: readonly Item[]; readonly next: Position | null }> {
  const items: Item[] = []
  let { start } = wanted
  for (let piece = 1; piece <= PIECES_MAX && items.length < limit; piece += 1) {
    const read = await examine({ start, examined: isIndexed ? limit - items.length : PIECE_ROWS })
    for (const { item, position } of read.found) {
      if (items.length === limit) return { items, next: position }
      items.push(item)
    }
    if (read.next === null) return { items, next: null }
    start = read.next
  }
  return { items, next: start }
}
