import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { useListSearch } from '../../parts/useListSearch.ts'
import { useShowMore } from './useShowMore.ts'

const PAGE_SIZE = 20

export interface LongListProps<Item> {
  readonly label: string
  readonly searchLabel: string
  readonly items: readonly Item[]
  readonly textOf: (item: Item) => string
  /** Renders an item as an `<li>` with a key. */
  readonly children: (item: Item) => ReactNode
}

/** A list of items that may be long: it can be searched, and shows its items in pages. */
export function LongList<Item>(props: LongListProps<Item>): ReactNode {
  const t = useTranslate()
  const { label, items, textOf, children } = props
  const search = useListSearch(items, { textOf, pageSize: PAGE_SIZE })
  const { shown, more } = search
  const { list, showMore } = useShowMore(search)
  return (
    <>
      {search.hasField && <SearchField label={props.searchLabel} search={search} />}
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
