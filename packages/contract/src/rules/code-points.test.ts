import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countCodePoints } from './code-points.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['e\u0301', 2],
  ['👩‍🚀', 3],
  ['\uD83D', 1],
  ['\uDE80\uD83D', 2],
])('%j has %i code points', (text, count) => {
  expect(countCodePoints(text)).toBe(count)
})

test('a pair of surrogates counts once and a lone one counts as well', () => {
  const codeUnit = fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.integer({ min: 0, max: 0xffff }))
  const anyText = fc.array(codeUnit).map((units) => String.fromCharCode(...units))

  fc.assert(
    fc.property(
      fc.oneof(anyText, fc.string({ unit: 'binary' })),
      (text) => countCodePoints(text) === Array.from(text).length,
    ),
  )
})
