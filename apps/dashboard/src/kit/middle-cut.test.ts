import { describe, expect, test } from 'vitest'

import { cutInMiddle } from './middle-cut.ts'

describe('the cut in the middle', () => {
  test.each([
    ['ada.lovelace@example.com', 20, 'ada.lov…@example.com'],
    ['ada.lovelace@example.com', 23, 'ada.lovela…@example.com'],
    ['"odd@local"@example.com', 16, '"od…@example.com'],
    ['6fb1c0de-52a4-4b7e-9d3a-0f8b7c21e94d', 20, '6fb1c0de-52…7c21e94d'],
  ])('of %s to %i characters keeps its end', (text, width, expected) => {
    expect(cutInMiddle(text, ({ length }) => length <= width)).toBe(expected)
  })

  test('keeps three characters of the start in any width', () => {
    expect(cutInMiddle('ada.lovelace@example.com', () => false)).toBe('ada…@example.com')
  })

  test.each(['ada@example.com', 'short', '@handle'])('leaves %s, whose start is short', (text) => {
    expect(cutInMiddle(text, () => false)).toBe(text)
  })

  test('does not split a character', () => {
    expect(cutInMiddle('👩'.repeat(20), (shown) => [...shown].length <= 14)).toBe(`${'👩'.repeat(5)}…${'👩'.repeat(8)}`)
  })
})
