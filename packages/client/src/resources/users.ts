import type { CurrentUserRead, UserClientRead } from '@portico/contract'

import type { CurrentUser, SignOutOptions, User } from './current-user.ts'
import type { AnswerOf } from '../transport/operations.ts'
import type { SendAnyRequest, SendRequest } from '../transport/request.ts'
import { authTokenNames } from '../session/auth-tokens.ts'
import type { Session } from '../session/session.ts'
import type { UserActions } from './user-actions.ts'
import type { UserContext } from './user-context.ts'
import { present } from '../transport/present.ts'
import { createTeam } from './create-team.ts'
import { teamActionNames } from './teams.ts'
import { lazyMethods } from './lazy-methods.ts'
import { KnownErrors } from '../transport/known-error.ts'

/**
 * Fetches the user of a session. Returns null if the session has ended or the user no longer exists.
 *
 * @param create builds the user from the fields that the access type of the request may read
 */
export async function getCurrentUser<Access extends 'client' | 'server', User>(
  session: Session,
  request: SendRequest<Access>,
  create: (read: AnswerOf<'GET /users/me', Access>) => User,
): Promise<User | null> {
  if (session.hasEnded) return null
  try {
    await session.getTokens()
    if (session.hasEnded) return null
    // Unchecked cast: the compiler cannot compute the type for an access type that it does not know yet.
    const read = (await (request as SendAnyRequest)('GET /users/me', { session })) as AnswerOf<'GET /users/me', Access>
    return session.hasEnded ? null : create(read)
  } catch (error) {
    if (session.hasEnded || KnownErrors.CannotGetOwnUserWithoutUser.isInstance(error)) return null
    throw error
  }
}

export function createCurrentUser(read: CurrentUserRead, session: Session, context: UserContext): CurrentUser {
  const getTokens = () => session.getTokens()
  return Object.freeze({
    ...createUser(read),
    impersonation: read.impersonation ? present(read.impersonation) : null,
    currentSession: Object.freeze({ getTokens }),
    signOut: (options?: SignOutOptions) => context.signOut(session, options),
    selectedTeam: read.selected_team && createTeam(read.selected_team, session, context),
    // A list that lacks a method does not compile.
    ...lazyMethods(context.ports, actionNames, async () =>
      (await import('./user-actions.ts')).createUserActions(read, session, context),
    ),
    ...lazyMethods(context.ports, authTokenNames, async () =>
      (await import('./auth-tokens.ts')).authTokensOf(getTokens),
    ),
    ...lazyMethods(context.ports, teamActionNames, async () =>
      (await import('./team-actions.ts')).createTeamActions(read, session, context),
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

/** Names of the original SDK. */
export const userNames = { requires_totp_mfa: 'isMultiFactorRequired', auth_with_email: 'emailAuthEnabled' } as const

function createUser(read: UserClientRead): User {
  const { selected_team: _, ...fields } = read
  return { ...present(fields, userNames), toClientJson: () => read }
}
