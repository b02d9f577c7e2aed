import { setTimeout as sleep } from 'node:timers/promises'

import { isRetryable } from './database-errors.ts'

const ATTEMPTS = 3
const BASE_MILLIS = 20

/** Tries again, with jitter, after a failure that left nothing behind: a serialisation failure, a deadlock, a lost connection. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isRetryable(error)) throw error
      await sleep(BASE_MILLIS * 2 ** attempt * Math.random())
    }
  }
}
