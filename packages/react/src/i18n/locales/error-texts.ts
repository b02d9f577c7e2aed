import type { ErrorDetails, RaisedErrorCode } from '@portico/contract/errors'
import type { Text } from './texts.ts'

type DescribeText = (text: Text, params?: Readonly<Record<string, string | number>>) => string

/**
 * The errors that forms show with a text of the components, so that hosts can override it. Each locale translates the
 * texts. A function inserts the details of the error.
 */
export const textsOfErrors = {
  RATE_LIMITED: (t, { retry_after_seconds: seconds }) => {
    if (seconds === null || seconds < 3) return t('Too many attempts. Please try again in a moment.')
    return seconds < 100
      ? t('Too many attempts. Please try again in {n} seconds.', { n: seconds })
      : t('Too many attempts. Please try again in {n} minutes.', { n: Math.ceil(seconds / 60) })
  },
  // The messages of these errors describe the fields of a request, which helps only developers.
  BODY_PARSING_ERROR: 'An unknown error occurred.',
  SCHEMA_ERROR: 'An unknown error occurred.',
  ALL_OVERLOADS_FAILED: 'An unknown error occurred.',
  EMAIL_PASSWORD_MISMATCH: 'Wrong e-mail or password.',
  USER_EMAIL_ALREADY_EXISTS: 'A user with this e-mail address already exists.',
  SIGN_UP_NOT_ENABLED: 'Sign up for new users is not enabled at the moment.',
  PASSWORD_AUTHENTICATION_NOT_ENABLED: 'Signing in with a password is not enabled for this project.',
  PASSWORD_REQUIREMENTS_NOT_MET: 'This password is too easy to guess. Please choose another one.',
  PASSWORD_TOO_SHORT: (t, { min_length: n }) => t('Password too short. Minimum length is {n}.', { n }),
  PASSWORD_TOO_LONG: (t, { maxLength: n }) => t('Password too long. Maximum length is {n}.', { n }),
  INVALID_TOTP_CODE: 'The TOTP code is invalid. Please try again.',
} as const satisfies {
  readonly [Code in RaisedErrorCode]?: Text | ((t: DescribeText, details: ErrorDetails<Code>) => string)
}

/** The messages of all other errors in one language. The service provides the English ones. */
export type LocaleErrors = {
  readonly [Code in Exclude<RaisedErrorCode, keyof typeof textsOfErrors>]:
    | string
    | ((details: ErrorDetails<Code>) => string)
}
