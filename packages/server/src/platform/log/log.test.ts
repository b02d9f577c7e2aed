import { describe, expect, test } from 'vitest'

import { createFlatLog, createLog } from './log.ts'

function capture(): { lines: string[]; write(text: string): void } {
  const lines: string[] = []
  return { lines, write: (text) => void lines.push(text) }
}

describe('the log', () => {
  test('redacts secrets at the top level and one level below', () => {
    const target = capture()

    createLog('info', target).info({ password: 'hunter2', body: { refresh_token: 'hunter2' } }, 'x')

    expect(target.lines.join()).not.toContain('hunter2')
  })

  test('redacts secrets at the top level of flat lines', () => {
    const target = capture()

    createFlatLog(createLog('info', target)).info({ access_token: 'hunter2', status: 200 }, 'x')

    expect(target.lines.join()).not.toContain('hunter2')
    expect(target.lines.join()).toContain('200')
  })
})
