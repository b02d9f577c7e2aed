import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Forwards each request to the next node, like a load balancer that knows which nodes are ready. */
export class Balancer {
  readonly origin: string
  readonly #server: Server
  readonly #ports: number[] = []
  #turn = 0

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (incoming, outgoing) => {
      this.#turn += 1
      const port = this.#ports[this.#turn % this.#ports.length]
      const { headers, method, url: path } = incoming
      // Use a new connection, because a node that stops closes those that it keeps.
      const forwarded = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      incoming.pipe(forwarded)
    })
  }

  static async start(): Promise<Balancer> {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new Balancer(server)
  }

  add(port: number): void {
    this.#ports.push(port)
  }

  remove(port: number): void {
    this.#ports.splice(this.#ports.indexOf(port), 1)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
