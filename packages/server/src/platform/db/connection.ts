import { Socket } from 'node:net'

import pg from 'pg'

import { ConnectionFailed, isConnectionUnusable, isServerError } from './database-errors.ts'
import type { DatabaseServers } from './database-url.ts'
import { currentGeneration } from './prepared-statements.ts'
import type { Query, Rows } from '../../kernel/statement.ts'
import { beginWait, endWait, TimedOut } from './store-waits.ts'

/** The waiting times of this node for a database server. */
export interface DatabaseLimits {
  /**
   * For the answer to a statement, including `begin`, `commit`, `rollback` and `listen`. Above the limit of the server.
   */
  readonly statementMillis: number
  /** For a connection: a free one of the pool, or a new one. */
  readonly connectMillis: number
  /** How often an idle connection that waits for notifications is tested. */
  readonly checkMillis: number
}

export const defaultLimits: DatabaseLimits = { statementMillis: 6_000, connectMillis: 2_000, checkMillis: 2_000 }

/** Receives the error of the first query that failed, or null and the results. */
export type Done = (error: unknown, results: Rows[]) => void

/**
 * Sends queries over a connection. They are prepared once per connection and form one transaction, or join the
 * connection's transaction.
 */
export type SubmitBatch = (connection: Connection, queries: readonly Query[], done: Done) => void

export interface ConnectionConfig extends pg.ClientConfig {
  /** Shared by all connections of a database. */
  readonly servers: DatabaseServers
  /** How often a server was silent or only read. Shared by all connections of a database. */
  readonly failures: { count: number }
  readonly submitBatch: SubmitBatch
}

/** The server of a new connection only reads: it is a standby, or a primary that was replaced. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer'
}

/** A connection to a server, which knows whether it may be used again. */
export class Connection extends pg.Client {
  readonly #socket: unknown
  readonly #servers: DatabaseServers
  readonly #server: string
  readonly #failures: { count: number }
  readonly #openedAfter: number
  readonly #submitBatch: SubmitBatch
  readonly #generation = currentGeneration()
  #failure: Error | null = null

  constructor(config: ConnectionConfig) {
    const server = config.servers.current
    super({ ...config, connectionString: server })
    this.#servers = config.servers
    this.#server = server
    this.#failures = config.failures
    this.#openedAfter = config.failures.count
    this.#submitBatch = config.submitBatch
    // With TLS, the driver replaces the stream by one around this socket.
    this.#socket = this.connection.stream
    // Without a listener, the error would end the process. The queries in progress report the failure.
    this.on('error', (error) => this.#fail(error))
    this.on('end', () => this.#fail(new Error('The connection has ended.')))
  }

  /** Why the connection must not be used again; null if it may. */
  get failure(): Error | null {
    return this.#failure
  }

  /**
   * Whether the connection should be replaced: the tables have changed since it prepared its statements, or the server
   * has become silent or read-only on another connection, which may have happened to this one too.
   */
  get isOutdated(): boolean {
    return this.#generation !== currentGeneration() || this.#openedAfter !== this.#failures.count
  }

  /** Opens the connection. If that fails, new connections go to the next server. */
  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    const opened = this.#open()
    if (!callback) return opened
    // The pool takes the absence of an error for success, which the types omit.
    void reportResult(opened, callback as (error?: Error) => void)
  }

  async #open(): Promise<this> {
    try {
      await super.connect()
      if (this.#servers.mustBeWritable) await this.#requireWritable()
      return this
    } catch (error) {
      this.#servers.leave(this.#server)
      this.abandon(error as Error)
      throw error
    }
  }

  /** @throws ReadOnlyServer */
  async #requireWritable(): Promise<void> {
    const { rows } = await this.query<{ reads: boolean }>(
      "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as reads",
    )
    if (rows[0]?.reads) throw new ReadOnlyServer('The server only reads.')
  }

  /** Makes all connections go to another server, or to what the address of this one leads to now. */
  leaveServer(): void {
    this.#failures.count += 1
    this.#servers.leave(this.#server)
  }

  /**
   * Sends queries as one batch. Returns their results, or throws the error of the first that fails. After the limit,
   * the connection is abandoned.
   *
   * @throws ConnectionFailed, TimedOut: the queries may have taken effect unless their transaction still needs a commit
   * @throws LostBeforeCommit: the server ended the connection before the last query
   */
  send(queries: readonly Query[], maxMillis: number): Promise<Rows[]> {
    return new Promise((resolve, reject) => {
      const wait = beginWait(maxMillis, (isSilent) => reject(this.giveUp(isSilent)))
      this.submit(queries, (error, results) => {
        endWait(wait)
        if (error) reject(error as Error)
        else resolve(results)
      })
    })
  }

  /** Like `send`, for a caller that limits the wait itself. */
  submit(queries: readonly Query[], done: Done): void {
    this.#submitBatch(this, queries, done)
  }

  /** Runs SQL text without parameters. */
  async script(text: string): Promise<void> {
    try {
      await this.query(text)
    } catch (error) {
      throw this.receive(error)
    }
  }

  /** Returns the error of a query as the caller gets it. The source of the error decides, not its text. */
  receive(error: unknown): unknown {
    if (isServerError(error)) {
      if (isConnectionUnusable(error)) this.#fail(error as Error)
      return error
    }
    // An error without a code leaves the state of the connection unknown.
    const failure = new ConnectionFailed('The connection to the database failed.', { cause: error })
    if (!this.#failure) this.abandon(failure)
    return failure
  }

  /**
   * Ends the connection and sends nothing to the server, which may be silent. Bytes that have not left this machine
   * never do.
   */
  abandon(reason: Error): void {
    this.#fail(reason)
    const { stream } = this.connection
    if (stream === this.#socket && stream instanceof Socket && !stream.connecting && isTcp(stream)) {
      stream.resetAndDestroy()
    } else {
      stream.destroy()
    }
  }

  /**
   * Gives up a query.
   *
   * @param isSilent whether the server had its whole time to answer
   */
  giveUp(isSilent: boolean): TimedOut {
    if (isSilent) this.leaveServer()
    const failure = new TimedOut('The database did not answer in time.')
    this.abandon(failure)
    return failure
  }

  #fail(reason: Error): void {
    this.#failure ??= reason
  }
}

/** A Unix socket has no remote address. It has no reset either. */
function isTcp(socket: Socket): boolean {
  return socket.remoteAddress !== undefined
}

async function reportResult(opened: Promise<unknown>, callback: (error?: Error) => void): Promise<void> {
  let failure: Error | undefined
  try {
    await opened
  } catch (error) {
    failure = error as Error
  }
  callback(failure)
}
