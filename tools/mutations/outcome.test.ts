import { describe, expect, test } from 'vitest'

import { outcomeOf, type TestError } from './outcome.ts'

const assertion = { message: 'expected 200 to be 400' }
const hang = { message: 'Test timed out in 60000ms.\nIf this is a long-running test, …' }
const hook = { message: 'Hook timed out in 60000ms.' }
const poll = { message: 'expected 1 to be 2', cause: { message: 'Matcher did not succeed in time.' } }

function outcomeOfErrors(errors: readonly TestError[], isAlone = false): string {
  return outcomeOf(
    { failed: errors.map((error, index) => ({ name: `${index}`, errors: [error] })), problems: [] },
    isAlone,
  ).kind
}

describe('the outcome of a removed check', () => {
  test.each([
    ['an assertion fails', [assertion], 'detected'],
    ['all tests pass', [], 'missed'],
    ['a test hangs', [hang], 'timed out'],
    ['a hook hangs', [hook], 'timed out'],
    ['a state is not reached in time', [poll], 'timed out'],
    ['an assertion fails after a test hangs', [hang, assertion], 'detected'],
  ])('follows from the errors if %s', (_when, errors, kind) => {
    expect(outcomeOfErrors(errors)).toBe(kind)
  })

  test('counts a state that is not reached while nothing else runs, and no hang', () => {
    expect([[poll], [hang], [hook]].map((errors) => outcomeOfErrors(errors, true))).toEqual([
      'detected',
      'timed out',
      'timed out',
    ])
  })

  test('names the test that failed', () => {
    const failed = [
      { name: 'waits', errors: [hang] },
      { name: 'compares', errors: [assertion] },
    ]

    expect(outcomeOf({ failed, problems: [] }, false)).toEqual({ kind: 'detected', reason: 'compares' })
    expect(outcomeOf({ failed: failed.slice(0, 1), problems: [] }, false).reason).toBe('waits')
  })

  test('is incomplete if no test fails and the process ends early', () => {
    const problems = ['Worker exited unexpectedly']

    expect(outcomeOf({ failed: [], problems }, false)).toEqual({ kind: 'incomplete', reason: problems[0] })
    expect(outcomeOf({ failed: [{ name: 'compares', errors: [assertion] }], problems }, false).kind).toBe('detected')
  })
})
