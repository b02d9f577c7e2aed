import { StartupProblem } from '../../kernel/startup-problem.ts'
import { StoreUnavailable } from '../../kernel/store-unavailable.ts'
import { ReadOnlyServer } from './connection.ts'
import {
  causeOf,
  isPermissionDenied,
  isPreparedElsewhere,
  isReadOnlyServer,
  isServerError,
  isUnsupportedParameter,
} from './database-errors.ts'

/** Explains to the operator why the first query failed. */
export function explainConnection(error: unknown, address: string): StartupProblem {
  const cause = causeOf(error)
  const reason = cause instanceof Error ? cause.message || cause.name : 'unknown reason'
  if (isUnsupportedParameter(cause)) {
    return new StartupProblem(
      `The connection pooler at ${address} refuses the settings of a connection: ${reason}.`,
      'Add this line to pgbouncer.ini: ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options. The pooler then drops these settings, so set them for the role: alter role … set statement_timeout = 5000, and in the same way lock_timeout = 2000, idle_in_transaction_session_timeout = 10000 and jit = off.',
      { cause },
    )
  }
  if (isPreparedElsewhere(cause)) return withoutPreparedStatements(cause)
  if (cause instanceof ReadOnlyServer || isReadOnlyServer(cause)) {
    return new StartupProblem(
      `No server at ${address} accepts writes: the last one that was tried only reads.`,
      'Name the primary in DATABASE_URL too, or wait until a standby is promoted: PORTICO_DATABASE_WAIT_SECONDS lets the start wait for it.',
      { cause },
    )
  }
  if (isServerError(cause)) {
    return new StartupProblem(
      `The database at ${address} refuses: ${reason}.`,
      'Check the user name, the password and the name of the database in DATABASE_URL.',
      { cause },
    )
  }
  return new StartupProblem(
    `The database at ${address} does not answer: ${reason}.`,
    'Check DATABASE_URL and that PostgreSQL is running; PORTICO_DATABASE_WAIT_SECONDS lets the start wait for it. Without DATABASE_URL Portico uses its embedded database.',
    { cause },
  )
}

/** Explains why the database failed later in the start. Returns every other error unchanged. */
export function explainStart(error: unknown): unknown {
  const cause = causeOf(error)
  if (isPermissionDenied(cause)) {
    return new StartupProblem(
      `The role of DATABASE_URL lacks a right: ${cause instanceof Error ? cause.message : ''}.`,
      'To change the schema, run `portico-server migrate` with the role that owns the database. The service itself needs rights on data only; docs/security/operators.md lists them.',
      { cause },
    )
  }
  if (isPreparedElsewhere(cause)) return withoutPreparedStatements(cause)
  if (error instanceof StoreUnavailable) {
    return new StartupProblem(
      `The database became unavailable during the start: ${cause instanceof Error ? cause.message : 'unknown reason'}.`,
      'Start again when it answers. Nothing has to be undone.',
      { cause },
    )
  }
  return error
}

/** Explains why notifications do not arrive over the direct address. */
export function withoutNotifications(): StartupProblem {
  return new StartupProblem(
    'PORTICO_DATABASE_DIRECT_URL does not deliver the notifications of DATABASE_URL.',
    'Set it to the same database, at the address of PostgreSQL itself and not of a pooler.',
  )
}

function withoutPreparedStatements(cause: unknown): StartupProblem {
  return new StartupProblem(
    'The connection pooler in front of the database does not keep prepared statements.',
    'Use PgBouncer 1.21 or newer with this line in pgbouncer.ini: max_prepared_statements = 1000. An older one needs pool_mode = session.',
    { cause },
  )
}
