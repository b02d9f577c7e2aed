import { randomUUID } from 'node:crypto'

import type { Clock } from '../kernel/clock.ts'
import type { Database } from '../kernel/database.ts'
import type { Log } from '../platform/log/log.ts'
import { deleteLostWorkers, deleteWorker, noteWorker } from '../records/workers/store.ts'

const INTERVAL_MILLIS = 20_000

interface HeartbeatDependencies {
  readonly clock: Clock
  readonly db: Database
  readonly log: Log
}

/** Reports to the database that this process does background work. `doctor` and the metrics count the reports. */
export class Heartbeat {
  readonly #dependencies: HeartbeatDependencies
  readonly #id = randomUUID()
  #timer: NodeJS.Timeout | undefined
  #beating: Promise<void> = Promise.resolve()

  constructor(dependencies: HeartbeatDependencies) {
    this.#dependencies = dependencies
  }

  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.beat(), INTERVAL_MILLIS).unref()
    const { clock, db } = this.#dependencies
    await db.run(deleteLostWorkers(clock.now()))
    await this.beat()
  }

  /** Never throws. */
  beat(): Promise<void> {
    const { clock, db, log } = this.#dependencies
    this.#beating = db
      .run(noteWorker(this.#id, clock.now()))
      .catch((error: unknown) => log.warn({ err: error }, 'this worker could not report that it runs'))
    return this.#beating
  }

  /** Reports that this process does no more work. If the report fails, the process counts as killed. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    await this.#dependencies.db.run(deleteWorker(this.#id)).catch(() => {})
  }
}
