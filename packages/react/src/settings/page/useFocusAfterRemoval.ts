import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to a list when the item that had it is removed.
 *
 * @param done the sentence that reports the removal; undefined before
 * @returns the ref for the list
 */
export function useFocusAfterRemoval<List extends HTMLElement>(done: string | undefined): RefObject<List | null> {
  const list = useRef<List>(null)
  useEffect(() => {
    if (done !== undefined && document.activeElement === document.body) list.current?.focus()
  }, [done])
  return list
}
