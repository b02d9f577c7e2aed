import { ConnectionError, KnownError, StatusError } from '@portico/client'

import { Failure } from './failure.ts'

/** The sentence for an error that ended a command. Only a bug of ours comes with its stack. */
export function explain(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (error instanceof ConnectionError) {
    return `${error.message}\nIs the service running, and is --api-url (PORTICO_API_URL) its address?`
  }
  if (KnownError.isKnownError(error) || error instanceof StatusError) return error.message
  if (error instanceof Error && 'code' in error && 'syscall' in error) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
