/** What is wrong with a typed value; a key of the texts of the room. */
export type EmailProblem = 'emailEmpty' | 'emailInvalid'
export type PasswordProblem = 'passwordShort' | 'passwordLong'

const PASSWORD_MIN = 8
const PASSWORD_MAX = 70

/** The service checks addresses in full; this refuses what is certainly none. */
export function emailProblem(email: string): EmailProblem | null {
  const text = email.trim()
  if (text === '') return 'emailEmpty'
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? null : 'emailInvalid'
}

export function passwordProblem(password: string): PasswordProblem | null {
  const { length } = [...password]
  if (length < PASSWORD_MIN) return 'passwordShort'
  return length > PASSWORD_MAX ? 'passwordLong' : null
}

/** The field that a refused change of a user is about; null for other failures. */
export function codeOf(error: unknown): 'taken' | 'password' | null {
  const code = (error as { errorCode?: unknown } | null)?.errorCode
  if (typeof code !== 'string') return null
  if (code === 'USER_EMAIL_ALREADY_EXISTS' || code === 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE')
    return 'taken'
  return code.startsWith('PASSWORD_') ? 'password' : null
}
