import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRedirectLoop } from './redirect-loop.ts'

const TARGET = '?after_auth_return_to=%2Fnotes'
let now = Date.parse('2030-01-01')

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
  vi.useFakeTimers()
  // Each test is later than the previous one, because the module remembers the latest visit.
  now += 3_600_000
  vi.setSystemTime(now)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the fifth redirect to one target within 30 seconds is a loop', () => {
  expect([0, 7000, 7000, 7000, 7000].map((pause) => redirectAfter(pause))).toEqual([false, false, false, false, true])
})

test('four redirects are not a loop', () => {
  expect([0, 1000, 1000, 1000].map((pause) => redirectAfter(pause))).not.toContain(true)
})

test('redirects that are 30 seconds old do not count', () => {
  const outcomes = [0, 1000, 1000, 1000, 27_000, 1000].map((pause) => redirectAfter(pause))

  expect(outcomes).toEqual([false, false, false, false, false, false])
})

test('a pause of 31 seconds starts the count again', () => {
  const outcomes = [0, 1000, 1000, 1000, 31_000, 1000, 1000, 1000, 1000].map((pause) => redirectAfter(pause))

  expect(outcomes.indexOf(true)).toBe(8)
})

test('another target starts the count again', () => {
  for (const pause of [0, 1000, 1000, 1000]) redirectAfter(pause)

  expect(redirectAfter(1000, '?after_auth_return_to=%2Fshelf')).toBe(false)
  expect([1000, 1000, 1000, 1000].map((pause) => redirectAfter(pause))).not.toContain(true)
})

test('the count starts again after a loop', () => {
  for (const pause of [0, 1000, 1000, 1000, 1000]) redirectAfter(pause)

  expect([1000, 1000, 1000, 1000, 1000].map((pause) => redirectAfter(pause))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ])
})

test('runs of one visit count once and return the same', () => {
  const outcomes = [0, 1000, 1000, 1000, 100, 100].map((pause) => redirectAfter(pause))

  expect(outcomes).not.toContain(true)
  expect(redirectAfter(1000)).toBe(true)
  expect(redirectAfter(100)).toBe(true)
})

test('nothing is a loop without storage', () => {
  vi.stubGlobal('sessionStorage', undefined)

  expect([0, 1000, 1000, 1000, 1000, 1000].map((pause) => redirectAfter(pause))).not.toContain(true)
})

test.each(['{', '{}', '"text"', 'null', '["?after_auth_return_to=%2Fnotes", "now", {}]'])(
  'the stored value %s counts as no redirect',
  (stored) => {
    sessionStorage.setItem('portico-automatic-redirects', stored)

    expect([0, 1000, 1000, 1000].map((pause) => redirectAfter(pause))).not.toContain(true)
  },
)

function redirectAfter(pauseMillis: number, target = TARGET): boolean {
  vi.advanceTimersByTime(pauseMillis)
  now = Date.now()
  return isRedirectLoop(target)
}
