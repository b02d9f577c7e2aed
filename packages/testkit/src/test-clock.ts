/** Follows the system clock, plus the time that the test has added with `advance`. */
export class TestClock {
  #offsetMillis = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMillis)
  }

  advance(millis: number): void {
    this.#offsetMillis += millis
  }
}
