import { z } from 'zod'

import { adminAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { SESSION_REASON_MAX_CODE_POINTS } from '../limits/constants.ts'
import { millis, nonEmptyText, noQuery, textUpTo, url, uuid, verificationCode } from './primitives.ts'
import { signedIn } from './tokens.ts'

/** Who uses a session of another user. */
export const impersonationRead = z.object({
  impersonator_id: uuid.describe('A user of the project "internal".'),
  impersonator_display_name: z.string().nullable(),
  impersonator_email: z.string().nullable(),
  reason: z.string(),
  ends_at_millis: millis,
})

const tag = 'Sessions'

export const createImpersonationLink = endpoint({
  method: 'POST',
  path: '/internal/impersonation-links',
  tag,
  summary:
    'Creates a link to a page of a trusted domain that signs the calling owner in as a user for an hour. It works once, for 60 seconds, and replaces the open link to the same user. It needs the access token of an owner with a recent sign-in; a key of the project is refused. An extension of the protocol.',
  status: 201,
  // guard: the creation of an impersonation link requires the right (replace `'impersonate'` with `'read_users'`)
  //   [impersonation-links]
  staffRight: 'impersonate',
  isRateLimited: true,
  access: adminAccess({
    query: noQuery,
    body: z.strictObject({
      user_id: uuid,
      reason: nonEmptyText
        .and(textUpTo(SESSION_REASON_MAX_CODE_POINTS))
        .describe('Such as a support request. The audit log and the session keep it.'),
      url: url.describe(
        'A page on a trusted domain. It takes the code from the fragment and sends it to `POST /auth/impersonation/sign-in`.',
      ),
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
})

export const signInByImpersonationLink = endpoint({
  method: 'POST',
  path: '/auth/impersonation/sign-in',
  tag,
  summary:
    'Uses up the code of an impersonation link and starts the session. The page must have the origin of the link. An extension of the protocol.',
  isRateLimited: true,
  access: {
    client: {
      body: z.strictObject({ code: verificationCode }),
      response: signedIn,
    },
  },
  errors: [...verificationCodeErrors, 'RESTRICTED_USER_NOT_ALLOWED'],
})
