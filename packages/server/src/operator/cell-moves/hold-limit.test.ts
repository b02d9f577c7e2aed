import { expect, test } from 'vitest'

import { HoldLimit, HoldTooShort } from './hold-limit.ts'

test('the limit of a hold counts from the start of the attempt and keeps time for the switch', () => {
  let now = 1_000
  const limit = new HoldLimit(5_000, () => now)

  now += 4_499
  expect([limit.elapsed(), limit.beforeSwitch(), limit.remaining()]).toEqual([4_499, 1, 501])
  now += 1
  expect(() => limit.beforeSwitch()).toThrow(HoldTooShort)
  now += 500
  expect(() => limit.remaining()).toThrow(HoldTooShort)
})
