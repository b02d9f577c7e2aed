'use client'

import { useRef, type KeyboardEvent } from 'react'

import type { Placement } from './placement.ts'
import { usePopover, type Popover } from './usePopover.ts'

/** Letters typed within this time belong together. */
const TYPING_MILLIS = 700

export interface Menu<Panel extends HTMLElement> extends Popover<Panel> {
  /** For the menu, and for a field that searches it. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * A menu of the ARIA Authoring Practices: arrow keys, Home, End and first letters move in it. Its items have a role
 * `menuitem…`. `data-typed` marks the part of an item whose first letters find it.
 */
export function useMenu<Panel extends HTMLElement>(placement: Placement): Menu<Panel> {
  const popover = usePopover<Panel>('menu', placement, findFirstItem)
  const { ref } = popover.panel
  const typed = useRef({ text: '', atMillis: 0 })

  function findByLetter(items: readonly HTMLElement[], here: number, letter: string): HTMLElement | undefined {
    const { text, atMillis } = typed.current
    const isContinued = performance.now() - atMillis < TYPING_MILLIS
    const wanted = (isContinued ? text : '') + letter
    typed.current = { text: wanted, atMillis: performance.now() }
    const start = here + (isContinued ? 0 : 1)
    return [...items.slice(start), ...items.slice(0, start)].find((item) => startsWith(labelOf(item), wanted))
  }

  function targetOf(event: KeyboardEvent<HTMLElement>): HTMLElement | null | undefined {
    const field = ref.current?.querySelector('input')
    const items = [...(ref.current?.querySelectorAll<HTMLElement>(`input, ${ITEMS}`) ?? [])]
    const here = items.indexOf(event.target as HTMLElement)
    const { key } = event
    const isInField = event.target === field
    if (key === 'ArrowDown') return items[(here + 1) % items.length]
    if (key === 'ArrowUp') return items.at(here - 1)
    if (isInField) return null
    if (key === 'Home') return items[0]
    if (key === 'End') return items.at(-1)
    if (key.length !== 1 || key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return null
    return field ?? findByLetter(items, here, key)
  }

  return {
    ...popover,
    onKeyDown: (event) => {
      // The focus order then continues after the button.
      if (event.key === 'Tab') popover.close()
      const target = targetOf(event)
      if (!target) return
      // Let the character reach the search field.
      if (!(target instanceof HTMLInputElement && event.key.length === 1)) event.preventDefault()
      event.stopPropagation()
      target.focus()
    },
  }
}

const ITEMS = '[role^=menuitem]'

function findFirstItem(menu: HTMLElement): HTMLElement | null {
  return menu.querySelector<HTMLElement>(ITEMS)
}

function labelOf(item: HTMLElement): string {
  return (item.querySelector('[data-typed]') ?? item).textContent.trim()
}

/** Ignores accents and case. */
function startsWith(label: string, letters: string): boolean {
  return label.slice(0, letters.length).localeCompare(letters, undefined, { sensitivity: 'base' }) === 0
}
