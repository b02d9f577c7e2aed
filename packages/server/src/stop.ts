import { limitTime, type Budget } from './kernel/time-limit.ts'

/** A part of the service that the stop closes. */
export interface StopStep {
  /** What is open while the step runs, for the operator. */
  readonly open: () => string
  /** The part of the whole time, from 0 to 1, at which the next step begins at the latest. */
  readonly until: number
  readonly close: () => Promise<unknown>
  /** Ends by force what is still open. */
  readonly abort?: () => void
}

/**
 * Closes the parts one after the other. A part that does not close in its share of the time does not keep the others
 * from closing.
 *
 * @param millis the length of the budget
 * @returns the parts that are still open
 */
export async function closeAll(
  budget: Budget,
  millis: number,
  steps: readonly StopStep[],
  onFailure: (error: unknown) => void,
): Promise<string[]> {
  const stillOpen: string[] = []
  for (const { abort, close, open, until } of steps) {
    const keptForOthers = (1 - until) * millis
    const giveUp = (): void => {
      stillOpen.push(open())
      abort?.()
    }
    try {
      await limitTime(
        close().then(() => {}),
        Math.max(0, budget.remainingMillis - keptForOthers),
        giveUp,
      )
    } catch (error) {
      onFailure(error)
      giveUp()
    }
  }
  return stillOpen
}

/** A supervisor that signals a whole process group, and a launcher that forwards signals, send each of them twice. */
const SAME_SIGNAL_MILLIS = 2_000
/** At a terminal the second Ctrl-C is a decision, but npm forwards the first one. */
const SAME_KEY_PRESS_MILLIS = 500

/** Distinguishes a second request to stop, which hurries, from a request that arrives twice. */
export class StopSignals {
  readonly #isTerminal: boolean
  readonly #now: () => number
  #firstAt: number | null = null

  /** @param now milliseconds of a monotonic clock */
  constructor(isTerminal: boolean, now: () => number = () => performance.now()) {
    this.#isTerminal = isTerminal
    this.#now = now
  }

  receive(signal: NodeJS.Signals): 'stop' | 'repeated' | 'hurry' {
    const now = this.#now()
    if (this.#firstAt === null) {
      this.#firstAt = now
      return 'stop'
    }
    const sameMillis = signal === 'SIGINT' && this.#isTerminal ? SAME_KEY_PRESS_MILLIS : SAME_SIGNAL_MILLIS
    return now - this.#firstAt < sameMillis ? 'repeated' : 'hurry'
  }
}
