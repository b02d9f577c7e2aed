import type { Database } from '@portico/server'

/** Calls a handler with the payload of a notification. */
type Handler = (payload: string) => void

/** An engine that several tests use, one after the other. */
export class SharedDatabase {
  readonly engine: Database
  /** By channel. An engine keeps its listeners, so it listens once and calls the handlers of the current use. */
  readonly #handlers = new Map<string, Set<Handler>>()

  constructor(engine: Database) {
    this.engine = engine
  }

  /** Starts a use. After `end`, nothing of this use reaches the engine. */
  use(): { db: Database; end: () => { isIdle: boolean } } {
    const { engine } = this
    let running = 0
    let hasEnded = false
    const guard = async <T>(work: () => Promise<T>): Promise<T> => {
      if (hasEnded) throw new Error('The test database is closed.')
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
      }
    }
    const end = (): { isIdle: boolean } => {
      hasEnded = true
      for (const handlers of this.#handlers.values()) handlers.clear()
      return { isIdle: running === 0 }
    }
    const db: Database = {
      engine: engine.engine,
      run: (wanted) => guard(() => engine.run(wanted)),
      batch: (batch) => guard(() => engine.batch(batch)),
      transaction: (work) => guard(() => engine.transaction(work)),
      listen: (channel, onPayload) => guard(() => this.#listen(channel, onPayload)),
      poolUse: () => engine.poolUse(),
      close: async () => void end(),
    }
    return { db, end }
  }

  async #listen(channel: string, handler: Handler): Promise<void> {
    const known = this.#handlers.get(channel)
    if (known) {
      known.add(handler)
      return
    }
    const handlers = new Set([handler])
    this.#handlers.set(channel, handlers)
    await this.engine.listen(channel, (payload) => {
      for (const current of handlers) current(payload)
    })
  }
}
