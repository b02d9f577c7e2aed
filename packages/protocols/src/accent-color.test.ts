import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { accentPages, correctAccent, SHAPE_CONTRAST_MIN, TEXT_CONTRAST_MIN } from './accent-color.ts'
import { contrastOf } from './mail-document/contrast.ts'

const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

function channelsOf(text: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
}

describe.each(['light', 'dark'] as const)('an accent for %s pages', (theme) => {
  test('can be read as text, seen as a control, and carries readable text, whatever the given colour', () => {
    const { grounds, onAccent } = accentPages[theme]

    fc.assert(
      fc.property(color, (given) => {
        const accent = correctAccent(given, theme)
        expect(accent).toMatch(/^#[\da-f]{6}$/)
        expect(contrastOf(accent, onAccent)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN)
        for (const ground of grounds) {
          expect(contrastOf(accent, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST_MIN)
          expect(contrastOf(accent, ground)).toBeGreaterThanOrEqual(SHAPE_CONTRAST_MIN)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('is not corrected again', () => {
    fc.assert(
      fc.property(color, (given) => {
        const accent = correctAccent(given, theme)
        expect(correctAccent(accent, theme)).toBe(accent)
      }),
    )
  })

  test('keeps the order of red, green and blue, so its hue', () => {
    fc.assert(
      fc.property(color, (given) => {
        const [before, after] = [channelsOf(given), channelsOf(correctAccent(given, theme))]
        for (const [one, other] of [
          [0, 1],
          [1, 2],
          [0, 2],
        ] as const) {
          const sign = Math.sign((before[one] ?? 0) - (before[other] ?? 0))
          expect(sign * ((after[one] ?? 0) - (after[other] ?? 0))).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })
})

test.each([
  ['#3b5bdb', '#3b5bdb', '#647de2'],
  ['#ffd400', '#887100', '#ffd400'],
  ['#000000', '#000000', '#838383'],
  ['#ffffff', '#737373', '#ffffff'],
])('%s is %s on light and %s on dark pages', (given, light, dark) => {
  expect([correctAccent(given, 'light'), correctAccent(given, 'dark')]).toEqual([light, dark])
})
