'use client'

import { useEffect, useRef, type RefObject } from 'react'
import type { ListSearch } from '../../parts/useListSearch.ts'

export interface ShowMore<List extends HTMLElement> {
  /** For the element whose children are the items. */
  readonly list: RefObject<List | null>
  readonly showMore: () => void
}

/** Shows more items and moves the focus to the first of them, because the button disappears with the last ones. */
export function useShowMore<List extends HTMLElement = HTMLUListElement>({
  shown,
  showMore,
}: Pick<ListSearch<unknown>, 'shown' | 'showMore'>): ShowMore<List> {
  const list = useRef<List>(null)
  const next = useRef<number | null>(null)
  useEffect(() => {
    const item = next.current === null ? null : list.current?.children[next.current]
    next.current = null
    if (!(item instanceof HTMLElement)) return
    const control = item.querySelector<HTMLElement>('a[href]') ?? item
    if (control === item) item.tabIndex = -1
    control.focus()
  }, [shown.length])
  return {
    list,
    showMore: () => {
      next.current = shown.length
      showMore()
    },
  }
}
