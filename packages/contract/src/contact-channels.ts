import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { strictEmail, success, url, verificationCode } from './primitives.ts'

export const verifyContactChannel = endpoint({
  method: 'POST',
  path: '/contact-channels/verify',
  tag: 'Contact channels',
  summary: 'Marks the address a verification code was mailed to as verified. Nobody needs to be signed in.',
  user: 'optional',
  access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: success }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})

export const checkContactChannelCode = endpoint({
  method: 'POST',
  path: '/contact-channels/verify/check-code',
  tag: 'Contact channels',
  summary: 'Tells whether a verification code is good, without using it up.',
  user: 'optional',
  access: anyAccess({
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      is_code_valid: z.literal(true),
      is_own_account: z.boolean().describe('Whether the call carries a session of the user whose address it is.'),
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
