import type { Log } from '../log/log.ts'

/**
 * A busy node has several attempts in this time. On another node, a successful attempt counts as a failure for so long.
 */
const GATHER_MILLIS = 100
/** Bounds the duration of one deletion. */
const KEYS_AT_ONCE = 200

/**
 * Deletes the counters of attempts that succeeded, for many attempts in one transaction. If the deletion fails or the
 * process is killed before it, these attempts remain failures.
 */
export class PastFailures {
  readonly #forgetHits: (keys: readonly string[]) => Promise<void>
  readonly #log: Log
  #noted = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  /** The counters of the deletions that run. */
  readonly #ending = new Set<string>()
  #deletion: Promise<void> = Promise.resolve()

  constructor(forgetHits: (keys: readonly string[]) => Promise<void>, log: Log) {
    this.#forgetHits = forgetHits
    this.#log = log
  }

  note(keys: readonly string[]): void {
    for (const key of keys) this.#noted.add(key)
    if (this.#noted.size >= KEYS_AT_ONCE) void this.delete()
    else this.#timer ??= setTimeout(() => void this.delete(), GATHER_MILLIS).unref()
  }

  /** Whether one of the counters is still to be deleted. */
  includes(keys: readonly string[]): boolean {
    return keys.some((key) => this.#noted.has(key) || this.#ending.has(key))
  }

  /** Deletes all noted counters. Never throws. */
  async delete(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const keys = [...this.#noted]
    this.#noted.clear()
    if (keys.length > 0) {
      for (const key of keys) this.#ending.add(key)
      this.#deletion = Promise.all([this.#deletion, this.#deleteNow(keys)]).then(() => {})
    }
    await this.#deletion
  }

  async #deleteNow(keys: readonly string[]): Promise<void> {
    try {
      await this.#forgetHits(keys)
    } catch (error) {
      this.#log.warn({ err: error }, 'failures of attempts that succeeded could not be deleted')
    } finally {
      for (const key of keys) this.#ending.delete(key)
    }
  }
}
