import pg from 'pg'

import { sendBatch } from './prepared-batch.ts'
import type { Query, Rows } from '../../kernel/statement.ts'

/**
 * One connection is idle while its answer travels, so a second one keeps the server busy. More connections would only
 * make the batches smaller.
 */
const CONNECTIONS = 2
/** A lookup that takes longer ends its connection, and with it all queries behind it. */
const TIMEOUT_MILLIS = 5_000

/**
 * A few connections that pipeline lookups.
 *
 * Most of the cost of a small read is the system call that sends it. These connections send all lookups of one turn of
 * the event loop in one write, and the server answers in order (PostgreSQL's pipelining). Each statement has its own
 * transaction. A slow statement delays all statements behind it, so only reads by key belong here.
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
    // The driver rejects the queries that wait on a broken connection; the next lookup opens a new one.
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
