import { describe, expect, test } from 'vitest'

import { Budget } from './kernel/time-limit.ts'
import { closeAll, StopSignals, type StopStep } from './stop.ts'

const MILLIS = 100
const never = (): Promise<never> => new Promise(() => {})
const fail = (error: unknown): never => {
  throw error
}

function step(name: string, until: number, close: StopStep['close'], abort?: () => void): StopStep {
  return { open: () => name, until, close, ...(abort && { abort }) }
}

describe('the stop', () => {
  test('names what does not close in its share of the time, and closes the rest', async () => {
    const closed: string[] = []
    const close = (name: string) => async () => void closed.push(name)

    const open = await closeAll(
      new Budget(MILLIS),
      MILLIS,
      [
        step('1 request', 0.3, never, () => closed.push('aborted')),
        step('background work', 0.6, close('background work')),
        step('the database', 0.9, never),
        step('Redis', 1, close('Redis')),
      ],
      fail,
    )

    expect(open).toEqual(['1 request', 'the database'])
    expect(closed).toEqual(['aborted', 'background work', 'Redis'])
  })

  test('reports a part that fails to close, and goes on', async () => {
    const failures: unknown[] = []
    const error = new Error('broken')

    const open = await closeAll(
      new Budget(MILLIS),
      MILLIS,
      [step('background work', 0.5, () => Promise.reject(error)), step('the database', 1, () => Promise.resolve())],
      (failure) => failures.push(failure),
    )

    expect(open).toEqual(['background work'])
    expect(failures).toEqual([error])
  })
})

describe('a signal', () => {
  test.each([
    ['twice within two seconds is one stop', false, 'SIGTERM', 1_999, 'repeated'],
    ['two seconds after the first hurries', false, 'SIGTERM', 2_000, 'hurry'],
    ['of another kind within two seconds is the same stop', false, 'SIGINT', 1_999, 'repeated'],
    ['of a second Ctrl-C at a terminal hurries', true, 'SIGINT', 500, 'hurry'],
    ['that npm forwards after Ctrl-C is the same stop', true, 'SIGINT', 499, 'repeated'],
    ['of a supervisor at a terminal is no Ctrl-C', true, 'SIGTERM', 1_999, 'repeated'],
  ] as const)('%s', (_rule, isTerminal, signal, afterMillis, expected) => {
    const clock = { millis: 7_000 }
    const signals = new StopSignals(isTerminal, () => clock.millis)

    expect(signals.receive('SIGTERM')).toBe('stop')
    clock.millis += afterMillis

    expect(signals.receive(signal)).toBe(expected)
  })
})
