import { expect, test } from 'vitest'

import { createFormat } from './format.ts'

const now = Date.UTC(2026, 10, 21, 12)

test.each([
  [0, 'now'],
  [59_000, 'now'],
  [60_000, '1 minute ago'],
  [3 * 3_600_000, '3 hours ago'],
  [26 * 3_600_000, 'yesterday'],
  [40 * 86_400_000, 'last month'],
  [800 * 86_400_000, '2 years ago'],
  [-90_000, 'now'],
])('an age of %d ms is "%s"', (age, words) => {
  expect(createFormat('en').age(new Date(now - age), now)).toBe(words)
})

test.each([
  [60_000, 'in 1 hour'],
  [23 * 3_600_000, 'in 23 hours'],
  [6 * 86_400_000 + 3_600_000, 'in 6 days'],
])('a remaining time of %d ms is "%s"', (left, words) => {
  expect(createFormat('en').remaining(new Date(now + left), now)).toBe(words)
})

test.each([
  [2 * 86_400_000, '2 days'],
  [36 * 3_600_000, '36 hours'],
  [5 * 60_000, '5 minutes'],
  [90_000, '90 seconds'],
])('a duration of %d ms is "%s"', (millis, words) => {
  expect(createFormat('en').duration(millis)).toBe(words)
})
