import type { TeamClientRead, UserClientRead, UserServerRead } from '@portico/contract'

import type { ServerBaseUser } from './server-user.ts'
import { toCamelCase } from '@portico/contract/letter-case'
import { present } from '../transport/present.ts'
import { userNames } from '../resources/users.ts'

export function createServerBaseUser(read: UserServerRead): ServerBaseUser {
  const {
    restricted_by_admin: isSuspended,
    restricted_by_admin_reason: reason,
    restricted_by_admin_private_details: privateDetails,
    restricted_by_admin_until_millis: until,
    risk_scores: scores,
    selected_team: _,
    ...fields
  } = read
  // guard: a user object of a server gives a page only what its visitor may read (keep `read`) [server-app.service]
  const clientFields = clientFieldsOf(read)
  return {
    ...present(fields, userNames),
    // Other services of the protocol do not send this field and the next one.
    hasBeenActive: read.has_been_active ?? true,
    secondFactors: read.second_factors ?? (read.requires_totp_mfa ? ['totp'] : []),
    suspension: isSuspended ? { reason, privateDetails, until: until === null ? null : new Date(until) } : null,
    riskScores: toCamelCase(scores),
    // The application may send it to a browser, so it contains no field that only servers read.
    toClientJson: () => clientFields,
  }
}

/** A list of the fields to keep, so that a field that the service adds for servers later is left out. */
const userClientFields = {
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
  second_factor_required: true,
} satisfies Record<keyof TeamClientRead, true>

function clientFieldsOf(read: UserServerRead): UserClientRead {
  return {
    ...pick<UserClientRead>(read, userClientFields),
    // guard: the fields of the selected team that only servers read do not reach a page (drop `pick<TeamClientRead>`)
    //   [server/teams]
    selected_team: read.selected_team && pick<TeamClientRead>(read.selected_team, teamClientFields),
  }
}

function pick<Picked>(from: Picked, fields: Record<keyof Picked, true>): Picked {
  const names = Object.keys(fields) as (keyof Picked)[]
  // The cast is safe: the list has every field of the type.
  return Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Picked
}
