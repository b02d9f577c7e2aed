import type { Database } from '../kernel/database.ts'
import type { Log } from '../platform/log/log.ts'
import { foldDeltas } from '../records/figures/store.ts'

const INTERVAL_MILLIS = 5_000
/** Bounds the duration of one statement, and so the time for which other nodes wait for the amounts that it writes. */
const DELTAS_AT_ONCE = 2_000

interface FoldingDependencies {
  readonly db: Database
  readonly log: Log
}

/** Adds the deltas of the figures to their stored amounts. No reader depends on it: a read sums both. */
export class FigureFolding {
  readonly #dependencies: FoldingDependencies
  #timer: NodeJS.Timeout | undefined
  #folding: Promise<void> | null = null
  #isStopped = false

  constructor(dependencies: FoldingDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    this.#timer = setInterval(() => void this.fold(), INTERVAL_MILLIS).unref()
  }

  /** Adds deltas for the last time, at most one statement of them. Another node or the next start adds the rest. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#isStopped = true
    await this.#folding
    await this.fold()
  }

  /** Adds all deltas that no other node adds. Never throws. */
  fold(): Promise<void> {
    this.#folding ??= this.#foldAll().finally(() => {
      this.#folding = null
    })
    return this.#folding
  }

  async #foldAll(): Promise<void> {
    try {
      let folded: number
      do folded = await this.#dependencies.db.run(foldDeltas(DELTAS_AT_ONCE))
      while (folded === DELTAS_AT_ONCE && !this.#isStopped)
    } catch (error) {
      this.#dependencies.log.warn({ err: error }, 'the deltas of the figures could not be added and are added later')
    }
  }
}
