import { setTimeout as sleep } from 'node:timers/promises'

import { StartupProblem } from '../../kernel/startup-problem.ts'
import { causeOf, isDeadlock, isLockTimeout } from './database-errors.ts'

/** How long work that changes the schema waits for locks that other transactions hold. */
export interface LockLimits {
  /** For one lock. Statements that come after the work wait for it as long as the work waits. */
  readonly lockMillis: number
  readonly attempts: number
  /** Before the second attempt. Each further pause is twice as long, up to `pauseMaxMillis`, with jitter. */
  readonly pauseMillis: number
  readonly pauseMaxMillis: number
}

export const lockLimits: LockLimits = { lockMillis: 2_000, attempts: 30, pauseMillis: 1_000, pauseMaxMillis: 20_000 }

/** Work that is repeated as a whole. */
interface LockingWork {
  /** What the work does at the moment, for sentences. */
  readonly current: string
  readonly limits: LockLimits
  readonly onStep: (sentence: string) => void
  /** What to do after the last attempt, when nothing holds the locks any more. */
  readonly nextStep: string
}

/**
 * Repeats work that did not get its locks in time, because others wait behind it.
 *
 * @throws StartupProblem after the last attempt
 */
export async function retryLocks<T>(locking: LockingWork, work: () => Promise<T>): Promise<T> {
  const { limits, onStep } = locking
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const cause = causeOf(error)
      if (!isLockTimeout(cause) && !isDeadlock(cause)) throw error
      if (attempt === limits.attempts) throw withoutLocks(locking, error)
      const pause = Math.min(limits.pauseMillis * 2 ** (attempt - 1), limits.pauseMaxMillis) * (0.5 + Math.random() / 2)
      onStep(
        `${locking.current} did not get its locks, because other transactions hold them (attempt ${attempt} of ${limits.attempts}). The next attempt follows in ${Math.ceil(pause / 1_000)} s.`,
      )
      await sleep(pause)
    }
  }
}

function withoutLocks({ current, limits, nextStep }: LockingWork, cause: unknown): StartupProblem {
  return new StartupProblem(
    `${current} did not get its locks in ${limits.attempts} attempts, because other transactions hold them.`,
    `Find the long transactions in pg_stat_activity (backups and reports, for example), end them or wait for them, and ${nextStep}`,
    { cause },
  )
}
