import { setTimeout as sleep } from 'node:timers/promises'

import { isRetryable } from './database-errors.ts'
import { hasTimeLeft } from './store-waits.ts'

const ATTEMPTS = 3
const BASE_MILLIS = 20

/**
 * Retries work after a failure without lasting effects: a serialization failure, a deadlock, an outdated plan, or a
 * connection that was lost before the commit. Waits between attempts, with jitter.
 *
 * @param isWorthRepeating which failures, instead of all of these
 */
export async function retryConflicts<T>(
  work: () => Promise<T>,
  isWorthRepeating: (error: unknown) => boolean = isRetryable,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isWorthRepeating(error) || !hasTimeLeft()) throw error
      await sleep(BASE_MILLIS * 2 ** attempt * Math.random())
    }
  }
}
