import { setTimeout as sleep } from 'node:timers/promises'

import { isRetryable } from './database-errors.ts'

const ATTEMPTS = 3
const BASE_MILLIS = 20

/** Tries again after a serialisation failure or deadlock, with jitter, because the database has rolled everything back. */
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
