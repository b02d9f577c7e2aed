import { describe, expect, test } from 'vitest'

import {
  emptySelection,
  isSelected,
  pageState,
  selectAll,
  selectedCount,
  toggle,
  togglePage,
  toggleRange,
  type Selection,
} from './selection.ts'

const page = ['a', 'b', 'c', 'd', 'e']

function idsOf(selection: Selection): string[] {
  return selection.kind === 'all' ? ['all'] : [...selection.ids].toSorted()
}

describe('the selection of a table', () => {
  test('extends from the last clicked row to the one that is clicked with Shift', () => {
    const first = toggle(emptySelection, 'b', page)

    expect(idsOf(toggleRange(first, 'd', page))).toEqual(['b', 'c', 'd'])
    expect(idsOf(toggleRange(first, 'a', page))).toEqual(['a', 'b'])
  })

  test('shrinks with Shift after a row was deselected', () => {
    const whole = togglePage(emptySelection, page)

    expect(idsOf(toggleRange(toggle(whole, 'b', page), 'd', page))).toEqual(['a', 'e'])
  })

  test('selects one row with Shift if the anchor is on another page', () => {
    const other = toggle(emptySelection, 'z', ['y', 'z'])

    expect(idsOf(toggleRange(other, 'c', page))).toEqual(['c', 'z'])
  })

  test('of the head covers the page and keeps rows of other pages', () => {
    const other = toggle(emptySelection, 'z', ['y', 'z'])

    expect(pageState(other, page)).toBe('mixed')
    expect(idsOf(togglePage(other, page))).toEqual(['a', 'b', 'c', 'd', 'e', 'z'])
    expect(selectedCount(togglePage(togglePage(other, page), page))).toBe(0)
  })

  test('of all becomes the rest of the page when a row is deselected', () => {
    expect(isSelected(selectAll(), 'anything')).toBe(true)
    expect(selectedCount(selectAll())).toBeNull()
    expect(idsOf(toggle(selectAll(), 'c', page))).toEqual(['a', 'b', 'd', 'e'])
  })
})
