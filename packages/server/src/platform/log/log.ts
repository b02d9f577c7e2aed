import { pino, type DestinationStream, type Logger } from 'pino'

import { currentIds, findTracer } from '../tracing/tracing.ts'
import { standardLogOutput } from './log-output.ts'

export type Log = Logger

/** The message about a call that is answered 500: a bug of the service. */
export const UNEXPECTED_FAILURE = 'a request failed with an unexpected error'

const secretFields = ['password', 'access_token', 'refresh_token', 'code', 'authorization', 'cookie']
const censor = '[redacted]'

/**
 * Creates the log: JSON lines with times in UTC. Secrets must never be passed to it; the redaction of the fields below
 * is a second line of defense.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      ...(findTracer() && { mixin: currentIds }),
      redact: {
        paths: [...secretFields, ...secretFields.map((field) => `*.${field}`)],
        censor,
      },
    },
    destination ?? standardLogOutput(),
  )
}

/** Logs only the fields of an error that help to diagnose it. Drivers attach statements with their values to errors. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, routine } = error as Error & { code?: unknown; constraint?: unknown; routine?: unknown }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    error_code: code,
    constraint,
    routine,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

/**
 * Creates a log for lines without nested objects. Redaction of nested fields takes three times as long as writing the
 * line.
 */
export function createFlatLog(log: Log): Log {
  return log.child({}, { redact: { paths: secretFields, censor } })
}
