import { describe, expect, test } from 'vitest'

import { parseProcess, readProcess } from './process-facts.ts'

const nothingPending = 'Name:\tnode\nSigPnd:\t0000000000000000\nShdPnd:\t0000000000000000\n'

/** The fields of proc(5) up to number 22; number 9 contains the flags. */
function statOf({ name = 'node', state = 'S', flags = 4_194_560, threads = 11 }): string {
  return `4711 (${name}) ${state} 1 4711 4711 0 -1 ${flags} 5000 0 0 0 10 5 0 0 20 0 ${threads} 0 123456 900000 1000`
}

describe('facts of a process', () => {
  test.each([
    ['a sleeping process', statOf({}), nothingPending, { isDefunct: false, isExiting: false, threads: 11 }],
    ['a zombie', statOf({ state: 'Z', flags: 4_194_564, threads: 1 }), nothingPending, { isDefunct: true, threads: 1 }],
    ['a zombie with threads', statOf({ state: 'Z', threads: 3 }), nothingPending, { isDefunct: true, threads: 3 }],
    ['an exiting process', statOf({ state: 'R', flags: 4_194_564 }), nothingPending, { isExiting: true }],
    ['a killed process', statOf({ state: 'D' }), 'ShdPnd:\t0000000000000100\n', { isExiting: true }],
    ['another signal', statOf({}), 'ShdPnd:\t0000000000004000\n', { isExiting: false }],
    ['brackets in a name', statOf({ name: 'a) Z 1 (b' }), nothingPending, { isDefunct: false, startedAt: '123456' }],
  ])('are parsed for %s', (_case, stat, status, facts) => {
    expect(parseProcess(stat, status)).toMatchObject(facts)
  })

  test.runIf(process.platform === 'linux')('are read for this process, and null for one that does not exist', () => {
    expect(readProcess(process.pid)).toMatchObject({ isDefunct: false, isExiting: false })
    expect(readProcess(2 ** 22 + 1)).toBeNull()
  })
})
