import { errorCatalogue, oauthAuthorize, oauthCallback, type ErrorDetails } from '@portico/contract'

/** The errors that a page of the service can show: those of redirected browsers and of the form of the first admin. */
const shownErrorCodes = [
  ...oauthAuthorize.errors,
  ...oauthCallback.errors,
  'RATE_LIMITED',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_REQUIREMENTS_NOT_MET',
  'USER_EMAIL_ALREADY_EXISTS',
] as const

type ShownErrorCode = (typeof shownErrorCodes)[number]

/** The sentences of errors on pages. Answers of the API have the English ones, because clients translate by code. */
export interface ErrorTexts {
  readonly known: { readonly [Code in ShownErrorCode]: (details: ErrorDetails<Code>) => string }
  readonly overloaded: string
  readonly unavailable: string
  readonly unexpected: (requestId: string) => string
}

export const errors: ErrorTexts = {
  // The type of `fromEntries` does not tell the codes apart.
  known: Object.fromEntries(
    shownErrorCodes.map((code) => [code, errorCatalogue[code].message]),
  ) as unknown as ErrorTexts['known'],
  overloaded: 'The service is overloaded. Try again shortly.',
  unavailable: 'The service is unavailable. Try again shortly.',
  unexpected: (requestId) => `Internal server error. Report it with the request id ${requestId}.`,
}
