import { describe, expect, test } from 'vitest'

import { splitForMiddleCut } from './middle-cut.ts'

describe('the cut in the middle', () => {
  test.each([
    ['ada@example.com', 'ada', '@example.com'],
    ['"odd@local"@example.com', '"odd@local"', '@example.com'],
    ['6fb1c0de-52a4-4b7e-9d3a-0f8b7c21e94d', '6fb1c0de-52a4-4b7e-9d3a-0f8b', '7c21e94d'],
    ['short', '', 'short'],
    ['@handle', '', '@handle'],
  ])('of %s keeps its end', (text, start, end) => {
    expect(splitForMiddleCut(text)).toEqual([start, end])
  })

  test('does not split a character', () => {
    expect(splitForMiddleCut(`${'👩'.repeat(10)}`)).toEqual(['👩'.repeat(2), '👩'.repeat(8)])
  })
})
