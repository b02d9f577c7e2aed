import { type ListTotal, type Page, readPages } from '../resources/pages.ts'
import type { CacheableRead, CacheKey } from './request-cache.ts'

/** An array with the cursor of the next page, which is null on the last one. */
export type ServerList<Item> = Item[] & {
  readonly nextCursor: string | null
  /** The number of items in the whole list, with the options `limit` and `includeTotal`. */
  readonly total?: ListTotal
}

interface PageOptions {
  readonly cursor?: string
  readonly limit?: number
}

/**
 * Reads one page of a list if the options have a limit, otherwise the whole list, page by page.
 *
 * @param fetchPage reads a page of the items that the options select
 */
export function readList<Read, Item>(
  kind: CacheKey['kind'],
  options: PageOptions,
  fetchPage: (page: { limit: number; cursor?: string }) => Promise<Page<Read>>,
  create: (read: Read) => Item,
): CacheableRead<ServerList<Item>> {
  return {
    // The same text for equal options.
    key: { kind, id: JSON.stringify(options, Object.keys(options).toSorted()) },
    fetch: () => fetchList(options, fetchPage, create),
  }
}

/** Reads a list like `readList`, for lists that no app caches. */
export async function fetchList<Read, Item>(
  { cursor, limit }: PageOptions,
  fetchPage: (page: { limit: number; cursor?: string }) => Promise<Page<Read>>,
  create: (read: Read) => Item,
): Promise<ServerList<Item>> {
  const { items, ...page } =
    limit === undefined
      ? { items: await readPages(fetchPage, cursor), nextCursor: null }
      : await fetchPage({ limit, ...(cursor !== undefined && { cursor }) })
  return Object.assign(
    items.map((read) => create(read)),
    page,
  )
}
