import type { Clock } from '../../kernel/clock.ts'

const INTERVAL_MILLIS = 60_000
/** Bounds the memory that callers with many addresses can take. */
const KEYS_MAX = 10_000

/** Lets one of many equal things through per minute and node, so that a flood of refusals does not become a flood of entries. */
export class Sampler {
  readonly #clock: Clock
  readonly #seenAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether it is the first of its kind within a minute. */
  take(key: string): boolean {
    const now = this.#clock.now().getTime()
    const seenAt = this.#seenAt.get(key)
    if (seenAt !== undefined && now - seenAt < INTERVAL_MILLIS) return false
    // Oldest first: a key that is seen again moves to the end.
    this.#seenAt.delete(key)
    this.#seenAt.set(key, now)
    const [oldest] = this.#seenAt.keys()
    if (this.#seenAt.size > KEYS_MAX && oldest !== undefined) this.#seenAt.delete(oldest)
    return true
  }
}
