'use client'

import { useTabs } from '@portico/ui/parts/useTabs'
import { useState, type ReactNode } from 'react'

export interface Tab {
  readonly id: string
  readonly label: string
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Shows this panel without the tab list while the user must not leave it. */
  readonly only?: string | undefined
}

/** Tabs that keep all panels, so that a change of the tab loses nothing. */
export function Tabs({ label, tabs, only }: TabsProps): ReactNode {
  const [chosen, setChosen] = useState(tabs[0]?.id)
  const attributes = useTabs(
    tabs.map(({ id }) => id),
    chosen,
    setChosen,
  )
  return (
    <div className="portico-tabs">
      <div {...attributes.list} className="portico-tablist" aria-label={label} hidden={only !== undefined}>
        {tabs.map((tab) => (
          <button key={tab.id} {...attributes.tab(tab.id)} className="portico-tab" type="button">
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        // Hidden, not removed, so that each panel keeps what was typed.
        <div
          key={tab.id}
          {...attributes.panel(tab.id)}
          className="portico-tabpanel"
          hidden={tab.id !== (only ?? chosen)}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
