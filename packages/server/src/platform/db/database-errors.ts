import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

/*
 * The only module that reads the codes and messages of the database and its driver. Codes are those of PostgreSQL
 * (appendix A) and of Node's sockets.
 */

/** The connection broke before a commit was sent, so the work may be retried. */
export class LostBeforeCommit extends StoreUnavailable {
  override readonly name = 'LostBeforeCommit'
}

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const NOT_NULL_VIOLATION = '23502'
/** A standby, or `default_transaction_read_only`. */
const READ_ONLY = '25006'
const STATEMENT_TIMEOUT = '57014'

/** Serialization failure and deadlock. Nothing was committed, so a retry is safe. */
const conflicts = new Set(['40001', '40P01'])

/** The connection has ended: shutdown, crash, dropped database, or a timeout of the session or the transaction. */
const endsConnection = new Set(['57P01', '57P02', '57P04', '57P05', '25P03', '25P04', 'ECONNRESET', 'EPIPE'])

const refusals = new Set([
  READ_ONLY,
  STATEMENT_TIMEOUT,
  '55P03', // lock timeout
  '57P03', // cannot connect now: starting up or shutting down
  '55000', // the database accepts no connections
  '28000', // the server refuses the role
  '28P01', // the server refuses the password
  '3D000', // the database does not exist
])

/** Code classes: connection exceptions, and insufficient resources such as too many connections. */
const refusalClasses = ['08', '53']

const unreachable = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT', // no Unix socket
  'EAI_AGAIN',
])

/** Messages of driver errors, which have no code. */
const CONNECTION_TERMINATED = 'Connection terminated'
const driverMessages = [
  CONNECTION_TERMINATED,
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'is not queryable',
]

/** Whether the statement violated a unique index or constraint, optionally with this name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false
  return constraint === undefined || field(error, 'constraint') === constraint
}

/** Whether the statement violated the not-null constraint of this column. */
export function isNotNullViolation(error: unknown, table: string, column: string): boolean {
  return codeOf(error) === NOT_NULL_VIOLATION && field(error, 'table') === table && field(error, 'column') === column
}

/** Whether a row that the statement refers to does not exist or has been deleted, optionally by this constraint. */
export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== FOREIGN_KEY_VIOLATION) return false
  return constraint === undefined || field(error, 'constraint') === constraint
}

/** Whether the statement ran for longer than the database permits. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === STATEMENT_TIMEOUT
}

export function isRetryable(error: unknown): boolean {
  return error instanceof LostBeforeCommit || conflicts.has(codeOf(error))
}

/** Whether the connection has ended, as opposed to an error of this statement. */
export function isConnectionLost(error: unknown): boolean {
  return endsConnection.has(codeOf(error)) || messageOf(error).includes(CONNECTION_TERMINATED)
}

/**
 * Whether the pool must replace the connection. A read-only connection stays read-only; after a failover, a new one
 * reaches the primary.
 */
export function isConnectionUnusable(error: unknown): boolean {
  return isConnectionLost(error) || codeOf(error) === READ_ONLY
}

/** Runs work on the database and translates an outage into `StoreUnavailable`. Other errors stay unchanged. */
export async function translateOutages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailable || !isOutage(error)) throw error
    throw new StoreUnavailable('The database is not available.', { cause: error })
  }
}

/** Whether the database is unreachable, overloaded or read-only, as opposed to an error of the statement. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error)
  // A conflict counts as an outage here, because all retries have failed.
  const kinds = [refusals, conflicts, endsConnection, unreachable]
  if (kinds.some((kind) => kind.has(code)) || refusalClasses.includes(code.slice(0, 2))) return true
  return driverMessages.some((message) => messageOf(error).includes(message))
}

function codeOf(error: unknown): string {
  const code = field(error, 'code')
  return typeof code === 'string' ? code : ''
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}
