/** Waits for the work, but not longer than the time. Returns null after the time. */
export async function limitTime<T>(work: Promise<T>, millis: number): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), millis)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Polls until the condition is true. Returns false if it does not become true within the time. */
export async function waitFor(isTrue: () => boolean | Promise<boolean>, millis: number): Promise<boolean> {
  const until = performance.now() + millis
  for (;;) {
    if (await isTrue()) return true
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
