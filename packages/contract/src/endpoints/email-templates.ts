import { z } from 'zod'

import { emailTemplateTypes } from '../catalogues/email-template-types.ts'
import { adminAccess, endpoint } from './endpoint.ts'
import {
  EMAIL_SUBJECT_MAX_CODE_POINTS,
  EMAIL_TEMPLATE_VERSIONS_KEPT,
  LOCALE_MAX_CHARACTERS,
} from '../limits/constants.ts'
import { anyJson, flag, listOf, millis, settingAuthor, success, textUpTo } from './primitives.ts'

export const templateType = z.enum(emailTemplateTypes, {
  error: `{path} must be one of: ${emailTemplateTypes.join(', ')}`,
})

const params = z.object({ type: templateType })

export const templateLocale = z
  .string()
  .max(LOCALE_MAX_CHARACTERS, `{path} must be at most ${LOCALE_MAX_CHARACTERS} characters long`)
  .optional()
  .describe('The language of the template, such as `de`. Default: that of the project. An extension of the protocol.')

const query = z.strictObject({ locale: templateLocale })

/** Why a template cannot be rendered. */
export const emailTemplateFailures = [
  'wrong_format',
  'no_root',
  'circle',
  'too_many_blocks',
  'too_deep',
  'too_many_nodes',
  'too_long',
] as const
/** Why a template cannot be used. */
export type EmailTemplateFailure = (typeof emailTemplateFailures)[number]

export const emailTemplateRead = z.object({
  type: z.enum(emailTemplateTypes).describe('The mail that it is for.'),
  locale: z.string().describe('The language of the template. An extension of the protocol.'),
  subject: z.string().describe('May contain placeholders, such as `{{ projectDisplayName }}`.'),
  content: anyJson.describe('Blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9.'),
  version: z
    .int()
    .describe(
      'Grows with every change and reset; 0 if there was none. For `if_version`. An extension of the protocol.',
    ),
  is_default: z
    .boolean()
    .describe('The template of the service: it was not changed, or the project sends through the shared server.'),
  failed: z
    .object({
      reason: z.enum(emailTemplateFailures).describe('Why it could not be rendered.'),
      failed_at_millis: millis.nullable().describe('When the first mail failed; null if that was not recorded.'),
    })
    .nullable()
    .describe(
      'The template could not be rendered, so mails have that of the service until the next change or reset. Null for a template without a known problem. An extension of the protocol.',
    ),
})

export const listedEmailTemplateRead = emailTemplateRead.extend({
  changed_in: z
    .array(z.string())
    .describe('The languages in which the project sends a template of its own. An extension of the protocol.'),
  failed_in: z
    .array(z.string())
    .describe(
      'Those of `changed_in` whose template could not be rendered, so mails have that of the service. An extension of the protocol.',
    ),
})

export const listEmailTemplates = endpoint({
  method: 'GET',
  path: '/email-templates',
  tag: 'E-mails',
  summary:
    'Lists the templates of the mails with a link or a code, as they are sent, and on request those of the notices.',
  staffRight: 'read_project',
  access: adminAccess({
    query: z.strictObject({
      locale: templateLocale,
      include_notices: flag
        .optional()
        .describe(
          'Also lists the other mails to users, such as `password_changed`, and for the project "internal" those to owners of projects. Default: false. An extension of the protocol.',
        ),
    }),
    response: listOf(listedEmailTemplateRead),
  }),
  errors: [],
})

export const readEmailTemplate = endpoint({
  method: 'GET',
  path: '/email-templates/{type}',
  tag: 'E-mails',
  summary: 'Reads a template as it is sent.',
  params,
  staffRight: 'read_project',
  access: adminAccess({ query, response: emailTemplateRead }),
  errors: [],
})

export const updateEmailTemplate = endpoint({
  method: 'PATCH',
  path: '/email-templates/{type}',
  tag: 'E-mails',
  summary:
    'Changes a template. Absent fields stay unchanged, and so does the subject if it is empty. Returns a plain 400 for blocks of the wrong format, and for a project that sends through the shared server. An owner needs a recent sign-in if the project "internal" requires one.',
  params,
  mayCarryDocument: true,
  staffRight: 'change_messages',
  access: adminAccess({
    query,
    body: z.strictObject({
      subject: textUpTo(EMAIL_SUBJECT_MAX_CODE_POINTS).optional(),
      content: anyJson.refine((content) => content !== null, '{path} must not be null').optional(),
      if_version: z
        .int()
        .min(0)
        .optional()
        .describe(
          'The `version` that the caller has read. If the template has changed since, nothing is written. Absent: always written.',
        ),
    }),
    response: emailTemplateRead,
  }),
  errors: ['EMAIL_TEMPLATE_VERSION_CONFLICT', 'RECENT_SIGN_IN_REQUIRED'],
})

export const emailTemplateVersionRead = z.object({
  version: z.int().describe('The number of the version.'),
  subject: z.string().describe('The subject of that time.'),
  content: anyJson.describe('The blocks of that time.'),
  is_default: z.boolean().describe('The owner returned to the template of the service.'),
  changed_at_millis: millis.describe('When the version was made.'),
  changed_by: settingAuthor,
})

export const listEmailTemplateVersions = endpoint({
  method: 'GET',
  path: '/email-templates/{type}/versions',
  tag: 'E-mails',
  summary: `Lists the last ${EMAIL_TEMPLATE_VERSIONS_KEPT} versions of a template, newest first. To restore one, write its subject and content. An extension of the protocol.`,
  params,
  staffRight: 'read_project',
  access: adminAccess({ query, response: listOf(emailTemplateVersionRead) }),
  errors: [],
})

export const resetEmailTemplate = endpoint({
  method: 'DELETE',
  path: '/email-templates/{type}',
  tag: 'E-mails',
  summary:
    'Resets a template to that of the service. Returns a plain 404 for a template that was not changed. An owner needs a recent sign-in if the project "internal" requires one.',
  params,
  staffRight: 'change_messages',
  access: adminAccess({
    query: query.extend({
      if_version: z
        .string()
        .regex(/^\d{1,9}$/, '{path} must be an integer that is not negative')
        .transform(Number)
        .optional()
        .describe(
          'The `version` that the caller has read. If the template has changed since, it stays. Absent: always reset. An extension of the protocol.',
        ),
    }),
    response: success,
  }),
  errors: ['EMAIL_TEMPLATE_VERSION_CONFLICT', 'RECENT_SIGN_IN_REQUIRED'],
})
