import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** The size of the pages in which a whole list is read, so that no answer grows with the list. */
const PAGE = 1_000

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
  readonly total?: ListTotal
}

/** The number of items in a list, if the call asks for it. */
export interface ListTotal {
  /** Null if counting would take too long. */
  readonly count: number | null
  /** The list has more items than `count`, which were not counted. */
  readonly isCapped: boolean
}

/** Reads a whole list page by page. */
export async function readPages<Item>(
  readPage: (page: { limit: number; cursor?: string }) => Promise<Page<Item>>,
  start?: string,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor = start ?? null
  do {
    const page: Page<Item> = await readPage({ ...(cursor !== null && { cursor }), limit: PAGE })
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

interface Pagination {
  readonly next_cursor: string | null
  readonly total?: number | null
  readonly is_total_capped?: boolean
}

/** @param query the fields that select the items; undefined ones are not sent */
export async function fetchPage<Item>(
  request: SendRequest,
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
  session?: Session,
): Promise<Page<Item>> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const { items, pagination } = await request<{ items: Item[]; pagination?: Pagination }>(
    `${path}?${new URLSearchParams(given)}`,
    { session },
  )
  const { next_cursor: nextCursor = null, total: count, is_total_capped: isCapped = false } = pagination ?? {}
  return { items, nextCursor, ...(count !== undefined && { total: { count, isCapped } }) }
}
