import type { TeamClientRead, UserClientRead, UserServerRead } from '@portico/contract'

import type { ServerBaseUser, Suspension } from './server-user.ts'
import { createUser } from '../resources/users.ts'

export function createServerBaseUser(read: UserServerRead): ServerBaseUser {
  const { sign_up: scores } = read.risk_scores
  return {
    // The application may send `toClientJson` to a browser, so it contains no field that only servers read.
    ...createUser(clientFieldsOf(read)),
    lastActiveAt: new Date(read.last_active_at_millis),
    // Other services of the protocol do not say it.
    hasBeenActive: read.has_been_active ?? true,
    serverMetadata: read.server_metadata,
    primaryEmailAuthEnabled: read.primary_email_auth_enabled,
    suspension: suspensionOf(read),
    countryCode: read.country_code,
    riskScores: { signUp: { bot: scores.bot, freeTrialAbuse: scores.free_trial_abuse } },
  }
}

function suspensionOf(read: UserServerRead): Suspension | null {
  if (!read.restricted_by_admin) return null
  const untilMillis = read.restricted_by_admin_until_millis
  return {
    reason: read.restricted_by_admin_reason,
    privateDetails: read.restricted_by_admin_private_details,
    until: untilMillis === null ? null : new Date(untilMillis),
  }
}

/** A list of the fields to keep, so that a field that the service adds for servers later is left out. */
const clientFields = {
  id: true,
  primary_email: true,
  primary_email_verified: true,
  display_name: true,
  profile_image_url: true,
  client_metadata: true,
  client_read_only_metadata: true,
  signed_up_at_millis: true,
  has_password: true,
  otp_auth_enabled: true,
  passkey_auth_enabled: true,
  auth_with_email: true,
  requires_totp_mfa: true,
  is_anonymous: true,
  is_restricted: true,
  restricted_reason: true,
  oauth_providers: true,
  selected_team_id: true,
  selected_team: true,
  locale: true,
  has_sign_in_address: true,
  second_factor_due_at_millis: true,
  password_change_advised: true,
  factor_reset_at_millis: true,
} satisfies Record<keyof UserClientRead, true>

const teamClientFields = {
  id: true,
  display_name: true,
  profile_image_url: true,
  client_metadata: true,
  client_read_only_metadata: true,
} satisfies Record<keyof TeamClientRead, true>

function clientFieldsOf(read: UserServerRead): UserClientRead {
  return {
    ...pick<UserClientRead>(read, clientFields),
    selected_team: read.selected_team && pick<TeamClientRead>(read.selected_team, teamClientFields),
  }
}

function pick<Picked>(from: Picked, fields: Record<keyof Picked, true>): Picked {
  const names = Object.keys(fields) as (keyof Picked)[]
  // The cast is safe: the list has every field of the type.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Picked
}
