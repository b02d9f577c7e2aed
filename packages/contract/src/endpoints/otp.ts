import { z } from 'zod'

import { botChallenge } from './bot-checks.ts'
import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { strictEmail, url, verificationCode } from './primitives.ts'
import { signedInByProof } from './tokens.ts'

export const sendSignInCode = endpoint({
  method: 'POST',
  path: '/auth/otp/send-sign-in-code',
  tag: 'One-time code',
  summary:
    'Mails a link and a six-character code for sign-in. The response is the same whether or not an account has the address. Its nonce belongs to the code.',
  staffRight: 'send_mails',
  access: anyAccess({
    body: z.strictObject({
      email: strictEmail,
      callback_url: url.describe('The page that the link in the mail opens.'),
      ...botChallenge,
    }),
    response: z.object({
      nonce: z.string().describe('Append it to the six characters that the user types.'),
    }),
  }),
  botCheck: 'send_code',
  isRateLimited: true,
  errors: ['REDIRECT_URL_NOT_WHITELISTED'],
})

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/auth/otp/sign-in',
  tag: 'One-time code',
  summary:
    'Signs in with a mailed code: the code of the link, or the six typed characters followed by the nonce. Creates the user if no account has the address. With the access token of an anonymous user, it upgrades that user instead.',
  user: 'optional',
  staffRight: null,
  access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: signedInByProof }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'SIGN_UP_NOT_ENABLED',
    'SIGN_UP_REJECTED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'RESTRICTED_USER_NOT_ALLOWED',
  ],
})

export const checkSignInCode = endpoint({
  method: 'POST',
  path: '/auth/otp/sign-in/check-code',
  tag: 'One-time code',
  summary: 'Checks a mailed sign-in code without using it up.',
  staffRight: null,
  access: anyAccess({
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      is_code_valid: z.literal(true),
      masked_email: z.string().describe('The masked address of the sign-in: `a***@example.com`.'),
    }),
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})
