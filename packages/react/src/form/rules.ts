import type { Translate } from '../i18n/translate.ts'

/** Passwords are counted in code points, as the service counts them (specification section 9). */
export const PASSWORD_MIN_CODE_POINTS = 8
const PASSWORD_MAX_CODE_POINTS = 70

/** The message for an e-mail field, or undefined if the address may be sent. */
export function emailError(t: Translate, email: string): string | undefined {
  if (email.trim() === '') return t('Please enter your email')
  return isStrictEmail(email.trim()) ? undefined : t('Please enter a valid email')
}

/** The message for a password that already exists: its rules were checked when it was chosen, but for what none can be. */
export function currentPasswordError(t: Translate, password: string): string | undefined {
  return password === '' ? t('Please enter your password') : tooLongError(t, password)
}

/** The message for a password that is being chosen. */
export function newPasswordError(t: Translate, password: string): string | undefined {
  if (password === '') return t('Please enter your password')
  if (countCodePoints(password) < PASSWORD_MIN_CODE_POINTS) {
    return t('Password too short. Minimum length is {n}.', { n: PASSWORD_MIN_CODE_POINTS })
  }
  return tooLongError(t, password)
}

function tooLongError(t: Translate, password: string): string | undefined {
  if (countCodePoints(password) <= PASSWORD_MAX_CODE_POINTS) return undefined
  return t('Password too long. Maximum length is {n}.', { n: PASSWORD_MAX_CODE_POINTS })
}

/** The message for the second typing of a new password. */
export function repeatedPasswordError(t: Translate, password: string, repeated: string): string | undefined {
  if (repeated === '') return t('Please repeat your password')
  return repeated === password ? undefined : t('Passwords do not match')
}

export function countCodePoints(text: string): number {
  // The service counts code points too: what looks like one sign may be several, but both sides must agree.
  return [...text].length
}

/**
 * The strict form of the specification: one @, a first part without a leading dot, a domain ending in two or more
 * characters. It is a guard against slips of the finger; the service has the last word, and knows internationalised
 * domains, which is why letters of any script pass here.
 */
export function isStrictEmail(email: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const labels = email.slice(at + 1).split('.')
  return (
    at > 0 &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local) &&
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label)) &&
    (labels.at(-1)?.length ?? 0) >= 2
  )
}
