import { z } from 'zod'

import { brandingDocument } from './branding.ts'
import { templateLocale, templateType } from './email-templates.ts'
import { adminAccess, endpoint } from './endpoint.ts'
import {
  CONFIGURATION_PASSPHRASE_MAX_CODE_POINTS,
  CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS,
  EMAIL_SUBJECT_MAX_CODE_POINTS,
  PERMISSION_DEFINITIONS_MAX,
} from '../limits/constants.ts'
import { permissionDefinitionCreate } from './permission-definitions.ts'
import { anyJson, label, listOf, noQuery, textUpTo } from './primitives.ts'
import { ifVersion, projectConfigDocument } from './projects.ts'
import { countCodePoints } from '../rules/code-points.ts'

/** Increases when the service can no longer read older documents unchanged. */
const FORMAT_VERSION = 1

const sealedPart = z
  .string()
  .max(262_144, '{path} is too long')
  .regex(/^[\w-]+$/, '{path} must be base64url without padding')

/**
 * The secrets of a document. The cost of the key derivation is part of the scheme, so that no document can choose it.
 */
const sealedSecrets = z
  .strictObject({
    scheme: z.literal('scrypt-aes-256-gcm'),
    salt: sealedPart,
    nonce: sealedPart,
    ciphertext: sealedPart,
  })
  .describe(
    'Client secrets and the mail password as JSON, encrypted with AES-256-GCM under a key from scrypt (RFC 7914, N=32768, r=8, p=3) of the passphrase. The ciphertext ends with the authentication tag of 16 bytes; the additional data is the text `portico-project/1`.',
  )

const definitions = z.array(permissionDefinitionCreate).max(PERMISSION_DEFINITIONS_MAX)

export const projectConfiguration = z.strictObject({
  format: z.literal('portico-project').describe('The kind of the document.'),
  format_version: z
    .int()
    .refine(
      (version) => version === FORMAT_VERSION,
      '{path} must be 1: this version of the service does not read documents of other versions',
    )
    .describe("The version of the document's format."),
  display_name: label.optional().describe('The name of the project.'),
  description: label.optional().describe('What the project is for.'),
  is_production_mode: z.boolean().optional().describe('Whether the project has production mode.'),
  ...brandingDocument.shape,
  config: projectConfigDocument.optional().describe('The settings.'),
  team_permission_definitions: definitions.optional().describe('The permissions that members of teams can have.'),
  project_permission_definitions: definitions
    .optional()
    .describe('The permissions that users can have in the whole project.'),
  sealed_secrets: sealedSecrets.optional(),
})

export const projectImport = z.strictObject({
  document: projectConfiguration,
  dry_run: z.boolean().optional().describe('Only lists what the import would change. Default: false.'),
  passphrase: textUpTo(CONFIGURATION_PASSPHRASE_MAX_CODE_POINTS)
    .optional()
    .describe('Opens the sealed secrets of the document. Absent: they are ignored.'),
  delete_missing: z
    .boolean()
    .optional()
    .describe(
      "Deletes the permission definitions of a scope that are not in the document's list for it, with all grants. Default: false.",
    ),
  if_version: ifVersion
    .optional()
    .describe(
      'As for an update of the project, for settings and permission definitions. Use the version of the dry run.',
    ),
})

export const projectImportResult = z.object({
  is_applied: z.boolean().describe('False for a dry run.'),
  version: z.int().describe('The version of the project that the import started from or, once applied, led to.'),
  settings: z
    .array(z.object({ field: z.string(), before: anyJson, after: anyJson }))
    .describe('The settings that change. Secrets are masked.'),
  permission_definitions: z.array(
    z.object({
      scope: z.enum(['team', 'project']),
      id: z.string(),
      change: z.enum(['created', 'updated', 'deleted']),
      before: anyJson.describe('Null for a new definition.'),
      after: anyJson.describe('Null for a deleted definition.'),
    }),
  ),
  missing_secrets: z
    .array(z.string())
    .describe(
      'The settings for which the document has neither the secret nor the same client id or mail server as the project. The project keeps the secret that it has for this provider or mail server, if any. Example: `config.oauth_providers.github.client_secret`.',
    ),
})

const passphrase = textUpTo(CONFIGURATION_PASSPHRASE_MAX_CODE_POINTS).refine(
  (text) => countCodePoints(text) >= CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS,
  `{path} must have at least ${CONFIGURATION_PASSPHRASE_MIN_CODE_POINTS} characters`,
)

const tag = 'Project configuration'

export const exportConfiguration = endpoint({
  method: 'GET',
  path: '/internal/projects/current/configuration',
  tag,
  summary:
    'Exports settings and permission definitions as a document without secrets. Ids of the installation, keys, owners and users are not part of it. Changed templates of mails are exported in pieces.',
  staffRight: 'read_project',
  access: adminAccess({ query: noQuery, response: projectConfiguration }),
  errors: ['PROJECT_NOT_FOUND'],
})

export const exportConfigurationWithSecrets = endpoint({
  method: 'POST',
  path: '/internal/projects/current/configuration/export',
  tag,
  summary:
    'Exports the same document with the secrets, sealed with a passphrase. An owner needs a recent sign-in if the project "internal" requires one.',
  staffRight: 'export_secrets',
  access: adminAccess({ query: noQuery, body: z.strictObject({ passphrase }), response: projectConfiguration }),
  isRateLimited: true,
  errors: ['PROJECT_NOT_FOUND', 'RECENT_SIGN_IN_REQUIRED'],
})

export const importConfiguration = endpoint({
  method: 'POST',
  path: '/internal/projects/current/configuration/import',
  tag,
  summary:
    'Applies a document as a whole, or lists what it would change. Settings that the document does not contain stay unchanged.',
  staffRight: 'change_project',
  access: adminAccess({ query: noQuery, body: projectImport, response: projectImportResult }),
  mayCarryDocument: true,
  isRateLimited: true,
  errors: [
    'INVALID_SHARED_OAUTH_PROVIDER_ID',
    'PROJECT_NOT_FOUND',
    'PROJECT_VERSION_CONFLICT',
    'RECENT_SIGN_IN_REQUIRED',
  ],
})

const requiredLocale = templateLocale.unwrap()

/**
 * A changed template in an exported document. Each one has its own calls, because all of them together exceed the
 * limits of one call.
 */
export const configuredTemplate = z.strictObject({
  type: templateType,
  locale: requiredLocale,
  subject: textUpTo(EMAIL_SUBJECT_MAX_CODE_POINTS).refine((subject) => subject !== '', '{path} must not be empty'),
  content: anyJson.refine((content) => content !== null, '{path} must not be null'),
})

export const configuredTemplateName = configuredTemplate.pick({ type: true, locale: true })

export const configuredTemplateImportResult = z.object({
  is_applied: z.boolean().describe('False for a dry run.'),
  change: z
    .enum(['created', 'updated'])
    .nullable()
    .describe('Null if the project has the same template already; nothing is written then.'),
})

export const listConfiguredTemplates = endpoint({
  method: 'GET',
  path: '/internal/projects/current/configuration/email-templates',
  tag,
  summary:
    'Lists the changed templates of mails by type and language. They belong to the exported configuration, each in a piece of its own.',
  staffRight: 'read_project',
  access: adminAccess({ query: noQuery, response: listOf(configuredTemplateName) }),
  errors: [],
})

export const exportConfiguredTemplate = endpoint({
  method: 'GET',
  path: '/internal/projects/current/configuration/email-templates/{type}',
  tag,
  summary:
    'Exports a changed template as it is stored, also while the project sends through the shared server. Returns a plain 404 for a template that was not changed.',
  params: configuredTemplate.pick({ type: true }),
  staffRight: 'read_project',
  access: adminAccess({ query: z.strictObject({ locale: requiredLocale }), response: configuredTemplate }),
  errors: [],
})

export const importConfiguredTemplate = endpoint({
  method: 'POST',
  path: '/internal/projects/current/configuration/email-templates',
  tag,
  summary:
    'Writes a template of an exported configuration if it differs from that of the project, or says what it would change. It is used once the project sends through its own mail server. Returns a plain 400 for blocks of the wrong format. For a change, an owner needs a recent sign-in if the project "internal" requires one.',
  staffRight: 'change_project',
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      template: configuredTemplate,
      dry_run: z.boolean().optional().describe('Only says what the import would change. Default: false.'),
    }),
    response: configuredTemplateImportResult,
  }),
  mayCarryDocument: true,
  errors: ['RECENT_SIGN_IN_REQUIRED'],
})
