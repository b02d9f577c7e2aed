import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { labelledDays, ticksOf } from './chart-scale.ts'

describe('the axis of a chart', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [4, [0, 2, 4]],
    [7, [0, 5]],
    [54, [0, 20, 40]],
    [2317, [0, 1000, 2000]],
  ])('up to %i has the ticks %j', (highest, ticks) => {
    expect(ticksOf(highest)).toEqual(ticks)
  })

  test('has more ticks where there is room', () => {
    expect(ticksOf(17, 4)).toEqual([0, 5, 10, 15])
    expect(ticksOf(2317, 4)).toEqual([0, 1000, 2000])
  })

  test('has few integer ticks that start at 0 and stay below the highest value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (highest) => {
        const ticks = ticksOf(highest)
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every((tick) => Number.isInteger(tick) && tick <= highest)).toBe(true)
      }),
    )
  })

  test('labels the first and the last day', () => {
    expect(labelledDays(31, 900)).toEqual([0, 6, 12, 18, 24, 30])
    expect(labelledDays(31, 270)).toEqual([0, 15, 30])
    expect(labelledDays(2, 900)).toEqual([0, 1])
    expect(labelledDays(0, 900)).toEqual([])
  })
})
