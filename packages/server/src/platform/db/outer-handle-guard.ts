import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Refuses queries on the outer handle inside a transaction.
 *
 * On the embedded engine such a query waits forever. On PostgreSQL it takes a second connection, which can deadlock a
 * full pool. Both would appear only under load, so the guard makes the first test fail instead.
 */
export class OuterHandleGuard {
  readonly #inside = new AsyncLocalStorage<true>()

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#inside.run(true, work)
  }

  check(): void {
    if (this.#inside.getStore()) {
      throw new Error('The database handle was used inside a transaction. Use the handle of the transaction.')
    }
  }
}
