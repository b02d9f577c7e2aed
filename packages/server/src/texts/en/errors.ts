import { errorCatalogue, oauthAuthorize, oauthCallback, type ErrorDetails } from '@portico/contract'
import { pluralsOf } from '@portico/ui/language/plural'

const plural = pluralsOf('en')

/** The errors that pages of the service can show: those for redirected browsers and those of the first admin's form. */
const shownErrorCodes = [
  ...oauthAuthorize.errors,
  ...oauthCallback.errors,
  'RATE_LIMITED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'USER_EMAIL_ALREADY_EXISTS',
] as const

type ShownErrorCode = (typeof shownErrorCodes)[number]

/** The sentences of errors on pages. Answers of the API have the English ones, because clients translate by code. */
export interface ErrorTexts {
  readonly known: { readonly [Code in ShownErrorCode]: (details: ErrorDetails<Code>) => string }
  /** Failures at a sign-in provider, by its name. */
  readonly provider: {
    readonly appRejected: (provider: string, reason: string | null) => string
    readonly misconfigured: (provider: string) => string
    readonly noAddress: (provider: string) => string
    readonly noAnswer: (provider: string) => string
    readonly notVerified: (provider: string) => string
    readonly signInExpired: (provider: string) => string
  }
  readonly signInNotFound: string
  readonly overloaded: string
  readonly unavailable: string
  readonly unexpected: (requestId: string) => string
}

export const errors: ErrorTexts = {
  known: {
    // The type of `fromEntries` does not tell the codes apart.
    ...(Object.fromEntries(
      shownErrorCodes.map((code) => [code, errorCatalogue[code].message]),
    ) as unknown as ErrorTexts['known']),
    RATE_LIMITED: ({ retry_after_seconds: seconds }) =>
      seconds === null
        ? 'Too many attempts. Please try again in a moment.'
        : `Too many attempts. Please try again in ${seconds} ${plural(seconds, { one: 'second', other: 'seconds' })}.`,
  },
  provider: {
    appRejected: (provider, reason) =>
      `${provider} rejected the configuration of this app (${reason ?? 'unknown error'}). Contact the operator of the app.`,
    misconfigured: (provider) =>
      `The sign-in with ${provider} is not configured correctly. Contact the operator of the app.`,
    noAddress: (provider) =>
      `${provider} returned no e-mail address for this account. Allow ${provider} to share it, or use another sign-in method.`,
    noAnswer: (provider) => `${provider} does not answer at the moment. Please try again in a while.`,
    notVerified: (provider) => `${provider} sent a response that could not be verified. Please sign in again.`,
    signInExpired: (provider) => `The sign-in at ${provider} has expired. Please sign in again.`,
  },
  signInNotFound:
    'This sign-in was not found. It was already completed, or it was started in another browser. Please sign in again.',
  overloaded: 'The service is overloaded. Try again shortly.',
  unavailable: 'The service is unavailable. Try again shortly.',
  unexpected: (requestId) => `Internal server error. Report it with the request id ${requestId}.`,
}
