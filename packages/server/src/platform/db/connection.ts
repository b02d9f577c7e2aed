import { Socket } from 'node:net'

import pg from 'pg'

import { ConnectionFailed, isConnectionUnusable, isServerError } from './database-errors.ts'
import { currentGeneration } from './prepared-statements.ts'
import { TimedOut } from './store-waits.ts'

/** How long this node waits for a database server. */
export interface DatabaseLimits {
  /** For the answer to a statement, including `begin`, `commit`, `rollback` and `listen`. Above the limit of the server. */
  readonly statementMillis: number
  /** For a connection: a free one of the pool, or a new one. */
  readonly connectMillis: number
  /** How often an idle connection that waits for notifications is tested. */
  readonly checkMillis: number
}

export const defaultLimits: DatabaseLimits = { statementMillis: 6_000, connectMillis: 2_000, checkMillis: 10_000 }

export interface ConnectionConfig extends pg.ClientConfig {
  /** Shared by all connections of a database. */
  readonly silences: { count: number }
}

/** A connection to a server, which knows whether it may be used again. */
export class Connection extends pg.Client {
  readonly #socket: unknown
  readonly #silences: { count: number }
  readonly #openedAfter: number
  readonly #generation = currentGeneration()
  #failure: Error | null = null

  constructor(config: ConnectionConfig) {
    super(config)
    this.#silences = config.silences
    this.#openedAfter = config.silences.count
    // With TLS, the driver replaces the stream by one that wraps this socket.
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
   * Whether the connection should be replaced: the tables have changed since it prepared its statements, or the server has become
   * silent on another connection, which may have happened to this one too.
   */
  get isOutdated(): boolean {
    return this.#generation !== currentGeneration() || this.#openedAfter !== this.#silences.count
  }

  /** Runs SQL text without parameters. */
  async script(text: string): Promise<void> {
    try {
      await this.query(text)
    } catch (error) {
      throw this.receive(error)
    }
  }

  /** Returns the error of a query as the caller gets it. Where it comes from decides, not what it says. */
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

  /** Ends the connection and sends nothing to the server, which may be silent. Bytes that have not left this machine never do. */
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
    if (isSilent) this.#silences.count += 1
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
