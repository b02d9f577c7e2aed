import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { mutations } from './all.ts'
import { applyMutation, fileOf } from './mutation.ts'

describe('the list of mutations', () => {
  test.each(mutations)('matches the code: $check', (mutation) => {
    const source = readFileSync(fileOf(mutation), 'utf8')

    expect(applyMutation(mutation, source)).not.toBe(source)
  })

  test('names each check once', () => {
    const checks = mutations.map(({ check }) => check)

    expect(new Set(checks).size).toBe(checks.length)
  })

  test('refuses a text that occurs twice', () => {
    const mutation = { check: 'doubled', file: 'x.ts', text: 'a', tests: [] }

    expect(() => applyMutation(mutation, 'a a')).toThrow('occurs 2 times in x.ts')
  })
})
