import pg from 'pg'

import type { Row } from '../../kernel/statement.ts'
import { Connection } from './connection.ts'
import { ConnectionFailed } from './database-errors.ts'
import { DatabaseServers, tryServers } from './database-url.ts'
import { submitBatch } from './prepared-batch.ts'

const CONNECT_MILLIS = 10_000
/** In `pg_stat_activity`. */
const NAME = 'portico command'

/** A connection for work that no call waits for, such as a copy between servers. Its statements have no time limit. */
export class OwnConnection {
  readonly #connection: Connection

  private constructor(connection: Connection) {
    this.#connection = connection
  }

  /** @throws ConnectionFailed */
  static async open(url: string): Promise<OwnConnection> {
    const servers = new DatabaseServers(url)
    const config = {
      servers,
      connectionTimeoutMillis: CONNECT_MILLIS,
      keepAlive: true,
      application_name: NAME,
      failures: { count: 0 },
      submitBatch,
    }
    return tryServers(servers, async () => {
      try {
        return new OwnConnection(await new Connection(config).connect())
      } catch (error) {
        throw new ConnectionFailed('The database does not accept a connection.', { cause: error })
      }
    })
  }

  async query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const { rows } = await this.#connection.query<R>(text, [...values])
    return rows
  }

  /** Runs SQL text with several statements. */
  async script(text: string): Promise<void> {
    await this.#connection.query(text)
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.script('begin')
    try {
      const result = await work()
      await this.script('commit')
      return result
    } catch (error) {
      await this.script('rollback').catch(() => {})
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#connection.end()
  }
}

/** Quotes a value for SQL text that takes no parameters, such as the address of a subscription. */
export function quoteLiteral(value: string): string {
  return pg.escapeLiteral(value)
}
