import type { UserClientRead, UserServerRead } from '@portico/contract'

import { presentImage } from '../images/image-path.ts'
import { presentTeamToClient, presentTeamToServer } from '../teams/present.ts'
import { withManagedProjectIds } from './managed-project-ids.ts'
import { restrictionOfUser, type UserRestriction } from './user-restriction.ts'
import { getSuspension, plainClientColumns, plainServerColumns, secondFactorsOf, type User } from './user.ts'

/**
 * Presents a user to clients.
 *
 * @param baseUrl the URL of the service, for uploaded images
 */
export function presentToClient(user: User, baseUrl: string, now: Date): UserClientRead {
  const reason = restrictedReasonOf(user, now)
  return {
    id: user.id,
    primary_email: user.primaryEmail,
    primary_email_verified: user.primaryEmailVerified,
    display_name: user.displayName,
    profile_image_url: presentImage(baseUrl, user.profileImage),
    client_metadata: user.clientMetadata,
    client_read_only_metadata: user.clientReadOnlyMetadata,
    signed_up_at_millis: user.signedUpAt.getTime(),
    has_password: user.hasPassword,
    otp_auth_enabled: user.otpAuthEnabled,
    passkey_auth_enabled: user.hasPasskey,
    auth_with_email: user.hasPassword || user.otpAuthEnabled,
    requires_totp_mfa: user.requiresTotp,
    is_anonymous: user.isAnonymous,
    is_restricted: reason !== null,
    restricted_reason: reason && { type: reason },
    oauth_providers: user.oauthAccounts.map(({ providerId, accountId, email }) => ({
      id: providerId,
      type: providerId,
      provider_user_id: accountId,
      account_id: accountId,
      email,
    })),
    selected_team_id: user.selectedTeamId,
    selected_team: user.selectedTeam && presentTeamToClient(user.selectedTeam, baseUrl),
    ...plainClientColumns.presented(user),
    has_sign_in_address: user.hasSignInAddress,
    second_factor_due_at_millis: user.secondFactorDueAt?.getTime() ?? null,
    password_change_advised: user.passwordState === 'weak',
    factor_reset_at_millis: user.factorResetAt?.getTime() ?? null,
  }
}

/** Presents a user to servers and admins, with the fields that clients do not see. */
export function presentToServer(user: User, baseUrl: string, now: Date): UserServerRead {
  const suspension = getSuspension(user, now)
  return {
    ...presentToClient(user, baseUrl, now),
    selected_team: user.selectedTeam && presentTeamToServer(user.selectedTeam, baseUrl),
    primary_email_auth_enabled: user.primaryEmailAuthEnabled || user.primaryEmailSignInPending,
    server_metadata: withManagedProjectIds(user),
    last_active_at_millis: user.lastActiveAt.getTime(),
    has_been_active: user.hasBeenActive,
    second_factors: secondFactorsOf(user),
    restricted_by_admin: suspension !== null,
    restricted_by_admin_reason: suspension?.reason ?? null,
    restricted_by_admin_private_details: suspension?.privateDetails ?? null,
    restricted_by_admin_until_millis: suspension?.endsAt?.getTime() ?? null,
    ...plainServerColumns.presented(user),
    risk_scores: { sign_up: { bot: user.signUpRiskBot, free_trial_abuse: user.signUpRiskFreeTrialAbuse } },
  }
}

/** The protocol reports one reason, in this order. */
function restrictedReasonOf(
  user: User,
  now: Date,
): 'anonymous' | 'restricted_by_administrator' | UserRestriction | 'second_factor_required' | null {
  if (user.isAnonymous) return 'anonymous'
  if (getSuspension(user, now)) return 'restricted_by_administrator'
  const restriction = restrictionOfUser(user)
  if (restriction) return restriction
  return user.secondFactorDueAt !== null && user.secondFactorDueAt <= now ? 'second_factor_required' : null
}
