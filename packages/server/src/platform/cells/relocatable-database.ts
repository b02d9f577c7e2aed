import { setTimeout as sleep } from 'node:timers/promises'

import type { Database, Subscription } from '../../kernel/database.ts'
import { sequence } from '../../kernel/statement.ts'

/** The longest transaction has ended by then: its statements and pauses are limited (security requirement 19.1). */
const OLD_DATABASE_MILLIS = 15_000

/** The database of a cell, which another one can replace while it is used. */
export interface RelocatableDatabase extends Database {
  /** Makes new statements use another database, and closes the former one after those in progress. */
  relocate(to: Database): Promise<void>
}

interface Listening {
  readonly wanted: Parameters<Database['listen']>
  /** Null until the current database listens. */
  subscription: Subscription | null
}

export function relocatableDatabase(first: Database): RelocatableDatabase {
  let current = first
  const listenings: Listening[] = []
  const former = new Set<Database>()

  async function closeLater(db: Database): Promise<void> {
    former.add(db)
    await sleep(OLD_DATABASE_MILLIS, undefined, { ref: false })
    if (former.delete(db)) await db.close().catch(() => {})
  }

  return {
    engine: first.engine,
    run: (statement) => current.run(statement),
    batch: (batch) => current.run(sequence(batch)),
    transaction: (work) => current.transaction(work),
    listen: async (...wanted) => {
      const listening: Listening = { wanted, subscription: null }
      listenings.push(listening)
      const db = current
      const subscription = await db.listen(...wanted)
      if (db === current) listening.subscription = subscription
      return { completeUntil: () => listening.subscription?.completeUntil() ?? -Infinity }
    },
    poolUse: () => current.poolUse(),
    close: async () => {
      const open = [current, ...former]
      former.clear()
      await Promise.all(open.map((db) => db.close()))
    },
    relocate: async (to) => {
      const from = current
      current = to
      void closeLater(from)
      for (const listening of listenings) listening.subscription = null
      for (const listening of listenings) {
        const subscription = await to.listen(...listening.wanted)
        // What happened in between was not announced to this node.
        const [, , onMissed] = listening.wanted
        onMissed?.()
        listening.subscription = subscription
      }
    },
  }
}
