/** The part of a list that one statement reads, newest first. */
export interface ExaminedWindow<Position> {
  readonly start: Position
  /** The number of rows to read. */
  readonly examined: number
}

/** The items that pass the filter, each with where it is in the list. */
export interface Examined<Item, Position> {
  readonly found: readonly { readonly item: Item; readonly position: Position }[]
  /** The first item that was not examined; null at the end of the list. */
  readonly next: Position | null
}

/** The largest time of a position, in microseconds: the year 2100, later than every row and exact as a number. */
export const NEWEST_MICROS = 4_102_444_800_000_000
export const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Evaluates the rows of a window, and one more. */
export function examinedOf<Row, Item, Position>(
  rows: readonly Row[],
  examined: number,
  read: (row: Row) => { readonly isFound: boolean; readonly item: Item; readonly position: Position },
): Examined<Item, Position> {
  const all = rows.map(read)
  return {
    found: all.slice(0, examined).flatMap(({ isFound, item, position }) => (isFound ? [{ item, position }] : [])),
    next: all[examined]?.position ?? null,
  }
}
