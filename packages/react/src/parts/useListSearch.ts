'use client'

import { containsTyped } from '@portico/ui/list/search-text'
import { useState } from 'react'

/** Lists up to this length are shown without a field to search them. */
const SEARCHED_FROM = 10

export interface ListSearch<Item> {
  /** Whether the list is long enough for a field to search it. */
  readonly hasField: boolean
  readonly text: string
  readonly setText: (text: string) => void
  /** The items that match the text, in their order. */
  readonly found: readonly Item[]
  /** The first of these, up to the number that the visitor asked for. */
  readonly shown: readonly Item[]
  /** How many more items `showMore` shows; 0 if all are shown. */
  readonly more: number
  readonly showMore: () => void
}

export interface ListSearchOptions<Item> {
  /** The text of an item in which the visitor searches. */
  readonly textOf: (item: Item) => string
  /** Whether an item passes the filter that the visitor chose. Default: all do. */
  readonly isIncluded?: (item: Item) => boolean
  /** How many items are shown at first, and how many more each time. Default: all. */
  readonly pageSize?: number
}

/** Searches a loaded list and shows it in pages, so that a long list stays fast and easy to scan. */
export function useListSearch<Item>(
  items: readonly Item[],
  { textOf, isIncluded, pageSize = Infinity }: ListSearchOptions<Item>,
): ListSearch<Item> {
  const [text, setText] = useState('')
  const [size, setSize] = useState(pageSize)
  const hasField = items.length > SEARCHED_FROM
  const included = isIncluded ? items.filter(isIncluded) : items
  const found = hasField ? included.filter((item) => containsTyped(text, textOf(item))) : included
  return {
    hasField,
    text,
    setText: (typed) => {
      setText(typed)
      setSize(pageSize)
    },
    found,
    shown: found.slice(0, size),
    more: Math.max(0, Math.min(pageSize, found.length - size)),
    showMore: () => setSize(size + pageSize),
  }
}
