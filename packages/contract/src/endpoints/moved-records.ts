import { z } from 'zod'

import {
  API_PREFIX,
  CONTACT_CHANNELS_MAX,
  MOVED_SOURCE_ID_MAX_CODE_POINTS,
  PASSKEY_CREDENTIAL_ID_MAX_BYTES,
  PASSKEY_NAME_MAX_CODE_POINTS,
  PASSKEYS_PER_USER,
  SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS,
  SUSPENSION_REASON_MAX_CODE_POINTS,
} from '../limits/constants.ts'
import { permissionDefinitionCreate } from './permission-definitions.ts'
import {
  base64,
  imageUrl,
  label,
  localeTag,
  metadata,
  millis,
  nonEmptyEmail,
  nonEmptyText,
  textUpTo,
  uuid,
} from './primitives.ts'
import { oauthProviderIds } from '../catalogues/providers.ts'

// The records that move between systems. The readers of other systems yield them, an import takes them, and an export
// writes one per line.

const sourceId = textUpTo(MOVED_SOURCE_ID_MAX_CODE_POINTS).min(1, '{path} must not be empty')

const base64url = z.string().regex(/^[\w-]+$/, '{path} must be base64url without padding')

const movedAddress = z.strictObject({
  value: nonEmptyEmail,
  is_primary: z.boolean(),
  is_verified: z.boolean().describe('True only if the source says so.'),
  is_claimed: z
    .boolean()
    .optional()
    .describe('The user is known to own the mailbox. Default: the value of `is_verified`.'),
  used_for_auth: z.boolean().describe('The user signs in with this address.'),
  added_by: z
    .enum(['sign_up', 'session'])
    .optional()
    .describe('A claim of the account removes other unclaimed addresses that these added. Default: a server added it.'),
})

const clientWritten = z
  .array(z.enum(['display_name', 'client_metadata', 'profile_image_url']))
  .max(3)
  .optional()
  .describe('The fields that a session or a provider has written. A claim of the account may empty them.')

const movedProviderAccount = z.strictObject({
  provider: z
    .string()
    .refine(
      (id) => oauthProviderIds.some((known) => known === id) || /^(custom|connection):./.test(id),
      `{path} must be one of: ${oauthProviderIds.join(', ')}, or the id of an issuer, such as custom:okta`,
    ),
  account_id: label.refine((text) => text !== '', '{path} must not be empty'),
  email: label.nullable(),
})

const movedPasskey = z.strictObject({
  credential_id: base64url.max(
    Math.ceil((PASSKEY_CREDENTIAL_ID_MAX_BYTES * 4) / 3),
    `{path} must be at most ${PASSKEY_CREDENTIAL_ID_MAX_BYTES} bytes long`,
  ),
  public_key: base64url.describe('The COSE key.'),
  sign_count: z.int().min(0),
  rp_id: nonEmptyText.describe('A passkey works on this domain only.'),
  transports: z.array(z.string()),
  is_backup_eligible: z.boolean(),
  is_backed_up: z.boolean(),
  name: textUpTo(PASSKEY_NAME_MAX_CODE_POINTS).nullable(),
  created_at_millis: millis.optional(),
})

/** Absent fields are empty or off. */
const movedUser = z.strictObject({
  kind: z.literal('user'),
  source_id: sourceId.describe('The id in the source. An import creates one user per id, however often it runs.'),
  id: uuid.optional().describe('The id that the user keeps. Default: a new one.'),
  display_name: label.nullable().optional(),
  profile_image_url: imageUrl.nullable().optional(),
  addresses: z
    .array(movedAddress)
    .max(CONTACT_CHANNELS_MAX, `{path} must have at most ${CONTACT_CHANNELS_MAX} entries`)
    .optional()
    .describe('At most one is primary.'),
  password_hash: nonEmptyText.optional().describe('In one of the documented formats.'),
  lost_password: z
    .enum(['no_hash', 'unknown_format'])
    .optional()
    .describe(
      'The user has a password in the source that cannot move. They set a new one, or the old system is asked.',
    ),
  totp_secret_base64: base64.optional(),
  lost_second_factor: z.boolean().optional().describe('The user has a second factor in the source that cannot move.'),
  passkeys: z
    .array(movedPasskey)
    .max(PASSKEYS_PER_USER, `{path} must have at most ${PASSKEYS_PER_USER} entries`)
    .optional(),
  lost_passkeys: z.int().min(0).optional().describe('The number of passkeys in the source that cannot move.'),
  provider_accounts: z
    .array(movedProviderAccount)
    .max(oauthProviderIds.length, `{path} must have at most ${oauthProviderIds.length} entries`)
    .optional(),
  lost_provider_accounts: z
    .array(label)
    .optional()
    .describe('The providers of accounts in the source that the service does not know.'),
  otp_auth_enabled: z.boolean().optional(),
  otp_off_by_server: z
    .boolean()
    .optional()
    .describe('A server has turned sign-in by mailed code off, and only a server turns it on again.'),
  is_anonymous: z.boolean().optional(),
  client_metadata: metadata.optional(),
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
  client_written: clientWritten,
  signed_up_at_millis: millis.optional(),
  last_active_at_millis: millis.nullable().optional(),
  suspension: z
    .strictObject({
      reason: textUpTo(SUSPENSION_REASON_MAX_CODE_POINTS).nullable(),
      private_details: textUpTo(SUSPENSION_PRIVATE_DETAILS_MAX_CODE_POINTS).nullable(),
      until_millis: millis.nullable(),
    })
    .optional(),
  locale: localeTag.nullable().optional(),
  selected_team_source_id: sourceId.optional(),
})

const movedTeam = z.strictObject({
  kind: z.literal('team'),
  source_id: sourceId,
  id: uuid.optional().describe('The id that the team keeps. Default: a new one.'),
  display_name: label,
  profile_image_url: imageUrl.nullable().optional(),
  client_metadata: metadata.optional(),
  client_read_only_metadata: metadata.optional(),
  server_metadata: metadata.optional(),
  client_written: clientWritten,
  created_at_millis: millis.optional(),
  second_factor_required: z
    .boolean()
    .optional()
    .describe('Each member needs a second factor. The grace period begins with the import.'),
})

const movedTeamMember = z.strictObject({
  kind: z.literal('team_member'),
  team_source_id: sourceId,
  user_source_id: sourceId,
  display_name: label.nullable().optional().describe('The name in this team.'),
  profile_image_url: imageUrl.nullable().optional(),
  permission_ids: z.array(nonEmptyText).optional().describe('The permissions that are granted directly.'),
  is_creator: z.boolean().optional().describe('A session of the user created the team.'),
  invited_by_source_id: sourceId.optional().describe('The member whose invitation the user accepted.'),
  invited_address_sha256: z
    .string()
    .regex(/^[\da-f]{64}$/, '{path} must be a SHA-256 in hexadecimal')
    .optional()
    .describe('The address whose invitation the user accepted.'),
})

const movedPermissionDefinition = permissionDefinitionCreate.extend({
  kind: z.literal('permission_definition'),
  scope: z.enum(['team', 'project'], { error: '{path} must be one of: team, project' }),
})

const movedProjectPermission = z.strictObject({
  kind: z.literal('project_permission'),
  user_source_id: sourceId,
  permission_id: nonEmptyText,
})

/** The kinds in the order in which a file has them: a record names only records before it. */
export const movedRecordKinds = ['permission_definition', 'team', 'user', 'team_member', 'project_permission'] as const
export type MovedRecordKind = (typeof movedRecordKinds)[number]

export const movedRecord = z.discriminatedUnion('kind', [
  movedPermissionDefinition,
  movedTeam,
  movedUser,
  movedTeamMember,
  movedProjectPermission,
])

const recordCount = z.int().min(0)

/** The last line of an export. A file without it, or with other numbers of records before it, is not whole. */
export const exportEnd = z.strictObject({
  kind: z.literal('end'),
  records: z
    .strictObject({
      permission_definition: recordCount,
      team: recordCount,
      user: recordCount,
      team_member: recordCount,
      project_permission: recordCount,
    } satisfies Record<MovedRecordKind, z.ZodType>)
    .describe('The numbers of records before this line.'),
  includes_hashes: z.boolean(),
})

export const exportLine = z.discriminatedUnion('kind', [...movedRecord.options, exportEnd])

/** Builds the JSON Schema of a line in an export. `serverUrl` is the origin of the service. */
export function movedRecordSchema(serverUrl: string): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(exportLine, { io: 'input', unrepresentable: 'any' })
  return {
    $schema,
    $id: `${serverUrl}${API_PREFIX}/schemas/moved-record.json`,
    title: 'A line of an export of Portico',
    description:
      'The file is NDJSON in UTF-8. A record refers only to earlier records, and the last line has the kind `end`.',
    ...schema,
  }
}

export type MovedUser = z.input<typeof movedUser>
export type MovedTeam = z.input<typeof movedTeam>
export type MovedTeamMember = z.input<typeof movedTeamMember>
export type MovedPermissionDefinition = z.input<typeof movedPermissionDefinition>
export type MovedProjectPermission = z.input<typeof movedProjectPermission>
