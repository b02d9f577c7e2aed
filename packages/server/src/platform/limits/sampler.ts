import type { Clock } from '../../kernel/clock.ts'

const WINDOW_MILLIS = 60_000
const KEYS_PER_GROUP_MAX = 60
const GROUPS_MAX = 10_000

/**
 * Accepts each key once per minute and node, and a bounded number of keys per group. Bounds the number of audit
 * entries.
 */
export class Sampler {
  readonly #clock: Clock
  readonly #groups = new Map<string, Set<string>>()
  #windowEndsAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether the key is new in its group, and the group is not full. */
  take(group: string, key: string): boolean {
    this.#startWindow()
    const keys = this.#groups.get(group) ?? new Set()
    // guard: a flood of refusals is bounded per project and reason (drop `keys.size >= KEYS_PER_GROUP_MAX`)
    // guard: each refusal is recorded once per minute (drop `keys.has(key)`)
    if (keys.has(key) || keys.size >= KEYS_PER_GROUP_MAX) return false
    // guard: the sampler stores a bounded number of projects
    if (!this.#groups.has(group) && this.#groups.size >= GROUPS_MAX) return false
    this.#groups.set(group, keys.add(key))
    return true
  }

  #startWindow(): void {
    const now = this.#clock.now().getTime()
    if (now < this.#windowEndsAt) return
    // guard: the sampler starts a new period each minute
    this.#groups.clear()
    this.#windowEndsAt = now + WINDOW_MILLIS
  }
}
