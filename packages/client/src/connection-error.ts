import type { Ports } from './ports.ts'

const PROBE_MILLIS = 3_000

/**
 * There was no answer. `code` is `OFFLINE` when the browser says so, else `UNREACHABLE`; `cause` is what `fetch` threw.
 */
export class ConnectionError extends Error {
  readonly code: 'OFFLINE' | 'UNREACHABLE'

  constructor(code: 'OFFLINE' | 'UNREACHABLE', message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.code = code
  }
}

/** Finds out as much as can be said about why there was no answer. Asks nobody but the configured service. */
export async function connectionErrorOf(ports: Ports, apiUrl: string, cause: unknown): Promise<ConnectionError> {
  if (ports.browser()?.navigator.onLine === false) {
    return new ConnectionError('OFFLINE', 'You are offline. Please check your internet connection.', cause)
  }
  const found = await ports.fetch(apiUrl, { signal: AbortSignal.timeout(PROBE_MILLIS) }).then(
    ({ status }) =>
      `It answered a test request with status ${status}, so look for a proxy, a browser extension or a CORS rule that stops this one.`,
    () => 'Check that it runs there and that `baseUrl` is right.',
  )
  return new ConnectionError('UNREACHABLE', `The Portico service at ${apiUrl} did not answer. ${found}`, cause)
}
