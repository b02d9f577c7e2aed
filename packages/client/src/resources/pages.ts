import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** The size of the pages in which a whole list is read, so that no answer grows with the list. */
const PAGE = 1_000

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
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

/** @param query the fields that select the items; undefined ones are not sent */
export async function fetchPage<Item>(
  request: SendRequest,
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>>,
  session?: Session,
): Promise<Page<Item>> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const { items, pagination } = await request<{ items: Item[]; pagination?: { next_cursor: string | null } }>(
    `${path}?${new URLSearchParams(given)}`,
    { session },
  )
  return { items, nextCursor: pagination?.next_cursor ?? null }
}
