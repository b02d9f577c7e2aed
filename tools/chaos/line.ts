import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

interface Pair {
  readonly near: Socket
  readonly far: Socket
  /** What happened while the line was silent. */
  readonly held: (() => void)[]
  /** One end gave up while the line was silent. The other one has not noticed. */
  isBroken: boolean
}

/** A connection of the network between two programs, which can be cut or slow. */
export class Line {
  readonly port: number
  readonly #server: Server
  readonly #targetPort: number
  readonly #pairs = new Set<Pair>()
  #isSilent = false
  #delayMillis = 0

  private constructor(server: Server, targetPort: number) {
    this.#server = server
    this.#targetPort = targetPort
    this.port = (server.address() as AddressInfo).port
    server.on('connection', (near) => this.#join(near))
  }

  static async open(targetPort: number): Promise<Line> {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new Line(server, targetPort)
  }

  /** Accepts connections and bytes, and passes on neither bytes nor the end of a connection. */
  fallSilent(): void {
    this.#isSilent = true
  }

  /** Delays each piece of bytes by this time, in both directions. */
  slowDown(millis: number): void {
    this.#delayMillis = millis
  }

  /**
   * Connections that both ends kept continue. Those that one end gave up break, and their bytes in transit are lost.
   */
  restore(): void {
    this.#isSilent = false
    this.#delayMillis = 0
    for (const pair of this.#pairs) {
      if (pair.isBroken) this.#break(pair)
      else for (const act of pair.held.splice(0)) act()
    }
  }

  close(): void {
    this.#server.close()
    for (const pair of this.#pairs) this.#break(pair)
  }

  #join(near: Socket): void {
    const far = connect(this.#targetPort, '127.0.0.1')
    const pair: Pair = { near, far, held: [], isBroken: false }
    this.#pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true)
      from.on('error', () => {})
      from.on('data', (bytes: Buffer) => this.#pass(pair, () => void to.write(bytes)))
      from.on('end', () => this.#pass(pair, () => void to.end()))
      from.on('close', (hadError) => {
        if (this.#isSilent) pair.isBroken = true
        else this.#pass(pair, () => (hadError ? this.#break(pair) : this.#forget(pair)))
      })
    }
  }

  #pass(pair: Pair, act: () => void): void {
    if (this.#isSilent) pair.held.push(act)
    else if (this.#delayMillis > 0) setTimeout(act, this.#delayMillis)
    else act()
  }

  #forget(pair: Pair): void {
    if (pair.near.closed && pair.far.closed) this.#pairs.delete(pair)
  }

  #break(pair: Pair): void {
    this.#pairs.delete(pair)
    for (const socket of [pair.near, pair.far]) socket.resetAndDestroy()
  }
}
