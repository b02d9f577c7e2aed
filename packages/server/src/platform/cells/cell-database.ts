import type { Database, Subscription } from '../../kernel/database.ts'
import { sequence } from '../../kernel/statement.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

const RETRY_MILLIS = 1_000

/**
 * Creates the database of a cell that may be down while the service starts. Its first use checks it; until a check
 * succeeds, each use fails as during an outage.
 *
 * @param check migrates the cell and checks that it belongs to this service
 */
export function checkedDatabase(
  db: Database,
  check: () => Promise<void>,
): Database & { readonly ready: () => Promise<void> } {
  let isChecked = false
  let checking: Promise<void> | null = null
  let failedAt = -Infinity
  /** Start to listen for notifications of the cell. They are called at the first successful check. */
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
    }
  }

  async function ready(): Promise<void> {
    if (isChecked) return
    if (!checking && performance.now() - failedAt < RETRY_MILLIS)
      throw new StoreUnavailable('The cell is not available.')
    try {
      await (checking ??= checkNow())
    } catch (error) {
      throw error instanceof StoreUnavailable
        ? error
        : new StoreUnavailable('The cell cannot be used.', { cause: error })
    }
  }

  return {
    engine: db.engine,
    ready: () => (checking ??= checkNow()),
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
      if (isChecked) return db.listen(...listening)
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
