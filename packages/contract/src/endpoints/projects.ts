import { z } from 'zod'

import { accessTokenClaims } from './access-token-claims.ts'
import { botCheck, botCheckDocument, botCheckRead } from './bot-checks.ts'
import { brandingAdminRead, brandingRead, brandingUpdate } from './branding.ts'
import { adminAccess, anyAccess, endpoint } from './endpoint.ts'
import {
  ANONYMOUS_USER_LIFETIME_MAX_DAYS,
  OWNED_PROJECT_DAYS,
  REMEMBERED_DEVICE_MAX_DAYS,
  SECOND_FACTOR_GRACE_MAX_DAYS,
  MAIL_ENDPOINT_MAX_CHARACTERS,
  MAIL_KEY_MAX_CHARACTERS,
  SESSION_DEFAULT_LIFETIME_MILLIS,
  SESSION_POLICY_MIN_MILLIS,
} from '../limits/constants.ts'
import { dayActivity } from './metrics.ts'
import {
  oidcProviderClientRead,
  oidcProviderDocumentList,
  oidcProviderList,
  oidcProviderRead,
} from './oidc-providers.ts'
import { oldSystem, oldSystemRead } from './old-system.ts'
import { signUpRuleList } from './sign-up-rules.ts'
import {
  exportedEmail,
  handlerPath,
  label,
  localeTag,
  listOf,
  millis,
  noQuery,
  nonEmptyEmail,
  nonEmptyText,
  oauthProviderId,
  existingPassword,
  port,
  projectId,
  success,
  trustedDomain,
} from './primitives.ts'
import { staffRights, staffRoles, type StaffRight } from '../catalogues/staff-rights.ts'

/** Switches that every caller may read. */
const publicSwitches = {
  sign_up_enabled: z.boolean().describe('Whether visitors can sign up.'),
  credential_enabled: z.boolean().describe('Whether users can sign in with a password.'),
  magic_link_enabled: z.boolean().describe('Whether users can sign in with a mailed code or link.'),
  passkey_enabled: z.boolean().describe('Whether users can sign in with a passkey.'),
  client_team_creation_enabled: z.boolean().describe('Whether users can create teams.'),
  client_user_deletion_enabled: z.boolean().describe('Whether users can delete their account.'),
  user_data_export_enabled: z
    .boolean()
    .describe('Whether users can download the data that the service stores about them. False for a new project.'),
  allow_user_api_keys: z.boolean().describe('Whether users can have API keys.'),
  allow_team_api_keys: z.boolean().describe('Whether teams can have API keys.'),
  member_role_management_enabled: z
    .boolean()
    .describe(
      'Whether team members with the permission $manage_roles can grant to other members, and revoke from them, permissions that they have themselves. False for a new project.',
    ),
  remember_device_days: z
    .int()
    .min(0)
    .max(REMEMBERED_DEVICE_MAX_DAYS)
    .describe(
      'The number of days for which a device is not asked for the second factor again, if its user chooses that. The present value applies to every device. 0, the value of a new project: asked each time. An extension of the protocol.',
    ),
  default_locale: localeTag.describe(
    'The language of mails and pages for a user who has chosen none and whose browser prefers none of the service. en for a new project.',
  ),
}

/** Names of the switches that every caller may read. */
export const publicProjectSwitches = Object.keys(publicSwitches) as (keyof typeof publicSwitches)[]

const sessionPolicyMessage = `{path} must be from ${SESSION_POLICY_MIN_MILLIS} (15 minutes) to ${SESSION_DEFAULT_LIFETIME_MILLIS} (365 days), or null`

const sessionPolicyMillis = z
  .int()
  .min(SESSION_POLICY_MIN_MILLIS, sessionPolicyMessage)
  .max(SESSION_DEFAULT_LIFETIME_MILLIS, sessionPolicyMessage)
  .nullable()

const adminSwitches = {
  ...publicSwitches,
  anonymous_enabled: z
    .boolean()
    .describe('Allows anonymous sign-up while sign-up is enabled. False for a new project.'),
  anonymous_user_lifetime_days: z
    .int()
    .min(1)
    .max(ANONYMOUS_USER_LIFETIME_MAX_DAYS)
    .nullable()
    .describe(
      'Deletes anonymous users who have neither signed in nor refreshed for this number of days. Null keeps them. 90 for a new project.',
    ),
  session_max_lifetime_millis: sessionPolicyMillis.describe(
    'Ends a session this long after it was created, whatever its use. Null, the default: after 365 days, or after the lifetime that a server chose. Applies to existing sessions at once.',
  ),
  session_idle_timeout_millis: sessionPolicyMillis.describe(
    'Ends a session this long after its last refresh. Clients refresh while they are used, at most every ten minutes. Null, the default: never. Applies to existing sessions at once.',
  ),
  allow_localhost: z.boolean().describe('Whether pages on localhost are trusted, with any port.'),
  native_app_redirects_enabled: z
    .boolean()
    .describe(
      'Whether a sign-in at a provider can return to a native app by the scheme stack-auth-mobile-oauth-url, which any app on the device can register. False for a new project.',
    ),
  create_team_on_sign_up: z.boolean().describe('Whether a new user gets a team.'),
  invited_sign_up_enabled: z
    .boolean()
    .describe(
      'Whether people who are invited to a team can create an account while sign-up is disabled. False for a new project.',
    ),
  sign_up_rules: signUpRuleList.describe(
    'Who may sign up while sign-up is open. The first rule whose conditions all hold decides; without one the sign-up is allowed. A rule with `allow` and a condition on the address matches only an address that is proved, which the address of a password sign-up is not. Users whom servers and admins create are exempt.',
  ),
  require_verified_email: z
    .boolean()
    .describe(
      'Whether users whose primary address is not verified, or who have none, are restricted (`email_not_verified`) until they verify one. Applies to existing users and sessions at once. False for a new project.',
    ),
  recent_sign_in_required: z
    .boolean()
    .describe('Users can change how they sign in, or delete themselves, only within 15 minutes after sign-in.'),
  notify_new_device: z
    .boolean()
    .describe(
      'Whether users get an email after a sign-in on a device (browser, system and country) on which they have not signed in before. False for a new project.',
    ),
  breached_passwords_refused: z
    .boolean()
    .describe(
      'Whether a new password is refused that became known in a breach. A list that does not answer within 1.5 s permits it. False for a new project.',
    ),
  totp_code_required_for_change: z
    .boolean()
    .describe(
      'Replacing or removing an authenticator app requires one of its current codes in the field totp_code. True for a new project. Official clients do not send a code.',
    ),
  second_factor_policy: z
    .enum(['optional', 'required'])
    .describe(
      '`required`: each user needs an authenticator app, or a passkey with user verification. `optional` for a new project. An extension of the protocol.',
    ),
  second_factor_grace_days: z
    .int()
    .min(0)
    .max(SECOND_FACTOR_GRACE_MAX_DAYS)
    .describe(
      'How long users without a second factor can use the account as before, from the start of the policy or their sign-up. 14 for a new project. An extension of the protocol.',
    ),
  trust_verification_links: z
    .boolean()
    .describe(
      'Whether the link of a verification mail claims the account in any browser, without asking the user. False for a new project.',
    ),
  support_can_impersonate: z
    .boolean()
    .describe(
      'Whether staff with the role `support` can sign in as users by link. A change to false ends these sessions. False for a new project. An extension of the protocol.',
    ),
  oauth_account_merge_strategy: z
    .enum(['link_method', 'raise_error', 'allow_duplicates'])
    .describe(
      'What happens if a provider reports the verified address of another account: the sign-in joins that account, fails, or creates another account.',
    ),
  access_token_claims: accessTokenClaims.describe(
    'Custom claims of access tokens: from the name of a claim to a path in the metadata of the user, such as `{"plan": "server_metadata.plan"}`. A claim without a value is absent. A claim that would make those of a token exceed 1 kB is left out whole, and `omitted_claims` names it. A change acts at the next refresh. None for a new project. An extension of the protocol.',
  ),
}

const domain = z.strictObject({
  domain: trustedDomain.describe('The origin, such as https://app.example.com.'),
  handler_path: handlerPath.describe('The path under which its pages are, such as /handler.'),
})
const permissionReference = z.strictObject({ id: z.string().describe('The id of the permission.') })

const providerId = oauthProviderId.describe('The provider.')
const isProviderEnabled = z.boolean().optional().describe('Whether users can sign in with it. Default: true.')

const oauthProvider = z.discriminatedUnion('type', [
  z.strictObject({
    id: providerId,
    type: z.literal('shared').describe('The operator holds the keys.'),
    enabled: isProviderEnabled,
  }),
  z.strictObject({
    id: providerId,
    type: z.literal('standard').describe('The project has keys of its own.'),
    enabled: isProviderEnabled,
    client_id: nonEmptyText.describe('The client at the provider.'),
    client_secret: nonEmptyText.describe('The secret of the client. The mask keeps the stored one.'),
    facebook_config_id: z
      .string()
      .optional()
      .describe('Only for Facebook: the configuration of its Login for Business.'),
    microsoft_tenant_id: z.string().optional().describe('Only for Microsoft: the tenant whose accounts can sign in.'),
  }),
])

/** Encryption of the connection to a mail server. */
export const mailTls = z
  .enum(['implicit', 'starttls', 'off'])
  .describe(
    'Encryption of the connection: TLS from the first byte, required STARTTLS, or none. Default: `implicit` on port 465, `starttls` on all other ports.',
  )

const replyTo = nonEmptyEmail
  .optional()
  .describe('The address that replies go to. Absent: the sender. An extension of the protocol.')

const bounceEmail = nonEmptyEmail
  .optional()
  .describe(
    'The envelope sender: mail servers report lost mails to this address. Absent: the sender. An extension of the protocol.',
  )

const dkimSelector = z
  .string()
  .regex(
    /^(?=.{1,63}$)[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?)*$/,
    '{path} must be a DKIM selector of at most 63 letters, digits, hyphens and dots, such as portico',
  )

/** A key as PEM text. The service checks whether it can sign. */
const pem = z
  .string()
  .min(1, '{path} must not be empty')
  .max(MAIL_KEY_MAX_CHARACTERS, `{path} must be at most ${MAIL_KEY_MAX_CHARACTERS} characters long`)

const ignoredPublicKey = z.string().optional().describe('Ignored: it belongs to the private key.')

const dkim = z
  .strictObject({
    selector: dkimSelector.describe('The name of the key in DNS: `{selector}._domainkey.{domain}`.'),
    private_key: pem.describe('PEM of the key. The mask keeps the stored one.'),
    public_key: ignoredPublicKey,
  })
  .describe('Signs mails (RFC 6376) for the domain of `sender_email`. The key is an RSA key of 2048 to 4096 bits.')

/** HMAC key of Standard Webhooks, or the mask. The service checks which one it is. */
const endpointSecret = z
  .string()
  .min(1, '{path} must not be empty')
  .max(200, '{path} must be at most 200 characters long')

const sender = {
  sender_name: label.min(1, '{path} must not be empty').describe('The name that recipients see.'),
  sender_email: nonEmptyEmail.describe('The address that mails come from.'),
  reply_to: replyTo,
}

const emailConfig = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared').describe('The mail server of the operator.') }),
  z.strictObject({
    type: z.literal('standard').describe('A mail server of the project.'),
    host: nonEmptyText.describe('The host name of the mail server.'),
    port: port.describe('The port of the mail server.'),
    tls: mailTls.optional(),
    username: nonEmptyText.describe('The user name at the mail server.'),
    password: existingPassword
      .min(1, '{path} must not be empty')
      .describe('The password at the mail server. The mask keeps the stored one.'),
    ...sender,
    bounce_email: bounceEmail,
    dkim: dkim.optional(),
  }),
  z
    .strictObject({
      type: z.literal('endpoint').describe('An HTTPS endpoint of the project.'),
      url: trustedDomain
        .max(MAIL_ENDPOINT_MAX_CHARACTERS, `{path} must be at most ${MAIL_ENDPOINT_MAX_CHARACTERS} characters long`)
        .describe('The address of the endpoint.'),
      secret: endpointSecret
        .optional()
        .describe(
          'Key of the signature: `whsec_` and 24 to 64 bytes in base64. Absent: the service creates one, which only the answer to this call shows.',
        ),
      ...sender,
    })
    .describe('An HTTPS endpoint of the owner, which gets each mail as signed JSON. An extension of the protocol.'),
])

/**
 * Permissions in a list of an exported document. An update cannot contain more either: its body would have too many
 * keys.
 */
const DOCUMENT_LIST_MAX = 1_000

const defaultPermissions = {
  team_creator_default_permissions: z.array(permissionReference).describe('What the creator of a team may do in it.'),
  team_member_default_permissions: z.array(permissionReference).describe('What other members of a team may do in it.'),
  user_default_permissions: z.array(permissionReference).describe('What users may do in the whole project.'),
}

export const projectClientRead = z.object({
  id: projectId.describe('Never changes. A UUID, unless a seed file names the project.'),
  display_name: z.string().describe('The name that visitors see on the sign-in page and in mails.'),
  ...brandingRead.shape,
  config: z.object({
    ...publicSwitches,
    enabled_oauth_providers: z.array(z.object({ id: z.string() })),
    oidc_providers: z
      .array(oidcProviderClientRead)
      .describe('The enabled OpenID Connect issuers by URL. An extension of the protocol.'),
    has_connection_domains: z
      .boolean()
      .describe(
        'Whether the connection of a team has proved a domain, so that an address can lead to it (`POST /auth/oauth/connection`). An extension of the protocol.',
      ),
    domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })),
  }),
})

export const projectOAuthProviderRead = z.object({
  id: z.string(),
  type: z.enum(['shared', 'standard']),
  enabled: z.boolean(),
  client_id: z.string().optional(),
  client_secret: z.string().optional().describe('Masked, except in the answer to the call that set it.'),
  facebook_config_id: z.string().optional(),
  microsoft_tenant_id: z.string().optional(),
})

export const emailConfigRead = z.object({
  type: z.enum(['shared', 'standard', 'endpoint']),
  host: z
    .string()
    .optional()
    .describe(
      'With `endpoint`, host and port of its URL, an empty user name and a mask, for clients that know only mail servers.',
    ),
  port: z.int().optional(),
  tls: mailTls.optional(),
  username: z.string().optional(),
  password: z.string().optional().describe('Masked, except in the answer to the call that set it.'),
  url: z.string().optional().describe('Only with `endpoint`.'),
  secret: z.string().optional().describe('Only with `endpoint`. Masked, except in the answer to the call that set it.'),
  sender_name: z.string().optional(),
  sender_email: z.string().optional(),
  reply_to: z.string().optional(),
  bounce_email: z.string().optional(),
  dkim: z
    .object({
      selector: z.string(),
      private_key: z.string().describe('Masked, except in the answer to the call that set it.'),
      public_key: z
        .string()
        .describe('The value of the tag `p` in the DNS record at `{selector}._domainkey.{domain}`.'),
    })
    .optional(),
})

/** The settings of a project as admins read them. */
export const projectConfigRead = z.object({
  ...adminSwitches,
  ...defaultPermissions,
  id: z.string().describe('The id of the project.'),
  domains: z.array(z.object({ domain: z.string(), handler_path: z.string() })).describe('The trusted domains.'),
  enabled_oauth_providers: z.array(z.object({ id: z.string() })).describe('The sign-in providers that users can use.'),
  oauth_providers: z.array(projectOAuthProviderRead).describe('The sign-in providers, also disabled ones.'),
  oidc_providers: z.array(oidcProviderRead).describe('The OpenID Connect issuers by URL, also disabled ones.'),
  email_config: emailConfigRead.describe(
    'The mail server: of the operator or of the project. Or an HTTPS endpoint of the project that sends the mails.',
  ),
  old_system: oldSystemRead
    .nullable()
    .describe('The system that checks the passwords of users who have not moved yet; null for none.'),
  bot_check: botCheckRead.describe(
    'What clients must solve before a sign-up, a sign-in with a password and some mails.',
  ),
})

export const projectAdminRead = z.object({
  id: projectId,
  display_name: z.string(),
  description: z.string(),
  ...brandingAdminRead.shape,
  created_at_millis: millis.describe('When the project was created.'),
  user_count: z.int().describe('The number of users, anonymous ones included.'),
  is_production_mode: z
    .boolean()
    .describe('Whether the project trusts only HTTPS pages with a host name that is not localhost.'),
  version: z
    .int()
    .describe('Grows by one with every change of the settings or permission definitions. See `if_version`.'),
  config: projectConfigRead,
})

/** A right of a member of staff. */
export const staffRight = z.enum(Object.keys(staffRights) as [StaffRight, ...StaffRight[]])

/** A project with what the signed-in user may do in it. */
export const createdProjectRead = projectAdminRead.extend({
  staff_role: z
    .enum(staffRoles)
    .describe('The role of the signed-in user in the project. An extension of the protocol.'),
  staff_rights: z.array(staffRight).describe('What this role allows. An extension of the protocol.'),
})

export const ownedProjectRead = createdProjectRead.extend({
  daily_sign_ups: z
    .array(dayActivity)
    .length(OWNED_PROJECT_DAYS)
    .describe(`Sign-ups on each of the last ${OWNED_PROJECT_DAYS} days, oldest first. An extension of the protocol.`),
})

const isProductionMode = z
  .boolean()
  .describe('Trusts only HTTPS pages with a host name that is not localhost; `allow_localhost` is then ignored.')

/** The project settings that a PATCH can change. A list replaces the whole list. The seed file has the same format. */
export const projectConfigUpdate = z
  .strictObject({
    ...adminSwitches,
    ...defaultPermissions,
    domains: z.array(domain).describe('The trusted domains.'),
    oauth_providers: z.array(oauthProvider).describe('The sign-in providers, also disabled ones.'),
    oidc_providers: oidcProviderList.describe(
      'OpenID Connect issuers by URL, such as the identity provider of a company. An extension of the protocol.',
    ),
    email_config: emailConfig.describe(
      'The mail server: of the operator or of the project. Or an HTTPS endpoint of the project that sends the mails.',
    ),
    old_system: oldSystem
      .nullable()
      .describe(
        'The system that the project used before. It checks the password of a user who is unknown here, or whose password is only there, once. Null: none is asked. An extension of the protocol.',
      ),
    bot_check: botCheck.describe(
      'What clients must solve before a sign-up, a sign-in with a password, and a mail with a sign-in code or a link for a new password: nothing, a puzzle that costs the browser time, or Turnstile with keys of the project. `none` for a new project. An extension of the protocol.',
    ),
  })
  .partial()

export const projectCreate = z.strictObject({
  display_name: label,
  description: label.nullable().optional(),
  is_production_mode: isProductionMode.optional(),
  ...brandingUpdate.shape,
  config: projectConfigUpdate.optional(),
})

/** The version of the project that the caller has read. */
export const ifVersion = z.int().min(1)

const [sharedProvider, standardProvider] = oauthProvider.options
const [sharedEmail, standardEmail, endpointEmail] = emailConfig.options

/** What a test mail can set for a mail server, in addition to the fields of the protocol. */
export const testedSender = { reply_to: replyTo, bounce_email: bounceEmail, dkim: dkim.optional() }

export const testedEndpoint = endpointEmail

/**
 * The settings in an exported document: those of an update, with secrets only if the author of the document wrote them.
 */
export const projectConfigDocument = z
  .strictObject({
    ...adminSwitches,
    team_creator_default_permissions: z.array(permissionReference).max(DOCUMENT_LIST_MAX),
    team_member_default_permissions: z.array(permissionReference).max(DOCUMENT_LIST_MAX),
    user_default_permissions: z.array(permissionReference).max(DOCUMENT_LIST_MAX),
    domains: z.array(domain).max(DOCUMENT_LIST_MAX),
    oauth_providers: z
      .array(
        z.discriminatedUnion('type', [
          sharedProvider,
          standardProvider.extend({ client_secret: nonEmptyText.optional() }),
        ]),
      )
      .max(DOCUMENT_LIST_MAX),
    oidc_providers: oidcProviderDocumentList,
    email_config: z.discriminatedUnion('type', [
      sharedEmail,
      standardEmail.extend({
        password: standardEmail.shape.password.optional(),
        sender_email: exportedEmail,
        reply_to: exportedEmail.optional(),
        bounce_email: exportedEmail.optional(),
        dkim: dkim.extend({ private_key: pem.optional() }).optional(),
      }),
      endpointEmail.extend({ sender_email: exportedEmail, reply_to: exportedEmail.optional() }),
    ]),
    old_system: oldSystem
      .nullable()
      .describe('A mask in place of the secret means that the system has one, which the document does not contain.'),
    bot_check: botCheckDocument,
  })
  .partial()

export const projectUpdate = projectCreate.extend({
  display_name: label.optional(),
  if_version: ifVersion
    .optional()
    .describe(
      'The `version` that the caller has read. If a setting that this update changes was changed since, nothing is written and the error names these settings. Changes of other settings stay. Absent: the update is always written.',
    ),
})

export const readCurrentProject = endpoint({
  method: 'GET',
  path: '/projects/current',
  tag: 'Projects',
  summary:
    'Reads the public settings of the project. Admins also get the others, because official clients up to 2.8.3 read the project here.',
  staffRight: 'read_project',
  access: {
    ...anyAccess({ query: noQuery, response: projectClientRead }),
    ...adminAccess({ query: noQuery, response: projectAdminRead }),
  },
  errors: ['PROJECT_NOT_FOUND'],
})

export const updateCurrentProject = endpoint({
  method: 'PATCH',
  path: '/projects/current',
  tag: 'Projects',
  summary: 'The same as PATCH /internal/projects/current, for official clients up to 2.8.3.',
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, body: projectUpdate, response: projectAdminRead }),
  mayCarryImage: true,
  errors: [
    'INVALID_SHARED_OAUTH_PROVIDER_ID',
    'PROJECT_NOT_FOUND',
    'PROJECT_VERSION_CONFLICT',
    'RECENT_SIGN_IN_REQUIRED',
  ],
})

export const deleteCurrentProject = endpoint({
  method: 'DELETE',
  path: '/projects/current',
  tag: 'Projects',
  summary: 'The same as DELETE /internal/projects/current, for official clients up to 2.8.3.',
  staffRight: 'delete_project',
  access: adminAccess({ query: noQuery, response: success }),
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED'],
})

export const listOwnedProjects = endpoint({
  method: 'GET',
  path: '/internal/projects',
  tag: 'Projects',
  summary:
    'Lists the projects whose staff the signed-in user of the project "internal" belongs to, with role and rights.',
  user: 'signed_in',
  staffRight: null,
  access: anyAccess({ query: noQuery, response: listOf(ownedProjectRead) }),
  errors: ['EXPECTED_INTERNAL_PROJECT'],
})

export const createOwnedProject = endpoint({
  method: 'POST',
  path: '/internal/projects',
  tag: 'Projects',
  summary: 'Creates a project that the signed-in user of the project "internal" owns.',
  status: 201,
  user: 'signed_in',
  staffRight: null,
  access: anyAccess({ query: noQuery, body: projectCreate, response: createdProjectRead }),
  isRateLimited: true,
  mayCarryImage: true,
  errors: ['EXPECTED_INTERNAL_PROJECT', 'INVALID_SHARED_OAUTH_PROVIDER_ID'],
})

export const readProject = endpoint({
  method: 'GET',
  path: '/internal/projects/current',
  tag: 'Projects',
  summary: 'Reads the project with all its settings.',
  staffRight: 'read_project',
  access: adminAccess({ query: noQuery, response: projectAdminRead }),
  errors: ['PROJECT_NOT_FOUND'],
})

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/internal/projects/current',
  tag: 'Projects',
  summary: 'Changes settings of the project. Absent settings stay unchanged.',
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, body: projectUpdate, response: projectAdminRead }),
  mayCarryImage: true,
  errors: [
    'INVALID_SHARED_OAUTH_PROVIDER_ID',
    'PROJECT_NOT_FOUND',
    'PROJECT_VERSION_CONFLICT',
    'RECENT_SIGN_IN_REQUIRED',
  ],
})

export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/internal/projects/current',
  tag: 'Projects',
  summary:
    'Deletes the project with everything in it. The project "internal" cannot be deleted. An owner needs a recent sign-in if the project "internal" requires one.',
  staffRight: 'delete_project',
  access: adminAccess({ query: noQuery, response: success }),
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED'],
})
