import { describe, expect, test } from 'vitest'

import { sharesOf } from './shares.ts'

describe('shares', () => {
  test('puts the largest part first and leaves empty parts out', () => {
    const shares = sharesOf([
      { id: 'passkey', count: 1 },
      { id: 'otp', count: 0 },
      { id: 'password', count: 3 },
    ])

    expect(shares).toEqual([
      { id: 'password', count: 3, share: 0.75, length: 1 },
      { id: 'passkey', count: 1, share: 0.25, length: 1 / 3 },
    ])
  })

  test('orders equal parts by their id', () => {
    const shares = sharesOf([
      { id: 'github', count: 2 },
      { id: 'apple', count: 2 },
    ])

    expect(shares.map(({ id }) => id)).toEqual(['apple', 'github'])
  })

  test('has no parts without counts', () => {
    expect(sharesOf([])).toEqual([])
  })
})
