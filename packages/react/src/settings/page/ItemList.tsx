'use client'

import type { ReactNode } from 'react'
import type { Loading } from '../../hooks/loading.ts'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useListSearch } from '../../parts/useListSearch.ts'
import { Loaded } from './Loaded.tsx'
import { useFocusAfterRemoval, type Row } from './useRow.ts'
import { useShowMore } from './useShowMore.ts'

const PAGE_SIZE = 20

const present: Loading = { failure: null, reload: () => {} }

export interface ItemListProps<Item> {
  readonly row: Row
  readonly label: string
  /** Absent for items that are part of the user. */
  readonly from?: Loading
  /** Undefined until loaded. */
  readonly items: readonly Item[] | undefined
  /** Renders an item as an `<li>` with a key. */
  readonly children: (item: Item) => ReactNode
  /** For a list that may be long: the search shows from a number of items on. */
  readonly search?: { readonly label: string; readonly textOf: (item: Item) => string }
  /** Instead of an empty list. */
  readonly empty?: ReactNode
}

/** The items of a row, with their loading and failed states. Takes the focus when the item that had it is removed. */
export function ItemList<Item>({ row, from = present, items, empty, ...props }: ItemListProps<Item>): ReactNode {
  return (
    <div ref={useFocusAfterRemoval<HTMLDivElement>(row)} className="portico-row-list" tabIndex={-1}>
      <Loaded from={from} value={items} bones="item">
        {(loaded) => (loaded.length === 0 ? empty : <Items {...props} items={loaded} />)}
      </Loaded>
    </div>
  )
}

interface ItemsProps<Item> extends Pick<ItemListProps<Item>, 'label' | 'children' | 'search'> {
  readonly items: readonly Item[]
}

function Items<Item>({ label, items, children, search: searched }: ItemsProps<Item>): ReactNode {
  const t = useTranslate()
  const search = useListSearch(items, {
    textOf: searched?.textOf ?? (() => ''),
    pageSize: searched ? PAGE_SIZE : Infinity,
  })
  const { shown, more } = search
  const { list, showMore } = useShowMore(search)
  return (
    <>
      {searched && search.hasField && <SearchField label={searched.label} search={search} />}
      {shown.length === 0 && <p className="portico-empty">{t('No matches')}</p>}
      <ul ref={list} className="portico-accounts" aria-label={label}>
        {shown.map(children)}
      </ul>
      {more > 0 && (
        <Button variant="quiet" onClick={showMore}>
          {t('Show {n} more', { n: more })}
        </Button>
      )}
    </>
  )
}
