import { vi } from 'vitest'

/**
 * Longer than the tick of the clock in `store-waits.ts`, which all test files of a process share. Without its ticks,
 * waits would not end.
 */
const SHORTEST_MILLIS = 1_000

interface HeldIntervals {
  /** Runs the work of each interval once. */
  readonly fire: () => void
  /** Intervals that are set later are real again. */
  readonly release: () => void
}

/**
 * Keeps long intervals from firing by themselves. Do not fake `setInterval` in another way: the short ones must fire.
 */
export function holdLongIntervals(): HeldIntervals {
  const { setInterval } = globalThis
  const held: (() => void)[] = []
  const onlyShort = (work: () => void, millis = 0): NodeJS.Timeout => {
    if (millis < SHORTEST_MILLIS) return setInterval(work, millis)
    held.push(work)
    return setInterval(() => {}, millis)
  }
  const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(onlyShort as typeof setInterval)
  return {
    fire: () => {
      for (const work of held) work()
    },
    release: () => spy.mockRestore(),
  }
}

/** Starts a service that never polls for work: its long intervals do not fire. */
export async function startWithoutPolls<T>(start: () => Promise<T>): Promise<T> {
  const { release } = holdLongIntervals()
  try {
    return await start()
  } finally {
    release()
  }
}
