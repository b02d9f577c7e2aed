import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

/*
 * The only place that reads the codes and messages of the database and its driver. Codes are those of PostgreSQL
 * (appendix A) and of Node's sockets.
 */

/** The connection broke before a commit was sent, so the work may be done again. */
export class LostBeforeCommit extends StoreUnavailable {
  override readonly name = 'LostBeforeCommit'
}

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const NOT_NULL_VIOLATION = '23502'
/** A standby, or `default_transaction_read_only`. */
const READ_ONLY = '25006'

/** Serialization failure and deadlock. Nothing was committed, so trying again is safe. */
const conflicts = new Set(['40001', '40P01'])

/** PostgreSQL or the network ends the connection: shutdown, crash, dropped database, timeouts of sessions and transactions. */
const endsConnection = new Set(['57P01', '57P02', '57P04', '57P05', '25P03', '25P04', 'ECONNRESET', 'EPIPE'])

const refusals = new Set([
  READ_ONLY,
  '57014', // statement timeout
  '55P03', // lock timeout
  '57P03', // cannot connect now: starting up or shutting down
  '55000', // the database accepts no connections
  '28000', // the server refuses the role
  '28P01', // the server refuses the password
  '3D000', // the database does not exist
])

/** Classes of codes: connection exceptions and insufficient resources, such as too many connections. */
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

/** Of errors of the driver, which have no code. */
const CONNECTION_TERMINATED = 'Connection terminated'
const driverMessages = [
  CONNECTION_TERMINATED,
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'is not queryable',
]

/** Whether the statement broke a unique index or constraint, of this name if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false
  return constraint === undefined || field(error, 'constraint') === constraint
}

/** Whether the statement left this column without a value. */
export function isNotNullViolation(error: unknown, table: string, column: string): boolean {
  return codeOf(error) === NOT_NULL_VIOLATION && field(error, 'table') === table && field(error, 'column') === column
}

/** What the row refers to was deleted in the meantime. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === FOREIGN_KEY_VIOLATION
}

export function isRetryable(error: unknown): boolean {
  return error instanceof LostBeforeCommit || conflicts.has(codeOf(error))
}

/** Whether the connection itself is gone, not just this statement refused. */
export function isConnectionLost(error: unknown): boolean {
  return endsConnection.has(codeOf(error)) || messageOf(error).includes(CONNECTION_TERMINATED)
}

/**
 * Whether a new connection must take the place of this one. A read-only connection stays read-only; after a failover a
 * new one reaches the primary.
 */
export function isConnectionUnusable(error: unknown): boolean {
  return isConnectionLost(error) || codeOf(error) === READ_ONLY
}

/** Does work on the database. If it fails on an outage, throws `StoreUnavailable`; other errors stay as they are. */
export async function translateOutages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreUnavailable || !isOutage(error)) throw error
    throw new StoreUnavailable('The database is not available.', { cause: error })
  }
}

/** Whether the database is unreachable, overloaded or read-only, rather than the statement wrong. */
function isOutage(error: unknown): boolean {
  const code = codeOf(error)
  // A conflict gets here after the last attempt.
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
