import type { UserClientRead } from '@portico/contract'

import type { CurrentUser, SignOutOptions, User } from './current-user.ts'
import type { SendRequest } from '../transport/request.ts'
import { authTokenNames } from '../session/auth-tokens.ts'
import type { Session } from '../session/session.ts'
import type { UserActions } from './user-actions.ts'
import type { UserContext } from './user-context.ts'
import { present } from './present.ts'
import { createTeam } from './create-team.ts'
import { teamActionNames } from './teams.ts'
import { lazyMethods } from './lazy-methods.ts'
import { KnownErrors } from '../transport/known-error.ts'

/**
 * Fetches the user of a session. Returns null if the session has ended or the user no longer exists.
 *
 * @param create builds the user from the fields that the access type of the request may read
 */
export async function getCurrentUser<Read, User>(
  session: Session,
  request: SendRequest,
  create: (read: Read) => User,
): Promise<User | null> {
  if (session.hasEnded) return null
  try {
    await session.getTokens()
    if (session.hasEnded) return null
    const read = await request<Read>('/users/me', { session })
    return session.hasEnded ? null : create(read)
  } catch (error) {
    if (session.hasEnded || KnownErrors.CannotGetOwnUserWithoutUser.isInstance(error)) return null
    throw error
  }
}

export function createCurrentUser(read: UserClientRead, session: Session, context: UserContext): CurrentUser {
  const getTokens = () => session.getTokens()
  return Object.freeze({
    ...createUser(read),
    currentSession: Object.freeze({ getTokens }),
    signOut: (options?: SignOutOptions) => context.signOut(session, options),
    selectedTeam: read.selected_team && createTeam(read.selected_team, session, context),
    // Do not compile if a list lacks a method.
    ...lazyMethods(context.ports, actionNames, async () =>
      (await import('./user-actions.ts')).createUserActions(read, session, context),
    ),
    ...lazyMethods(context.ports, authTokenNames, async () =>
      (await import('./auth-tokens.ts')).authTokensOf(getTokens),
    ),
    ...lazyMethods(context.ports, teamActionNames, async () =>
      (await import('./team-actions.ts')).createTeamActions(session, context),
    ),
    ...context.extendUser?.(session, context),
  } satisfies CurrentUser)
}

/** Similar names are neighbours, because that compresses better. */
const actionNames = [
  'update',
  'setPassword',
  'setDisplayName',
  'updatePassword',
  'setClientMetadata',
  'getRecoveryCodes',
  'createRecoveryCodes',
  'cancelFactorReset',
  'revokeSession',
  'revokeOtherSessions',
  'listConnectedAccounts',
  'listOAuthProviders',
  'listContactChannels',
  'createContactChannel',
  'getOrLinkConnectedAccount',
  'getConnectedAccount',
  'getOAuthProvider',
  'linkConnectedAccount',
  'getActiveSessions',
  'listPasskeys',
  'listRememberedDevices',
  'sendVerificationEmail',
  'delete',
  'exportData',
  'registerPasskey',
] as const satisfies readonly (keyof UserActions)[]

export function createUser(read: UserClientRead): User {
  const {
    selected_team: _,
    requires_totp_mfa: isMultiFactorRequired,
    auth_with_email: emailAuthEnabled,
    ...fields
  } = read
  return { ...present(fields), isMultiFactorRequired, emailAuthEnabled, toClientJson: () => read }
}
