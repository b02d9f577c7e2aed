import { countPasswordCodePoints, PASSWORD_MIN_CODE_POINTS } from '@portico/contract'

import type { Call } from '../kernel/call.ts'
import { asSystem, emit } from '../kernel/emit.ts'
import { KnownError } from '../kernel/errors.ts'
import { findBreach, type BreachedPasswordList } from '../platform/breached-passwords/breached-passwords.ts'
import { hashedForm } from '../platform/hashing/password-forms.ts'
import type { Project } from '../records/projects/project.ts'
import type { PasswordState } from '../records/users/user.ts'
import { isCommonPassword } from './common-passwords.ts'

/** The settings for the checks of new passwords. */
export interface PasswordRules {
  readonly settings: { readonly passwordChecks: 'full' | 'length' }
}

export interface NewPasswordRules extends PasswordRules {
  readonly breachedPasswords: BreachedPasswordList
}

/**
 * Refuses a new password that `requireAcceptablePassword` refuses or, if the project wants this, that is known from a
 * breach. If the list of breached passwords cannot be asked, the password is permitted and the audit log says so: an
 * outage elsewhere must not prevent every sign-up.
 *
 * @throws PASSWORD_TOO_SHORT or PASSWORD_REQUIREMENTS_NOT_MET
 */
export async function requireNewPassword(
  rules: NewPasswordRules,
  call: Call & { readonly project: Project },
  password: string,
  emails: readonly string[],
): Promise<void> {
  const { config, displayName } = call.project
  requireAcceptablePassword(rules, password, { emails, projectName: displayName })
  if (!config.breachedPasswordsRefused) return
  const breach = await findBreach(rules.breachedPasswords, password)
  if (breach === 'breached') {
    throw new KnownError('PASSWORD_REQUIREMENTS_NOT_MET', {
      reason: 'breached',
      message: 'This password has appeared in a data breach. Please choose another one.',
    })
  }
  if (breach === 'unavailable') await call.db.run(emit(asSystem(call), 'breached_passwords.unavailable', {}))
}

/**
 * Refuses a password that is too short, common, or equal to public data of the account (rules S-8 and S-9). There are
 * deliberately no composition rules.
 *
 * @throws PASSWORD_TOO_SHORT or PASSWORD_REQUIREMENTS_NOT_MET
 */
export function requireAcceptablePassword(
  { settings }: PasswordRules,
  password: string,
  known: { readonly emails: readonly string[]; readonly projectName: string },
): void {
  // guard: a password has a minimum length [password]
  // guard: password length is counted in code points
  //   (replace `countPasswordCodePoints(password)` with `password.length`) [password]
  if (countPasswordCodePoints(password) < PASSWORD_MIN_CODE_POINTS) {
    throw new KnownError('PASSWORD_TOO_SHORT', { min_length: PASSWORD_MIN_CODE_POINTS })
  }
  if (settings.passwordChecks === 'length') return
  const hashed = hashedForm(password)
  const lower = hashed.toLowerCase()
  const words = [...known.emails.flatMap((email) => [email, email.split('@')[0]]), known.projectName, 'portico']
  const personal = words.map((word) => word?.normalize('NFC').toLowerCase())
  // guard: a password that equals the address is refused [password/]
  if (personal.includes(lower)) throw tooEasy('personal')
  // guard: a common password is refused [password/]
  if (isCommonPassword(hashed)) throw tooEasy('common')
}

/**
 * Returns the state of a password from another system, which the rules for new passwords may refuse. It still signs in.
 *
 * @param emails the known addresses of the user
 */
export function stateOfImportedPassword(
  rules: PasswordRules,
  password: string,
  known: { readonly emails: readonly string[]; readonly projectName: string },
): PasswordState {
  try {
    requireAcceptablePassword(rules, password, known)
    return 'imported'
  } catch (error) {
    if (error instanceof KnownError) return 'weak'
    throw error
  }
}

function tooEasy(reason: 'common' | 'personal'): KnownError {
  return new KnownError('PASSWORD_REQUIREMENTS_NOT_MET', {
    reason,
    message: 'This password is too easy to guess. Please choose another one.',
  })
}
