import { AsyncLocalStorage } from 'node:async_hooks'

import type { Database, Subscription } from '../../kernel/database.ts'
import { sequence } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { defaultLimits } from '../db/connection.ts'
import { translateOutages } from '../db/database-errors.ts'
import { limitWait } from '../db/store-waits.ts'

const RETRY_MILLIS = 1_000

// A use of the cell begins its check, which must have no part in the time and the transaction of that call.
const outsideOfCallers = AsyncLocalStorage.snapshot()

/**
 * Creates the database of a cell that may be down while the service starts. Its first use checks it; until a check
 * succeeds, each use fails as during an outage. A use does not wait for a migration.
 *
 * @param check migrates the cell and checks that it belongs to this service
 * @param waitMillis how long a use waits for the check
 */
export function checkedDatabase(
  db: Database,
  check: () => Promise<void>,
  waitMillis = defaultLimits.connectMillis,
): Database & { readonly ready: () => Promise<void> } {
  let isChecked = false
  let checking: Promise<void> | null = null
  let failedAt = -Infinity
  /** Whether a use has given up waiting for the current check. */
  let isSlow = false
  /** Start to listen for notifications of the cell. They are called at the next successful check. */
  const awaited: (() => Promise<void>)[] = []

  async function checkNow(): Promise<void> {
    try {
      await check()
      for (let listen = awaited[0]; listen; listen = awaited[0]) {
        await listen()
        awaited.splice(awaited.indexOf(listen), 1)
      }
      isChecked = true
    } catch (error) {
      failedAt = performance.now()
      throw error
    } finally {
      checking = null
      isSlow = false
    }
  }

  const beginCheck = (): Promise<void> => (checking ??= outsideOfCallers(checkNow))

  async function ready(): Promise<void> {
    if (isChecked) return
    const unavailable = new StoreUnavailable('The cell is not available.')
    if (isSlow || (!checking && performance.now() - failedAt < RETRY_MILLIS)) throw unavailable
    try {
      await limitWait(waitMillis, beginCheck, (isWholeTime) => {
        isSlow ||= isWholeTime
        return unavailable
      })
    } catch (error) {
      throw error instanceof StoreUnavailable
        ? error
        : new StoreUnavailable('The cell cannot be used.', { cause: error })
    }
  }

  return {
    engine: db.engine,
    ready: beginCheck,
    run: async (statement) => {
      if (!isChecked) await ready()
      return db.run(statement)
    },
    batch: async (batch) => {
      if (!isChecked) await ready()
      return db.run(sequence(batch))
    },
    transaction: async (work) => {
      if (!isChecked) await ready()
      return db.transaction(work)
    },
    listen: async (...listening) => {
      if (isChecked) {
        try {
          return await translateOutages(() => db.listen(...listening))
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) throw error
          // It has failed since its check. The next use checks it again.
          isChecked = false
          failedAt = performance.now()
        }
      }
      let subscription: Subscription | null = null
      awaited.push(async () => {
        subscription = await db.listen(...listening)
      })
      return { completeUntil: () => subscription?.completeUntil() ?? -Infinity }
    },
    poolUse: () => db.poolUse(),
    close: () => db.close(),
  }
}
