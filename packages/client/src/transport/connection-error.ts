import type { Ports } from './ports.ts'

/** Why a request got no response of a service. */
export type ConnectionErrorCode = 'OFFLINE' | 'UNREACHABLE' | 'WRONG_ADDRESS'

/**
 * A request got no response from a Portico service. `code` is `OFFLINE` when the browser reports that it is offline,
 * `WRONG_ADDRESS` when something else answers at `baseUrl`, otherwise `UNREACHABLE`. `cause` is the error that `fetch`
 * threw.
 */
export class ConnectionError extends Error {
  /** What prevented the response. */
  readonly code: ConnectionErrorCode

  constructor(code: ConnectionErrorCode, message: string, cause: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.code = code
  }
}

/** Diagnoses a request without a response. */
export async function connectionErrorOf(ports: Ports, apiUrl: string, cause: unknown): Promise<ConnectionError> {
  const offline = offlineErrorOf(ports, cause)
  if (offline) return offline
  const { describeUnreachable } = await loadPart(ports, import('./unreachable.ts'))
  return new ConnectionError('UNREACHABLE', await describeUnreachable(ports, apiUrl), cause)
}

/**
 * Waits for a part of the SDK that is loaded on demand. Throws `ConnectionError` if the download fails.
 *
 * @param part the promise of `import()`; the call stays at the place of use, because bundlers look for it there
 */
export async function loadPart<Part>(ports: Ports, part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    const message = 'A part of this page could not be loaded. Please reload the page.'
    throw offlineErrorOf(ports, cause) ?? new ConnectionError('UNREACHABLE', message, cause)
  }
}

function offlineErrorOf(ports: Ports, cause: unknown): ConnectionError | null {
  if (ports.browser()?.navigator.onLine !== false) return null
  return new ConnectionError('OFFLINE', 'You are offline. Please check your internet connection.', cause)
}
