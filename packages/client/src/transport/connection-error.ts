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
  const offline = offlineErrorOf(ports, cause)
  if (offline) return offline
  const found = await ports.fetch(apiUrl, { signal: AbortSignal.timeout(PROBE_MILLIS) }).then(
    ({ status }) =>
      `It answered a test request with status ${status}, so look for a proxy, a browser extension or a CORS rule that stops this one.`,
    () => 'Check that it runs there and that `baseUrl` is right.',
  )
  return new ConnectionError('UNREACHABLE', `The Portico service at ${apiUrl} did not answer. ${found}`, cause)
}

/**
 * Waits for a part of the SDK that is loaded on demand. A network that fails here is one that fails like any other.
 *
 * @param part what `import()` gives; written at the place of use, where bundlers look for it
 */
export async function loaded<Part>(ports: Ports, part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    const message = 'A part of this page could not be loaded. Please try again, or reload the page.'
    throw offlineErrorOf(ports, cause) ?? new ConnectionError('UNREACHABLE', message, cause)
  }
}

function offlineErrorOf(ports: Ports, cause: unknown): ConnectionError | null {
  if (ports.browser()?.navigator.onLine !== false) return null
  return new ConnectionError('OFFLINE', 'You are offline. Please check your internet connection.', cause)
}
