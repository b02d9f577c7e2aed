import { StoreUnavailable } from '../../kernel/store-unavailable.ts'

/*
 * The only module that reads the codes of the database (PostgreSQL, appendix A). An error without such a code comes
 * from the connection or the driver; its name does not matter.
 */

/** The connection or the driver failed. Whether the work took effect is unknown unless its commit was not sent. */
export class ConnectionFailed extends StoreUnavailable {
  override readonly name: string = 'ConnectionFailed'
}

/** The work was lost before its commit was sent, so it may be retried. */
export class LostBeforeCommit extends StoreUnavailable {
  override readonly name = 'LostBeforeCommit'
}

/** A cell refuses a write, because its project or the whole cell is being moved or has moved. Nothing took effect. */
export class WriteHeld extends StoreUnavailable {
  override readonly name = 'WriteHeld'
}

/** The code with which the trigger of a move refuses a write. */
export const WRITE_HELD = 'PCM01'

const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'
const NOT_NULL_VIOLATION = '23502'
const CHECK_VIOLATION = '23514'
const STATEMENT_TIMEOUT = '57014'
const LOCK_TIMEOUT = '55P03'
const DEADLOCK = '40P01'
const FEATURE_NOT_SUPPORTED = '0A000'
const READ_ONLY_TRANSACTION = '25006'

/** Serialization failure and deadlock. Nothing was committed, so a retry is safe. */
const conflicts = new Set(['40001', DEADLOCK])

/**
 * Classes of errors that a statement does not cause: connection, transaction state, rollback, resources, server state,
 * operator intervention, system, internal.
 */
const outageClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX'])

/**
 * After these, the state of the connection is uncertain. A read-only one (25006) stays read-only, even after a
 * failover.
 */
const unusableClasses = new Set(['08', '25', '58', 'XX'])

/**
 * Connection and driver disagree about what is prepared: a pooler has changed the server connection. Nothing was
 * executed.
 */
const preparedElsewhere = new Set(['26000', '42P05'])

/** Whether the statement violated a unique index or constraint, optionally with this name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false
  return constraint === undefined || field(error, 'constraint') === constraint
}

/** Whether the statement violated the not-null constraint of this column. */
export function isNotNullViolation(error: unknown, table: string, column: string): boolean {
  return codeOf(error) === NOT_NULL_VIOLATION && field(error, 'table') === table && field(error, 'column') === column
}

/** Whether a row lacks a value that a constraint requires. */
export function isMissingValue(error: unknown): boolean {
  return [NOT_NULL_VIOLATION, CHECK_VIOLATION].includes(codeOf(error))
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

/** Whether the statement waited for a lock for longer than the database permits. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT
}

/** Whether the statement was ended because it and others waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return codeOf(error) === DEADLOCK
}

/** Whether the tables have changed since the statement was prepared. It did not run. */
export function isOutdatedPlan(error: unknown): boolean {
  // Other errors have this code too. The message depends on the language of the server, the routine does not.
  return codeOf(error) === FEATURE_NOT_SUPPORTED && field(error, 'routine') === 'RevalidateCachedQuery'
}

/**
 * Whether the server only reads: it is a standby, or a primary that was replaced. Nothing of the transaction takes
 * effect.
 */
export function isReadOnlyServer(error: unknown): boolean {
  return codeOf(error) === READ_ONLY_TRANSACTION
}

/** Whether a cell has refused a write, because its project or the whole cell is being moved or has moved. */
export function isWriteHeld(error: unknown): boolean {
  return error instanceof WriteHeld || codeOf(error) === WRITE_HELD
}

export function asWriteHeld(error: unknown): WriteHeld {
  return error instanceof WriteHeld ? error : new WriteHeld('The project or its cell is being moved.', { cause: error })
}

/** Whether nothing took effect, so that the work may be done again. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof LostBeforeCommit ||
    error instanceof WriteHeld ||
    conflicts.has(codeOf(error)) ||
    isOutdatedPlan(error)
  )
}

/** Whether the server sent the error, as opposed to the connection or the driver. */
export function isServerError(error: unknown): boolean {
  return codeOf(error).length === 5 && typeof field(error, 'severity') === 'string'
}

/** Whether the connection ends with this error of the server, as opposed to an error of this statement. */
export function endsConnection(error: unknown): boolean {
  const code = codeOf(error)
  const isFatal = ['FATAL', 'PANIC'].includes(String(field(error, 'severity')))
  // The language of the severity depends on the server, so the codes decide as well.
  return (
    isFatal ||
    code.startsWith('08') ||
    (code.startsWith('57') && code !== STATEMENT_TIMEOUT) ||
    ['25P03', '25P04'].includes(code) ||
    preparedElsewhere.has(code)
  )
}

/** Whether the connection must not be used again after this error of the server. */
export function isConnectionUnusable(error: unknown): boolean {
  return endsConnection(error) || unusableClasses.has(codeOf(error).slice(0, 2))
}

/** Runs work on the database and translates an outage into `StoreUnavailable`. Other errors stay unchanged. */
export async function translateOutages<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isWriteHeld(error)) throw asWriteHeld(error)
    if (error instanceof StoreUnavailable || !isOutage(error)) throw error
    throw new StoreUnavailable('The database is not available.', { cause: error })
  }
}

/** A conflict or an outdated plan counts as an outage here, because all retries have failed. */
function isOutage(error: unknown): boolean {
  if (!isServerError(error)) return false
  const code = codeOf(error)
  return outageClasses.has(code.slice(0, 2)) || preparedElsewhere.has(code) || isOutdatedPlan(error)
}

/** Returns the error of the server, the socket or the driver behind an outage. */
export function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailable && error.cause !== undefined ? causeOf(error.cause) : error
}

/** Whether the role lacks a right. */
export function isPermissionDenied(error: unknown): boolean {
  return codeOf(error) === '42501'
}

/** Whether the server is starting, stopping or full, as opposed to a refusal of the role or the database. */
export function isServerBusy(error: unknown): boolean {
  return ['53', '57'].includes(codeOf(error).slice(0, 2))
}

/**
 * Whether a pooler gave a statement to a server connection that has not prepared it, or has another one of that name.
 */
export function isPreparedElsewhere(error: unknown): boolean {
  return preparedElsewhere.has(codeOf(error))
}

/** Whether PgBouncer refuses a connection for its settings. It has no special code for this. */
export function isUnsupportedParameter(error: unknown): boolean {
  return codeOf(error) === '08P01' && error instanceof Error && error.message.includes('unsupported startup parameter')
}

function codeOf(error: unknown): string {
  const code = field(error, 'code')
  return typeof code === 'string' ? code : ''
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
}
