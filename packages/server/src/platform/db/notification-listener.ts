import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { Connection, type ConnectionConfig, type DatabaseLimits } from './connection.ts'
import type { Subscription } from '../../kernel/database.ts'
import { ConnectionFailed, isReadOnlyServer } from './database-errors.ts'
import { tryServers } from './database-url.ts'
import { limitWait } from './store-waits.ts'

const RECONNECT_MILLIS = 1_000

/** How the delivery of notifications is checked. */
export interface Delivery {
  /** Sends a notification on another connection. */
  readonly notify: (channel: string) => Promise<unknown>
  /** Called if the notification does not arrive. An error that it throws becomes the error of `listen`. */
  readonly onFailure: () => void
}

/** The functions that a channel calls. */
interface Handler {
  readonly onPayload: (payload: string) => void
  readonly onMissed: () => void
}

/** A separate connection for notifications. It reconnects after an outage of the server. */
export class NotificationListener {
  readonly #config: ConnectionConfig
  readonly #limits: DatabaseLimits
  readonly #delivery: Delivery
  readonly #handlers = new Map<string, Set<Handler>>()
  #connection: Connection | null = null
  #opening: Promise<Connection> | null = null
  #closed = false
  #isChecking = false
  /** Whether a notification of another connection arrived; null until that is checked. */
  #isDelivering: boolean | null = null
  #completeUntil = -Infinity
  #reconnect: NodeJS.Timeout | undefined
  #check: NodeJS.Timeout | undefined

  constructor(config: ConnectionConfig, limits: DatabaseLimits, delivery: Delivery) {
    // Without pipelining, the driver refuses a query during another one.
    this.#config = { ...config, pipeline: true }
    this.#limits = limits
    this.#delivery = delivery
  }

  /**
   * After a failure, it does not listen, and may be called again.
   *
   * @param onMissed called when the connection was replaced, so that notifications may have been lost
   */
  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    onMissed: () => void = () => {},
  ): Promise<Subscription> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    const handler = { onPayload, onMissed }
    this.#handlers.set(channel, handlers.add(handler))
    try {
      await this.#listenOn(await this.#open(), channel)
    } catch (error) {
      handlers.delete(handler)
      throw error
    }
    return { completeUntil: () => this.#completeUntil }
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

  /** Calls at the same time share one connection. */
  #open(): Promise<Connection> {
    this.#opening ??= this.#openChecked().finally(() => (this.#opening = null))
    return this.#opening
  }

  async #openChecked(): Promise<Connection> {
    const connection = this.#connection ?? (await tryServers(this.#config.servers, () => this.#connect()))
    if (this.#isDelivering === null) await this.#checkDelivery(connection)
    return connection
  }

  /** @throws ConnectionFailed, TimedOut, or an error of the server */
  async #connect(): Promise<Connection> {
    const connection = new Connection(this.#config)
    connection.on('notification', ({ channel, payload }) => {
      for (const { onPayload } of this.#handlers.get(channel) ?? []) onPayload(payload ?? '')
    })
    connection.on('end', () => this.#retry(connection))
    try {
      await connection.connect()
    } catch (error) {
      throw new ConnectionFailed('The database does not accept a connection for notifications.', { cause: error })
    }
    try {
      for (const channel of this.#handlers.keys()) await this.#listenOn(connection, channel)
    } catch (error) {
      if (isReadOnlyServer(error)) connection.leaveServer()
      connection.abandon(error as Error)
      throw error
    }
    if (this.#closed) {
      const closed = new ConnectionFailed('The connection for notifications was closed.')
      connection.abandon(closed)
      throw closed
    }
    this.#connection = connection
    // The first connection has replaced none.
    if (this.#check) this.#reportMissed()
    else this.#check = setInterval(() => void this.#checkConnection(), this.#limits.checkMillis).unref()
    return connection
  }

  /**
   * A server delivers what was notified before the next answer on the connection. A pooler that gives the connection of
   * the server to another client after each transaction does not.
   */
  async #checkDelivery(connection: Connection): Promise<void> {
    const channel = `portico_check_${randomUUID()}`
    let isDelivered = false
    const note = (notification: pg.Notification): void => void (isDelivered ||= notification.channel === channel)
    connection.on('notification', note)
    try {
      await this.#listenOn(connection, channel)
      await this.#delivery.notify(channel)
      await this.#query(connection, 'select')
    } finally {
      connection.off('notification', note)
    }
    await this.#query(connection, `unlisten ${pg.escapeIdentifier(channel)}`)
    if (!isDelivered) this.#delivery.onFailure()
    this.#isDelivering = isDelivered
  }

  #listenOn(connection: Connection, channel: string): Promise<void> {
    return this.#query(connection, `listen ${pg.escapeIdentifier(channel)}`)
  }

  /**
   * The answer comes after all notifications so far. A connection that does not answer is abandoned, which opens
   * another one.
   */
  async #checkConnection(): Promise<void> {
    if (!this.#connection || this.#isChecking) return
    if (this.#connection.isOutdated) {
      this.#connection.abandon(new ConnectionFailed('Another connection found the server silent or read-only.'))
      return
    }
    this.#isChecking = true
    const startedAt = performance.now()
    await this.#query(this.#connection, 'select').then(
      () => this.#isDelivering && (this.#completeUntil = startedAt),
      () => {},
    )
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

  #reportMissed(): void {
    for (const handlers of this.#handlers.values()) for (const { onMissed } of handlers) onMissed()
  }

  #schedule(): void {
    if (this.#closed) return
    clearTimeout(this.#reconnect)
    this.#reconnect = setTimeout(() => void this.#open().catch(() => this.#schedule()), RECONNECT_MILLIS)
  }
}
