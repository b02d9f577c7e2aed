import { countPasswordCodePoints } from '@portico/contract/code-points'
import { canonicalEmail, isStrictEmail } from '@portico/contract/email-address'
import {
  EXISTING_PASSWORD_MAX_CODE_POINTS,
  PASSWORD_MAX_CODE_POINTS,
  PASSWORD_MIN_CODE_POINTS,
} from '@portico/contract/limits'
import type { Translate } from '../i18n/translate.ts'

/** Returns the error of an e-mail field, or undefined for a valid address. */
export function emailError(t: Translate, email: string): string | undefined {
  if (email.trim() === '') return t('Please enter your email')
  const canonical = canonicalEmail(email)
  return canonical !== null && isStrictEmail(canonical) ? undefined : t('Please enter a valid email')
}

/** Returns the error of an existing password. It may have been imported, so the rules of new passwords do not apply. */
export function currentPasswordError(t: Translate, password: string): string | undefined {
  if (password === '') return t('Please enter your password')
  return tooLongError(t, password, EXISTING_PASSWORD_MAX_CODE_POINTS)
}

export function newPasswordError(t: Translate, password: string): string | undefined {
  if (password === '') return t('Please enter your password')
  if (countPasswordCodePoints(password) < PASSWORD_MIN_CODE_POINTS) {
    return t('Password too short. Minimum length is {n}.', { n: PASSWORD_MIN_CODE_POINTS })
  }
  return tooLongError(t, password, PASSWORD_MAX_CODE_POINTS)
}

function tooLongError(t: Translate, password: string, maxLength: number): string | undefined {
  return countPasswordCodePoints(password) <= maxLength
    ? undefined
    : t('Password too long. Maximum length is {n}.', { n: maxLength })
}

export function repeatedPasswordError(t: Translate, password: string, repeated: string): string | undefined {
  if (repeated === '') return t('Please repeat your password')
  return repeated === password ? undefined : t('Passwords do not match')
}
