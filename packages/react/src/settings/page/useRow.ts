'use client'

import { useEffect, useRef, useState, type RefObject } from 'react'

/** What is open in a row: an act of the row itself, or on the item with this id. */
export interface OpenAct {
  readonly act: string
  readonly id?: string | undefined
}

/** What is open in a row, and the result of its last act. */
export interface Row {
  readonly open: OpenAct | null
  /** The sentence that reports the result of the last act. */
  readonly done: string | undefined
  /** Opens an act instead of what is open. */
  readonly start: (act: string, id?: string) => void
  readonly close: () => void
  /** Closes what is open after a success. */
  readonly finish: (done?: string) => void
}

export function useRow(): Row {
  const [{ open, done }, setState] = useState<Pick<Row, 'open' | 'done'>>({ open: null, done: undefined })
  return {
    open,
    done,
    start: (act, id) => setState({ open: { act, id }, done: undefined }),
    close: () => setState({ open: null, done: undefined }),
    finish: (text) => setState({ open: null, done: text }),
  }
}

/**
 * Moves the focus to a list when the item that had it is removed.
 *
 * @returns the ref for the list
 */
export function useFocusAfterRemoval<List extends HTMLElement>({ done }: Pick<Row, 'done'>): RefObject<List | null> {
  const list = useRef<List>(null)
  useEffect(() => {
    if (done !== undefined && document.activeElement === document.body) list.current?.focus()
  }, [done])
  return list
}
