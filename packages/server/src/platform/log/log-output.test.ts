import { describe, expect, test } from 'vitest'

import { LogOutput } from './log-output.ts'

/** An output whose writes end when and how the test determines. */
function output(): { log: LogOutput; written: string[]; finish: (error?: Error) => void; clock: { millis: number } } {
  const written: string[] = []
  const pending: ((error?: Error) => void)[] = []
  const clock = { millis: 5_000 }
  const log = new LogOutput(
    (text, done) => {
      written.push(text)
      pending.push(done)
    },
    () => clock.millis,
  )
  return { log, written, clock, finish: (error) => pending.shift()?.(error) }
}

describe('the output of the log', () => {
  test('writes lines together and in their order, one write at a time', async () => {
    const { finish, log, written } = output()

    log.write('a\n')
    log.write('b\n')
    const flushed = log.flush()
    log.write('c\n')
    expect(written).toEqual(['a\nb\n'])
    finish()
    finish()
    await flushed

    expect(written).toEqual(['a\nb\n', 'c\n'])
    expect(log.droppedLines).toBe(0)
  })

  test('drops and counts lines after an error, and tries again after a second', () => {
    const { clock, finish, log, written } = output()
    const recoveries: number[] = []
    log.onRecovered = (dropped) => recoveries.push(dropped)

    log.write('a\n')
    void log.flush()
    log.write('b\n')
    finish(new Error('EPIPE'))
    log.write('c\n')
    clock.millis += 999
    log.write('d\n')
    void log.flush()
    expect(written).toEqual(['a\n'])
    clock.millis += 1
    log.write('e\n')
    void log.flush()
    finish()

    expect(written).toEqual(['a\n', 'e\n'])
    expect(log.droppedLines).toBe(4)
    expect(recoveries).toEqual([4])
  })

  test('holds a bounded number of lines while they are not read', () => {
    const { log, written } = output()
    const line = `${'x'.repeat(1_023)}\n`

    log.write(line)
    void log.flush()
    for (let sent = 0; sent < 2_000; sent += 1) log.write(line)

    expect(written).toHaveLength(1)
    expect(log.droppedLines).toBe(2_000 - 1_024)
  })

  test('is flushed when a write fails', async () => {
    const { finish, log } = output()

    log.write('a\n')
    const flushed = log.flush()
    finish(new Error('ENOSPC'))

    await expect(flushed).resolves.toBeUndefined()
  })
})
