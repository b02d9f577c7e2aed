import { describe, expect, test } from 'vitest'

import { randomText } from './random.ts'

describe('random text', () => {
  test('never repeats, even across refills of the pool', () => {
    const texts = Array.from({ length: 2_000 }, () => randomText(16))

    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
  })

  test('has the requested length, even if it exceeds the pool', () => {
    expect(randomText(10_000)).toHaveLength(10_000)
  })
})
