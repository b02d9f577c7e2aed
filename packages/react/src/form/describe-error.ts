import { KnownError } from '@portico/client'
import type { Text } from '../i18n/texts.ts'
import type { Translate } from '../i18n/translate.ts'

/** The sentence of a refusal, in the visitor's language where a language knows it, else in the service's English. */
export function describeError(t: Translate, error: KnownError): string {
  if (error.errorCode === 'PASSWORD_TOO_SHORT') {
    return t('Password too short. Minimum length is {n}.', { n: limitOf(error) })
  }
  if (error.errorCode === 'PASSWORD_TOO_LONG') {
    return t('Password too long. Maximum length is {n}.', { n: limitOf(error) })
  }
  // Not every sentence of the service is in our list; one that is not comes back as it is.
  return t(error.message as Text)
}

/** The wire names this number once `min_length` and once `maxLength`; the sentence always has it. */
function limitOf(error: KnownError): string {
  return /\d+/.exec(error.message)?.[0] ?? ''
}

/** What to tell a visitor about something that nobody expected. */
export function describeFailure(t: Translate, failure: unknown): { title: string; text?: string } {
  if (KnownError.isKnownError(failure)) return { title: describeError(t, failure) }
  if (isOffline()) {
    return { title: t('You seem to be offline'), text: t('Check your connection, then try again.') }
  }
  return {
    title: t('An unknown error occurred.'),
    text: t('Please try again and if the problem persists, contact support.'),
  }
}

/** The browser says so; it may be wrong in saying no, never in saying yes. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}
