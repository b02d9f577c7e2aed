import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A server that answers every webhook at once. */
export interface Receiver {
  readonly url: string
  /** The number of webhooks since the start. */
  readonly count: number
  /** Resolves when this number of webhooks has arrived since the start. */
  waitFor(count: number, timeoutMillis: number): Promise<void>
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  let count = 0
  let wanted = { count: Number.POSITIVE_INFINITY, arrived: (): void => undefined }
  const server = createHttpServer((request, response) => {
    request.resume().once('end', () => {
      response.end()
      count += 1
      if (count >= wanted.count) wanted.arrived()
    })
  })
  return {
    url: `${await listen(server)}/hooks`,
    get count() {
      return count
    },
    waitFor(number, timeoutMillis) {
      if (count >= number) return Promise.resolve()
      return new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`${number - count} of the webhooks did not arrive.`)),
          timeoutMillis,
        )
        const arrived = (): void => {
          clearTimeout(timer)
          resolve()
        }
        wanted = { count: number, arrived }
      })
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server that accepts connections but never answers. */
export async function startSilentServer(): Promise<Pick<Receiver, 'url' | 'stop'>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
  })
  return {
    url: `${await listen(server)}/hooks`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An address at which nothing listens. */
export async function unusedUrl(): Promise<string> {
  const server = createServer()
  const origin = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return `${origin}/hooks`
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Unchecked cast: a listening TCP server has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
