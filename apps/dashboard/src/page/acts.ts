import type { ReactNode } from 'react'

/** What a person can do with a record, in the menu of its row or drawer. */
export interface Act {
  readonly label: string
  /** The label is an id: written from left to right, in the font of code. */
  readonly isCode?: boolean
  readonly icon?: ReactNode
  /** A toast says why a promise is rejected. */
  readonly onSelect: () => unknown
  /** The sentence of the toast. Default: the reason alone. */
  readonly failed?: (reason: string) => string
  /** Red, and at the end of the menu below a line. */
  readonly isDanger?: boolean | undefined
  /** Present for a choice: whether it is chosen. The menu stays open, so that several can be changed. */
  readonly isChecked?: boolean | undefined
  /** Why the act is not available. */
  readonly disabledReason?: string | undefined
}
