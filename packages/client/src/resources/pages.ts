import type { AccessType } from '@portico/contract'

import type { ItemOf, ListCallOf, QueryOf } from '../transport/operations.ts'
import type { SendAnyRequest, SendRequest } from '../transport/request.ts'
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

interface ListAnswer<Item> {
  readonly items: Item[]
  readonly pagination?: {
    readonly next_cursor: string | null
    readonly total?: number | null
    readonly is_total_capped?: boolean
  }
}

/** @param query the fields that select the items; undefined ones are not sent */
export async function fetchPage<Access extends AccessType, Call extends ListCallOf<Access>>(
  request: SendRequest<Access>,
  call: Call,
  query: QueryOf<Call, Access>,
  session?: Session,
): Promise<Page<ItemOf<Call, Access>>> {
  // Unchecked cast: the compiler cannot compute the types of an operation that it does not know yet.
  const { items, pagination } = (await (request as SendAnyRequest)(call, {
    query: query as Record<string, string | number | boolean | undefined>,
    session,
  })) as ListAnswer<ItemOf<Call, Access>>
  const { next_cursor: nextCursor = null, total: count, is_total_capped: isCapped = false } = pagination ?? {}
  return { items, nextCursor, ...(count !== undefined && { total: { count, isCapped } }) }
}
