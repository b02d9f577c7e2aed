import { z } from 'zod'

import { adminAccess, anyAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { millis, noQuery, success, totpCode, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

const RECOVERY_CODES = 10
/** In Crockford's base 32, shown in two groups of five: 50 bits. */
const RECOVERY_CODE_CHARACTERS = 10
/** Default and minimum of the setting for the time between the start and the effect of a reset by an owner. */
const FACTOR_RESET_DEFAULT_HOURS = 24
const FACTOR_RESET_MIN_HOURS = 1

const tag = 'Second factor'

const factorResetRead = z.object({
  id: uuid,
  user_id: uuid,
  started_at_millis: millis,
  takes_effect_at_millis: millis,
})

export const recoveryCodes: Plan = {
  decision: '080',
  constants: { RECOVERY_CODES, RECOVERY_CODE_CHARACTERS, FACTOR_RESET_DEFAULT_HOURS, FACTOR_RESET_MIN_HOURS },
  endpoints: {
    createRecoveryCodes: {
      method: 'POST',
      path: '/auth/mfa/recovery-codes',
      tag,
      summary:
        'Creates ten recovery codes for the signed-in user, which only this answer contains. Older codes of the user stop working. Replacing them requires `totp_code` unless the project turns totp_code_required_for_change off.',
      user: 'signed_in',
      changesCredentials: true,
      isRateLimited: true,
      limit: 'changeCredentials',
      access: {
        client: {
          body: z.strictObject({
            totp_code: totpCode
              .optional()
              .describe('A current code of the authenticator app, or one of the older recovery codes.'),
          }),
          response: z.object({ codes: z.array(z.string()).length(RECOVERY_CODES), created_at_millis: millis }),
        },
      },
      errors: ['INVALID_TOTP_CODE', 'RECENT_SIGN_IN_REQUIRED', 'SECOND_FACTOR_NOT_SET_UP'],
    },
    readRecoveryCodes: {
      method: 'GET',
      path: '/auth/mfa/recovery-codes',
      tag,
      summary: 'Reads how many recovery codes of the signed-in user are unused.',
      user: 'signed_in',
      access: {
        client: {
          query: noQuery,
          response: z.object({ unused: z.int(), created_at_millis: millis.nullable() }),
        },
      },
      errors: [],
    },
    startFactorReset: {
      method: 'POST',
      path: '/users/{user_id}/factor-reset',
      tag,
      summary:
        'Announces to all verified addresses and sessions of a user that their authenticator app and recovery codes will be removed, and removes them after the waiting time of the service. An owner needs a recent sign-in.',
      status: 201,
      params: z.object({ user_id: uuid }),
      changesCredentialsOfNamedUser: true,
      isRateLimited: true,
      limit: 'resetFactor',
      access: adminAccess({ body: z.strictObject({}), response: factorResetRead }),
      errors: ['USER_NOT_FOUND', 'SECOND_FACTOR_NOT_SET_UP', 'FACTOR_RESET_ALREADY_STARTED', 'RECENT_SIGN_IN_REQUIRED'],
    },
    cancelFactorReset: {
      method: 'DELETE',
      path: '/users/{user_id}/factor-reset',
      tag,
      summary: 'Cancels the announced removal. `me` is the signed-in user. A plain 404 answers if none is announced.',
      user: 'own',
      params: z.object({ user_id: z.string() }),
      access: anyAccess({ response: success }),
      errors: ['USER_NOT_FOUND'],
    },
    cancelFactorResetByCode: {
      method: 'POST',
      path: '/auth/mfa/factor-reset/cancel',
      tag,
      summary: 'Cancels the announced removal with the code of a mail about it, without a session.',
      isRateLimited: true,
      limit: 'useCode',
      access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: success }),
      errors: [...verificationCodeErrors],
    },
  },
  fields: {
    'signInWithSecondFactor body': {
      type: z
        .enum(['totp', 'recovery_code'])
        .describe('`recovery_code` takes the code in `recovery_code`, with the same attempts, limits and delays.'),
      recovery_code: z.string().optional(),
    },
    userClientRead: {
      factor_reset_at_millis: millis
        .nullable()
        .describe('When an announced removal of the second factor takes effect; null without one.'),
    },
  },
  errors: {
    INVALID_RECOVERY_CODE: {
      status: 400,
      isExtension: true,
      message: () => 'The recovery code is wrong or was used before. Use another one.',
    },
    SECOND_FACTOR_NOT_SET_UP: {
      status: 400,
      isExtension: true,
      message: () => 'The user has no authenticator app. Set one up first.',
    },
    FACTOR_RESET_ALREADY_STARTED: {
      status: 409,
      isExtension: true,
      message: () => 'The removal of the second factor is announced already. Wait until it takes effect, or cancel it.',
    },
  },
  limits: {
    resetFactor: {
      description: 'announces the removal of the second factor of a user',
      perProject: { calls: 60, seconds: 3_600 },
    },
  },
  events: {
    'recovery_codes.created': { description: 'A user created recovery codes; the older ones ended.', target: 'userId' },
    'recovery_code.used': { description: 'A recovery code proved the second factor of a user.', target: 'userId' },
    'factor_reset.started': {
      description: 'An owner announced the removal of the second factor of a user.',
      target: 'userId',
    },
    'factor_reset.cancelled': {
      description: 'The user or an owner cancelled the announced removal.',
      target: 'userId',
    },
    'factor_reset.completed': {
      description: 'The second factor of a user was removed after the waiting time.',
      target: 'userId',
    },
  },
  mails: {
    recovery_codes_created: 'Recovery codes were created or replaced.',
    recovery_code_used: 'A recovery code was used; says how many are left.',
    factor_reset_started: 'To every verified address, with a link that cancels.',
    factor_reset_completed: 'To every verified address.',
  },
  sdk: {
    CurrentUser: [
      'createRecoveryCodes(options?: { totpCode?: string }): Promise<{ codes: string[]; createdAt: Date }>',
      'getRecoveryCodes(): Promise<{ unused: number; createdAt: Date | null }>',
      'cancelFactorReset(): Promise<void>',
      'factorResetAt: Date | null',
    ],
    ClientApp: ['signInWithRecoveryCode(recoveryCode, attemptCode, options?)', 'cancelFactorReset(code)'],
    AdminApp: ['startFactorReset(userId)', 'cancelFactorReset(userId)'],
  },
}
