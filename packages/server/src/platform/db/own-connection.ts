import pg from 'pg'

import type { Row } from '../../kernel/statement.ts'

const CONNECT_MILLIS = 10_000
/** In `pg_stat_activity`. */
const NAME = 'portico command'

/** A connection for work that no call waits for, such as a copy between servers. Its statements have no time limit. */
export class OwnConnection {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
    // Without a listener, the error would end the process. The statement in progress reports it.
    client.on('error', () => {})
  }

  static async open(url: string): Promise<OwnConnection> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_MILLIS,
      keepAlive: true,
      application_name: NAME,
    })
    await client.connect()
    return new OwnConnection(client)
  }

  async query<R extends Row>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const { rows } = await this.#client.query<R>(text, [...values])
    return rows
  }

  /** Runs SQL text with several statements. */
  async script(text: string): Promise<void> {
    await this.#client.query(text)
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
    await this.#client.end()
  }
}

/** Quotes a value for SQL text that takes no parameters, such as the address of a subscription. */
export function quoteLiteral(value: string): string {
  return pg.escapeLiteral(value)
}
