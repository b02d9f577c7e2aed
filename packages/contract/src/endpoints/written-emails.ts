import { z } from 'zod'

import { linkTemplateTypes } from '../catalogues/email-template-types.ts'
import { endpoint, serverAccess } from './endpoint.ts'
import {
  COUNTED_EMAILS_MAX,
  EMAIL_SUBJECT_MAX_CODE_POINTS,
  WRITTEN_EMAIL_MAX_BYTES,
  WRITTEN_EMAIL_USERS_MAX,
} from '../limits/constants.ts'
import { anyJson, millis, noQuery, textUpTo, uuid } from './primitives.ts'

/** A mail goes to each of these users. */
const userIds = z
  .array(uuid)
  .min(1, '{path} must name at least one user')
  .max(WRITTEN_EMAIL_USERS_MAX, `{path} must name at most ${WRITTEN_EMAIL_USERS_MAX} users`)

const variables = z
  .record(z.string(), z.string())
  .refine(
    (values) => Object.keys(values).every((name) => /^\w+$/.test(name)),
    'The names in {path} must consist of letters, digits and "_"',
  )
  .refine(
    (values) => bytesOf(JSON.stringify(values)) <= WRITTEN_EMAIL_MAX_BYTES,
    `{path} must be at most ${WRITTEN_EMAIL_MAX_BYTES} bytes of JSON`,
  )

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).byteLength
}

export const writtenEmailResult = z.object({
  user_id: uuid,
  user_email: z
    .string()
    .optional()
    .describe('The primary address, to which the mail was queued. Absent for a user without one.'),
})

export const sendWrittenEmail = endpoint({
  method: 'POST',
  path: '/emails/send-email',
  tag: 'E-mails',
  summary:
    'Queues a mail to each of the given users, with exactly one of `html`, `template_id` and, as an extension of the protocol, `content`: blocks by their ids, in the format of `@usewaypoint/email-builder` 0.0.9. A call above a limit returns 429 and queues no mail. Returns a plain 400 for what this service does not send, and for content that cannot become a mail. An owner needs a recent sign-in if the project "internal" requires one.',
  mayCarryDocument: true,
  staffRight: 'change_users',
  access: serverAccess({
    query: noQuery,
    body: z.strictObject({
      user_ids: userIds
        .optional()
        .describe('A user without an address gets no mail. A user who is named twice gets one mail.'),
      html: z
        .string()
        .refine(
          (html) => bytesOf(html) <= WRITTEN_EMAIL_MAX_BYTES,
          `{path} must be at most ${WRITTEN_EMAIL_MAX_BYTES} bytes long`,
        )
        .optional()
        .describe('The HTML part, sent as it is. The service writes the text part.'),
      template_id: z
        .enum(linkTemplateTypes, { error: `{path} must be one of: ${linkTemplateTypes.join(', ')}` })
        .optional()
        .describe("The type of a project template, which is sent in each user's language."),
      content: anyJson.refine((content) => content !== null, '{path} must not be null').optional(),
      variables: variables
        .optional()
        .describe(
          'The values for the placeholders in a template or blocks. The service adds `projectDisplayName`, `userDisplayName`, `serviceHost` and those of the branding (`projectLogo`, `projectLogoDark`, `supportEmail`, `supportLink`, `termsUrl`, `privacyUrl`); a placeholder without a value is empty.',
        ),
      subject: textUpTo(EMAIL_SUBJECT_MAX_CODE_POINTS)
        .optional()
        .describe('Required with `html` and `content`. Default with `template_id`: that of the template.'),
      theme_id: z
        .union([z.string(), z.null(), z.literal(false)], { error: '{path} must be a string, null or false' })
        .optional()
        .describe('Has no effect: this service has no themes.'),
      notification_category_name: z
        .string()
        .optional()
        .describe(
          'Has no effect: this service has no notification categories, so its mails have no link to unsubscribe.',
        ),
      all_users: z.boolean().optional().describe('`true` is refused with a plain 400.'),
      draft_id: z.string().optional().describe('Refused with a plain 400.'),
      scheduled_at_millis: millis.optional().describe('Refused with a plain 400.'),
    }),
    response: z.object({
      results: z.array(writtenEmailResult).describe('One entry for each user, in the order of `user_ids`.'),
    }),
  }),
  isRateLimited: true,
  errors: ['REQUIRES_CUSTOM_EMAIL_SERVER', 'USER_ID_DOES_NOT_EXIST', 'RECENT_SIGN_IN_REQUIRED'],
})

export const deliveryFigures = z.object({
  sent: z.int().describe('Mails that the mail server accepted in this period.'),
  bounced: z
    .int()
    .describe('Mails requested in this period that were refused for good, because of the mailbox or the content.'),
  marked_as_spam: z.int().describe('Always 0: the service does not get reports of spam.'),
})

export const emailDeliveryRead = z.object({
  stats: z.object({
    hour: deliveryFigures,
    day: deliveryFigures,
    week: deliveryFigures,
    month: deliveryFigures.describe('The last 30 days.'),
  }),
  capacity: z.object({
    rate_per_second: z
      .number()
      .describe(
        'The limit of the project, per second: the mails of a whole period can be sent at once. 0 if the operator has switched the limits off.',
      ),
    boost_multiplier: z.number().describe('Always 1.'),
    penalty_factor: z.number().describe('Always 1: the service does not slow a project down.'),
    is_boost_active: z.boolean().describe('Always false.'),
    boost_expires_at: z.string().nullable().describe('Always null.'),
  }),
  limits: z
    .object({
      project: z.object({
        allowed: z.int().describe('Mails in each period.'),
        used: z.int().describe('Mails in the present period.'),
        seconds: z.int().describe('The length of a period, which begins with its first mail.'),
        resets_at_millis: millis.nullable().describe('The end of the present period. Null if none has begun.'),
      }),
      mailbox: z.object({
        allowed: z.int().describe('Mails to one mailbox in each period.'),
        seconds: z.int(),
      }),
    })
    .nullable()
    .describe(
      'The limits of mails that servers write; null if the operator has switched the limits off. An extension of the protocol.',
    ),
})

export const readEmailDelivery = endpoint({
  method: 'GET',
  path: '/emails/delivery-info',
  tag: 'E-mails',
  summary: `Reads how many mails of the project were sent and refused, among its newest ${COUNTED_EMAILS_MAX}, and its limits of mails that servers write.`,
  staffRight: 'read_project',
  access: serverAccess({
    query: noQuery,
    response: emailDeliveryRead,
  }),
  errors: [],
})
