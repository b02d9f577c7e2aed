import { useTabs } from '@portico/ui/parts/useTabs'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'

import './tabs.css'

interface Tab<Id extends string> {
  readonly id: Id
  readonly label: string
  readonly count?: string
}

export interface TabsProps<Id extends string> {
  readonly label: string
  readonly tabs: readonly Tab<Id>[]
  readonly current: Id
  readonly onChange: (id: Id) => void
  /** The panel of the current tab. */
  readonly children: ReactNode
}

/** Tabs with one visible panel. Arrow keys change the tab. For tabs with their own address use `TabLinks`. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, children }: TabsProps<Id>): ReactNode {
  const attributes = useTabs(
    tabs.map(({ id }) => id),
    current,
    onChange,
  )
  const list = useCurrentInView<HTMLDivElement>('[aria-selected="true"]')
  return (
    <>
      <div {...attributes.list} className="tabs" aria-label={label} tabIndex={-1} ref={list}>
        {tabs.map((tab) => (
          <button key={tab.id} type="button" {...attributes.tab(tab.id)}>
            {tab.label}
            {tab.count !== undefined && <span className="count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div {...attributes.panel(current)}>{children}</div>
    </>
  )
}

/** Tabs that are links, such as those of a drawer. Each child is a router link; the current one has `aria-current`. */
export function TabLinks({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  const list = useCurrentInView<HTMLElement>('[aria-current]')
  return (
    <nav className="tabs" aria-label={label} ref={list}>
      {children}
    </nav>
  )
}

/**
 * Shows the current tab, because a narrow page cuts the list of tabs. Once for each tab, so that the visitor can scroll
 * away.
 */
function useCurrentInView<List extends HTMLElement>(selector: string): RefObject<List | null> {
  const list = useRef<List>(null)
  const shown = useRef<Element>(null)
  useEffect(() => {
    const current = list.current?.querySelector(selector) ?? null
    if (current !== shown.current) current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    shown.current = current
  })
  return list
}

export function TabCount({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className="count">{children}</span>
}

export interface SegmentsProps<Id extends string> {
  readonly label: string
  readonly segments: readonly { readonly id: Id; readonly label: ReactNode }[]
  readonly current: Id
  readonly onChange: (id: Id) => void
}

/** A choice between two or three views of the same thing. */
export function Segments<Id extends string>({ label, segments, current, onChange }: SegmentsProps<Id>): ReactNode {
  return (
    <div className="segments" role="group" aria-label={label}>
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          aria-pressed={segment.id === current}
          onClick={() => onChange(segment.id)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  )
}
