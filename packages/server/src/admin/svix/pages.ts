import { WEBHOOK_DELIVERY_PAGE_DEFAULT } from '@portico/contract'

import { KnownError } from '../../kernel/errors.ts'
import type { Examined } from '../../records/webhooks/message-lists.ts'

/** Rows that one statement of a list examines, and one page. */
const EXAMINED_AT_ONCE = 200
const EXAMINED_MAX = 2_000

export interface PageQuery {
  readonly limit?: number | undefined
  readonly iterator?: string | undefined
}

export interface SvixPage<Item> {
  readonly data: Item[]
  readonly iterator: string | null
  readonly prevIterator: null
  readonly done: boolean
}

/** A page of a list that is read whole. The iterator is the key of the last item of the page. */
export function pageOf<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { iterator, limit = WEBHOOK_DELIVERY_PAGE_DEFAULT }: PageQuery,
): SvixPage<Item> {
  const start = iterator === undefined ? 0 : items.findIndex((item) => keyOf(item) === iterator) + 1
  if (iterator !== undefined && start === 0) throw unknownIterator()
  const data = items.slice(start, start + limit)
  const last = data.at(-1)
  const done = start + limit >= items.length
  return { data, iterator: done || last === undefined ? null : keyOf(last), prevIterator: null, done }
}

interface Reading<Item, Position> {
  readonly read: (start: Position, examined: number) => Promise<Examined<Item, Position>>
  readonly start: Position
  readonly encode: (position: Position) => string
}

/** A page of a list with a filter. Examines a bounded number of rows, so it can have fewer items than its limit, even none. */
export async function examinedPage<Item, Position>(
  { encode, read, start }: Reading<Item, Position>,
  { limit = WEBHOOK_DELIVERY_PAGE_DEFAULT }: PageQuery,
): Promise<SvixPage<Item>> {
  const data: Item[] = []
  let next: Position | null = start
  for (let examined = 0; next && data.length < limit && examined < EXAMINED_MAX; examined += EXAMINED_AT_ONCE) {
    const piece: Examined<Item, Position> = await read(next, EXAMINED_AT_ONCE)
    const room = limit - data.length
    data.push(...piece.found.slice(0, room).map(({ item }) => item))
    next = piece.found[room]?.position ?? piece.next
  }
  return { data, iterator: next && encode(next), prevIterator: null, done: next === null }
}

export function emptyPage<Item>(): SvixPage<Item> {
  return { data: [], iterator: null, prevIterator: null, done: true }
}

export function unknownIterator(): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: 'query.iterator is not one of this list. Send the iterator of the previous page.',
  })
}
