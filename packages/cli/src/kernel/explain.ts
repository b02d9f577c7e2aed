import { ConnectionError, KnownError, StatusError } from '@portico/client'

import { Failure } from './failure.ts'

/** Formats an error that ended a command. Only unexpected errors include their stack trace. */
export function explainError(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (error instanceof ConnectionError) {
    return `${error.message}\nCheck that the service is running and that --api-url (PORTICO_API_URL) is its URL.`
  }
  if (KnownError.isKnownError(error) || error instanceof StatusError) return error.message
  if (error instanceof Error && 'code' in error && 'syscall' in error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
