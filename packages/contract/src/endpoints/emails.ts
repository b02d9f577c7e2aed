import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { templateLocale, templateType } from './email-templates.ts'
import {
  EMAIL_FAILURES_KEPT,
  EMAIL_SUBJECT_MAX_CODE_POINTS,
  SENT_EMAIL_PAGE_DEFAULT,
  SENT_EMAIL_PAGE_MAX,
  SENT_EMAIL_QUERY_MAX_CODE_POINTS,
} from '../limits/constants.ts'
import {
  anyJson,
  email,
  existingPassword,
  label,
  millis,
  noQuery,
  port,
  success,
  textUpTo,
  uuid,
  wholeOrPageOf,
} from './primitives.ts'
import { mailTls, testedEndpoint, testedSender } from './projects.ts'

export const sentEmailStates = ['queued', 'retrying', 'sent', 'failed'] as const
export type SentEmailState = (typeof sentEmailStates)[number]

/** The kinds of mails. */
export const mailTypes = [
  'address_added',
  'api_key_leaked',
  'email_changed',
  'email_verification',
  'factor_reset_started',
  'second_factor_due',
  'new_device',
  'sign_up_approved',
  'sign_up_refused',
  'failed_emails_digest',
  'owner_changed',
  'owner_invitation',
  'password_changed',
  'password_hashes_exported',
  'password_reset',
  'project_settings_changed',
  'sign_in_code',
  'sign_in_invitation',
  'sign_in_method_changed',
  'team_invitation',
  'test',
  'webhook_endpoint_disabled',
  'written',
] as const
export type MailType = (typeof mailTypes)[number]

export const mailErrorTypes = [
  'HOST_NOT_FOUND',
  'AUTH_FAILED',
  'TEMPORARY',
  'INVALID_EMAIL_ADDRESS',
  'REJECTED',
  'TIMEOUT',
  'SOCKET_CLOSED',
  'UNKNOWN',
] as const
export type MailErrorType = (typeof mailErrorTypes)[number]

export const mailSender = z.object({
  type: z
    .enum(['shared', 'standard', 'endpoint', 'inbox'])
    .describe(
      '`endpoint`: the endpoint of the project, with host and port of its URL. `inbox`: the mail was not sent, but is in the inbox of development mode.',
    ),
  host: z.string().describe('Host of the mail server.'),
  port: z.int().describe('Port of the mail server.'),
  username: z.string().describe('User name at the mail server.'),
  sender_name: z.string().describe('Name of the sender.'),
  sender_email: z.string().describe('Address of the sender.'),
})

export const mailError = z.object({
  errorType: z.enum(mailErrorTypes).describe('The kind of the failure.'),
  canRetry: z.boolean().describe('A later attempt may succeed.'),
  message: z.string().optional(),
  rawError: z.unknown(),
})

export const sentEmailRead = z.object({
  id: uuid.describe('The id of the mail.'),
  type: z.string().describe('The kind of the mail, such as `sign_in_code` or `test`.'),
  subject: z.string().describe('Codes and links are hidden. Empty before the first attempt to send the mail.'),
  sent_at_millis: millis.describe('When the mail server accepted the mail; before, when the mail was queued.'),
  queued_at_millis: millis.describe('When the mail was requested.'),
  to: z.array(z.string()),
  user_id: uuid
    .nullable()
    .describe('The user whom the mail is about or who has the address. Null for an address without an account.'),
  state: z
    .enum(sentEmailStates)
    .describe('`sent`: the mail server accepted the mail. `retrying`: an attempt failed, and another one follows.'),
  attempts: z.int().describe('How often the service has tried to send it.'),
  next_attempt_at_millis: millis.nullable().describe('Only with the state `retrying`.'),
  is_retryable: z.boolean().describe('`POST /internal/emails/{id}/retry` can queue the mail again.'),
  sender_config: mailSender.describe(
    "The server of the last attempt; before it, the present one. For the shared server and the inbox, only the sender's name.",
  ),
  error: mailError.nullable().describe('Why the last attempt failed.'),
})

export const listSentEmails = endpoint({
  method: 'GET',
  path: '/internal/emails',
  tag: 'E-mails',
  summary:
    'Lists the mails of the project, newest first: the newest 100, or page by page with `limit`, `cursor` and filters. A mail has one entry, whatever the number of its attempts.',
  staffRight: 'read_log',
  access: adminAccess({
    query: z.strictObject({
      query: textUpTo(SENT_EMAIL_QUERY_MAX_CODE_POINTS)
        .optional()
        .describe('Part of the address or the subject, ignoring case and accents.'),
      state: z.enum(sentEmailStates, { error: `{path} must be one of: ${sentEmailStates.join(', ')}` }).optional(),
      type: z
        .enum(mailTypes, { error: `{path} must be one of: ${mailTypes.join(', ')}` })
        .optional()
        .describe('Only mails of this kind.'),
      limit: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '{path} must be a positive integer')
        .transform(Number)
        .refine((limit) => limit <= SENT_EMAIL_PAGE_MAX, `{path} must be at most ${SENT_EMAIL_PAGE_MAX}`)
        .optional()
        .describe(
          `Size of the page, at most ${SENT_EMAIL_PAGE_MAX}. Default: ${SENT_EMAIL_PAGE_DEFAULT}. A page with filters can have fewer mails, even none: only a \`next_cursor\` of null marks the end.`,
        ),
      cursor: z
        .string()
        .max(256, '{path} must be at most 256 characters long')
        .optional()
        .describe('The `next_cursor` of the previous page.'),
    }),
    response: wholeOrPageOf(sentEmailRead),
  }),
  errors: [],
})

export const sentEmailTry = z.object({
  attempt: z.int().describe('The number of the attempt, from 1.'),
  tried_at_millis: millis.describe('When the attempt ended.'),
  sender_config: mailSender.nullable().describe('The server of the attempt. Null if the mail could not be composed.'),
  error: mailError.nullable().describe('Why the attempt failed; null if the mail server accepted the mail.'),
})

export const sentEmailContentRead = sentEmailRead.extend({
  html: z
    .string()
    .nullable()
    .describe('The HTML part of the last attempt, with codes and links hidden. Null before it, and if it is not kept.'),
  text: z.string().nullable().describe('The text part, like `html`.'),
  tries: z
    .array(sentEmailTry)
    .describe(
      `The attempts, oldest first: the last ${EMAIL_FAILURES_KEPT} that failed, and the one that succeeded. Without those that ended with their worker or before the service recorded them.`,
    ),
})

export const readSentEmail = endpoint({
  method: 'GET',
  path: '/internal/emails/{id}',
  tag: 'E-mails',
  summary:
    'Reads a mail with both of its parts as they were rendered, and its attempts. Returns a plain 404 for an unknown mail.',
  params: z.object({ id: uuid }),
  staffRight: 'read_log',
  access: adminAccess({ query: noQuery, response: sentEmailContentRead }),
  errors: [],
})

export const retrySentEmail = endpoint({
  method: 'POST',
  path: '/internal/emails/{id}/retry',
  tag: 'E-mails',
  summary:
    'Queues a mail again whose attempts have failed, with a new code. Returns a plain 400 for a mail that cannot be sent again, and a plain 404 for an unknown one.',
  params: z.object({ id: uuid }),
  staffRight: 'send_mails',
  access: adminAccess({ query: noQuery, response: success }),
  isRateLimited: true,
  errors: [],
})

export const mailServerStepNames = ['find', 'connect', 'encrypt', 'sign_in', 'accept'] as const
export type MailServerStepName = (typeof mailServerStepNames)[number]

export const mailServerStepStates = ['done', 'skipped', 'failed', 'not_reached'] as const
export type MailServerStepState = (typeof mailServerStepStates)[number]

export const mailServerStep = z.object({
  name: z.enum(mailServerStepNames),
  state: z.enum(mailServerStepStates).describe('`skipped`: the settings or the server leave the step out.'),
  duration_millis: z.int().nullable().describe('Null for a step that was skipped or not reached.'),
  detail: z.string().nullable().describe('What a finished step found, such as the public address of the server.'),
  message: z.string().nullable().describe('What went wrong; only of the failed step, like the fields below.'),
  reply: z.string().nullable().describe('The reply of the mail server, without addresses, links and codes.'),
  advice: z.string().nullable().describe('What to do.'),
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/internal/send-test-email',
  tag: 'E-mails',
  summary:
    'Sends one mail through the given server or endpoint to test its settings, in one attempt of at most ten seconds, and reports the step that fails. Does not store the settings; the mail is listed. A masked DKIM key or endpoint secret means the stored one. Returns a plain 400 for a project that sends through the shared server if no settings are given, and for a template that cannot become a mail.',
  mayCarryDocument: true,
  // The masked secrets of a given configuration are the stored ones.
  staffRight: { default: 'change_messages', fields: { email_config: 'change_project' } },
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      recipient_email: email,
      email_config: z
        .discriminatedUnion('type', [
          z.strictObject({
            type: z.literal('standard').optional(),
            host: z.string(),
            port,
            tls: mailTls.optional(),
            username: z.string(),
            password: existingPassword,
            sender_name: label,
            sender_email: email,
            ...testedSender,
          }),
          testedEndpoint,
        ])
        .optional()
        .describe('What to test. Default: the stored server or endpoint. Optional as an extension of the protocol.'),
      template: z
        .strictObject({
          type: templateType,
          locale: templateLocale,
          subject: textUpTo(EMAIL_SUBJECT_MAX_CODE_POINTS),
          content: anyJson,
        })
        .optional()
        .describe(
          'Sends this mail, with example values, instead of the standard test mail. Nothing of it is stored as a template. An owner can send it only to their own verified primary address. An extension of the protocol.',
        ),
    }),
    response: z.object({
      success: z.boolean(),
      error_message: z.string().optional().describe('Why the mail was not sent. Present only on failure.'),
      steps: z.array(mailServerStep).describe('All five steps, in their order.'),
    }),
  }),
  isRateLimited: true,
  errors: [],
})

export const failedEmailsDigest = endpoint({
  method: 'POST',
  path: '/internal/failed-emails-digest',
  tag: 'E-mails',
  summary:
    'Queues a mail to each owner of a project with mails that failed in the last 24 hours. For a scheduler of the operator, who sends `PORTICO_CRON_SECRET` as a bearer token. The status is 500 if a digest could not be queued.',
  headers: z.object({ authorization: z.string() }),
  otherStatus: 500,
  access: {
    public: {
      query: z.strictObject({
        dry_run: z
          .enum(['true', 'false'], { error: '{path} must be true or false' })
          .optional()
          .describe('With `true`, no mail is queued.'),
      }),
      response: z.object({
        success: z.boolean(),
        error_message: z.string().optional().describe('Present only without success.'),
        failed_emails_by_tenancy: z
          .array(
            z.object({
              emails: z
                .array(z.object({ subject: z.string(), to: z.array(z.string()) }))
                .describe('The latest ones, newest first, as the digest shows them.'),
              tenant_owner_email: z
                .string()
                .describe(
                  'The verified address of the owner. Empty for a project whose owners have none: it gets no digest.',
                ),
              project_id: z.string(),
              tenancy_id: z.string().describe('The id of the project, which has no other tenancies.'),
            }),
          )
          .describe('One entry for each owner of each project.'),
      }),
    },
  },
  errors: [],
})
