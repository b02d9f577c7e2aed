import type { UserServerCreate, UserServerUpdate } from '@portico/contract'

import type { RiskScores, ServerUserCreateOptions, ServerUserUpdateOptions } from './server-user.ts'
import { updateBodyOf } from '../resources/user-actions.ts'

type Fields<Body> = { [Field in keyof Body]-?: Body[Field] | undefined }

/** Converts the options to their wire names. The JSON encoder omits undefined fields. */
export function serverUpdateBodyOf(options: ServerUserUpdateOptions): Fields<UserServerUpdate> {
  const { totp_code: _code, ...common } = updateBodyOf(options)
  return { ...(common as Fields<typeof common>), ...sharedFieldsOf(options), is_anonymous: options.isAnonymous }
}

export function serverCreateBodyOf(options: ServerUserCreateOptions): Fields<UserServerCreate> {
  const { totp_code: _code, selected_team_id: _team, ...common } = updateBodyOf(options)
  return {
    ...(common as Fields<typeof common>),
    ...sharedFieldsOf(options),
    id: options.id,
    signed_up_at_millis: options.signedUpAt?.getTime(),
    is_anonymous: options.isAnonymous,
    oauth_providers: options.oauthProviders?.map(({ id, accountId, email }) => ({
      id,
      account_id: accountId,
      ...(email !== undefined && { email }),
    })),
  }
}

function sharedFieldsOf(options: ServerUserCreateOptions | ServerUserUpdateOptions) {
  return {
    primary_email: options.primaryEmail,
    primary_email_verified: options.primaryEmailVerified,
    primary_email_auth_enabled: options.primaryEmailAuthEnabled,
    client_read_only_metadata: options.clientReadOnlyMetadata,
    server_metadata: options.serverMetadata,
    password: options.password,
    password_hash: options.passwordHash,
    ...suspensionFieldsOf(options.suspension),
    country_code: options.countryCode,
    risk_scores: options.riskScores && wireScoresOf(options.riskScores),
  } satisfies { [Field in keyof UserServerUpdate]: UserServerUpdate[Field] | undefined }
}

/** A new suspension replaces the texts and the end of the previous one. */
function suspensionFieldsOf(suspension: ServerUserUpdateOptions['suspension']) {
  if (suspension === undefined) return suspensionFields
  if (suspension === null) return { ...suspensionFields, restricted_by_admin: false }
  return {
    restricted_by_admin: true,
    restricted_by_admin_reason: suspension.reason ?? null,
    restricted_by_admin_private_details: suspension.privateDetails ?? null,
    restricted_by_admin_until_millis: suspension.until?.getTime() ?? null,
  }
}

const suspensionFields = {
  restricted_by_admin: undefined,
  restricted_by_admin_reason: undefined,
  restricted_by_admin_private_details: undefined,
  restricted_by_admin_until_millis: undefined,
}

function wireScoresOf({ signUp }: RiskScores): NonNullable<UserServerUpdate['risk_scores']> {
  return { sign_up: { bot: signUp.bot, free_trial_abuse: signUp.freeTrialAbuse } }
}
