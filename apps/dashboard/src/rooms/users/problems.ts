import { PASSWORD_MAX_CODE_POINTS, PASSWORD_MIN_CODE_POINTS } from '@portico/client/admin'

/** The problem with a typed password; a key of the room's texts. */
export type PasswordProblem = 'passwordShort' | 'passwordLong'

export function findPasswordProblem(password: string): PasswordProblem | null {
  // The service counts the same form.
  const { length } = [...password.normalize('NFC')]
  if (length < PASSWORD_MIN_CODE_POINTS) return 'passwordShort'
  return length > PASSWORD_MAX_CODE_POINTS ? 'passwordLong' : null
}

/** Why the service has refused a change of a user: a taken address, or the password; null for other failures. */
export function findRefusal(error: unknown): 'taken' | 'password' | null {
  const code = (error as { errorCode?: unknown } | null)?.errorCode
  if (typeof code !== 'string') return null
  if (code === 'USER_EMAIL_ALREADY_EXISTS' || code === 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
    return 'taken'
  return code.startsWith('PASSWORD_') ? 'password' : null
}
