import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { strictEmail, url, verificationCode } from './primitives.ts'
import { signedInByProof } from './tokens.ts'

/** Challenges of a bot protection; a service without one takes and ignores them. */
export const botChallenge = {
  bot_challenge_token: z.string().optional(),
  bot_challenge_phase: z.enum(['invisible', 'visible']).optional(),
  bot_challenge_unavailable: z.literal('true').optional(),
}

export const sendSignInCode = endpoint({
  method: 'POST',
  path: '/auth/otp/send-sign-in-code',
  tag: 'One-time code',
  summary:
    'Mails a link and a six-character code that sign in. The answer is the same whether or not somebody has the address; its nonce belongs to the code.',
  access: anyAccess({
    body: z.strictObject({
      email: strictEmail,
      callback_url: url.describe('The page the link in the mail opens.'),
      ...botChallenge,
    }),
    response: z.object({
      nonce: z.string().describe('To be appended to the six characters that the person types.'),
    }),
  }),
  isRateLimited: true,
  errors: ['REDIRECT_URL_NOT_WHITELISTED'],
})

export const signInWithCode = endpoint({
  method: 'POST',
  path: '/auth/otp/sign-in',
  tag: 'One-time code',
  summary:
    'Signs in with a mailed code: that of the link, or the six typed characters followed by the nonce. Creates the user if nobody has the address. With the access token of an anonymous user, that user is turned into the new one.',
  user: 'optional',
  access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: signedInByProof }),
  isRateLimited: true,
  errors: [...verificationCodeErrors, 'SIGN_UP_NOT_ENABLED', 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'],
})

export const checkSignInCode = endpoint({
  method: 'POST',
  path: '/auth/otp/sign-in/check-code',
  tag: 'One-time code',
  summary: 'Tells whether a mailed sign-in code is good, without using it up.',
  access: anyAccess({
    body: z.strictObject({ code: verificationCode }),
    response: z.object({
      is_code_valid: z.literal(true),
      masked_email: z.string().describe('The address it signs in with, most of it hidden: `a***@example.com`.'),
    }),
  }),
  isRateLimited: true,
  errors: verificationCodeErrors,
})
