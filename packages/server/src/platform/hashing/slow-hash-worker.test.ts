import { genSaltSync, hashSync } from 'bcryptjs'
import { expect, test, vi } from 'vitest'

import { SlowHashWorker } from './slow-hash-worker.ts'

const hash = hashSync('correct horse battery', genSaltSync(4))

test('checks passwords one at a time', async () => {
  const worker = new SlowHashWorker()

  expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
  expect(await worker.verify(hash, 'another one')).toBe(false)
  expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
})

test('continues after a failed check', async () => {
  const worker = new SlowHashWorker()

  await expect(worker.verify('$2b$99$not-a-hash'.padEnd(60, '.'), 'a password')).rejects.toThrow('unknown format')

  expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
})

test('refuses a second check at the same time', async () => {
  const worker = new SlowHashWorker()
  const first = worker.verify(hash, 'correct horse battery')

  await expect(worker.verify(hash, 'another one')).rejects.toThrow('another hash')

  expect(await first).toBe(true)
})

test('starts a new thread when the idle one ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const worker = new SlowHashWorker()
    await worker.verify(hash, 'correct horse battery')

    vi.advanceTimersByTime(60_000)

    expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
