import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { isCommonPassword } from './common-passwords.ts'

const entries = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

describe('common passwords', () => {
  test('given the list, when it is read, then every entry is lower case, at least 8 characters long, there once and in order', () => {
    const unfit = entries.filter((entry) => entry !== entry.toLowerCase() || [...entry].length < 8)

    expect(unfit).toEqual([])
    expect(new Set(entries).size).toBe(entries.length)
    // By code unit, as strings are compared, since that is how the list is searched.
    expect(entries).toEqual(entries.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(entries.length).toBeGreaterThan(3_000)
  })

  test('given every entry in any case, when it is checked, then it is common', () => {
    const missed = entries.filter((entry) => !isCommonPassword(entry) || !isCommonPassword(entry.toUpperCase()))

    expect(missed).toEqual([])
  })

  test.each(['password1234 and more', 'passwor', 'correct horse battery staple', '', '\n', 'password\n12345678'])(
    'given %j, when it is checked, then only the whole value counts',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )
})
