import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { HEADERS_MAX_BYTES } from '@portico/contract'

import type { Cidr } from '../../kernel/cidr.ts'
import { addressBlock, clientAddress, isTrustedProxy, type ConnectionInfo } from './client-address.ts'
import { Connections } from './connections.ts'
import { describeRefusal, refusalOf, refuseConnection, type RefusedRequest } from './raw-answer.ts'

export interface ConnectionTimeouts {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMillis: number
  /** From the first byte of a request to the end of its body. */
  readonly requestMillis: number
  /** How long the client may let an answer wait. */
  readonly answerMillis: number
  /** Interval at which the timeouts are checked, and so the maximum delay of a close. */
  readonly checkIntervalMillis: number
}

export const connectionTimeouts: ConnectionTimeouts = {
  headersMillis: 10_000,
  requestMillis: 30_000,
  answerMillis: 30_000,
  // Node's default of 30 seconds would extend the other timeouts to four and two times their value.
  checkIntervalMillis: 1_000,
}

/** Longer than the idle timeout of common proxies, so that they do not send on a connection that is closing. */
const KEEP_ALIVE_MILLIS = 75_000
const CONNECTIONS_MAX = 10_000
const ACCEPT_TURNS_MAX = 1_000
const RETRY_AFTER_SECONDS = 2

const severalHosts: RefusedRequest = { status: 400, sentence: 'A request must have one Host header.' }
const tooManyConnections: RefusedRequest = {
  status: 503,
  sentence: 'This address has too many open connections. Close some and try again shortly.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}
const tooManyRequests: RefusedRequest = {
  status: 503,
  sentence: 'This address has too many open requests. Try again shortly.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}

export interface NodeServerOptions {
  readonly fetch: (request: Request, connection: ConnectionInfo) => Promise<Response>
  /** If true, each response closes its connection. */
  readonly isStopping: () => boolean
  /** Their connections are not limited by address; the requests of the clients that they forward are. */
  readonly trustedProxies?: readonly Cidr[]
  readonly timeouts?: ConnectionTimeouts
  /** Maximum of open connections, or of open requests that proxies forward, per client address. */
  readonly perAddressMax: number
}

/** Node's HTTP server, which does not listen yet. */
export interface NodeServer {
  readonly server: Server
  /** What is open, in words. */
  describeOpen(): string
  /**
   * Accepts no more connections. Resolves when all are closed: each when its request is answered.
   *
   * @param idleMillis how long idle connections stay open, because their next request may be on its way
   */
  close(idleMillis: number): Promise<void>
  /** Closes all connections at once. */
  abort(): void
}

/** Creates Node's HTTP server for a fetch handler. It bounds every connection in time, memory and number. */
export function createNodeServer({
  fetch,
  isStopping,
  trustedProxies = [],
  timeouts = connectionTimeouts,
  perAddressMax,
}: NodeServerOptions): NodeServer {
  const connections = new Connections({ perAddressMax, answerMillis: timeouts.answerMillis })
  const forwarded = new OpenRequests(perAddressMax)
  const listener = getRequestListener(async (request, env) => {
    const { incoming, outgoing } = env as HttpBindings
    const response = await fetch(request, { remoteAddress: incoming.socket.remoteAddress, incoming })
    // An open keep-alive connection would delay the stop, so the response announces that it closes (RFC 9112 section
    // 9.6).
    if (isStopping()) outgoing.shouldKeepAlive = false
    return response
  })
  const server = createServer(
    {
      maxHeaderSize: HEADERS_MAX_BYTES,
      headersTimeout: timeouts.headersMillis,
      requestTimeout: timeouts.requestMillis,
      connectionsCheckingInterval: timeouts.checkIntervalMillis,
      keepAliveTimeout: KEEP_ALIVE_MILLIS,
    },
    (incoming, outgoing) =>
      connections.run(incoming.socket, outgoing, () => {
        if (hasSeveralHosts(incoming)) refuse(outgoing, severalHosts)
        else if (!forwarded.add(forwardedBlock(incoming, trustedProxies), outgoing)) refuse(outgoing, tooManyRequests)
        else void listener(incoming, outgoing)
      }),
  )
  server.on('connection', (socket) => {
    const isProxy = isTrustedProxy(socket.remoteAddress ?? '', trustedProxies)
    if (!connections.add(socket, isProxy)) refuseConnection(socket, tooManyConnections)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy()
    else refuseConnection(socket, refusalOf(error.code))
  })
  const check = setInterval(() => connections.closeUnread(performance.now()), timeouts.checkIntervalMillis).unref()
  server.on('close', () => clearInterval(check))
  server.maxConnections = CONNECTIONS_MAX
  return {
    server,
    describeOpen: () => connections.describe(),
    close: async (idleMillis) => {
      await acceptWaiting(connections)
      // Unlike `server.close`, this neither resets idle connections nor ends the timeouts.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      await Promise.race([closed, sleep(idleMillis)])
      // A timer of a process that had to wait for the processor runs before the bytes that arrived meanwhile are read.
      await setImmediate()
      await setImmediate()
      server.closeIdleConnections()
      connections.closeSilent()
      await closed
    },
    abort: () => server.closeAllConnections(),
  }
}

/**
 * Accepts the connections that the system holds: those that are not accepted are reset when the listener closes. The
 * event loop accepts one in each turn.
 */
async function acceptWaiting(connections: Connections): Promise<void> {
  let accepted: number
  let turns = 0
  do {
    accepted = connections.accepted
    turns += 1
    await setImmediate()
  } while (connections.accepted > accepted && turns < ACCEPT_TURNS_MAX)
}

/** The open requests that proxies forward, by client address. */
class OpenRequests {
  readonly #max: number
  readonly #open = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts a request until its answer ends. False: its client has too many. */
  add(block: string | null, outgoing: ServerResponse): boolean {
    if (block === null) return true
    const before = this.#open.get(block) ?? 0
    // guard: the open requests of a client behind a proxy are bounded
    if (before >= this.#max) return false
    this.#open.set(block, before + 1)
    outgoing.once('close', () => {
      const left = (this.#open.get(block) ?? 1) - 1
      if (left > 0) this.#open.set(block, left)
      else this.#open.delete(block)
    })
    return true
  }
}

/** The client that a trusted proxy forwards. Null: the peer is the client. */
function forwardedBlock({ headers, socket }: IncomingMessage, trustedProxies: readonly Cidr[]): string | null {
  const peer = socket.remoteAddress ?? ''
  if (!isTrustedProxy(peer, trustedProxies)) return null
  const header = headers['x-forwarded-for']
  return addressBlock(clientAddress(peer, typeof header === 'string' ? header : null, trustedProxies))
}

/** RFC 9112 section 3.2. Node refuses a request without the header, and uses the first of several. */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  // guard: a request has one Host header (replace `hosts > 1` with `false`)
  return hosts > 1
}

function refuse(outgoing: ServerResponse, refusal: RefusedRequest): void {
  const { body, headers } = describeRefusal(refusal)
  outgoing.writeHead(refusal.status, headers).end(body)
}
