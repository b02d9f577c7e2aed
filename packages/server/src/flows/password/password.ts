import { KnownError } from '../../kernel/errors.ts'
import type { Project } from '../../records/projects/project.ts'
import type { FirstStepDependencies } from '../../accounts/first-step.ts'
import type { CodeChecking } from '../../records/verification-codes/verification-codes.ts'
import type { NewPasswordRules } from '../../accounts/password-rules.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import type { ContactChannel } from '../../records/contact-channels/channel.ts'
import type { MoveDependencies } from './move-user.ts'

export interface PasswordDependencies extends MoveDependencies {
  readonly accessTokens: AccessTokens
  readonly breachedPasswords: NewPasswordRules['breachedPasswords']
  readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings'] & NewPasswordRules['settings']
}

export function requirePasswordsEnabled(project: Project): void {
  if (!project.config.credentialEnabled) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
}

/** The public data of an account that its password must not repeat: all its addresses, also those without sign-in. */
export function valuesOf(channels: readonly ContactChannel[]): string[] {
  // guard: a password that equals a secondary address is refused
  //   (replace `map` with `filter(({ isPrimary }) => isPrimary).map`) [sign-in-addresses]
  return channels.map(({ value }) => value)
}
