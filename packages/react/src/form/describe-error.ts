import { KnownError, KnownErrors, type BrowserError, type BrowserErrorCode } from '@portico/client'
import { connectionProblemOf } from '@portico/ui/parts/connection-problem'
import { isDevelopment } from '../app/development.ts'
import { SecondFactorEnded } from '../hooks/useSecondFactor.ts'
import type { Text } from '../i18n/locales/texts.ts'
import type { Translate } from '../i18n/translate.ts'

/** Returns the texts to show for an unexpected failure. */
export function describeFailure(t: Translate, failure: unknown): { title: string; text?: string } {
  if (failure instanceof SecondFactorEnded) return { title: describeEnd(t, failure.message) }
  if (KnownError.isKnownError(failure) && !KnownErrors.SchemaError.isInstance(failure)) {
    return { title: t.error(failure) }
  }
  const problem = connectionProblemOf(failure)
  if (problem === 'offline') {
    return { title: t('You seem to be offline'), text: t('Check your connection, then try again.') }
  }
  if (problem) {
    return {
      title: t('The service did not answer'),
      text: developerText(failure) ?? t('Your data is safe. Wait a moment, then try again.'),
    }
  }
  const reason = browserReasons[(failure as BrowserError | null)?.code as BrowserErrorCode]
  if (reason) return { title: t(reason) }
  // The visitor cannot use the reason, but the developer can. Each render describes the failure again, so log it once.
  if (failure !== logged) {
    logged = failure
    console.error(failure)
  }
  return {
    title: t('An unknown error occurred.'),
    text: developerText(failure) ?? t('Please try again and if the problem persists, contact support.'),
  }
}

/** Returns the reason in a development build. A visitor cannot use it. */
function developerText(failure: unknown): string | undefined {
  return isDevelopment() && failure instanceof Error ? failure.message : undefined
}

let logged: unknown

/** By the code of a `BrowserError`, whose class is loaded on demand. */
const browserReasons: Readonly<Partial<Record<BrowserErrorCode, Text>>> = {
  COOKIES_BLOCKED: 'Please allow cookies for this page, then try again.',
  INSECURE_CONTEXT: 'Please open this page with https, then try again.',
}

/** Returns the reason why a sign-in must start again at the second step. */
export function describeEnd(t: Translate, reason: string): string {
  return reason === 'exhausted'
    ? t('Invalid TOTP code. Please try signing in again.')
    : t('The sign-in took too long. Please start again.')
}
