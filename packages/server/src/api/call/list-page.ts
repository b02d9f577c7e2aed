import type { ListPage, ListTotal } from '../../platform/lists/read-list.ts'

interface Pagination {
  next_cursor: string | null
  total?: number | null
  is_total_capped?: boolean
}

/** Builds the envelope `listOf`: a list that is always returned whole. */
export function wholeList<Item>(items: Item[]): { items: Item[]; is_paginated: false } {
  return { items, is_paginated: false }
}

/** Builds the envelopes `pageOf` and `countedPageOf`. */
export function presentPage<Item, Shown>(
  { items, nextCursor, total }: Pick<ListPage<Item>, 'items' | 'nextCursor' | 'total'>,
  present: (item: Item) => Shown,
): { items: Shown[]; is_paginated: true; pagination: Pagination } {
  const pagination = { next_cursor: nextCursor, ...presentTotal(total) }
  return { items: items.map((item) => present(item)), is_paginated: true, pagination }
}

/** Builds the envelopes `wholeOrPageOf` and `countedWholeOrPageOf`. A page has a total if it was counted. */
export function presentWholeOrPage<Item, Shown>(
  page: ListPage<Item>,
  present: (item: Item) => Shown,
): { items: Shown[]; is_paginated: boolean; pagination?: Pagination } {
  return page.isPaginated ? presentPage(page, present) : wholeList(page.items.map((item) => present(item)))
}

/** The fields of the total, if the call asks for it. */
function presentTotal(total: ListTotal | undefined): Omit<Pagination, 'next_cursor'> {
  return total ? { total: total.count, is_total_capped: total.isCapped } : {}
}
