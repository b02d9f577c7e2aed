import { WEBHOOK_DELIVERY_PAGE_DEFAULT } from '@portico/contract'

import type { ProjectDatabase } from '../../kernel/database.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { BoundedList } from '../../platform/lists/bounded-list.ts'
import { encodeCursor, parseCursor } from '../../platform/lists/list-cursor.ts'
import { readPage, scopeOf } from '../../platform/lists/read-list.ts'

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

/** A page of a list that is read whole. The iterator is the key of its last item. */
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

/** A page of a list with filters. It can have fewer items than its limit, even none. */
export async function readSvixPage<Item>(
  db: ProjectDatabase,
  list: BoundedList<Item>,
  { iterator, limit = WEBHOOK_DELIVERY_PAGE_DEFAULT }: PageQuery,
): Promise<SvixPage<Item>> {
  const scope = scopeOf(list)
  const start = iterator === undefined ? null : parseCursor(scope, iterator)
  if (iterator !== undefined && start === null) throw unknownIterator()
  const { items, next } = await readPage(db, list, { start, limit })
  return { data: [...items], iterator: next && encodeCursor(scope, next), prevIterator: null, done: next === null }
}

export function emptyPage<Item>(): SvixPage<Item> {
  return { data: [], iterator: null, prevIterator: null, done: true }
}

function unknownIterator(): KnownError {
  return new KnownError('SCHEMA_ERROR', {
    message: 'query.iterator is not one of this list. Send the iterator of the previous page.',
  })
}
