/** Time that several steps share, by the monotonic clock. */
export class Budget {
  readonly #endsAt: number

  constructor(millis: number) {
    this.#endsAt = performance.now() + millis
  }

  /** Never negative. */
  get remainingMillis(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  /** The time of one step: at most this long, and never longer than the budget lasts. */
  share(maxMillis: number): number {
    return Math.min(maxMillis, this.remainingMillis)
  }
}

/**
 * Waits for the work at most this long. The work is not stopped: after the limit, its result and its failure are
 * ignored.
 *
 * @param onTimeout provides the result if the work takes longer, or throws
 */
export async function limitTime<T>(work: Promise<T>, millis: number, onTimeout: () => T | Promise<T>): Promise<T> {
  const expired = Promise.withResolvers<typeof timedOut>()
  const timer = setTimeout(() => expired.resolve(timedOut), millis)
  try {
    const outcome = await Promise.race([work, expired.promise])
    return outcome === timedOut ? await onTimeout() : outcome
  } finally {
    clearTimeout(timer)
  }
}

const timedOut = Symbol('timed out')
