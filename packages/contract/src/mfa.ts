import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { totpCode, verificationCode } from './primitives.ts'
import { signedInMaybeNew } from './tokens.ts'

export const signInWithSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/mfa/sign-in',
  tag: 'Second factor',
  summary:
    'Completes a sign-in that answered MULTI_FACTOR_AUTHENTICATION_REQUIRED, with the attempt code of that response and a code of the authenticator app (RFC 6238). A wrong code does not use up the attempt code.',
  access: anyAccess({
    body: z.strictObject({
      type: z.literal('totp', { error: '{path} must be totp' }),
      code: verificationCode.describe('The attempt code.'),
      totp: totpCode,
    }),
    response: signedInMaybeNew,
  }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'INVALID_TOTP_CODE',
    'RESTRICTED_USER_NOT_ALLOWED',
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  ],
})
