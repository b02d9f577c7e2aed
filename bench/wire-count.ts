import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface WireCount {
  /** Statements executed, begin and commit included. */
  readonly statements: number
  /** How often the service has spoken to the database after hearing from it: what travels together counts once. */
  readonly roundTrips: number
}

/** A proxy in front of PostgreSQL that counts what passes. */
export interface WireCounter {
  /** The database by way of the proxy. */
  readonly url: string
  /** What passes while the work is done; nothing else may use the service meanwhile. */
  count(work: () => Promise<unknown>): Promise<WireCount>
  stop(): void
}

export async function startWireCounter(databaseUrl: string): Promise<WireCounter> {
  const target = new URL(databaseUrl)
  const total = { statements: 0, roundTrips: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const countStatements = statementCounter(() => (total.statements += 1))
    let hasHeard = true
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.on('data', (bytes: Buffer) => {
      if (hasHeard) total.roundTrips += 1
      hasHeard = false
      countStatements(bytes)
    })
    database.on('data', () => (hasHeard = true))
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

/** PostgreSQL's messages: a type and a length of four bytes, which counts itself; the very first one has no type. */
function statementCounter(onStatement: () => void): (bytes: Buffer) => void {
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
      // Query and Bind; Execute comes once with each Bind.
      if (type === 'Q' || type === 'B') onStatement()
      pending = pending.subarray(messageBytes)
      isFirst = false
    }
  }
}
