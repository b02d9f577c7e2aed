import type { Database, Subscription } from '@portico/server'

type Handler = (payload: string) => void

/** An engine that several tests use, one after the other. */
export class SharedDatabase {
  readonly engine: Database
  /** By channel. An engine keeps its listeners, so it listens once and calls the handlers of the current use. */
  readonly #channels = new Map<
    string,
    { readonly handlers: Set<Handler>; readonly subscription: Promise<Subscription> }
  >()

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
      for (const { handlers } of this.#channels.values()) handlers.clear()
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

  async #listen(channel: string, handler: Handler): Promise<Subscription> {
    const known = this.#channels.get(channel)
    if (known) {
      known.handlers.add(handler)
      return known.subscription
    }
    const handlers = new Set([handler])
    const subscription = this.engine.listen(channel, (payload) => {
      for (const current of handlers) current(payload)
    })
    this.#channels.set(channel, { handlers, subscription })
    return subscription
  }
}
