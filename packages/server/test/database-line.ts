import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import { limitTime } from '../src/kernel/time-limit.ts'

/** Longer than a busy machine needs. Afterwards, a proxy that hangs fails. */
const CLOSE_MILLIS = 30_000

/** What a client sends before it waits: the texts of the statements up to a Sync, or of one simple query. */
export interface Exchange {
  readonly texts: readonly string[]
  /** The server has an open transaction of this client. */
  readonly isInTransaction: boolean
  /** The socket of the client. */
  readonly near: Socket
  /** Passes the request on without a fault. */
  forward(): void
  /** Answers with an error instead of passing the request on. A fatal error ends the connection. */
  refuse(code: string, severity: 'ERROR' | 'FATAL'): void
  /** Passes the request on and ends the connection instead of answering. */
  loseAnswer(): void
}

export interface Line {
  /** The URL of the database through this proxy. */
  readonly url: string
  /** Ends all connections and accepts no new ones. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Answers every new connection with this PostgreSQL error. */
  refuse(code: string, text?: string): Promise<void>
  /** Accepts connections, but passes nothing on in either direction until `speak`. */
  fallSilent(): void
  /** Passes everything on, first what was held back, even if the client has given up. */
  speak(): void
  /** The number of connections that clients have opened. */
  accepted(): number
  /** Holds back notifications on connections that are opened from now on, like a pooler that shares connections. */
  dropNotifications(): void
  /** Calls the function with each request instead of passing it on. */
  intercept(handle: ((exchange: Exchange) => void) | null): void
}

/** Starts a TCP proxy to a database, which a test can interrupt at each message. */
export async function openLine(target: string, login: { username?: string; password?: string } = {}): Promise<Line> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let accepted = 0
  const held: (() => void)[] = []
  let refusal: Buffer | null = null
  let isSilent = false
  let dropsNotifications = false
  let interceptor: ((exchange: Exchange) => void) | null = null
  const pass = (act: () => void): void => void (isSilent ? held.push(act) : act())

  const server = createServer((near) => {
    keep(near)
    accepted += 1
    if (refusal !== null) {
      near.once('data', () => near.end(refusal ?? ''))
      return
    }
    const far = connect(Number(targetPort), hostname)
    keep(far)
    const requests = new RequestReader()
    const answers = new AnswerReader()
    const isComplete = !dropsNotifications
    let isAnswerLost = false
    near.on('data', (bytes: Buffer) => {
      for (const request of requests.read(bytes)) {
        const forward = (): void => void far.write(request.bytes)
        const handle = (): void => {
          if (!interceptor || request.texts.length === 0) return forward()
          interceptor({
            texts: request.texts,
            isInTransaction: answers.isInTransaction,
            near,
            forward,
            refuse: (code, severity) => {
              near.write(errorResponse(code, severity))
              if (severity === 'ERROR') near.write(readyForQuery(answers.isInTransaction ? 'E' : 'I'))
              else for (const socket of [near, far]) socket.end()
            },
            loseAnswer: () => {
              isAnswerLost = true
              forward()
            },
          })
        }
        pass(handle)
      }
    })
    far.on('data', (bytes: Buffer) => {
      const isWhole = answers.read(bytes)
      const passed = isComplete ? bytes : answers.takeAnswers()
      if (!isAnswerLost) pass(() => near.write(passed))
      else if (isWhole) near.destroy()
    })
    near.on('close', () => pass(() => far.end()))
    far.on('close', () => pass(() => near.end()))
  })
  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
  }
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const through = Object.assign(new URL(target), login)
  through.host = `127.0.0.1:${port}`
  return {
    url: through.toString(),
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await limitTime<unknown>(closed, CLOSE_MILLIS, () => {
        const open = [...sockets].filter((socket) => !socket.closed)
        throw new Error(
          `The proxy of the database does not close: ${open.length} of its ${sockets.size} sockets are open.`,
        )
      })
    },
    restore: async () => {
      refusal = null
      await listen(port)
    },
    refuse: async (code, text) => {
      refusal = errorResponse(code, 'FATAL', text)
      await listen(port)
    },
    fallSilent: () => {
      isSilent = true
    },
    speak: () => {
      isSilent = false
      for (const act of held.splice(0)) act()
    },
    accepted: () => accepted,
    dropNotifications: () => {
      dropsNotifications = true
    },
    intercept: (handle) => {
      interceptor = handle
    },
  }
}

interface Request {
  readonly bytes: Buffer
  readonly texts: readonly string[]
}

/** Divides what a client sends into requests (PostgreSQL, "Message Formats": type, length, content). */
class RequestReader {
  #rest = Buffer.alloc(0)
  #isStarted = false
  #pending: Buffer[] = []
  #texts: string[] = []
  readonly #prepared = new Map<string, string>()

  read(bytes: Buffer): Request[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const requests: Request[] = []
    for (;;) {
      // The first message has no type.
      const typeBytes = this.#isStarted ? 1 : 0
      if (this.#rest.length < typeBytes + 4) return requests
      const end = typeBytes + this.#rest.readInt32BE(typeBytes)
      if (this.#rest.length < end) return requests
      const message = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      requests.push(...this.#add(message))
    }
  }

  #add(message: Buffer): Request[] {
    const type = this.#isStarted ? String.fromCharCode(message[0] ?? 0) : 'startup'
    this.#isStarted = true
    const [first = '', second = ''] = message.toString('latin1', 5).split('\0')
    if (type === 'P') this.#prepared.set(first, second)
    if (type === 'B') this.#texts.push(this.#prepared.get(second) ?? second)
    if (type === 'Q') this.#texts.push(first)
    this.#pending.push(message)
    if ('PBDE'.includes(type)) return []
    const request = { bytes: Buffer.concat(this.#pending), texts: this.#texts }
    this.#pending = []
    this.#texts = []
    return [request]
  }
}

/** Reads the transaction state from the server's answers. */
class AnswerReader {
  isInTransaction = false
  #rest = Buffer.alloc(0)
  #answers: Buffer[] = []

  /** Returns the messages since the last call, without notifications. */
  takeAnswers(): Buffer {
    return Buffer.concat(this.#answers.splice(0))
  }

  /** @returns whether the server waits for the next request */
  read(bytes: Buffer): boolean {
    this.#rest = Buffer.concat([this.#rest, bytes])
    let isReady = false
    while (this.#rest.length >= 5) {
      const end = 1 + this.#rest.readInt32BE(1)
      if (this.#rest.length < end) break
      if (this.#rest[0] !== 'A'.charCodeAt(0)) this.#answers.push(this.#rest.subarray(0, end))
      isReady = this.#rest[0] === 'Z'.charCodeAt(0)
      if (isReady) this.isInTransaction = this.#rest[5] !== 'I'.charCodeAt(0)
      this.#rest = this.#rest.subarray(end)
    }
    return isReady
  }
}

function errorResponse(code: string, severity: string, text = 'refused'): Buffer {
  return message('E', `S${severity}\0V${severity}\0C${code}\0M${text}\0\0`)
}

function readyForQuery(status: 'I' | 'E'): Buffer {
  return message('Z', status)
}

function message(type: string, content: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)])
}
