import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { PastFailures } from './past-failures.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a success deletes the counters of several attempts together', async () => {
  const { deletions, past } = recordDeletions()

  past.note(['a', 'a:1'])
  past.note(['b', 'a'])
  expect(deletions).toEqual([])
  await vi.runAllTimersAsync()

  expect(deletions).toEqual([['a', 'a:1', 'b']])
})

test('a counter is included until its deletion has ended', async () => {
  const { finish, past } = recordDeletions({ isHeld: true })

  past.note(['a'])
  expect(past.includes(['other', 'a'])).toBe(true)
  const deletion = past.delete()
  past.note(['b'])
  expect(past.includes(['a'])).toBe(true)
  finish()
  await deletion

  expect(past.includes(['a'])).toBe(false)
  expect(past.includes(['b'])).toBe(true)
})

test('a deletion waits for the one that runs', async () => {
  const { finish, past } = recordDeletions({ isHeld: true })
  let isDone = false

  past.note(['a'])
  void past.delete()
  const second = past.delete().then(() => (isDone = true))
  await Promise.resolve()
  expect(isDone).toBe(false)
  finish()

  expect(await second).toBe(true)
})

test('many counters are deleted without a delay', () => {
  const { deletions, past } = recordDeletions()

  past.note(Array.from({ length: 200 }, (_, index) => `${index}`))

  expect(deletions).toHaveLength(1)
})

test('counters that cannot be deleted cause no error', async () => {
  const past = new PastFailures(() => Promise.reject(new Error('The database is not available.')), createLog('silent'))

  past.note(['a'])
  await past.delete()

  expect(past.includes(['a'])).toBe(false)
})

/** Returns past failures whose deletions are recorded. Held deletions end only with `finish`. */
function recordDeletions({ isHeld = false } = {}): {
  past: PastFailures
  deletions: (readonly string[])[]
  finish: () => void
} {
  const deletions: (readonly string[])[] = []
  const held = Promise.withResolvers<void>()
  if (!isHeld) held.resolve()
  const forgetHits = (keys: readonly string[]): Promise<void> => {
    deletions.push(keys)
    return held.promise
  }
  return { past: new PastFailures(forgetHits, createLog('silent')), deletions, finish: held.resolve }
}
