import { useTexts } from '../language/define-texts.ts'
import { kitTexts } from '../texts/kit.ts'

/** What the kit reads of an error of the SDK. */
interface SdkError {
  readonly errorCode?: unknown
  readonly message?: unknown
  readonly name?: unknown
  readonly requestId?: unknown
  readonly statusCode?: unknown
}

/** Returns a function that says what failed and what to do. Errors of the service's catalogue say it themselves. */
export function useFailureText(): (error: unknown) => string {
  const { errors } = useTexts(kitTexts)
  return (error) => {
    const { errorCode, message, statusCode } = (error ?? {}) as SdkError
    if (typeof errorCode === 'string' && typeof message === 'string') return message
    if (statusCode === 429) return errors.limited
    if (statusCode === 503) return errors.overloaded
    if (isRefusal(statusCode) && typeof message === 'string') return message
    return isOffline(error) ? errors.offline : errors.unknown
  }
}

/** The request that failed, by which the log of the service is searched; null if no answer names one. */
export function requestIdOf(error: unknown): string | null {
  const { requestId } = (error ?? {}) as SdkError
  return typeof requestId === 'string' ? requestId : null
}

/** Whether the service refused the request, so that its answer says why. */
function isRefusal(statusCode: unknown): boolean {
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

/** Whether the service did not answer at all. */
export function isOffline(error: unknown): boolean {
  return (error as SdkError | null)?.name === 'ConnectionError' || !navigator.onLine
}

/** Whether the code of a part of the page could not be loaded, in the words of Chromium, Firefox and Safari. */
export function isCodeMissing(error: unknown): boolean {
  return (
    error instanceof TypeError && /dynamically imported module|Importing a module script failed/i.test(error.message)
  )
}
