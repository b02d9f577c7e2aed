import { limitTime } from '../../kernel/time-limit.ts'
import {
  Connection,
  defaultLimits,
  type ConnectionConfig,
  type DatabaseLimits,
  type SubmitBatch,
} from './connection.ts'
import { ConnectionPool } from './connection-pool.ts'
import { ConnectionFailed, endsConnection, LostBeforeCommit, translateOutages } from './database-errors.ts'
import { withoutNotifications } from './database-problems.ts'
import { DatabaseServers } from './database-url.ts'
import { LookupConnections } from './lookup-connections.ts'
import { applicationName } from './node-versions.ts'
import { NotificationListener } from './notification-listener.ts'
import { OuterHandleGuard } from './outer-handle-guard.ts'
import { checkPreparedStatements } from './prepared-check.ts'
import { retryConflicts } from './retry.ts'
import { submitBatch } from './prepared-batch.ts'
import type { Database, Transaction } from '../../kernel/database.ts'
import { sequence, type Query, type Rows, type Statement, unscoped } from '../../kernel/statement.ts'
import { plainQueries } from './plain-queries.ts'

/**
 * PostgreSQL compiles a plan whose estimated cost is high (`jit`). Our statements read a few rows even if their
 * estimate is high, and compilation takes far longer than that.
 */
const WITHOUT_COMPILATION = '-c jit=off'
/** The system then probes the peer once per second, and ends the connection after ten probes without an answer. */
const KEEP_ALIVE_AFTER_MILLIS = 5_000
const CLOSE_MILLIS = 2_000

const NOTIFICATIONS_LOST =
  'The connection pooler in front of the database does not deliver notifications, so changes reach this node and background work begins after up to five seconds. Set PORTICO_DATABASE_DIRECT_URL to the address of PostgreSQL itself.'

const begin = unscoped.statement`begin`.queries
const commit = unscoped.statement`commit`.queries
const rollback = unscoped.statement`rollback`.queries

export interface PostgresOptions {
  /** The address for notifications, past a pooler. Null: the address for all statements. */
  readonly directUrl?: string | null
  /** The version of a service, which `listNodeVersions` reads. Null: a command. */
  readonly nodeVersion?: string | null
  /** The schemas in which names are looked up, its own schema first. Null: the schemas of the role. */
  readonly searchPath?: readonly string[] | null
  /** Called with a sentence for the operator. */
  readonly onWarning?: (sentence: string) => void
  /** How queries are sent. Default: by a class of the driver (decision 106). */
  readonly submit?: SubmitBatch
}

/**
 * Opens a connection pool on a PostgreSQL server (15 or newer). Each query is prepared once per connection. Every wait
 * for the server has a limit (decision 032).
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  limits = defaultLimits,
  {
    directUrl = null,
    nodeVersion = null,
    searchPath = null,
    onWarning = () => {},
    submit = submitBatch,
  }: PostgresOptions = {},
): Promise<Database> {
  const config = configOf(url, limits, nodeVersion, searchPath, submit)
  const pool = new ConnectionPool(config, poolSize, limits)
  const guard = new OuterHandleGuard()
  const lookups = new LookupConnections(config, limits)
  const listener = new NotificationListener(
    directUrl === null ? config : { ...config, servers: new DatabaseServers(directUrl) },
    limits,
    {
      notify: (channel) => run(unscoped.statement`select pg_notify(${channel}, '')`),
      onFailure: () => {
        if (directUrl !== null) throw withoutNotifications()
        onWarning(NOTIFICATIONS_LOST)
      },
    },
  )
  const scriptOutside: Transaction['scriptOutside'] = (text, lockMillis) =>
    runAlone({ ...config, statement_timeout: 0, lock_timeout: lockMillis }, text)

  async function run<T>(wanted: Statement<T>): Promise<T> {
    guard.check()
    const queries = plainQueries(wanted)
    const send = (): Promise<Rows[]> =>
      queries.every(({ isLookup }) => isLookup)
        ? lookups.send(queries)
        : pool.run((connection) => connection.send(queries, limits.statementMillis))
    return wanted.read(queries.length === 0 ? [] : await translateOutages(() => retryConflicts(send)))
  }

  return {
    engine: 'postgres',
    run,
    batch: (batch) => run(sequence(batch)),
    transaction(work) {
      guard.check()
      const attempt = (): ReturnType<typeof work> =>
        pool.run((connection) => transaction(connection, limits, scriptOutside, (tx) => guard.run(() => work(tx))))
      return translateOutages(() => retryConflicts(attempt))
    },
    listen: (...wanted) => listener.listen(...wanted),
    poolUse: () => pool.use,
    async close() {
      const closed = Promise.all([listener.close(), lookups.close(), pool.close()])
      await limitTime<unknown>(closed, CLOSE_MILLIS, () => {
        const reason = new ConnectionFailed('The database did not answer while this process closed its connections.')
        for (const part of [listener, lookups, pool]) part.abandon(reason)
      })
    },
  }
}

/** Checks how a pooler in front of the server behaves, with connections like a service's. */
export function checkPooler(url: string, limits = defaultLimits): Promise<void> {
  return checkPreparedStatements(configOf(url, limits, null, null, submitBatch), limits)
}

function configOf(
  url: string,
  limits: DatabaseLimits,
  nodeVersion: string | null,
  searchPath: readonly string[] | null,
  submit: SubmitBatch,
): ConnectionConfig {
  const servers = new DatabaseServers(url)
  return {
    servers,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MILLIS,
    connectionTimeoutMillis: limits.connectMillis / Math.min(servers.count, 2),
    application_name: applicationName(nodeVersion),
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    options:
      searchPath === null ? WITHOUT_COMPILATION : `${WITHOUT_COMPILATION} -c search_path=${searchPath.join(',')}`,
    failures: { count: 0 },
    submitBatch: submit,
  }
}

async function transaction<T>(
  connection: Connection,
  limits: DatabaseLimits,
  scriptOutside: Transaction['scriptOutside'],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let maxMillis = limits.statementMillis
  let hasBegun = false
  let isCommitting = false
  let hasEnded = false

  const send = async (queries: readonly Query[]): Promise<Rows[]> => {
    if (hasBegun) return connection.send(queries, maxMillis)
    hasBegun = true
    // One batch, so that the server skips the statements if `begin` fails.
    const results = await connection.send([...begin, ...queries], maxMillis)
    return results.slice(begin.length)
  }
  const run = async <S>(statement: Statement<S>): Promise<S> => {
    // The statement would join the transaction of another caller.
    if (hasEnded) throw new Error('The transaction has ended.')
    const queries = plainQueries(statement)
    return statement.read(queries.length === 0 ? [] : await send(queries))
  }
  try {
    const result = await work({
      run,
      batch: (batch) => run(sequence(batch)),
      script: async (text) => {
        // A migration may take minutes.
        maxMillis = Infinity
        if (!hasBegun) await send([])
        await connection.script(text)
      },
      scriptOutside: async (text, lockMillis) => {
        maxMillis = Infinity
        // The last statement keeps its snapshot until the next one, and an index that is built concurrently waits for
        // it.
        await connection.script('select')
        await scriptOutside(text, lockMillis)
      },
    })
    if (!hasBegun) return result
    if (connection.getTransactionStatus() === 'E') {
      throw new Error('A statement of the transaction failed, and its failure was ignored.')
    }
    isCommitting = true
    await connection.send(commit, maxMillis)
    return result
  } catch (error) {
    if (hasBegun && !connection.failure) {
      await connection.send(rollback, limits.statementMillis).catch((cause: Error) => connection.abandon(cause))
    }
    if (isCommitting) throw explainCommit(error)
    if (error instanceof ConnectionFailed || endsConnection(error)) {
      throw new LostBeforeCommit('The connection to the database was lost.', { cause: error })
    }
    throw error
  } finally {
    hasEnded = true
  }
}

/** Runs SQL text on a separate connection, so that it needs none from the pool. */
async function runAlone(config: ConnectionConfig, text: string): Promise<void> {
  const connection = new Connection(config)
  try {
    await connection.connect()
    await connection.script(text)
  } finally {
    await connection.end()
  }
}

/** The server may have committed before it ended the connection, so the work is not done again. */
function explainCommit(error: unknown): unknown {
  if (!(error instanceof LostBeforeCommit)) return error
  return new ConnectionFailed('The connection to the database was lost during a commit.', { cause: error })
}
