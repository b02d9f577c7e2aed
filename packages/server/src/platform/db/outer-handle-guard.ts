import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Refuses the outer handle inside a transaction.
 *
 * On the embedded engine such a query waits for ever, and on PostgreSQL it takes a second connection, which deadlocks
 * a full pool. Both would show only under load, so the first test that does it fails instead.
 */
export class OuterHandleGuard {
  readonly #inside = new AsyncLocalStorage<true>()

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.#inside.run(true, work)
  }

  check(): void {
    if (this.#inside.getStore()) {
      throw new Error('The database handle was used inside a transaction. Use the handle the transaction gives you.')
    }
  }
}
