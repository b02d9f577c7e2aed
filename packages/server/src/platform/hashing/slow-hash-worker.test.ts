import { Worker } from 'node:worker_threads'

import { genSaltSync, hashSync } from 'bcryptjs'
import { expect, test, vi } from 'vitest'

import { SlowHashWorker } from './slow-hash-worker.ts'

const hash = hashSync('correct horse battery', genSaltSync(4))

function failOnFailure(cause: unknown): void {
  throw new Error('The check failed.', { cause })
}

test('the worker for slow hashes checks passwords one at a time', async () => {
  const worker = new SlowHashWorker(failOnFailure)

  expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
  expect(await worker.verify(hash, 'another one')).toBe(false)
  expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
})

test('the worker for slow hashes reports a hash that cannot be checked, and continues in the same thread', async () => {
  const failures: unknown[] = []
  const worker = new SlowHashWorker((cause) => void failures.push(cause))
  const threads = vi.spyOn(Worker.prototype, 'postMessage')

  expect(await worker.verify('$2b$99$not-a-hash'.padEnd(60, '.'), 'a password')).toBe(false)
  expect(await worker.verify(hash, 'correct horse battery')).toBe(true)

  expect(failures).toEqual([new Error('A stored password hash has an unknown format.')])
  expect(new Set(threads.mock.contexts).size).toBe(1)
  threads.mockRestore()
})

test('the worker for slow hashes refuses a second check at the same time', async () => {
  const worker = new SlowHashWorker(failOnFailure)
  const first = worker.verify(hash, 'correct horse battery')

  await expect(worker.verify(hash, 'another one')).rejects.toThrow('another hash')

  expect(await first).toBe(true)
})

test('the worker for slow hashes starts a new thread when the idle one ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const worker = new SlowHashWorker(failOnFailure)
    await worker.verify(hash, 'correct horse battery')

    vi.advanceTimersByTime(60_000)

    expect(await worker.verify(hash, 'correct horse battery')).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
