import type { EndpointSpec } from '@portico/contract'

import { nothing, type Statement } from '../../kernel/statement.ts'

/** The rights that a call requires. A change keeps them until its commit. */
export class HeldRights {
  readonly #hold: (() => Statement<void>) | null
  #isHeld = false

  /**
   * @param hold the check of the requirement, for the transaction of the change; null if the call requires no such
   *   rights
   */
  constructor(hold: (() => Statement<void>) | null) {
    this.#hold = hold
  }

  /** The statement that a change runs in its transaction (`HeldCall`). */
  hold(): Statement<void> {
    this.#isHeld = true
    return this.#hold?.() ?? nothing
  }

  /**
   * @throws if a handler has changed something without `hold`: a bug, because the rights could end before the change
   */
  requireHeld({ method, path }: Pick<EndpointSpec, 'method' | 'path'>): void {
    if (method === 'GET' || !this.#hold || this.#isHeld) return
    throw new Error(`The handler of ${method} ${path} does not hold the rights that its route requires.`)
  }
}
