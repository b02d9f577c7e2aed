/** A clock that goes on by itself and jumps when a test says so. */
export class TestClock {
  #offsetMillis = 0

  now(): Date {
    return new Date(Date.now() + this.#offsetMillis)
  }

  advance(millis: number): void {
    this.#offsetMillis += millis
  }
}
