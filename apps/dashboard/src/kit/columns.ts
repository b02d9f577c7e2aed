import { useState, type ReactNode } from 'react'

import { readStored, writeStored } from '../language/storage.ts'

/** The width of a date column, for the longest date in every language. */
export const DATE_WIDTH = '128px'

export interface Column<Row> {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** Width as CSS; columns without one share the rest. */
  readonly width?: string
  readonly align?: 'end'
  /** Only what the service sorts by. */
  readonly isSortable?: boolean
  /** Its place in the two-line row of a phone. Columns without one are not shown there. */
  readonly onPhone?: 'title' | 'line' | 'corner'
  /** Leaves the table below 1100 px. */
  readonly isSecondary?: boolean
  /** Hidden until the visitor chooses it. */
  readonly isOptional?: boolean
}

/** The columns that are chosen for one table. */
export interface ColumnChoice {
  /** All columns but the first, in their order. */
  readonly order: readonly string[]
  readonly hidden: ReadonlySet<string>
}

interface StoredChoice {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  /** The columns that the visitor has seen. A new one gets its default. */
  readonly known: readonly string[]
}

export function defaultChoice(columns: readonly Column<never>[]): ColumnChoice {
  const [, ...others] = columns
  return {
    order: others.map(({ id }) => id),
    hidden: new Set(others.flatMap(({ id, isOptional }) => (isOptional ? [id] : []))),
  }
}

/** Applies a stored choice to the columns of this version: unknown ones are dropped, new ones have their default. */
export function restoreChoice(columns: readonly Column<never>[], stored: unknown): ColumnChoice {
  const fallback = defaultChoice(columns)
  if (!isStoredChoice(stored)) return fallback
  const known = stored.order.filter((id) => fallback.order.includes(id))
  return {
    order: [...known, ...fallback.order.filter((id) => !known.includes(id))],
    hidden: new Set(
      fallback.order.filter((id) => (stored.known.includes(id) ? stored.hidden.includes(id) : fallback.hidden.has(id))),
    ),
  }
}

export function moveColumn({ order, hidden }: ColumnChoice, id: string, to: number): ColumnChoice {
  const others = order.filter((other) => other !== id)
  const place = Math.max(0, Math.min(others.length, to))
  return { order: [...others.slice(0, place), id, ...others.slice(place)], hidden }
}

export function toggleColumn({ order, hidden }: ColumnChoice, id: string): ColumnChoice {
  const next = new Set(hidden)
  if (!next.delete(id)) next.add(id)
  return { order, hidden: next }
}

/** The choice of a table, kept in this browser under the name of the table. Null resets it. */
export function useColumnChoice(
  table: string,
  columns: readonly Column<never>[],
): readonly [ColumnChoice, (choice: ColumnChoice | null) => void] {
  const key = `portico-dashboard-columns-${table}`
  const [choice, setChoice] = useState(() => restoreChoice(columns, parse(readStored(key))))
  return [
    choice,
    (next) => {
      setChoice(next ?? defaultChoice(columns))
      const stored: StoredChoice | null = next && {
        order: next.order,
        hidden: [...next.hidden],
        known: columns.map(({ id }) => id),
      }
      writeStored(key, stored && JSON.stringify(stored))
    },
  ]
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

function isStoredChoice(value: unknown): value is StoredChoice {
  if (typeof value !== 'object' || value === null) return false
  return (['order', 'hidden', 'known'] as const).every((name) => {
    const list = (value as Record<string, unknown>)[name]
    return Array.isArray(list) && list.every((id) => typeof id === 'string')
  })
}
