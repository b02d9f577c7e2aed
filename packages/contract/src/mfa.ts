import { z } from 'zod'

import { adminAccess, anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from './errors.ts'
import { RECOVERY_CODES } from './limits/constants.ts'
import {
  millis,
  noQuery,
  recoveryCode,
  success,
  totpCode,
  url,
  userIdOrMe,
  uuid,
  verificationCode,
} from './primitives.ts'
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

export const factorResetRead = z.object({
  user_id: uuid,
  started_at_millis: millis,
  takes_effect_at_millis: millis.describe('When the second factor is removed.'),
})

export const startFactorReset = endpoint({
  method: 'POST',
  path: '/users/{user_id}/factor-reset',
  tag,
  summary:
    'Announces to all verified addresses and sessions of a user that their second factor will be removed, and removes it after the waiting time of the service: the authenticator app with its recovery codes, and while the project requires a second factor, the passkeys that count as one. A further call changes nothing and answers the removal that is announced. An owner needs a recent sign-in.',
  params: z.object({ user_id: uuid }),
  changesCredentialsOfNamedUser: true,
  staffRight: 'reset_factors',
  isRateLimited: true,
  access: adminAccess({
    body: z.strictObject({
      callback_url: url.describe(
        'The page of your app that cancels with the code of the link, as cancelFactorResetByCode does. It must be of a trusted domain.',
      ),
    }),
    response: factorResetRead,
  }),
  errors: ['USER_NOT_FOUND', 'MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const cancelFactorReset = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}/factor-reset',
  tag,
  summary:
    'Cancels the announced removal of the second factor. Clients can cancel only their own. A plain 404 answers if none is announced.',
  user: 'own',
  params: z.object({ user_id: userIdOrMe }),
  // It only protects the account, so support, whom a user may call about the announcement, can do it too.
  staffRight: 'end_sessions',
  access: anyAccess({ response: success }),
  errors: ['USER_NOT_FOUND'],
})

export const cancelFactorResetByCode = endpoint({
  method: 'POST',
  path: '/auth/mfa/factor-reset/cancel',
  tag,
  summary: 'Cancels the announced removal of the second factor with the code of a mail about it, without a session.',
  staffRight: null,
  isRateLimited: true,
  access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: success }),
  errors: [...verificationCodeErrors],
})
