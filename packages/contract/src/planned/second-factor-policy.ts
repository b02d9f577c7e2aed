import { z } from 'zod'

import { anyAccess } from '../endpoint.ts'
import { listOf, millis, success, userIdOrMe, uuid } from '../primitives.ts'
import type { Plan } from './plan.ts'

const SECOND_FACTOR_GRACE_MAX_DAYS = 90
const REMEMBERED_DEVICE_MAX_DAYS = 30
const REMEMBERED_DEVICES_PER_USER = 20

/** What a session has to do about the second factor. One function of the service decides it. */
const factorStates = ['complete', 'must_prove', 'must_enrol'] as const
type FactorState = (typeof factorStates)[number]

/** The situations that the policy tells apart, if it requires a second factor. */
const factorSituations = ['no_factor_in_grace', 'no_factor_after_grace', 'factor'] as const
type FactorSituation = (typeof factorSituations)[number]

const enrolmentAfterGrace = {
  no_factor_in_grace: 'complete',
  no_factor_after_grace: 'must_enrol',
  factor: 'must_prove',
} as const
const exempt = { no_factor_in_grace: 'complete', no_factor_after_grace: 'complete', factor: 'complete' } as const

/** The result of each way to get tokens while the policy requires a second factor. The tests of the policy are generated from this table. */
export const requiredFactorResults: Readonly<Record<string, Readonly<Record<FactorSituation, FactorState>>>> = {
  password: enrolmentAfterGrace,
  otp: enrolmentAfterGrace,
  oauth: enrolmentAfterGrace,
  cli_login: enrolmentAfterGrace,
  anonymous_upgrade: enrolmentAfterGrace,
  passkey_without_verification: enrolmentAfterGrace,
  passkey_with_verification: exempt,
  refresh_of_older_session: enrolmentAfterGrace,
  refresh_of_proved_session: exempt,
  session_of_server: exempt,
  impersonation: exempt,
}

const tag = 'Second factor'

const rememberedDeviceRead = z.object({
  id: uuid,
  created_at_millis: millis,
  last_used_at_millis: millis,
  expires_at_millis: millis,
  user_agent: z.string().nullable(),
  is_this_device: z.boolean(),
})

export const secondFactorPolicy: Plan = {
  decision: '081',
  constants: { SECOND_FACTOR_GRACE_MAX_DAYS, REMEMBERED_DEVICE_MAX_DAYS, REMEMBERED_DEVICES_PER_USER },
  endpoints: {
    listRememberedDevices: {
      method: 'GET',
      path: '/auth/mfa/devices',
      tag,
      summary: 'Lists the devices on which a user is not asked for the second factor.',
      user: 'own',
      access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: listOf(rememberedDeviceRead) }),
      errors: [],
    },
    forgetDevice: {
      method: 'DELETE',
      path: '/auth/mfa/devices/{id}',
      tag,
      summary: 'Asks for the second factor again at the next sign-in on a device.',
      user: 'own',
      params: z.object({ id: uuid }),
      access: anyAccess({ query: z.strictObject({ user_id: userIdOrMe }), response: success }),
      errors: [],
    },
  },
  fields: {
    'projectUpdate config': {
      second_factor_policy: z
        .enum(['optional', 'required'])
        .optional()
        .describe('`required`: each user needs an authenticator app, or a passkey with user verification.'),
      second_factor_grace_days: z
        .int()
        .min(0)
        .max(SECOND_FACTOR_GRACE_MAX_DAYS)
        .optional()
        .describe(
          'How long users without a second factor can sign in as before, from the start of the policy or their sign-up.',
        ),
      remember_device_days: z
        .int()
        .min(0)
        .max(REMEMBERED_DEVICE_MAX_DAYS)
        .optional()
        .describe('How long a device on which a user proved the second factor is not asked again. 0: asked each time.'),
    },
    teamServerUpdate: {
      second_factor_required: z
        .boolean()
        .optional()
        .describe(
          'Whether each member needs a second factor. Members with the permission $update_team can switch it on.',
        ),
    },
    userClientRead: {
      second_factor_due_at_millis: millis
        .nullable()
        .describe('From when on the user can only set up a second factor; null if none is missing.'),
    },
    'userClientRead restricted_reason': { type: z.literal('second_factor_required') },
    'signInWithSecondFactor body': {
      remember_device: z.boolean().optional().describe('Ignored if the project does not allow it.'),
    },
  },
  errors: {},
  limits: {},
  events: {
    'second_factor.enrolment_required': {
      description: 'A session began that may only set up a second factor.',
      target: 'userId',
    },
    'remembered_device.created': {
      description: 'A user is not asked for the second factor on a device any more.',
      target: 'userId',
    },
    'remembered_device.ended': {
      description: 'A user, a server, or a change of password or factor ended a remembered device.',
      target: 'userId',
    },
  },
  mails: { second_factor_due: 'Once, when a user signs in within the grace period.' },
  sdk: {
    CurrentUser: [
      'secondFactorDueAt: Date | null',
      'listRememberedDevices(): Promise<RememberedDevice[]>',
      'restrictedReason: { type: "second_factor_required" } | …',
    ],
    ServerUser: ['listRememberedDevices(): Promise<RememberedDevice[]>'],
    RememberedDevice: ['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent', 'isThisDevice', 'forget()'],
    Handler: ['page and URL `enrolSecondFactor`'],
  },
}
