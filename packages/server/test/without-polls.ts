import { vi } from 'vitest'

/**
 * Longer than the tick of the clock in `store-waits.ts`, which all test files of a process share. Without its ticks,
 * waits would not end.
 */
const SHORTEST_POLL_MILLIS = 1_000

/** Starts a service that never polls for work: its long intervals do not fire. */
export async function startWithoutPolls<T>(start: () => Promise<T>): Promise<T> {
  const { setInterval } = globalThis
  const onlyShort = (work: () => void, millis = 0): NodeJS.Timeout =>
    setInterval(millis < SHORTEST_POLL_MILLIS ? work : () => {}, millis)
  const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(onlyShort as typeof setInterval)
  try {
    return await start()
  } finally {
    spy.mockRestore()
  }
}
