import { z } from 'zod'

import { adminAccess, anyAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { millis, success, uuid, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

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

export const factorReset: Plan = {
  decision: '080',
  constants: { FACTOR_RESET_DEFAULT_HOURS, FACTOR_RESET_MIN_HOURS },
  endpoints: {
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
      errors: [
        'USER_NOT_FOUND',
        'MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED',
        'FACTOR_RESET_ALREADY_STARTED',
        'RECENT_SIGN_IN_REQUIRED',
      ],
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
    userClientRead: {
      factor_reset_at_millis: millis
        .nullable()
        .describe('When an announced removal of the second factor takes effect; null without one.'),
    },
  },
  errors: {
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
    factor_reset_started: 'To every verified address, with a link that cancels.',
    factor_reset_completed: 'To every verified address.',
  },
  sdk: {
    CurrentUser: ['cancelFactorReset(): Promise<void>', 'factorResetAt: Date | null'],
    ClientApp: ['cancelFactorReset(code)'],
    AdminApp: ['startFactorReset(userId)', 'cancelFactorReset(userId)'],
  },
}
