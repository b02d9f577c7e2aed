/** A store we depend on cannot answer right now; the caller gets 503 with Retry-After. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The connection broke while nothing was committed yet, so the work may be done again. */
export class LostBeforeCommit extends StoreUnavailable {}

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const notNullViolation = '23502'
/** PostgreSQL appendix A: serialisation failure and deadlock. Nothing was committed, so trying again is safe. */
const retryable = new Set(['40001', '40P01'])
/** Too many connections, cannot connect now, statement or lock timeout. */
const unavailable = new Set(['53300', '57P03', '57014', '55P03'])
/** With these PostgreSQL or the network ends the connection: shutdown, crash, and the timeouts of sessions and transactions. */
const endsConnection = new Set(['57P01', '57P02', '57P05', '25P03', '25P04', 'ECONNRESET', 'EPIPE'])
const unreachable = new Set(['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT', 'EAI_AGAIN'])

/** Whether the statement broke a unique index or constraint, of this name if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== uniqueViolation) return false
  return constraint === undefined || field(error, 'constraint') === constraint
}

/** Whether the statement left this column without a value. */
export function isNotNullViolation(error: unknown, table: string, column: string): boolean {
  return codeOf(error) === notNullViolation && field(error, 'table') === table && field(error, 'column') === column
}

/** What the row refers to was deleted in the meantime. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === foreignKeyViolation
}

export function isRetryable(error: unknown): boolean {
  return error instanceof LostBeforeCommit || retryable.has(codeOf(error))
}

/** Whether the connection itself is gone, not just this statement refused. */
export function isConnectionLost(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return endsConnection.has(codeOf(error)) || message.includes('Connection terminated')
}

/** Whether the error says that the database is away or overloaded rather than that the statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true
  const code = codeOf(error)
  // A conflict gets here after it was tried again and again.
  const kinds = [unavailable, retryable, endsConnection, unreachable]
  if (kinds.some((kind) => kind.has(code)) || code.startsWith('08')) return true
  const message = error instanceof Error ? error.message : ''
  return (
    message.includes('timeout exceeded when trying to connect') ||
    message.includes('Connection terminated') ||
    message.includes('Query read timeout') ||
    message.includes('connection error and is not queryable')
  )
}

function codeOf(error: unknown): string {
  const code = field(error, 'code')
  return typeof code === 'string' ? code : ''
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}
