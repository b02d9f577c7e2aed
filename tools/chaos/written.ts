/**
 * A value of the service that only this run writes, one write at a time. A write that was answered with an error may
 * have taken effect, so the service may show its value as well, but never one from before the last acknowledged write.
 */
export class Written<T> {
  #acknowledged: T
  #uncertain: T[] = []

  constructor(acknowledged: T) {
    this.#acknowledged = acknowledged
  }

  get acknowledged(): T {
    return this.#acknowledged
  }

  acknowledge(value: T): void {
    this.#acknowledged = value
    this.#uncertain = []
  }

  /** Notes a write whose outcome is unknown. */
  attempt(value: T): void {
    this.#uncertain.push(value)
  }

  permits(value: unknown): boolean {
    return value === this.#acknowledged || this.#uncertain.includes(value as T)
  }
}
