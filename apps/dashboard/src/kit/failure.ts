import { connectionProblemOf } from '@portico/ui/parts/connection-problem'

import { useTexts } from '../language/useTexts.ts'
import { kitTexts } from '../texts/en/kit.ts'

/** The properties of an SDK error that the kit reads. */
interface SdkError {
  readonly errorCode?: unknown
  readonly message?: unknown
  readonly requestId?: unknown
  readonly retryAfterSeconds?: unknown
  readonly statusCode?: unknown
}

/**
 * Returns a function that describes a failure and what to do. Errors of the service's catalogue describe themselves.
 */
export function useFailureText(): (error: unknown) => string {
  const { errors } = useTexts(kitTexts)
  return (error) => {
    const { errorCode, message, retryAfterSeconds, statusCode } = (error ?? {}) as SdkError
    if (statusCode === 429) {
      return typeof retryAfterSeconds === 'number' ? errors.limitedFor(retryAfterSeconds) : errors.limited
    }
    if (typeof errorCode === 'string' && typeof message === 'string') return message
    if (isRefusal(statusCode) && typeof message === 'string') return message
    const problem = connectionProblemOf(error)
    if (problem === 'overloaded') return errors.overloaded
    return problem ? errors.offline : errors.unknown
  }
}

/** The id of the failed request, for searching the log of the service; null if no answer contains one. */
export function requestIdOf(error: unknown): string | null {
  const { requestId } = (error ?? {}) as SdkError
  return typeof requestId === 'string' ? requestId : null
}

/** Whether the service refused the request; its answer then states the reason. */
function isRefusal(statusCode: unknown): boolean {
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

/** Whether the service did not answer at all. */
export function isOffline(error: unknown): boolean {
  return ['offline', 'unreachable'].includes(connectionProblemOf(error) ?? '')
}

/** Whether a chunk of the page's code failed to load, by the messages of Chromium, Firefox and Safari. */
export function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/i.test(error.message)
  )
}
