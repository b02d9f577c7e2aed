import type { Server } from 'node:http'

import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { ConnectionInfo } from './client-address.ts'

export interface ConnectionTimeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMillis: number
  /** From the first byte of a request to the end of its body. */
  readonly requestMillis: number
  /** How often connections are checked for the two above, so also how late a slow one may be closed. */
  readonly checkIntervalMillis: number
}

export const connectionTimeouts: ConnectionTimeouts = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  // Node's default of 30 seconds would make the others three times and twice as long.
  checkIntervalMillis: 1_000,
}

/** Longer than the idle time of usual proxies, so that they do not send into a connection that is just closing. */
const KEEP_ALIVE_MILLIS = 75_000
const HEADER_MAX_BYTES = 16_384
const CONNECTIONS_MAX = 10_000

export interface NodeServerOptions {
  readonly fetch: (request: Request, connection: ConnectionInfo) => Promise<Response>
  /** Once true, each answer closes its connection. */
  readonly isStopping: () => boolean
  readonly timeouts?: ConnectionTimeouts
}

/** Node's HTTP server in front of a fetch handler, with the limits on connections. It does not listen yet. */
export function createNodeServer({ fetch, isStopping, timeouts = connectionTimeouts }: NodeServerOptions): Server {
  const server = createAdaptorServer({
    fetch: async (request, env) => {
      const { incoming, outgoing } = env as HttpBindings
      const response = await fetch(request, { remoteAddress: incoming.socket.remoteAddress })
      // A connection that stays open for a next request would hold up the stop, so the answer announces its end
      // (RFC 9112 section 9.6).
      if (isStopping()) outgoing.shouldKeepAlive = false
      return response
    },
    serverOptions: {
      maxHeaderSize: HEADER_MAX_BYTES,
      headersTimeout: timeouts.headersMillis,
      requestTimeout: timeouts.requestMillis,
      connectionsCheckingInterval: timeouts.checkIntervalMillis,
      keepAliveTimeout: KEEP_ALIVE_MILLIS,
    },
  }) as Server
  server.maxConnections = CONNECTIONS_MAX
  return server
}
