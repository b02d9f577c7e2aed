import { createClient, ErrorReply } from '@redis/client'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { limitWait } from '../db/store-waits.ts'
import type { Log } from '../log/log.ts'

/** How long this node waits for Redis. */
export interface RedisLimits {
  /** For the answer to a command, and for opening a connection. */
  readonly commandMillis: number
  /** After this time without an answer, an idle connection is tested; after three times as long, it is replaced. */
  readonly pingMillis: number
}

export const redisLimits: RedisLimits = { commandMillis: 1_000, pingMillis: 2_000 }

type Client = ReturnType<typeof createClient>

/** Errors of a server that does not accept writes. Redis 6 has them within the error of a script. */
const REFUSES_WRITES = /(?:^|-)(?:READONLY|MASTERDOWN|NOREPLICAS) /
const REFUSED_REPLACED_AFTER_MILLIS = 1_000

/**
 * A connection to Redis. A connection that does not answer a command in time is replaced, and also one to a server that
 * does not accept writes: after a failover, the address may lead to another server.
 */
export class RedisConnection {
  readonly #url: string
  readonly #log: Log
  readonly #limits: RedisLimits
  #client: Client
  #isOpen = false
  /** When a connection was last replaced because its server did not accept writes, by a monotonic clock. */
  #refusedAt = Number.NEGATIVE_INFINITY

  constructor(url: string, log: Log, limits: RedisLimits) {
    this.#url = url
    this.#log = log
    this.#limits = limits
    this.#client = this.#create()
  }

  async open(): Promise<void> {
    await this.#client.connect()
    this.#isOpen = true
  }

  /** @throws StoreUnavailable; the command may have taken effect, so the hit counts */
  async send<T>(command: (client: Client) => Promise<T>): Promise<T> {
    const client = this.#client
    try {
      return await limitWait(
        this.#limits.commandMillis,
        () => command(client),
        () => {
          this.#replace(client)
          return new Error('Redis did not answer in time.')
        },
      )
    } catch (error) {
      if (error instanceof ErrorReply && REFUSES_WRITES.test(error.message)) this.#replaceRefusing(client, error)
      throw new StoreUnavailable('Redis is not available.', { cause: error })
    }
  }

  close(): void {
    this.#client.destroy()
  }

  #replaceRefusing(client: Client, error: ErrorReply): void {
    const now = performance.now()
    if (this.#client !== client || now - this.#refusedAt < REFUSED_REPLACED_AFTER_MILLIS) return
    this.#refusedAt = now
    this.#log.error({ err: error }, 'Redis does not accept writes: the connection is opened again')
    this.#replace(client)
  }

  #replace(client: Client): void {
    if (this.#client !== client) return
    this.#client = this.#create()
    // The other commands on the connection fail at once.
    client.destroy()
    // Reports its failures by events, and tries again.
    this.#client.connect().catch(() => {})
  }

  #create(): Client {
    const { commandMillis, pingMillis } = this.#limits
    const client: Client = createClient({
      url: this.#url,
      disableOfflineQueue: true,
      // Ends only commands that are not written yet.
      commandOptions: { timeout: commandMillis },
      pingInterval: pingMillis,
      socket: {
        connectTimeout: commandMillis,
        socketTimeout: 3 * pingMillis,
        reconnectStrategy: (retries) => (this.#isOpen ? Math.min(2 ** retries * 50, 2_000) : false),
      },
    })
    client.on('error', (error: Error) => this.#log.error({ err: error }, 'Redis is not available'))
    return client
  }
}
