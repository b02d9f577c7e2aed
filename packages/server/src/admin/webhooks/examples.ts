import { webhookEvents, type TeamServerRead, type UserServerRead, type WebhookEventType } from '@portico/contract'

import { mergePlainFields, plainColumns } from '../../records/users/user.ts'

const userId = '3f0c6a52-8c1e-4d4b-9a57-0b8f6c2d9e10'
const teamId = '9b2d7e14-5a3f-4c60-8e21-7d6c5b4a3f29'
const keyId = 'c4a1e8d0-2b7f-4e93-a6d5-1f0e9d8c7b64'
const sessionId = '71d5c3b9-6e8a-4f02-b1c4-8a9b0c1d2e3f'
const invitationId = 'e2f1d0c9-b8a7-4695-8473-625140fedcba'

/** Example data of an event, for a test of an endpoint. It is about records that do not exist. */
export function exampleOf(type: WebhookEventType, now: Date): unknown {
  const user = exampleUser(now)
  const team = exampleTeam(now)
  const examples = {
    'user.created': user,
    'user.updated': user,
    'user.deleted': { id: userId, teams: [{ id: teamId }] },
    'user.suspended': { id: userId, until_millis: null },
    'team.created': team,
    'team.updated': team,
    'team.deleted': { id: teamId },
    'team_membership.created': { team_id: teamId, user_id: userId },
    'team_membership.deleted': { team_id: teamId, user_id: userId },
    'team_permission.created': { id: '$read_members', team_id: teamId, user_id: userId },
    'team_permission.deleted': { id: '$read_members', team_id: teamId, user_id: userId },
    'project_permission.created': { id: 'read_reports', user_id: userId },
    'project_permission.deleted': { id: 'read_reports', user_id: userId },
    'session.created': { user_id: userId, method: 'password' },
    'session.ended': { id: sessionId },
    'api_key.created': { id: keyId, owner_type: 'user', owner_id: userId },
    'api_key.revoked': { id: keyId, owner_type: 'user', owner_id: userId, reason: 'requested' },
    'team_invitation.accepted': { id: invitationId, team_id: teamId, user_id: userId },
  } satisfies Record<WebhookEventType, unknown>
  return webhookEvents[type].data.parse(examples[type])
}

function exampleUser(now: Date): UserServerRead {
  return {
    id: userId,
    primary_email: 'ada@example.com',
    primary_email_verified: true,
    primary_email_auth_enabled: true,
    display_name: 'Ada Example',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
    server_metadata: null,
    signed_up_at_millis: now.getTime(),
    last_active_at_millis: now.getTime(),
    has_been_active: true,
    second_factors: [],
    has_password: true,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    auth_with_email: true,
    requires_totp_mfa: false,
    second_factor_due_at_millis: null,
    is_anonymous: false,
    is_restricted: false,
    restricted_reason: null,
    restricted_by_admin: false,
    restricted_by_admin_reason: null,
    restricted_by_admin_private_details: null,
    restricted_by_admin_until_millis: null,
    oauth_providers: [],
    selected_team_id: null,
    selected_team: null,
    ...plainColumns.presented(mergePlainFields({})),
    has_sign_in_address: true,
    password_change_advised: false,
    factor_reset_at_millis: null,
    risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
  }
}

function exampleTeam(now: Date): TeamServerRead {
  return {
    id: teamId,
    display_name: 'Example team',
    profile_image_url: null,
    client_metadata: null,
    client_read_only_metadata: null,
    second_factor_required: false,
    server_metadata: null,
    created_at_millis: now.getTime(),
  }
}
