import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { addressBlock } from './client-address.ts'

/**
 * Requests of one connection that may wait for their turn. Common clients and proxies send none before they have the
 * answer.
 */
const WAITING_REQUESTS_MAX = 16

interface Connection {
  readonly block: string
  /** The request that is being answered has not ended yet. */
  isBusy: boolean
  readonly waiting: Waiting[]
  /** Called when an answer has ended. One for all requests of the connection. */
  readonly endAnswer: () => void
  /** Since when bytes of an answer wait without being sent; null: no bytes wait. */
  unreadSince: number | null
  /** The bytes that were sent until then. */
  sentBytes: number
}

interface Waiting {
  readonly response: ServerResponse
  readonly answer: () => void
}

export interface ConnectionLimits {
  /** Open connections of one client address; see `addressBlock`. */
  readonly perAddressMax: number
  /** How long a client may let an answer wait. */
  readonly answerMillis: number
}

/** The open connections of a server. Bounds what one of them, and what one client, may hold. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Map<Socket, Connection>()
  readonly #perBlock = new Map<string, number>()
  #accepted = 0

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** The number of connections since the start. */
  get accepted(): number {
    return this.#accepted
  }

  /** What is open, in words. */
  describe(): string {
    const requests = [...this.#open.values()].filter(({ isBusy }) => isBusy).length
    const connections = count(this.#open.size, 'connection')
    return requests === 0 ? connections : `${connections} with ${count(requests, 'request')}`
  }

  /** Closes the connections on which no byte was received. */
  closeSilent(): void {
    for (const socket of this.#open.keys()) if (socket.bytesRead === 0) socket.destroy()
  }

  /**
   * Adds a new connection. False: its client has too many.
   *
   * @param isProxy the peer forwards for many clients and is not limited
   */
  add(socket: Socket, isProxy: boolean): boolean {
    this.#accepted += 1
    const block = isProxy ? '' : addressBlock(socket.remoteAddress ?? '')
    const before = this.#perBlock.get(block) ?? 0
    // guard: the connections of a client are bounded [node-server]
    if (!isProxy && before >= this.#limits.perAddressMax) return false
    this.#perBlock.set(block, before + 1)
    const connection: Connection = {
      block,
      isBusy: false,
      waiting: [],
      endAnswer: () => {
        connection.isBusy = false
        const next = connection.waiting.shift()
        if (next && !socket.destroyed) start(connection, next)
      },
      unreadSince: null,
      sentBytes: 0,
    }
    this.#open.set(socket, connection)
    socket.once('close', () => this.#remove(socket, block))
    return true
  }

  /**
   * Runs the requests of a connection one after the other. A client that sends more than a few without waiting for
   * their answers loses the connection: each request that waits costs memory.
   */
  run(socket: Socket, response: ServerResponse, answer: () => void): void {
    const connection = this.#open.get(socket)
    if (!connection || socket.destroyed) return
    // guard: a connection runs one request at a time (replace `!connection.isBusy` with `true`) [node-server]
    // guard: a connection has few waiting requests
    //   (replace `connection.waiting.length < WAITING_REQUESTS_MAX` with `true`) [node-server]
    if (!connection.isBusy) start(connection, { response, answer })
    else if (connection.waiting.length < WAITING_REQUESTS_MAX) connection.waiting.push({ response, answer })
    else socket.destroy()
  }

  /**
   * Closes the connections whose client has read nothing for too long. A client that reads a long answer slowly keeps
   * its connection.
   */
  closeUnread(now: number): void {
    for (const [socket, connection] of this.#open) {
      const sentBytes = socket.bytesWritten - socket.writableLength
      // guard: a connection whose answer is not read is closed (drop `if (now - connection.unreadSince`) [node-server]
      // guard: a client that reads a long answer slowly keeps its connection (drop `sentBytes > connection.sentBytes`)
      //   [node-server]
      if (socket.writableLength === 0) connection.unreadSince = null
      else if (connection.unreadSince === null || sentBytes > connection.sentBytes) {
        connection.unreadSince = now
        connection.sentBytes = sentBytes
      } else if (now - connection.unreadSince > this.#limits.answerMillis) socket.destroy()
    }
  }

  #remove(socket: Socket, block: string): void {
    const connection = this.#open.get(socket)
    if (connection) connection.waiting.length = 0
    this.#open.delete(socket)
    const left = (this.#perBlock.get(block) ?? 1) - 1
    if (left > 0) this.#perBlock.set(block, left)
    else this.#perBlock.delete(block)
  }
}

function start(connection: Connection, { response, answer }: Waiting): void {
  connection.isBusy = true
  response.on('close', connection.endAnswer)
  answer()
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
