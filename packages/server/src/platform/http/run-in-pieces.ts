import { setImmediate } from 'node:timers/promises'

/** How long a piece keeps the process busy. A step that takes longer is a separate piece. */
const PIECE_MILLIS = 5

/**
 * Runs a long computation without keeping other requests waiting: they go on between its pieces.
 *
 * @param steps yields between its steps
 */
export async function runInPieces<Result>(steps: Iterator<void, Result>): Promise<Result> {
  let endsAt = performance.now() + PIECE_MILLIS
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() < endsAt) continue
    await setImmediate()
    endsAt = performance.now() + PIECE_MILLIS
  }
}
