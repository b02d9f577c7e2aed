import { z } from 'zod'

import { anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { RECOVERY_CODES } from './limits/constants.ts'
import { millis, noQuery, recoveryCode, totpCode, verificationCode } from './primitives.ts'
import { signedInMaybeNew } from './tokens.ts'

const tag = 'Second factor'

const attemptCode = verificationCode.describe('The attempt code.')

export const signInWithSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/mfa/sign-in',
  tag,
  summary:
    'Completes a sign-in that answered MULTI_FACTOR_AUTHENTICATION_REQUIRED, with the attempt code of that response and a code of the authenticator app (RFC 6238) or a recovery code. A wrong code does not use up the attempt code.',
  staffRight: null,
  access: anyAccess({
    body: z.discriminatedUnion(
      'type',
      [
        z.strictObject({ type: z.literal('totp'), code: attemptCode, totp: totpCode }),
        z
          .strictObject({ type: z.literal('recovery_code'), code: attemptCode, recovery_code: recoveryCode })
          .describe('An extension of the protocol.'),
      ],
      { error: '{path} must be totp or recovery_code' },
    ),
    response: signedInMaybeNew,
  }),
  isRateLimited: true,
  errors: [
    ...verificationCodeErrors,
    'INVALID_TOTP_CODE',
    'INVALID_RECOVERY_CODE',
    'RESTRICTED_USER_NOT_ALLOWED',
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSKEY_AUTHENTICATION_NOT_ENABLED',
    'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED',
  ],
})

export const createRecoveryCodes = endpoint({
  method: 'POST',
  path: '/auth/mfa/recovery-codes',
  tag,
  summary:
    'Creates ten recovery codes for the signed-in user, who has an authenticator app. Only this answer contains them, and the older codes of the user end. Requires `totp_code` unless the project turns totp_code_required_for_change off.',
  user: 'signed_in',
  changesCredentials: true,
  isRateLimited: true,
  access: {
    client: {
      body: z.strictObject({
        totp_code: totpCode.optional().describe('A current code of the authenticator app, or an unused recovery code.'),
      }),
      response: z.object({
        codes: z.array(z.string()).length(RECOVERY_CODES).describe('Each works once, with or without its hyphen.'),
        created_at_millis: millis,
      }),
    },
  },
  errors: ['INVALID_TOTP_CODE', 'MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED'],
})

export const readRecoveryCodes = endpoint({
  method: 'GET',
  path: '/auth/mfa/recovery-codes',
  tag,
  summary: 'Reads how many recovery codes of the signed-in user are unused.',
  user: 'signed_in',
  access: {
    client: {
      query: noQuery,
      response: z.object({
        unused: z.int(),
        created_at_millis: millis.nullable().describe('Null if the user has never created codes for this app.'),
      }),
    },
  },
  errors: [],
})
