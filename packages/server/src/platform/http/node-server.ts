import type { Server } from 'node:http'

import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { HEADERS_MAX_BYTES } from '@portico/contract'
import type { ConnectionInfo } from './client-address.ts'

export interface ConnectionTimeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMillis: number
  /** From the first byte of a request to the end of its body. */
  readonly requestMillis: number
  /** Interval at which both timeouts are checked, and so the maximum delay of a close. */
  readonly checkIntervalMillis: number
}

export const connectionTimeouts: ConnectionTimeouts = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  // Node's default of 30 seconds would extend the other timeouts to four and two times their value.
  checkIntervalMillis: 1_000,
}

/** Longer than the idle timeout of common proxies, so that they do not send on a connection that is closing. */
const KEEP_ALIVE_MILLIS = 75_000
const CONNECTIONS_MAX = 10_000

export interface NodeServerOptions {
  readonly fetch: (request: Request, connection: ConnectionInfo) => Promise<Response>
  /** If true, each response closes its connection. */
  readonly isStopping: () => boolean
  readonly timeouts?: ConnectionTimeouts
}

/** Creates Node's HTTP server for a fetch handler, with limits on connections. It does not listen yet. */
export function createNodeServer({ fetch, isStopping, timeouts = connectionTimeouts }: NodeServerOptions): Server {
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings
      const response = await fetch(request, { remoteAddress: incoming.socket.remoteAddress })
      // An open keep-alive connection would delay the stop, so the response announces that it closes (RFC 9112 section
      // 9.6).
      if (isStopping()) outgoing.shouldKeepAlive = false
      return response
    },
    serverOptions: {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: timeouts.headersMillis,
      requestTimeout: timeouts.requestMillis,
      connectionsCheckingInterval: timeouts.checkIntervalMillis,
      keepAliveTimeout: KEEP_ALIVE_MILLIS,
    },
  }) as Server
  server.maxConnections = CONNECTIONS_MAX
  return server
}
