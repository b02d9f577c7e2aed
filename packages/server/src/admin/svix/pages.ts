import { WEBHOOK_DELIVERY_PAGE_DEFAULT } from '@portico/contract'

import { readExaminedPage, type Examined, type ExaminedWindow } from '../../api/examined-page.ts'
import { KnownError } from '../../kernel/errors.ts'

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
  readonly read: (window: ExaminedWindow<Position>) => Promise<Examined<Item, Position>>
  readonly start: Position
  /** Whether an index contains exactly the rows of the filters, in their order. */
  readonly isIndexed: boolean
  readonly encode: (position: Position) => string
}

/** A page of a list with filters. It can have fewer items than its limit, even none. */
export async function examinedPage<Item, Position>(
  { encode, isIndexed, read, start }: Reading<Item, Position>,
  { limit = WEBHOOK_DELIVERY_PAGE_DEFAULT }: PageQuery,
): Promise<SvixPage<Item>> {
  const { items, next } = await readExaminedPage({ start, limit, isIndexed }, read)
  return { data: [...items], iterator: next && encode(next), prevIterator: null, done: next === null }
}

export function emptyPage<Item>(): SvixPage<Item> {
  return { data: [], iterator: null, prevIterator: null, done: true }
}

export function unknownIterator(): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: 'query.iterator is not one of this list. Send the iterator of the previous page.',
  })
}
