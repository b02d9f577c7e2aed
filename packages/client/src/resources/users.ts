import type { UserClientRead } from '@portico/contract'

import type { CurrentUser, SignOutOptions, User } from './current-user.ts'
import type { SendRequest } from '../transport/request.ts'
import { authTokenNames } from '../session/auth-tokens.ts'
import type { Session } from '../session/session.ts'
import type { UserActions } from './user-actions.ts'
import type { UserContext } from './user-context.ts'
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
  'sendVerificationEmail',
  'delete',
  'exportData',
  'registerPasskey',
] as const satisfies readonly (keyof UserActions)[]

export function createUser(read: UserClientRead): User {
  return {
    id: read.id,
    displayName: read.display_name,
    primaryEmail: read.primary_email,
    primaryEmailVerified: read.primary_email_verified,
    passwordChangeAdvised: read.password_change_advised,
    profileImageUrl: read.profile_image_url,
    locale: read.locale,
    signedUpAt: new Date(read.signed_up_at_millis),
    clientMetadata: read.client_metadata,
    clientReadOnlyMetadata: read.client_read_only_metadata,
    hasPassword: read.has_password,
    otpAuthEnabled: read.otp_auth_enabled,
    passkeyAuthEnabled: read.passkey_auth_enabled,
    isMultiFactorRequired: read.requires_totp_mfa,
    isAnonymous: read.is_anonymous,
    isRestricted: read.is_restricted,
    restrictedReason: read.restricted_reason,
    secondFactorDueAt: read.second_factor_due_at_millis === null ? null : new Date(read.second_factor_due_at_millis),
    factorResetAt: read.factor_reset_at_millis ? new Date(read.factor_reset_at_millis) : null,
    emailAuthEnabled: read.auth_with_email,
    oauthProviders: read.oauth_providers,
    toClientJson: () => read,
  }
}
