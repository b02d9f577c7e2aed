import pg from 'pg'

import { sendBatch } from './prepared-batch.ts'
import type { Query, Rows } from '../../kernel/statement.ts'

/** One is idle while its answer travels, so a second one keeps the server busy; more would only send smaller batches. */
const CONNECTIONS = 2
/** A lookup that takes longer ends its connection, and with it everything that waits behind it. */
const TIMEOUT_MILLIS = 5_000

/**
 * Few connections on which statements travel together.
 *
 * Most of what a small read costs this process is the system call that sends it. On these connections everything that
 * is asked for in one turn of the event loop is written at once and answered in order (PostgreSQL's pipelining), each
 * statement still in a transaction of its own. One slow statement delays all behind it: this is for reads by key only.
 */
export class LookupConnections {
  readonly #config: pg.ClientConfig
  readonly #lanes: (Promise<pg.Client> | undefined)[] = []
  readonly #corked = new WeakSet<pg.Client>()
  #turn = 0

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, pipeline: true, query_timeout: TIMEOUT_MILLIS }
  }

  async send(queries: readonly Query[]): Promise<Rows[]> {
    this.#turn = (this.#turn + 1) % CONNECTIONS
    const client = await (this.#lanes[this.#turn] ??= this.#connect(this.#turn))
    this.#holdUntilEndOfTurn(client)
    return sendBatch(client, queries)
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#lanes.map(async (lane) => (await lane)?.end()))
  }

  #connect(index: number): Promise<pg.Client> {
    const client = new pg.Client(this.#config)
    const forget = (): void => {
      if (this.#lanes[index] === lane) this.#lanes[index] = undefined
    }
    // What waits on a connection that breaks is refused by the driver; the next lookup opens a new one.
    client.on('error', forget)
    client.on('end', forget)
    const lane = client.connect()
    lane.catch(forget)
    return lane
  }

  #holdUntilEndOfTurn(client: pg.Client): void {
    if (this.#corked.has(client)) return
    const { stream } = client.connection
    this.#corked.add(client)
    stream.cork()
    setImmediate(() => {
      this.#corked.delete(client)
      stream.uncork()
    })
  }
}
