import { describe, expect, test } from 'vitest'

import type { Listed, ListWindow } from '../records/queries/bounded-list.ts'
import { readPage } from './list-page.ts'

/** A list of numbers, each of the same size. The position of a number is the number. */
function numbersUpTo(
  count: number,
  bytes: number,
): (window: ListWindow<number | null>) => Promise<Listed<number, number>[]> {
  return ({ start, limit, maxBytes }) => {
    const from = start ?? 0
    const length = Math.min(limit, count - from)
    return Promise.resolve(
      Array.from({ length }, (_, index) => ({
        item: index * bytes < maxBytes ? from + index : null,
        position: from + index,
        bytes,
      })),
    )
  }
}

describe('a page that several statements read', () => {
  const list = numbersUpTo(1_300, 10)

  test('ends at its limit, or with the list', async () => {
    const first = await readPage({ of: 'numbers', start: null, limit: 1_200, maxBytes: Infinity }, list)
    const rest = await readPage({ of: 'numbers', start: first.next, limit: 1_200, maxBytes: Infinity }, list)

    expect(first).toEqual({ items: Array.from({ length: 1_200 }, (_, number) => number), next: 1_200 })
    expect(rest).toEqual({ items: Array.from({ length: 100 }, (_, number) => 1_200 + number), next: null })
  })

  test('ends with the item that reaches the maximum size of all statements together', async () => {
    const { items, next } = await readPage({ of: 'numbers', start: null, limit: 1_300, maxBytes: 10_995 }, list)

    expect(items).toHaveLength(1_100)
    expect(next).toBe(1_100)
  })

  test('is refused above the maximum size without a limit', async () => {
    const whole = readPage({ of: 'numbers', start: null, limit: undefined, maxBytes: 10_995 }, list)

    await expect(whole).rejects.toMatchObject({ status: 400 })
  })
})
