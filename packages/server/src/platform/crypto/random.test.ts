import { describe, expect, test } from 'vitest'

import { randomText } from './random.ts'

describe('random text', () => {
  test('given more of it than is drawn from the system at once, when looked at, then no part comes twice', () => {
    const texts = Array.from({ length: 2_000 }, () => randomText(16))

    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
  })

  test('given a text longer than what is drawn at once, when asked for, then it has its length', () => {
    expect(randomText(10_000)).toHaveLength(10_000)
  })
})
