import { sweepExpiredCliLogins } from '../cli-login/cli-login.ts'
import type { Database } from '../db/sql.ts'
import { sweepExpiredHits } from '../http/rate-limit-store.ts'
import { sweepExpiredOAuth } from '../oauth/sweep.ts'
import type { Ports } from '../ports/ports.ts'
import { sweepExpiredSessions } from '../sessions/sessions.ts'
import { sweepExpiredCodes } from '../verification-codes/verification-codes.ts'

const INTERVAL_MILLIS = 60_000
/**
 * So that nobody waits for a statement that deletes a day's worth of rows. A sweep asks for the oldest and for all that ran
 * out no later than the last of these: joined by key, or without a lower bound, PostgreSQL may read the table from end to end.
 */
const ROWS_AT_ONCE = 1_000
/** More than all that limits let a busy project make in a minute; what is left then waits for the next time. */
const ROUNDS_MAX = 50

const sweeps: readonly ((db: Database, now: Date, limit: number) => Promise<number>)[] = [
  sweepExpiredHits,
  sweepExpiredCodes,
  sweepExpiredCliLogins,
  sweepExpiredOAuth,
  sweepExpiredSessions,
]

/**
 * Deletes what has long run out, a bounded number of rows at a time.
 *
 * Nothing depends on it: expired rows already count as absent, wherever they are looked up.
 */
export class Housekeeping {
  readonly #ports: Pick<Ports, 'clock' | 'db' | 'log'>
  #timer: NodeJS.Timeout | undefined

  constructor(ports: Pick<Ports, 'clock' | 'db' | 'log'>) {
    this.#ports = ports
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        this.#ports.log.warn({ err: error }, 'housekeeping failed; it comes again'),
      )
    }, INTERVAL_MILLIS)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async sweep(): Promise<void> {
    const { db, clock } = this.#ports
    const now = clock.now()
    for (const sweep of sweeps) {
      for (let round = 1; round <= ROUNDS_MAX; round += 1) {
        if ((await sweep(db, now, ROWS_AT_ONCE)) < ROWS_AT_ONCE) break
      }
    }
  }
}
