import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

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

/** Tabs of the ARIA Authoring Practices: one stop for the Tab key, arrow keys select, Home and End jump. */
export function Tabs({ label, tabs, only }: TabsProps): ReactNode {
  const id = useId()
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const [chosen, setChosen] = useState(tabs[0]?.id)

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const here = tabs.findIndex((tab) => tab.id === chosen)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: forward === 'ArrowLeft' ? here + 1 : here - 1,
      ArrowRight: forward === 'ArrowRight' ? here + 1 : here - 1,
      Home: 0,
      End: tabs.length - 1,
    }
    const there = moves[event.key]
    if (there === undefined) return
    event.preventDefault()
    const tab = tabs.at(there % tabs.length)
    if (!tab) return
    setChosen(tab.id)
    buttons.current.get(tab.id)?.focus()
  }

  return (
    <div className="portico-tabs">
      <div
        className="portico-tablist"
        role="tablist"
        aria-label={label}
        hidden={only !== undefined}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            ref={(button) => {
              if (button) buttons.current.set(tab.id, button)
              else buttons.current.delete(tab.id)
            }}
            className="portico-tab"
            type="button"
            role="tab"
            id={`${id}-tab-${tab.id}`}
            aria-controls={`${id}-panel-${tab.id}`}
            aria-selected={tab.id === chosen}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => setChosen(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        // Hidden, not removed, so that each panel keeps what was typed.
        <div
          key={tab.id}
          className="portico-tabpanel"
          role="tabpanel"
          id={`${id}-panel-${tab.id}`}
          aria-labelledby={`${id}-tab-${tab.id}`}
          hidden={tab.id !== (only ?? chosen)}
        >
          {tab.content}
        </div>
      ))}
    </div>
  )
}
