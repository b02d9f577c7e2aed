import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { isCommonPassword } from './common-passwords.ts'

const entries = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

describe('common passwords', () => {
  test('the list contains sorted, unique, lower-case entries of at least 8 characters', () => {
    const unfit = entries.filter((entry) => entry !== entry.toLowerCase() || [...entry].length < 8)

    expect(unfit).toEqual([])
    expect(new Set(entries).size).toBe(entries.length)
    // The binary search compares strings by code unit.
    expect(entries).toEqual(entries.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(entries.length).toBeGreaterThan(3_000)
  })

  test('every entry is common in lower and upper case', () => {
    const missed = entries.filter((entry) => !isCommonPassword(entry) || !isCommonPassword(entry.toUpperCase()))

    expect(missed).toEqual([])
  })

  test.each(['password1234 and more', 'passwor', 'correct horse battery staple', '', '\n', 'password\n12345678'])(
    '%j is not common: only the whole value is compared',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )
})
