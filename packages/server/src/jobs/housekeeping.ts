import { sweepExpiredCliLogins } from '../cli-login/cli-login.ts'
import { sweepExpiredHits } from '../http/rate-limit-store.ts'
import { sweepExpiredOAuth } from '../oauth/sweep.ts'
import type { Ports } from '../ports/ports.ts'
import { sweepExpiredSessions } from '../sessions/sessions.ts'
import { sweepExpiredCodes } from '../verification-codes/verification-codes.ts'

const INTERVAL_MILLIS = 60_000

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
    await sweepExpiredHits(db, now)
    await sweepExpiredCodes(db, now)
    await sweepExpiredCliLogins(db, now)
    await sweepExpiredOAuth(db, now)
    await sweepExpiredSessions(db, now)
  }
}
