'use client'

import { useId, type HTMLAttributes, type KeyboardEvent } from 'react'

type Attributes = Pick<
  HTMLAttributes<HTMLElement>,
  'id' | 'role' | 'tabIndex' | 'aria-controls' | 'aria-labelledby' | 'aria-selected' | 'onClick' | 'onKeyDown'
>

export interface TabAttributes<Id extends string> {
  readonly list: Attributes
  readonly tab: (id: Id) => Attributes
  readonly panel: (id: Id) => Attributes
}

/** Tabs of the ARIA Authoring Practices: one stop for the Tab key, arrow keys select, Home and End jump. */
export function useTabs<Id extends string>(
  ids: readonly Id[],
  current: Id | undefined,
  onChange: (id: Id) => void,
): TabAttributes<Id> {
  const id = useId()

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const list = event.currentTarget
    const here = ids.findIndex((tab) => tab === current)
    const step = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: here - step,
      ArrowRight: here + step,
      Home: 0,
      End: -1,
    }
    const there = moves[event.key]
    if (there === undefined) return
    event.preventDefault()
    const next = ids.at(there % ids.length)
    if (next === undefined) return
    onChange(next)
    list.querySelector<HTMLElement>(`[id="${id}-tab-${next}"]`)?.focus()
  }

  return {
    list: { role: 'tablist', onKeyDown },
    tab: (tab) => ({
      role: 'tab',
      id: `${id}-tab-${tab}`,
      'aria-controls': `${id}-panel-${tab}`,
      'aria-selected': tab === current,
      tabIndex: tab === current ? 0 : -1,
      onClick: () => onChange(tab),
    }),
    panel: (tab) => ({ role: 'tabpanel', id: `${id}-panel-${tab}`, 'aria-labelledby': `${id}-tab-${tab}` }),
  }
}
