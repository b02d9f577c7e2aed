import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/database.ts'
import { firstRow, statement } from '../../kernel/statement.ts'

const RESYNC_MILLIS = 60_000

/**
 * The database's clock, as measured by this node. The nodes of a service must agree on what has expired, and their own
 * clocks may differ by seconds. The offset is measured at start and once a minute. In between, the node's monotonic
 * clock counts, so that a jump of its wall clock has no effect.
 */
export class DatabaseClock implements Clock {
  readonly #db: Database
  #epochMillis = Date.now()
  #measuredAt = performance.now()
  readonly #timer: NodeJS.Timeout

  private constructor(db: Database) {
    this.#db = db
    this.#timer = setInterval(() => void this.#measure().catch(() => {}), RESYNC_MILLIS)
    this.#timer.unref()
  }

  static async start(db: Database): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db)
    await clock.#measure()
    return clock
  }

  now(): Date {
    return new Date(this.#epochMillis + (performance.now() - this.#measuredAt))
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #measure(): Promise<void> {
    const row = await this.#db.run(statement<{ now: Date }>`select clock_timestamp() as now`.map(firstRow))
    if (!row) return
    this.#epochMillis = row.now.getTime()
    this.#measuredAt = performance.now()
  }
}
