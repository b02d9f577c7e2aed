import type { Query, Rows } from '../../kernel/statement.ts'
import { Connection, type ConnectionConfig, type DatabaseLimits, type Done } from './connection.ts'
import { ConnectionFailed, LostBeforeCommit } from './database-errors.ts'
import { tryServers } from './database-url.ts'
import { beginWait, endWait, limitWait } from './store-waits.ts'

/**
 * One connection is idle while its answer travels, so a second one keeps the server busy. More connections would only
 * make the batches smaller.
 */
const CONNECTIONS = 2

/**
 * Bounds what runs again after a failure, and how long the first of a batch waits for the last. With larger batches the
 * service and the server wait for each other under load: all callers wait for the same answer.
 */
const LOOKUPS_AT_ONCE = 12

/** A lookup that is sent at the end of this turn of the event loop, or earlier with a full batch. */
interface Held {
  readonly queries: readonly Query[]
  readonly done: Done
}

interface Lane {
  readonly connection: Connection
  /** Null once the connection is open. */
  opening: Promise<unknown> | null
  held: Held[]
}

/**
 * A few connections that share lookups.
 *
 * A small read costs mostly the system calls for it and its answer, and the begin and end of its transaction. Therefore
 * these connections send the lookups of one turn of the event loop in batches, each of which the server answers as a
 * whole. Lookups only read, so they can share a transaction; if one fails, each runs again alone. A slow statement
 * delays the others of its batch and all behind it, so only reads by key belong here.
 */
export class LookupConnections {
  readonly #config: ConnectionConfig
  readonly #limits: DatabaseLimits
  readonly #lanes: (Lane | undefined)[] = []
  #current = 0

  constructor(config: ConnectionConfig, limits: DatabaseLimits) {
    this.#config = { ...config, pipeline: true }
    this.#limits = limits
  }

  /** @throws LostBeforeCommit if the connection fails: a lookup only reads, so it may be sent again */
  async send(queries: readonly Query[]): Promise<Rows[]> {
    let lane = this.#currentLane()
    if (lane.opening) lane = await tryServers(this.#config.servers, () => this.#openedLane())
    const { connection } = lane
    const { statementMillis } = this.#limits
    return new Promise((resolve, reject) => {
      const wait = beginWait(statementMillis, (isSilent) => reject(connection.giveUp(isSilent)))
      this.#hold(lane, {
        queries,
        done: (error, results) => {
          endWait(wait)
          if (error) reject(lostIfFailed(error))
          else resolve(results)
        },
      })
    })
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#lanes.map(async (lane) => lane && endAfterLookups(lane)))
  }

  abandon(reason: Error): void {
    for (const lane of this.#lanes) lane?.connection.abandon(reason)
  }

  #currentLane(): Lane {
    const lane = this.#lanes[this.#current]
    if (lane && !lane.connection.failure && !lane.connection.isOutdated) return lane
    if (lane && !lane.connection.failure) void endAfterLookups(lane)
    return (this.#lanes[this.#current] = this.#openLane())
  }

  async #openedLane(): Promise<Lane> {
    const lane = this.#currentLane()
    const { connection, opening } = lane
    this.#turn()
    if (opening) {
      await limitWait(
        this.#limits.connectMillis,
        () => opening,
        () => connection.giveUp(false),
      )
    }
    return lane
  }

  /** Lets the next lookups use the other connection. */
  #turn(): void {
    this.#current = (this.#current + 1) % CONNECTIONS
  }

  #hold(lane: Lane, lookup: Held): void {
    const count = lane.held.push(lookup)
    if (count === 1) setImmediate(() => this.#sendHeld(lane))
    if (count === LOOKUPS_AT_ONCE) this.#sendHeld(lane)
  }

  #sendHeld(lane: Lane): void {
    // The batch may have been sent when it was full.
    if (lane.held.length === 0) return
    if (lane === this.#lanes[this.#current]) this.#turn()
    sendHeld(lane)
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
    const lane: Lane = { connection, opening, held: [] }
    return lane
  }
}

/** The lookups that are held or in progress still get their answers. */
function endAfterLookups(lane: Lane): Promise<void> {
  sendHeld(lane)
  return lane.connection.end()
}

function sendHeld(lane: Lane): void {
  const { connection, held: lookups } = lane
  if (lookups.length === 0) return
  lane.held = []
  const queries = lookups.flatMap((lookup) => lookup.queries)
  connection.submit(queries, (error, results) => {
    if (error && lookups.length > 1) {
      for (const lookup of lookups) connection.submit(lookup.queries, lookup.done)
      return
    }
    let from = 0
    for (const lookup of lookups) lookup.done(error, results.slice(from, (from += lookup.queries.length)))
  })
}

function lostIfFailed(error: unknown): Error {
  if (!(error instanceof ConnectionFailed)) return error as Error
  return new LostBeforeCommit('The connection to the database was lost.', { cause: error })
}
