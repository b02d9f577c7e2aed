import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface WireCount {
  /** Number of executed statements, including begin and commit. */
  readonly statements: number
  /** Number of times the service sent messages after a response of the database. Pipelined messages count once. */
  readonly roundTrips: number
}

/** A proxy in front of PostgreSQL that counts statements and round trips. */
export interface WireCounter {
  /** URL of the database through the proxy. */
  readonly url: string
  /** Counts during `work`. Nothing else may use the service meanwhile. */
  count(work: () => Promise<unknown>): Promise<WireCount>
  stop(): void
}

export async function startWireCounter(databaseUrl: string): Promise<WireCounter> {
  const target = new URL(databaseUrl)
  const total = { statements: 0, roundTrips: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const countStatements = createStatementCounter(() => (total.statements += 1))
    let hasResponse = true
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.on('data', (bytes: Buffer) => {
      if (hasResponse) total.roundTrips += 1
      hasResponse = false
      countStatements(bytes)
    })
    database.on('data', () => (hasResponse = true))
    client.pipe(database).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A listening TCP socket has no port.')
  const url = new URL(databaseUrl)
  url.port = String(address.port)
  url.hostname = '127.0.0.1'
  return {
    url: url.href,
    async count(work) {
      const before = { ...total }
      await work()
      return { statements: total.statements - before.statements, roundTrips: total.roundTrips - before.roundTrips }
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * Counts the statements in PostgreSQL's protocol messages. A message has a type byte, which the first message of a
 * connection lacks, and a length of four bytes, which includes itself.
 */
function createStatementCounter(onStatement: () => void): (bytes: Buffer) => void {
  const TYPE_BYTES = 1
  const LENGTH_BYTES = 4
  let pending = Buffer.alloc(0)
  let isFirst = true
  return (bytes) => {
    pending = Buffer.concat([pending, bytes])
    for (;;) {
      const typeBytes = isFirst ? 0 : TYPE_BYTES
      if (pending.length < typeBytes + LENGTH_BYTES) return
      const messageBytes = typeBytes + pending.readUInt32BE(typeBytes)
      if (pending.length < messageBytes) return
      const type = isFirst ? '' : String.fromCharCode(pending[0] ?? 0)
      // Query and Bind. Each Bind is followed by one Execute.
      if (type === 'Q' || type === 'B') onStatement()
      pending = pending.subarray(messageBytes)
      isFirst = false
    }
  }
}
