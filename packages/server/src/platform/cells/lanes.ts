import type { Database } from '../../kernel/database.ts'
import { listLanes } from './across-cells.ts'

/** A worker that takes what is due from one cell. */
interface Worker {
  start(): unknown
  wake(): void
  idle(): Promise<void>
  stop(): Promise<void>
}

/** One worker per cell, so that the backlog of one cell delays no other. */
export class Lanes<T extends Worker> {
  readonly #workers: readonly T[]

  constructor(db: Database, create: (lane: Database) => T) {
    this.#workers = listLanes(db).map(create)
  }

  async start(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.start()))
  }

  wake(): void {
    for (const worker of this.#workers) worker.wake()
  }

  async idle(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.idle()))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()))
  }
}
