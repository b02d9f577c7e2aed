import { z } from 'zod'

import { adminAccess, anyAccess, endpoint } from './endpoint.ts'
import { verificationCodeErrors } from '../catalogues/errors.ts'
import { RECOVERY_CODES } from '../limits/constants.ts'
import {
  listOf,
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

/**
 * Header with the secrets of a device, separated by commas. Clients send it with the first step of a sign-in and to
 * list remembered devices.
 */
export const DEVICE_HEADER = 'x-portico-device'

const remember_device = z
  .boolean()
  .optional()
  .describe(
    'Do not ask for the second factor on this device for `remember_device_days`. Ignored if the project does not allow it. An extension of the protocol.',
  )

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
        z.strictObject({ type: z.literal('totp'), code: attemptCode, totp: totpCode, remember_device }),
        z
          .strictObject({
            type: z.literal('recovery_code'),
            code: attemptCode,
            recovery_code: recoveryCode,
            remember_device,
          })
          .describe('An extension of the protocol.'),
      ],
      { error: '{path} must be totp or recovery_code' },
    ),
    response: signedInMaybeNew.extend({
      device_secret: z
        .string()
        .optional()
        .describe(
          `Present if the device is remembered from now on. The header ${DEVICE_HEADER} carries it with the first step of later sign-ins. Only this answer contains it.`,
        ),
    }),
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

export const rememberedDeviceRead = z.object({
  id: uuid.describe('The id of the device.'),
  created_at_millis: millis.describe('When the user chose to remember the device.'),
  last_used_at_millis: millis.describe(
    'When the device last replaced the second factor at a sign-in; before that, when it was remembered.',
  ),
  expires_at_millis: millis.describe('When the user is asked on the device again.'),
  user_agent: z.string().nullable().describe('The `User-Agent` header of the sign-in; null if unknown.'),
  is_this_device: z.boolean().describe(`Whether the call carries its secret in the header ${DEVICE_HEADER}.`),
})

export const listRememberedDevices = endpoint({
  method: 'GET',
  path: '/auth/mfa/devices',
  tag,
  summary:
    'Lists the devices on which a user is not asked for the second factor, newest first. Clients can list only their own.',
  user: 'own',
  staffRight: 'read_users',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(rememberedDeviceRead) }),
  errors: [],
})

export const forgetDevice = endpoint({
  method: 'DELETE',
  path: '/auth/mfa/devices/{id}',
  tag,
  summary:
    'Asks for the second factor again at the next sign-in on a device. Sessions that began on it stay. Returns a plain 404 if the user has no such device.',
  user: 'own',
  params: z.object({ id: uuid }),
  // It only protects the account.
  staffRight: 'end_sessions',
  access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: success }),
  errors: [],
})

export const factorResetRead = z.object({
  user_id: uuid.describe('The user whose second factor is removed.'),
  started_at_millis: millis.describe('When it was announced.'),
  takes_effect_at_millis: millis.describe('When the second factor is removed.'),
})

export const startFactorReset = endpoint({
  method: 'POST',
  path: '/users/{user_id}/factor-reset',
  tag,
  summary:
    'Announces to all verified addresses and sessions of a user that their second factor will be removed, and removes it after the waiting time of the service: the authenticator app with its recovery codes, and while the project requires a second factor, the passkeys that count as one. A further call changes nothing and returns the announced removal. An owner needs a recent sign-in.',
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
  errors: [
    'USER_NOT_FOUND',
    'MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED',
    'RECENT_SIGN_IN_REQUIRED',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
})

export const cancelFactorReset = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}/factor-reset',
  tag,
  summary:
    'Cancels the announced removal of the second factor. Clients can cancel only their own. Returns a plain 404 if none is announced.',
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
  summary:
    'Cancels the announced removal of the second factor with the code from the mail about it, without a session.',
  staffRight: null,
  isRateLimited: true,
  access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: success }),
  errors: [...verificationCodeErrors],
})
