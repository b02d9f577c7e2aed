/** Kept for the switch, so that it ends within the limit too. */
const SWITCH_MILLIS = 500

/** There is not enough time left to switch while writes are held. */
export class HoldTooShort extends Error {}

/**
 * How long an attempt may hold writes. The time counts from its start, also while it waits for running transactions.
 */
export class HoldLimit {
  readonly #millis: number
  readonly #now: () => number
  readonly #begunAt: number

  constructor(millis: number, now: () => number = () => performance.now()) {
    this.#millis = millis
    this.#now = now
    this.#begunAt = now()
  }

  /** Since the attempt began, in milliseconds. */
  elapsed(): number {
    return this.#now() - this.#begunAt
  }

  /**
   * The time until writes go on, in milliseconds.
   *
   * @throws HoldTooShort
   */
  remaining(): number {
    return requirePositive(this.#millis - this.elapsed())
  }

  /**
   * The time until the switch has to begin, in milliseconds.
   *
   * @throws HoldTooShort
   */
  beforeSwitch(): number {
    return requirePositive(this.#millis - SWITCH_MILLIS - this.elapsed())
  }
}

function requirePositive(millis: number): number {
  if (millis <= 0) throw new HoldTooShort()
  return millis
}
