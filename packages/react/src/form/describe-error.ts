import { ConnectionError, KnownError, KnownErrors, StatusError } from '@portico/client'
import { SecondFactorEnded } from '../hooks/useSecondFactor.ts'
import type { Translate } from '../i18n/translate.ts'

/** What to tell a visitor about something that nobody expected. */
export function describeFailure(t: Translate, failure: unknown): { title: string; text?: string } {
  if (failure instanceof SecondFactorEnded) return { title: describeEnd(t, failure.message) }
  if (KnownError.isKnownError(failure) && !KnownErrors.SchemaError.isInstance(failure)) {
    return { title: t.error(failure) }
  }
  if (isOffline()) {
    return { title: t('You seem to be offline'), text: t('Check your connection, then try again.') }
  }
  if (isNoAnswer(failure)) {
    return { title: t('The service did not answer'), text: t('Your data is safe. Wait a moment, then try again.') }
  }
  if (failure instanceof StatusError && failure.statusCode === 429) {
    return { title: t('Too many attempts. Please try again in a moment.') }
  }
  return {
    title: t('An unknown error occurred.'),
    text: t('Please try again and if the problem persists, contact support.'),
  }
}

/** Why the second step of a sign-in has to start again. */
export function describeEnd(t: Translate, reason: string): string {
  return reason === 'exhausted'
    ? t('Invalid TOTP code. Please try signing in again.')
    : t('The sign-in took too long. Please start again.')
}

/** Nobody was there, or only a gateway that says so (502 to 504). */
function isNoAnswer(failure: unknown): boolean {
  if (failure instanceof ConnectionError) return true
  return failure instanceof StatusError && failure.statusCode >= 502 && failure.statusCode <= 504
}

/** The browser says so; it may be wrong in saying no, never in saying yes. */
function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}
