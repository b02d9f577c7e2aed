import { z } from 'zod'

import { clientAndServer, endpoint, serverAccess } from './endpoint.ts'
import {
  COUNTRY_CODE_CHARACTERS,
  RISK_SCORE_MAX,
  SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS,
  SUSPENSION_REASON_MAX_CODE_POINTS,
} from '../limits/constants.ts'
import {
  base64,
  countedPageOf,
  flag,
  imageUrl,
  label,
  localeTag,
  metadata,
  millis,
  noQuery,
  nonEmptyEmail,
  nonEmptyText,
  newPassword,
  queryMillis,
  success,
  textUpTo,
  totpCode,
  uuid,
} from './primitives.ts'
import { impersonationRead } from './impersonation-links.ts'
import { oauthProviderIds } from '../catalogues/providers.ts'
import { teamClientRead, teamServerRead } from './teams.ts'

/** The states of a user whose rights are restricted. An administrator restricts a user by a suspension. */
const restrictedReason = z.object({
  type: z.enum(['anonymous', 'email_not_verified', 'restricted_by_administrator', 'second_factor_required', 'waiting']),
})

/** An account at a provider that a user can sign in with. */
export const linkedAccountRead = z.object({
  id: z.string(),
  type: z.string(),
  provider_user_id: z.string(),
  account_id: z.string(),
  email: z.string().nullable(),
})

export const userClientRead = z.object({
  id: uuid.describe('A UUID, which never changes.'),
  primary_email: z
    .string()
    .nullable()
    .describe(
      'The address for mails of the project; null without one. Use it for access decisions only if `primary_email_verified` is true.',
    ),
  primary_email_verified: z.boolean().describe('Whether the user has proved the primary address.'),
  display_name: z.string().nullable().describe('The name that the user or a server has set; null without one.'),
  profile_image_url: z.string().nullable().describe('The address of the picture; null without one.'),
  client_metadata: metadata.describe('Data of the app that the user can read and write. JSON, at most 64 KiB.'),
  client_read_only_metadata: metadata.describe('Data of the app that the user can read and only servers can write.'),
  signed_up_at_millis: millis.describe('When the account was created.'),
  has_password: z.boolean().describe('Whether the user can sign in with a password.'),
  otp_auth_enabled: z.boolean().describe('Whether the user can sign in with a mailed code or link.'),
  passkey_auth_enabled: z.boolean().describe('Whether the user has a passkey.'),
  auth_with_email: z.boolean().describe('Has a password or one-time-code sign-in.'),
  requires_totp_mfa: z.boolean().describe('Whether a sign-in also requires a code from an authenticator app.'),
  is_anonymous: z.boolean().describe('Whether the user has not signed up yet. A sign-up keeps the id and the data.'),
  is_restricted: z
    .boolean()
    .describe('While true, the user cannot use the account, except for what `restricted_reason` requires.'),
  restricted_reason: restrictedReason.nullable().describe('Null if the user is not restricted.'),
  oauth_providers: z.array(linkedAccountRead),
  selected_team_id: uuid.nullable().describe('The team that the user works in; null for none.'),
  selected_team: teamClientRead.nullable().describe('The selected team; null if none is selected.'),
  locale: z
    .string()
    .nullable()
    .describe('The language of mails to the user, such as `de`; null if none is chosen. An extension of the protocol.'),
  has_sign_in_address: z
    .boolean()
    .describe(
      'Whether the user can sign in with any of their addresses, even if not with the primary one. An extension of the protocol.',
    ),
  second_factor_due_at_millis: millis
    .nullable()
    .describe(
      'From when on the user can only set up the required second factor. Null if none is missing. An extension of the protocol.',
    ),
  password_change_advised: z
    .boolean()
    .describe(
      'Whether the user should change the password: it comes from another system, and the rules for new passwords refused it at the latest sign-in. An extension of the protocol.',
    ),
  factor_reset_at_millis: millis
    .nullable()
    .describe(
      'When the second factor is removed, because an owner has announced it; null if nothing is announced. An extension of the protocol.',
    ),
})

/** The signed-in user. */
export const currentUserRead = userClientRead.extend({
  impersonation: impersonationRead
    .optional()
    .describe(
      'Who uses the session, if an owner started it by link. Only in the answer to such a session. An extension of the protocol.',
    ),
})

const riskScore = z
  .int()
  .min(0, `{path} must be from 0 to ${RISK_SCORE_MAX}`)
  .max(RISK_SCORE_MAX, `{path} must be from 0 to ${RISK_SCORE_MAX}`)

const riskScores = z.strictObject({ sign_up: z.strictObject({ bot: riskScore, free_trial_abuse: riskScore }) })

const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, `{path} must be an ISO 3166 country code of ${COUNTRY_CODE_CHARACTERS} letters`)
  .toUpperCase()

export const userServerRead = userClientRead.extend({
  primary_email_auth_enabled: z.boolean().describe('Whether the user signs in with the primary address.'),
  selected_team: teamServerRead.nullable(),
  server_metadata: metadata.describe('Data of the app that only servers can read and write.'),
  last_active_at_millis: millis.describe(
    'The latest issue of an access token to the user; the sign-up for a user who has never had one.',
  ),
  has_been_active: z
    .boolean()
    .describe(
      'Whether the user has ever had an access token. If not, `last_active_at_millis` is the moment of the sign-up. An extension of the protocol.',
    ),
  second_factors: z
    .array(z.enum(['totp', 'passkey']))
    .describe(
      'The second factors of the user: an authenticator app, and a passkey with user verification while the project allows passkeys. An extension of the protocol.',
    ),
  restricted_by_admin: z.boolean().describe('The user is suspended: they have no session and no sign-in creates one.'),
  restricted_by_admin_reason: z.string().nullable().describe('Shown to the user when they try to sign in.'),
  restricted_by_admin_private_details: z.string().nullable().describe('Shown to servers and admins only.'),
  restricted_by_admin_until_millis: millis
    .nullable()
    .describe('The end of the suspension; null until it is lifted, and without one.'),
  country_code: z.string().nullable().describe('ISO 3166 code that a server has set; null if none has.'),
  risk_scores: z
    .object({ sign_up: z.object({ bot: z.int(), free_trial_abuse: z.int() }) })
    .describe('As a server has set them; 0 if no server has. The service computes no scores.'),
})

/** The fields that signed-in users can change about themselves. */
export const userClientUpdate = z.strictObject({
  display_name: label.nullable().optional().describe('The name of the user; null removes it.'),
  profile_image_url: imageUrl
    .nullable()
    .optional()
    .describe('An image address (http, https or `data:`) of at most 1,000,000 characters.'),
  client_metadata: metadata.optional().describe('Replaces all data that the user can write. It is not merged.'),
  otp_auth_enabled: z.boolean().optional().describe('Whether the user can sign in with a mailed code or link.'),
  passkey_auth_enabled: z.boolean().optional().describe('`false` removes all passkeys of the user.'),
  totp_secret_base64: base64
    .nullable()
    .optional()
    .describe('The shared secret of an authenticator app; null disables the second factor.'),
  totp_code: totpCode
    .optional()
    .describe(
      'A current code of the existing authenticator app. Required to replace or remove the secret and to change the primary address, unless the project turns totp_code_required_for_change off. With the secret of a first app: optional, a code of that app, which the service then checks.',
    ),
  selected_team_id: uuid
    .nullable()
    .optional()
    .describe('The team that the user works in; null for none. The user must be a member.'),
  locale: localeTag
    .nullable()
    .optional()
    .describe('The language of mails to the user, such as `de`; null leaves it to the browser.'),
  primary_email: nonEmptyEmail
    .nullable()
    .optional()
    .describe('Replaces the primary address in place; null removes it. A new address is not verified.'),
})

/** The fields that a server can change about a user. */
export const userServerUpdate = userClientUpdate.omit({ totp_code: true }).extend({
  client_read_only_metadata: metadata.optional().describe('Data that the user can read and only servers can write.'),
  server_metadata: metadata.optional().describe('Data that only servers can read and write.'),
  primary_email_verified: z
    .boolean()
    .optional()
    .describe('Whether the primary address counts as verified. A new address is not verified without it.'),
  primary_email_auth_enabled: z.boolean().optional().describe('Whether the user signs in with the primary address.'),
  password: newPassword.nullable().optional().describe('Ends all sessions of the user. Null removes the password.'),
  password_hash: nonEmptyText
    .optional()
    .describe('A hash that another system made. Ends all sessions of the user. Not together with `password`.'),
  is_anonymous: z.literal(false, { error: '{path} can only be set to false' }).optional(),
  country_code: countryCode.nullable().optional().describe('The country of the user, as two letters of ISO 3166.'),
  risk_scores: riskScores.optional(),
  restricted_by_admin: z
    .boolean()
    .optional()
    .describe(
      'True suspends the user: all sessions, codes and logins end at once, and no sign-in creates a session. False lifts the suspension and removes its texts and its end.',
    ),
  restricted_by_admin_reason: textUpTo(SUSPENSION_REASON_MAX_CODE_POINTS)
    .nullable()
    .optional()
    .describe('For the user, who sees it after a complete sign-in.'),
  restricted_by_admin_private_details: textUpTo(SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS)
    .nullable()
    .optional()
    .describe('For servers and admins only.'),
  restricted_by_admin_until_millis: millis
    .nullable()
    .optional()
    .describe('A moment in the future at which the suspension ends by itself. Null: when it is lifted.'),
})

/** An account at a provider that a new user signs in with. */
export const newOAuthAccount = z.strictObject({
  id: nonEmptyText.describe('The id of an enabled provider of the project.'),
  account_id: label.refine((text) => text !== '', '{path} must not be empty'),
  email: label.nullable().default(null),
})

/** The fields that a server can set on a new user. */
export const userServerCreate = userServerUpdate.omit({ selected_team_id: true, is_anonymous: true }).extend({
  id: uuid
    .optional()
    .describe('The id of the user, such as the one of another system. No other user of the project may have it.'),
  signed_up_at_millis: millis
    .optional()
    .describe('When the user signed up in another system. Not in the future. Default: now.'),
  is_anonymous: z.boolean().optional(),
  passkey_auth_enabled: z.boolean().optional().describe('Ignored. A passkey is registered by its user.'),
  oauth_providers: z
    .array(newOAuthAccount)
    .max(oauthProviderIds.length, `{path} must have at most ${oauthProviderIds.length} entries`)
    .optional(),
})

/** The sign-in methods that users are filtered by. Each provider is a method. */
export const filteredSignInMethods = ['password', 'otp', 'passkey', ...oauthProviderIds] as const
/** A sign-in method that a list of users can be filtered by. Each provider is one. */
export type FilteredSignInMethod = (typeof filteredSignInMethods)[number]

const signInMethodError = `{path} must be a list of these, separated by commas: ${filteredSignInMethods.join(', ')}`

/** The filters of a user list. A job with a filter selects the same users. */
const userFilters = {
  team_id: uuid.optional().describe('Only members of this team.'),
  query: z
    .string()
    .optional()
    .describe('Part of the display name or of an e-mail address, ignoring case, or the exact id of a user.'),
  include_restricted: flag.optional().describe('Lists restricted users too.'),
  include_anonymous: flag.optional().describe('Lists anonymous users too.'),
  only_anonymous: flag.optional().describe('Lists anonymous users only. Needs `include_anonymous`.'),
  sign_in_methods: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(filteredSignInMethods, { error: signInMethodError })))
    .optional()
    .describe(
      'Only users with one of these sign-in methods, separated by commas: `password`, `otp`, `passkey`, provider ids.',
    ),
  verified: flag
    .optional()
    .describe('Only users whose primary address is verified (`true`), or is not or is missing (`false`).'),
  waiting: flag
    .optional()
    .describe('Only users on the waiting list, or none of them, whatever `include_restricted` says.'),
  suspended: flag.optional().describe('Only users who are suspended, or are not, whatever `include_restricted` says.'),
  has_second_factor: flag
    .optional()
    .describe(
      'Only users with a second factor, or without one: an authenticator app, or a passkey with user verification while the project allows passkeys.',
    ),
  signed_up_from_millis: queryMillis.optional().describe('Only users who signed up at or after this moment.'),
  signed_up_until_millis: queryMillis.optional().describe('Only users who signed up before this moment.'),
  last_active_from_millis: queryMillis.optional().describe('Only users who were last active at or after this moment.'),
  last_active_until_millis: queryMillis.optional().describe('Only users who were last active before this moment.'),
}

/** Filters that lists without a limit cannot have. */
const pagedFilters = [
  'sign_in_methods',
  'verified',
  'suspended',
  'waiting',
  'has_second_factor',
  'signed_up_from_millis',
  'signed_up_until_millis',
  'last_active_from_millis',
  'last_active_until_millis',
] as const satisfies (keyof typeof userFilters)[]

/** Checks the filters that depend on each other. */
function withSoundFilters<
  Filters extends z.ZodType<{
    only_anonymous?: boolean | undefined
    include_anonymous?: boolean | undefined
    signed_up_from_millis?: number | undefined
    signed_up_until_millis?: number | undefined
    last_active_from_millis?: number | undefined
    last_active_until_millis?: number | undefined
  }>,
>(filters: Filters): Filters {
  return filters
    .refine(({ only_anonymous: isOnly, include_anonymous: isIncluded }) => !isOnly || isIncluded === true, {
      path: ['only_anonymous'],
      message: '{path} needs include_anonymous',
    })
    .refine(({ signed_up_from_millis: from = 0, signed_up_until_millis: until = Infinity }) => from < until, {
      path: ['signed_up_until_millis'],
      message: '{path} must be after signed_up_from_millis',
    })
    .refine(({ last_active_from_millis: from = 0, last_active_until_millis: until = Infinity }) => from < until, {
      path: ['last_active_until_millis'],
      message: '{path} must be after last_active_from_millis',
    })
}

/** The filters of GET /users, with the values of its query string. */
export const userFilter = withSoundFilters(z.strictObject(userFilters))

const userListQuery = withSoundFilters(
  z.strictObject({
    ...userFilters,
    limit: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, '{path} must be a positive integer')
      .transform(Number)
      .optional()
      .describe(
        'Size of the page. A page ends early before it exceeds 16 MiB, and with filters if few of many users match: only a `next_cursor` of null marks the end. Absent: all users; 400 if they exceed 16 MiB. Required with filters other than `team_id` and `query`, and with `order_by=last_active_at`.',
      ),
    cursor: z
      .string()
      .max(256, '{path} must be at most 256 characters long')
      .optional()
      .describe(
        "The `next_cursor` of the previous page. In the order of sign-up also the id of the page's first user; 400 for an unknown id.",
      ),
    order_by: z
      .enum(['signed_up_at', 'last_active_at'])
      .optional()
      .describe(
        'Default: `signed_up_at`. By last activity, users who have never been active come before all others, in the order of their ids. A user who is active while a list by last activity is read moves to its newest end, so that later pages lack the user (newest first) or contain the user again (oldest first).',
      ),
    desc: z
      .enum(['true', '1', 'false', '0'], { error: '{path} must be true or false' })
      .transform((text) => text === 'true' || text === '1')
      .optional()
      .describe('Newest first. Default: oldest first.'),
    include_total: flag
      .optional()
      .describe(
        'Also returns `pagination.total`: the exact number of users in a list without filters, otherwise at most 10,000, and fewer if most users do not match.',
      ),
  }),
).refine(
  ({ limit, order_by: order, ...query }) =>
    limit !== undefined || (order !== 'last_active_at' && pagedFilters.every((name) => query[name] === undefined)),
  { path: ['limit'], message: '{path} is required with filters and with order_by=last_active_at' },
)

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
  staffRight: 'read_users',
  access: clientAndServer({ query: noQuery, response: currentUserRead }, { query: noQuery, response: userServerRead }),
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
  staffRight: 'change_users',
  access: clientAndServer(
    { query: noQuery, body: userClientUpdate, response: userClientRead },
    { query: noQuery, body: userServerUpdate, response: userServerRead },
  ),
  isRateLimited: true,
  errors: [
    'USER_EMAIL_ALREADY_EXISTS',
    'USER_NOT_FOUND',
    'TEAM_MEMBERSHIP_NOT_FOUND',
    'INVALID_TOTP_CODE',
    'EMAIL_NOT_VERIFIED',
  ],
})

export const deleteCurrentUser = endpoint({
  method: 'DELETE',
  path: '/users/me',
  tag: 'Users',
  summary: 'Deletes the signed-in user. Clients can call it only if the project allows it.',
  user: 'me',
  changesCredentials: true,
  staffRight: 'change_users',
  access: clientAndServer({ query: noQuery, response: success }, { query: noQuery, response: success }),
  isRateLimited: true,
  errors: ['USER_NOT_FOUND'],
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  tag: 'Users',
  summary:
    'Lists users by the time of their sign-up or last activity, page by page, with filters. Anonymous and restricted users are left out by default.',
  staffRight: 'read_users',
  access: serverAccess({ query: userListQuery, response: countedPageOf(userServerRead) }),
  errors: [],
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  tag: 'Users',
  summary: 'Creates a user, whether or not sign-up is enabled.',
  status: 201,
  mayCarryImage: true,
  staffRight: 'change_users',
  access: serverAccess({ query: noQuery, body: userServerCreate, response: userServerRead }),
  errors: ['USER_EMAIL_ALREADY_EXISTS', 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER', 'PERMISSION_NOT_FOUND'],
})

const userParams = z.object({ user_id: uuid })

export const readUser = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  tag: 'Users',
  summary: 'Reads a user.',
  params: userParams,
  staffRight: 'read_users',
  access: serverAccess({ query: noQuery, response: userServerRead }),
  errors: ['USER_NOT_FOUND'],
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  tag: 'Users',
  summary: 'Updates a user. Absent fields stay unchanged.',
  params: userParams,
  mayCarryImage: true,
  changesCredentialsOfNamedUser: credentialFields,
  staffRight: {
    default: 'change_users',
    fields: {
      restricted_by_admin: 'suspend_users',
      restricted_by_admin_reason: 'suspend_users',
      restricted_by_admin_private_details: 'suspend_users',
      restricted_by_admin_until_millis: 'suspend_users',
    },
  },
  access: serverAccess({ query: noQuery, body: userServerUpdate, response: userServerRead }),
  errors: ['USER_EMAIL_ALREADY_EXISTS', 'USER_NOT_FOUND', 'TEAM_MEMBERSHIP_NOT_FOUND'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  tag: 'Users',
  summary: 'Deletes a user with everything that belongs to them.',
  params: userParams,
  changesCredentialsOfNamedUser: true,
  staffRight: 'change_users',
  access: serverAccess({ query: noQuery, response: success }),
  errors: ['USER_NOT_FOUND'],
})
