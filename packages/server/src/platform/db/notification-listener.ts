import pg from 'pg'

import { Connection, type ConnectionConfig, type DatabaseLimits } from './connection.ts'
import { ConnectionFailed } from './database-errors.ts'
import { limitWait } from './store-waits.ts'

const RECONNECT_MILLIS = 1_000

/** A separate connection for notifications. It reconnects after an outage of the server. */
export class NotificationListener {
  readonly #config: ConnectionConfig
  readonly #limits: DatabaseLimits
  readonly #handlers = new Map<string, Set<(payload: string) => void>>()
  #connection: Connection | null = null
  #closed = false
  #isChecking = false
  #reconnect: NodeJS.Timeout | undefined
  #check: NodeJS.Timeout | undefined

  constructor(config: ConnectionConfig, limits: DatabaseLimits) {
    // Without pipelining, the driver refuses a query during another one.
    this.#config = { ...config, pipeline: true }
    this.#limits = limits
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<void> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    this.#handlers.set(channel, handlers.add(onPayload))
    if (this.#connection) await this.#listenOn(this.#connection, channel)
    else await this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#reconnect)
    clearInterval(this.#check)
    await this.#connection?.end()
  }

  abandon(reason: Error): void {
    this.#connection?.abandon(reason)
  }

  /** @throws ConnectionFailed, TimedOut, or an error of the server */
  async #connect(): Promise<void> {
    const connection = new Connection(this.#config)
    connection.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '')
    })
    connection.on('end', () => this.#retry(connection))
    try {
      await connection.connect()
    } catch (error) {
      throw new ConnectionFailed('The database does not accept a connection for notifications.', { cause: error })
    }
    for (const channel of this.#handlers.keys()) await this.#listenOn(connection, channel)
    this.#connection = connection
    this.#check ??= setInterval(() => void this.#checkConnection(), this.#limits.checkMillis)
    this.#check.unref()
  }

  #listenOn(connection: Connection, channel: string): Promise<void> {
    return this.#query(connection, `listen ${pg.escapeIdentifier(channel)}`)
  }

  /** A connection that does not answer is abandoned, which opens another one. */
  async #checkConnection(): Promise<void> {
    if (!this.#connection || this.#isChecking) return
    this.#isChecking = true
    await this.#query(this.#connection, 'select').catch(() => {})
    this.#isChecking = false
  }

  #query(connection: Connection, text: string): Promise<void> {
    return limitWait(
      this.#limits.statementMillis,
      () => connection.script(text),
      () => connection.giveUp(false),
    )
  }

  #retry(connection: Connection): void {
    if (this.#closed || this.#connection !== connection) return
    this.#connection = null
    this.#schedule()
  }

  #schedule(): void {
    this.#reconnect = setTimeout(() => {
      this.#connect().catch(() => this.#schedule())
    }, RECONNECT_MILLIS)
  }
}
