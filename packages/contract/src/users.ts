import { z } from 'zod'

import { clientAndServer, endpoint } from './endpoint.ts'
import {
  base64,
  imageUrl,
  label,
  metadata,
  millis,
  noQuery,
  nonEmptyEmail,
  nonEmptyText,
  password,
  success,
  uuid,
} from './primitives.ts'

const restrictedReason = z.object({
  type: z.enum(['anonymous', 'email_not_verified', 'restricted_by_administrator']),
})

export const userClientRead = z.object({
  id: uuid,
  primary_email: z.string().nullable(),
  primary_email_verified: z.boolean(),
  display_name: z.string().nullable(),
  profile_image_url: z.string().nullable(),
  client_metadata: metadata,
  client_read_only_metadata: metadata,
  signed_up_at_millis: millis,
  has_password: z.boolean(),
  otp_auth_enabled: z.boolean(),
  passkey_auth_enabled: z.boolean(),
  auth_with_email: z.boolean().describe('Has a password or one-time-code sign-in.'),
  requires_totp_mfa: z.boolean(),
  is_anonymous: z.boolean(),
  is_restricted: z.boolean(),
  restricted_reason: restrictedReason.nullable(),
  oauth_providers: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      provider_user_id: z.string(),
      account_id: z.string(),
      email: z.string().nullable(),
    }),
  ),
  selected_team_id: uuid.nullable(),
  selected_team: z.null().describe('The selected team; null if none is selected.'),
})

export const userServerRead = userClientRead.extend({
  primary_email_auth_enabled: z.boolean(),
  server_metadata: metadata,
  last_active_at_millis: millis,
  restricted_by_admin: z.boolean(),
  restricted_by_admin_reason: z.string().nullable(),
  restricted_by_admin_private_details: z.string().nullable(),
  country_code: z.string().nullable(),
  risk_scores: z.object({ sign_up: z.object({ bot: z.int(), free_trial_abuse: z.int() }) }),
})

/** The fields that signed-in users can change about themselves. */
export const userClientUpdate = z.strictObject({
  display_name: label.nullable().optional(),
  profile_image_url: imageUrl.nullable().optional(),
  client_metadata: metadata.optional(),
  otp_auth_enabled: z.boolean().optional(),
  passkey_auth_enabled: z.boolean().optional(),
  totp_secret_base64: base64.nullable().optional(),
  totp_code: z
    .string()
    .optional()
    .describe(
      'A current code of the existing authenticator app. Required to replace or remove the secret, unless the project turns totp_code_required_for_change off.',
    ),
  selected_team_id: uuid.nullable().optional(),
})

/** The fields that a server can change about a user. */
export const userServerUpdate = userClientUpdate.omit({ totp_code: true }).extend({
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
  primary_email: nonEmptyEmail.nullable().optional(),
  primary_email_verified: z.boolean().optional(),
  primary_email_auth_enabled: z.boolean().optional(),
  password: password.nullable().optional(),
  password_hash: nonEmptyText.optional(),
  is_anonymous: z.literal(false, { error: '{path} can only be set to false' }).optional(),
})

/** The fields that determine how a user signs in. */
const credentialFields = [
  'otp_auth_enabled',
  'passkey_auth_enabled',
  'totp_secret_base64',
  'primary_email',
  'primary_email_verified',
  'primary_email_auth_enabled',
  'password',
  'password_hash',
]

export const readCurrentUser = endpoint({
  method: 'GET',
  path: '/users/me',
  tag: 'Users',
  summary: 'Reads the signed-in user.',
  user: 'me',
  access: clientAndServer({ query: noQuery, response: userClientRead }, { query: noQuery, response: userServerRead }),
  errors: [],
})

export const updateCurrentUser = endpoint({
  method: 'PATCH',
  path: '/users/me',
  tag: 'Users',
  summary: 'Updates the signed-in user. Absent fields stay unchanged.',
  user: 'me',
  mayCarryImage: true,
  impersonation: ['selected_team_id'],
  changesCredentials: credentialFields,
  access: clientAndServer(
    { query: noQuery, body: userClientUpdate, response: userClientRead },
    { query: noQuery, body: userServerUpdate, response: userServerRead },
  ),
  isRateLimited: true,
  errors: ['USER_EMAIL_ALREADY_EXISTS', 'USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND', 'INVALID_TOTP_CODE'],
})

export const deleteCurrentUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  tag: 'Users',
  summary: 'Deletes the signed-in user. Clients can call it only if the project allows it.',
  user: 'me',
  changesCredentials: true,
  access: clientAndServer({ query: noQuery, response: success }, { query: noQuery, response: success }),
  isRateLimited: true,
  errors: [],
})
