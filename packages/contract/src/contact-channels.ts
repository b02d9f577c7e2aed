import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { millis, strictEmail, success, url, verificationCode } from './primitives.ts'

/** The data that helps users recognise an account that has their address. */
export const accountOfAddress = z.object({
  display_name: z.string().nullable().describe('Chosen by the creator of the account. Show it as plain text.'),
  created_at_millis: millis,
  user_agent: z.string().nullable().describe('User agent of the browser that signed up; null if unknown.'),
  is_sign_up_address: z
    .boolean()
    .describe('Whether the account was created with this address. If not, it was added later or by a server.'),
})

export const verifyContactChannel = endpoint({
  method: 'POST',
  path: '/contact-channels/verify',
  tag: 'Contact channels',
  summary:
    'Marks the address that received a verification code as verified. A session is optional. With the session of the sign-up, the call also claims the account for the owner of the mailbox, and the account keeps everything in it.',
  user: 'optional',
  access: anyAccess({
    body: z.strictObject({
      code: verificationCode,
      account: z
        .enum(['mine', 'not_mine'], { error: '{path} must be mine or not_mine' })
        .optional()
        .describe(
          'Whether the account belongs to the owner of the mailbox. `mine`: the account is claimed and keeps everything in it. `not_mine`: the address is removed from the account. If the account was created with this address, its sessions end. Absent: the address is verified, and the next sign-in by code or provider removes the sign-in methods that were added before.',
        ),
    }),
    response: success,
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const checkContactChannelCode = endpoint({
  method: 'POST',
  path: '/contact-channels/verify/check-code',
  tag: 'Contact channels',
  summary: 'Checks a verification code without using it up, and describes the account it belongs to.',
  user: 'optional',
  access: anyAccess({
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      is_code_valid: z.literal(true),
      is_sign_up_session: z
        .boolean()
        .describe(
          'Whether the call has the session that signed up with the address. If not, ask the user whether it is their account.',
        ),
      account: accountOfAddress,
    }),
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const sendPrimaryEmailVerificationCode = endpoint({
  method: 'POST',
  path: '/contact-channels/send-verification-code',
  tag: 'Contact channels',
  summary: 'Mails the signed-in user a new link that verifies their primary e-mail address.',
  user: 'required',
  access: anyAccess({ body: z.strictObject({ email: strictEmail, callback_url: url }), response: success }),
  isRateLimited: true,
  errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
})
