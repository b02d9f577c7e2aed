import { API_PREFIX } from '@portico/client/admin'

import { createStore } from '../language/store.ts'

/** After this time without an answer, a small request checks whether the service responds. */
const SLOW_MILLIS = 3_000
const CHECK_TIMEOUT_MILLIS = 3_000
const PAUSE_MILLIS = 2_000

const sendRequest = window.fetch.bind(window)
const silence = createStore(false)
let present: Promise<boolean> | null = null
let nextCheck: ReturnType<typeof setTimeout>

/**
 * Watches all requests, so that the page can show within seconds that the service does not respond. The SDK alone
 * reports it late: it repeats reads for up to 22 seconds, and waits without limit for a connection that hangs.
 */
export function watchService(): void {
  window.fetch = async (input, init) => {
    const timer = setTimeout(() => void checkService(), SLOW_MILLIS)
    try {
      const response = await sendRequest(input, init)
      if (isGatewayError(response)) void checkService()
      return response
    } catch (error) {
      if (!init?.signal?.aborted) void checkService()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  window.addEventListener('offline', () => void checkService())
  window.addEventListener('online', () => void checkService())
}

/** Whether the service does not respond. While it does not, this is checked every two seconds. */
export function useIsServiceSilent(): boolean {
  return silence.useValue()
}

/** Sends a small request to the service. Resolves to whether it answers. */
export function checkService(): Promise<boolean> {
  present ??= readRoot().then((answers) => {
    present = null
    silence.set(!answers)
    clearTimeout(nextCheck)
    if (!answers) nextCheck = setTimeout(() => void checkService(), PAUSE_MILLIS)
    return answers
  })
  return present
}

/** Loads code. If loading fails because the service does not respond, waits until it does and tries again. */
export async function loadFromService<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (await checkService()) throw error
    await new Promise<void>((resolve) => {
      const stop = silence.subscribe(() => {
        if (silence.get()) return
        stop()
        resolve()
      })
    })
    return load()
  }
}

async function readRoot(): Promise<boolean> {
  try {
    const response = await sendRequest(`${API_PREFIX}/`, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(CHECK_TIMEOUT_MILLIS),
    })
    return !isGatewayError(response)
  } catch {
    return false
  }
}

/** Whether a proxy answered instead of the service. */
function isGatewayError({ status }: Response): boolean {
  return status === 502 || status === 504
}
