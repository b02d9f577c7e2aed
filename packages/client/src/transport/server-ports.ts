import { UNCONNECTED_ATTEMPTS } from '@portico/contract/limits'

import { defaultPorts, type Ports } from './ports.ts'

/** Code of Node for a connection that was not made within ten seconds. */
const CONNECT_TIMEOUT = 'UND_ERR_CONNECT_TIMEOUT'

/** Codes of Node for a connection that was not made: nothing listens at the address, or the name has none. */
const unconnected: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * The environment of servers.
 *
 * @internal
 */
export const serverPorts: Ports = {
  ...defaultPorts,
  // A render or a request waits for the call. The attempts cover a restart of the service.
  isFinal: (failure, attempt) => {
    const code = codeOf(failure)
    return code === CONNECT_TIMEOUT || (attempt >= UNCONNECTED_ATTEMPTS && unconnected.has(code))
  },
}

/** Node has the code in the cause of the error of `fetch`. */
function codeOf(failure: unknown): unknown {
  return (failure as { readonly cause?: { readonly code?: unknown } } | undefined)?.cause?.code
}
