import { Connection, type ConnectionConfig, type DatabaseLimits } from './connection.ts'
import { ConnectionFailed, LostBeforeCommit } from './database-errors.ts'
import { sendBatch } from './prepared-batch.ts'
import { limitWait } from './store-waits.ts'
import type { Query, Rows } from '../../kernel/statement.ts'

/**
 * One connection is idle while its answer travels, so a second one keeps the server busy. More connections would only
 * make the batches smaller.
 */
const CONNECTIONS = 2

interface Lane {
  readonly connection: Connection
  /** Null once the connection is open. */
  opening: Promise<unknown> | null
}

/**
 * A few connections that pipeline lookups.
 *
 * Most of the cost of a small read is the system call that sends it. These connections send all lookups of one turn of
 * the event loop in one write, and the server answers in order (PostgreSQL's pipelining). Each statement has its own
 * transaction. A slow statement delays all statements behind it, so only reads by key belong here.
 */
export class LookupConnections {
  readonly #config: ConnectionConfig
  readonly #limits: DatabaseLimits
  readonly #lanes: (Lane | undefined)[] = []
  readonly #corked = new WeakSet<Connection>()
  #turn = 0

  constructor(config: ConnectionConfig, limits: DatabaseLimits) {
    this.#config = { ...config, pipeline: true }
    this.#limits = limits
  }

  /** @throws LostBeforeCommit if the connection fails: a lookup only reads, so it may be sent again */
  async send(queries: readonly Query[]): Promise<Rows[]> {
    const { connection, opening } = this.#nextLane()
    const { connectMillis, statementMillis } = this.#limits
    if (opening) {
      await limitWait(
        connectMillis,
        () => opening,
        () => connection.giveUp(false),
      )
    }
    this.#holdUntilEndOfTurn(connection)
    try {
      return await sendBatch(connection, queries, statementMillis)
    } catch (error) {
      if (!(error instanceof ConnectionFailed)) throw error
      throw new LostBeforeCommit('The connection to the database was lost.', { cause: error })
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#lanes.map(async (lane) => lane?.connection.end()))
  }

  abandon(reason: Error): void {
    for (const lane of this.#lanes) lane?.connection.abandon(reason)
  }

  #nextLane(): Lane {
    this.#turn = (this.#turn + 1) % CONNECTIONS
    const lane = this.#lanes[this.#turn]
    if (lane && !lane.connection.failure && !lane.connection.isOutdated) return lane
    // The lookups in progress still get their answers.
    if (lane && !lane.connection.failure) void lane.connection.end()
    return (this.#lanes[this.#turn] = this.#openLane())
  }

  #openLane(): Lane {
    const connection = new Connection(this.#config)
    const opening = connection.connect().then(
      () => (lane.opening = null),
      (error: unknown) => {
        const failure = new ConnectionFailed('The database does not accept a connection.', { cause: error })
        connection.abandon(failure)
        throw failure
      },
    )
    // Every lookup that waits for it reports the failure.
    opening.catch(() => {})
    const lane: Lane = { connection, opening }
    return lane
  }

  #holdUntilEndOfTurn(connection: Connection): void {
    if (this.#corked.has(connection)) return
    const { stream } = connection.connection
    this.#corked.add(connection)
    stream.cork()
    setImmediate(() => {
      this.#corked.delete(connection)
      stream.uncork()
    })
  }
}
