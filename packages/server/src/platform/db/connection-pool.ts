import pg from 'pg'

import type { PoolUse } from '../../kernel/database.ts'
import { Connection, type ConnectionConfig, type DatabaseLimits } from './connection.ts'
import { ConnectionFailed } from './database-errors.ts'
import { tryServers, type DatabaseServers } from './database-url.ts'
import { beginWait, endWait, TimedOut } from './store-waits.ts'

type PooledConnection = Connection & { release(reason?: Error | boolean): void }

/** Connections that one caller uses at a time. A connection that has failed does not return to the pool. */
export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #limits: DatabaseLimits
  readonly #servers: DatabaseServers
  readonly #open = new Set<Connection>()

  constructor(config: ConnectionConfig, max: number, limits: DatabaseLimits) {
    // The pool passes its options to the constructor, which the types omit.
    const Client = Connection as unknown as new () => Connection
    this.#pool = new pg.Pool({ ...config, pipeline: true, max, Client })
    this.#limits = limits
    this.#servers = config.servers
    // The pool replaces a connection that breaks while idle. Without a listener, the error would end the process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (connection) => this.#open.add(connection as PooledConnection))
    this.#pool.on('remove', (connection) => this.#open.delete(connection as PooledConnection))
  }

  async run<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#checkOut()
    try {
      return await work(connection)
    } finally {
      connection.release(connection.failure ?? connection.isOutdated)
    }
  }

  get use(): PoolUse {
    const { idleCount, options, totalCount, waitingCount } = this.#pool
    // The others get a connection at once, or one that is being opened.
    const waiting = Math.max(0, waitingCount - idleCount - (options.max - totalCount))
    return { max: options.max, open: totalCount, idle: idleCount, waiting }
  }

  close(): Promise<void> {
    return this.#pool.end()
  }

  abandon(reason: Error): void {
    for (const connection of this.#open) connection.abandon(reason)
  }

  async #checkOut(): Promise<PooledConnection> {
    for (;;) {
      const connection = await tryServers(this.#servers, () => this.#next())
      if (!connection.isOutdated) return connection
      connection.release(true)
    }
  }

  #next(): Promise<PooledConnection> {
    return new Promise((resolve, reject) => {
      let isLate = false
      const wait = beginWait(this.#limits.connectMillis, () => {
        isLate = true
        reject(new TimedOut('No connection to the database was free in time.'))
      })
      this.#pool.connect((error, connection) => {
        endWait(wait)
        if (isLate) connection?.release()
        else if (connection) resolve(connection as PooledConnection)
        else reject(new ConnectionFailed('The database does not accept a connection.', { cause: error }))
      })
    })
  }
}
