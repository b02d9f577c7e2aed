/**
 * The position in a list with keyset paging. The service returns only the cursor of the next page, so `way` keeps the
 * cursors of the previous pages, null for the first. A link to a page has no `way`, so Previous leads to the first
 * page.
 */
export interface Keyset {
  readonly cursor: string | null
  readonly way: readonly (string | null)[]
}

export const firstPage: Keyset = { cursor: null, way: [] }

export function nextPage({ cursor, way }: Keyset, nextCursor: string): Keyset {
  return { cursor: nextCursor, way: [...way, cursor] }
}

/** Null on the first page. */
export function previousPage({ cursor, way }: Keyset): Keyset | null {
  if (cursor === null) return null
  return way.length === 0 ? firstPage : { cursor: way.at(-1) ?? null, way: way.slice(0, -1) }
}
