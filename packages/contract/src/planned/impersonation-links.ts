import { z } from 'zod'

import { adminAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { SESSION_REASON_MAX_CODE_POINTS } from '../limits/constants.ts'
import { millis, nonEmptyText, textUpTo, url, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

const IMPERSONATION_LINK_SECONDS = 60
const IMPERSONATION_OF_LINK_MILLIS = 3_600_000

const tag = 'Sessions'

/** Who uses a session of another user, for the bar of the provider. */
const impersonationRead = z.object({
  impersonator_display_name: z.string().nullable(),
  impersonator_email: z.string().nullable(),
  reason: z.string(),
  ends_at_millis: millis,
})

export const impersonationLinks: Plan = {
  decision: '082',
  constants: { IMPERSONATION_LINK_SECONDS, IMPERSONATION_OF_LINK_MILLIS },
  endpoints: {
    createImpersonationLink: {
      method: 'POST',
      path: '/internal/impersonation-links',
      tag,
      summary:
        'Creates a link to a page of a trusted domain that signs the calling owner in as a user. It works once, for 60 seconds. The owner needs a recent sign-in and, if they have one, a proved second factor.',
      status: 201,
      isRateLimited: true,
      limit: 'impersonate',
      access: adminAccess({
        body: z.strictObject({
          user_id: uuid,
          reason: nonEmptyText
            .and(textUpTo(SESSION_REASON_MAX_CODE_POINTS))
            .describe('Such as a support request. The audit log keeps it, and the bar shows it.'),
          url: url.describe('A page of a trusted domain. Its handler takes the code.'),
        }),
        response: z.object({ url: z.string(), expires_at_millis: millis }),
      }),
      errors: [
        'USER_NOT_FOUND',
        'RESTRICTED_USER_NOT_ALLOWED',
        'REDIRECT_URL_NOT_WHITELISTED',
        'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
        'RECENT_SIGN_IN_REQUIRED',
      ],
    },
    signInByImpersonationLink: {
      method: 'POST',
      path: '/auth/impersonation/sign-in',
      tag,
      summary: 'Uses up the code of an impersonation link and starts the session.',
      isRateLimited: true,
      limit: 'useCode',
      access: {
        client: {
          body: z.strictObject({ code: verificationCode }),
          response: z.object({ refresh_token: z.string(), access_token: z.string(), user_id: uuid }),
        },
      },
      errors: [...verificationCodeErrors, 'RESTRICTED_USER_NOT_ALLOWED'],
    },
  },
  fields: {
    userClientRead: {
      impersonation: impersonationRead
        .nullable()
        .describe('Only in the answer to an impersonating session: who uses it. Null otherwise.'),
    },
    'projectUpdate config': {
      support_can_impersonate: z
        .boolean()
        .optional()
        .describe('Whether staff with the role `support` can impersonate users. False for a new project.'),
    },
  },
  errors: {},
  limits: {
    impersonate: {
      description: 'creates a link that signs an owner in as a user',
      perUser: { calls: 60, seconds: 3_600 },
      perProject: { calls: 300, seconds: 3_600 },
    },
  },
  events: {
    'impersonation_link.created': { description: 'An owner created an impersonation link.', target: 'userId' },
    'impersonation.started': { description: 'An impersonation link started a session.', target: 'userId' },
  },
  mails: {},
  sdk: {
    AdminApp: ['createImpersonationLink({ userId, reason, url? }): Promise<{ url: string; expiresAt: Date }>'],
    CurrentUser: ['impersonation: { impersonatorDisplayName, impersonatorEmail, reason, endsAt } | null'],
    ClientApp: ['endImpersonation(): Promise<void>'],
    Handler: ['page `impersonation`'],
    Provider: ['the bar of an impersonation, without a component of the host'],
  },
}
