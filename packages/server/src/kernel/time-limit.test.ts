import { describe, expect, test } from 'vitest'

import { Budget, limitTime } from './time-limit.ts'

const never = new Promise<never>(() => {})

describe('a time limit', () => {
  test('passes on the result and the failure of work that ends in time', async () => {
    expect(await limitTime(Promise.resolve('done'), 60_000, () => 'late')).toBe('done')
    await expect(limitTime(Promise.reject(new Error('broken')), 60_000, () => 'late')).rejects.toThrow('broken')
  })

  test('provides the result of work that does not end', async () => {
    expect(await limitTime<string>(never, 1, () => 'late')).toBe('late')
    await expect(
      limitTime(never, 1, () => {
        throw new Error('too late')
      }),
    ).rejects.toThrow('too late')
  })

  test('ignores the failure of work that ends later', async () => {
    const work = Promise.withResolvers<string>()

    const result = await limitTime(work.promise, 1, () => 'late')
    work.reject(new Error('ignored'))

    expect(result).toBe('late')
  })
})

describe('a budget', () => {
  test('gives each step at most its share and at most what remains', () => {
    const budget = new Budget(60_000)

    expect(budget.share(1_000)).toBe(1_000)
    expect(budget.share(90_000)).toBeLessThanOrEqual(60_000)
    expect(budget.remainingMillis).toBeGreaterThan(0)
  })

  test('has no time left once it has ended', () => {
    expect(new Budget(-1).remainingMillis).toBe(0)
    expect(new Budget(-1).share(1_000)).toBe(0)
  })
})
