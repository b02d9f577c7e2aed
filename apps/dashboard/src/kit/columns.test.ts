import { describe, expect, test } from 'vitest'

import { defaultChoice, moveColumn, restoreChoice, toggleColumn, type Column } from './columns.ts'

const columns: Column<never>[] = [
  { id: 'user', head: 'User', cell: () => null },
  { id: 'email', head: 'Email', cell: () => null },
  { id: 'id', head: 'ID', cell: () => null, isOptional: true },
  { id: 'active', head: 'Last active', cell: () => null },
]

describe('the columns of a table', () => {
  test('start with the optional ones hidden and the first one fixed', () => {
    expect(defaultChoice(columns)).toEqual({ order: ['email', 'id', 'active'], hidden: new Set(['id']) })
  })

  test('keep their order and their places', () => {
    const moved = moveColumn(toggleColumn(defaultChoice(columns), 'id'), 'active', 0)

    expect(moved).toEqual({ order: ['active', 'email', 'id'], hidden: new Set() })
  })

  test('drop unknown names of an earlier version and give new columns their default', () => {
    const stored = { order: ['active', 'gone', 'email'], hidden: ['email'], known: ['user', 'email', 'active', 'gone'] }

    expect(restoreChoice(columns, stored)).toEqual({
      order: ['active', 'email', 'id'],
      hidden: new Set(['email', 'id']),
    })
  })

  test.each([[null], ['text'], [{ order: 1 }], [{ order: [], hidden: [], known: [2] }]])(
    'ignore a stored %j',
    (stored) => {
      expect(restoreChoice(columns, stored)).toEqual(defaultChoice(columns))
    },
  )
})
