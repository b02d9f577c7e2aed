'use client'

import { useMenu, type Menu } from '@portico/ui/parts/useMenu'
import type { ReactNode } from 'react'

/** A menu below its button, aligned with the given edge of the button. */
export function useButtonMenu(align: 'start' | 'end' = 'start'): Menu<HTMLSpanElement> {
  return useMenu({ align, gap: 8 })
}

interface MenuPanelProps {
  readonly menu: Menu<HTMLSpanElement>
  readonly label: string
  /** Rendered above the items. */
  readonly head?: ReactNode
  readonly of?: 'teams'
  readonly children: ReactNode
}

/** The items of a menu, while it is open. */
export function MenuPanel({ menu, label, head, of, children }: MenuPanelProps): ReactNode {
  if (!menu.isOpen) return null
  return (
    <span {...menu.panel} className="portico-menu" data-menu={of}>
      {head}
      <span role="menu" aria-label={label} onKeyDown={menu.onKeyDown}>
        {children}
      </span>
    </span>
  )
}

interface MenuItemProps {
  readonly onChoose: () => void
  readonly isLast?: boolean
  /** Why the item is disabled; undefined if it is enabled. */
  readonly disabledReason?: string | undefined
  readonly children: ReactNode
}

export function MenuItem({ onChoose, isLast = false, disabledReason, children }: MenuItemProps): ReactNode {
  const isDisabled = disabledReason !== undefined
  return (
    <button
      className="portico-menu-item"
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-last={isLast ? '' : undefined}
      aria-disabled={isDisabled ? true : undefined}
      onClick={isDisabled ? undefined : onChoose}
    >
      {children}
    </button>
  )
}
