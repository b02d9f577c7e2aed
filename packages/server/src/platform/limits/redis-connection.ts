import { createClient } from '@redis/client'

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

/** A connection to Redis. A connection that does not answer a command in time is replaced. */
export class RedisConnection {
  readonly #url: string
  readonly #log: Log
  readonly #limits: RedisLimits
  #client: Client
  #isOpen = false

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
      throw new StoreUnavailable('Redis is not available.', { cause: error })
    }
  }

  close(): void {
    this.#client.destroy()
  }

  #replace(silent: Client): void {
    if (this.#client !== silent) return
    this.#client = this.#create()
    // The other commands on the connection fail at once.
    silent.destroy()
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
