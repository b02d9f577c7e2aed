/** Follows the system clock, plus the time that the test has added with `advance`. */
export class TestClock {
  #offsetMillis = 0
  #lastReadMillis = 0

  now(): Date {
    this.#lastReadMillis = Date.now() + this.#offsetMillis
    return new Date(this.#lastReadMillis)
  }

  advance(millis: number): void {
    this.#offsetMillis += millis
  }

  /** Makes the next reading later than the last one, if both happen in the same millisecond. */
  tick(): void {
    if (Date.now() + this.#offsetMillis === this.#lastReadMillis) this.#offsetMillis += 1
  }
}
