import pg from 'pg'

import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { isConnectionLost, isConnectionUnusable, LostBeforeCommit, translateOutages } from './database-errors.ts'
import { LookupConnections } from './lookup-connections.ts'
import { OuterHandleGuard } from './outer-handle-guard.ts'
import { retryConflicts } from './retry.ts'
import { sendBatch } from './prepared-batch.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import { sequence, type Query, type Rows, type Statement } from '../../kernel/statement.ts'
import { plainQueries } from './plain-queries.ts'

const POOL_WAIT_MILLIS = 2_000
/**
 * PostgreSQL compiles a plan whose estimated cost is high (`jit`). Our statements read a few rows even if their estimate is
 * high, and compilation takes far longer than that.
 */
const WITHOUT_COMPILATION = '-c jit=off'
const LISTEN_RECONNECT_MILLIS = 1_000

/** Opens a connection pool on a PostgreSQL server (15 or newer). Each query is prepared once per connection. */
export async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const config: pg.ClientConfig = {
    connectionString: url,
    keepAlive: true,
    application_name: 'portico',
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    options: WITHOUT_COMPILATION,
  }
  // Pipelining sends `begin` together with the first statement of a transaction.
  const pool = new pg.Pool({ ...config, pipeline: true, max: poolSize, connectionTimeoutMillis: POOL_WAIT_MILLIS })
  // The pool replaces a connection that breaks while idle. Without a listener, the error would end the process.
  pool.on('error', () => {})
  // The same applies while a connection is in use. The statement in progress reports the failure.
  pool.on('connect', (client) => client.on('error', () => {}))
  const guard = new OuterHandleGuard()
  const lookups = new LookupConnections({ ...config, connectionTimeoutMillis: POOL_WAIT_MILLIS })
  const listener = new NotificationListener(config)

  async function run<T>(statement: Statement<T>): Promise<T> {
    guard.check()
    const queries = plainQueries(statement)
    const send = (): Promise<Rows[]> =>
      queries.every(({ isLookup }) => isLookup) ? lookups.send(queries) : retryConflicts(() => onPool(pool, queries))
    return statement.read(queries.length === 0 ? [] : await translateOutages(send))
  }

  return {
    engine: 'postgres',
    run,
    batch: (batch) => run(sequence(batch)),
    transaction(work) {
      guard.check()
      return translateOutages(() => retryConflicts(() => transaction(pool, (tx) => guard.run(() => work(tx)))))
    },
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    async close() {
      await listener.close()
      await lookups.close()
      await pool.end()
    },
  }
}

async function transaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  let isCommitting = false
  let hasEnded = false
  try {
    // Not awaited: `begin` is sent together with the first statement, which fails if `begin` fails.
    client.query('begin').catch(() => {})
    const run = async <S>(statement: Statement<S>): Promise<S> => {
      // The statement would join the transaction of another caller.
      if (hasEnded) throw new Error('The transaction has ended.')
      const queries = plainQueries(statement)
      return statement.read(queries.length === 0 ? [] : await sendBatch(client, queries))
    }
    const result = await work({
      run,
      batch: (batch) => run(sequence(batch)),
      script: async (text) => void (await client.query(text)),
    })
    isCommitting = true
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot roll back must not return to the pool.
    await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError))
    if (isConnectionUnusable(error)) broken ??= error as Error
    // The outcome of an interrupted commit is unknown, so it is not retried.
    if (isCommitting || !isConnectionLost(error)) throw error
    throw new LostBeforeCommit('The connection to the database was lost.', { cause: error })
  } finally {
    hasEnded = true
    client.release(broken)
  }
}

async function onPool(pool: pg.Pool, queries: readonly Query[]): Promise<Rows[]> {
  const client = await pool.connect()
  let lost: Error | undefined
  try {
    return await sendBatch(client, queries)
  } catch (error) {
    // The pool notices a broken connection later. Discard it here, so that the next caller does not get it.
    if (isConnectionUnusable(error)) lost = error as Error
    throw error
  } finally {
    client.release(lost)
  }
}

/** A separate connection for notifications. It reconnects after an outage of the server. */
class NotificationListener {
  readonly #config: pg.ClientConfig
  readonly #handlers = new Map<string, Set<(payload: string) => void>>()
  #client: pg.Client | null = null
  #closed = false
  #reconnect: NodeJS.Timeout | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<void> {
    const handlers = this.#handlers.get(channel) ?? new Set()
    this.#handlers.set(channel, handlers.add(onPayload))
    if (this.#client) await this.#client.query(`listen ${pg.escapeIdentifier(channel)}`)
    else await this.#connect()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#reconnect)
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#config)
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '')
    })
    client.on('error', () => this.#retry(client))
    client.on('end', () => this.#retry(client))
    try {
      await client.connect()
    } catch (error) {
      throw new StoreUnavailable('The database does not accept a connection for notifications.', { cause: error })
    }
    this.#client = client
    for (const channel of this.#handlers.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  }

  #retry(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return
    this.#client = null
    this.#schedule()
  }

  #schedule(): void {
    this.#reconnect = setTimeout(() => {
      this.#connect().catch(() => this.#schedule())
    }, LISTEN_RECONNECT_MILLIS)
  }
}
