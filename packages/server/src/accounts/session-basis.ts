import type { SignInMethod } from '@portico/contract'

import { KnownError, PlainError } from '../kernel/errors.ts'
import { listEnabledProviderIds } from '../records/projects/enabled-providers.ts'
import { nothing, type Statement } from '../kernel/statement.ts'
import { connectionIdOf } from '../records/team-connections/connection.ts'
import { findConnection } from '../records/team-connections/store.ts'
import type { Project } from '../records/projects/project.ts'

/**
 * What a session is based on: the sign-in method of its first step, or what takes its place, such as a server or
 * a user invitation. A second factor does not change it.
 */
export interface SessionBasis {
  readonly by: Exclude<SignInMethod, 'totp' | 'recovery_code'> | 'server' | 'invitation'
  /** With `oauth`; null if a version without this field issued the code. */
  readonly providerId?: string | null
}

/**
 * Refuses a session if the project has switched its sign-in method off since the sign-in began. It runs where the
 * session is created, so it applies to every method and to its last step.
 *
 * @throws the error of the first step of this method
 */
export function requireAllowedBasis(project: Project, basis: SessionBasis): void {
  const refusal = findRefusalOfBasis(project, basis)
  if (refusal) throw refusal
}

/** Returns the error for a sign-in method that the project has switched off; null for an allowed basis. */
export function findRefusalOfBasis(
  { config }: Project,
  { by, providerId }: SessionBasis,
): KnownError | PlainError | null {
  switch (by) {
    case 'password':
      return config.credentialEnabled ? null : new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
    case 'otp':
      return config.magicLinkEnabled ? null : magicLinkNotEnabled()
    case 'passkey':
      return config.passkeyEnabled ? null : new KnownError('PASSKEY_AUTHENTICATION_NOT_ENABLED')
    case 'anonymous':
      return config.anonymousEnabled ? null : new KnownError('ANONYMOUS_ACCOUNTS_NOT_ENABLED')
    case 'oauth': {
      // `isConnectionDeleted` reads connections.
      const isConnection = !!providerId && connectionIdOf(providerId) !== null
      const isEnabled = !providerId || isConnection || listEnabledProviderIds(config).includes(providerId)
      return isEnabled ? null : new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
    }
    // A login from a terminal depends on the session that confirmed it, and a server vouches for the user or invites
    // the address.
    case 'cli_login':
    case 'server':
    case 'invitation':
      return null
  }
}

/**
 * Whether the sign-in used a team's connection that was deleted since the sign-in began. This is a statement, because
 * connections are not part of the project.
 */
export function isConnectionDeleted(
  projectId: string,
  { providerId }: Pick<SessionBasis, 'providerId'>,
): Statement<boolean> {
  const connectionId = providerId ? connectionIdOf(providerId) : null
  return connectionId === null
    ? nothing.map(() => false)
    : findConnection(projectId, connectionId).map((connection) => connection === null)
}

/** Refuses a session of a connection that was deleted since the sign-in began. */
export function requireConnection(projectId: string, basis: SessionBasis): Statement<void> {
  return isConnectionDeleted(projectId, basis).map((isDeleted) => {
    if (isDeleted) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  })
}

export function magicLinkNotEnabled(): PlainError {
  return new PlainError(403, 'Signing in by e-mailed link or code is not enabled for this project.')
}

/** The answer to a proof of the mailbox, after a server turned mailed codes off for its user. */
export function mailedCodesOff(): PlainError {
  return new PlainError(403, 'Signing in by e-mailed link or code is turned off for this account.')
}
