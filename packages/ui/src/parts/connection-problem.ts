/** Why the service did not answer. A gateway timeout and a busy service are `overloaded`. */
export type ConnectionProblem = 'offline' | 'unreachable' | 'overloaded'

/** Returns null if the service answered, or if the failure has another cause. */
export function connectionProblemOf(failure: unknown): ConnectionProblem | null {
  // It may be true without a connection, so only false is reliable. A server has none.
  if (globalThis.navigator?.onLine === false) return 'offline'
  const { name, statusCode } = (failure ?? {}) as { readonly name?: unknown; readonly statusCode?: unknown }
  if (name === 'ConnectionError') return 'unreachable'
  return statusCode === 502 || statusCode === 503 || statusCode === 504 ? 'overloaded' : null
}
