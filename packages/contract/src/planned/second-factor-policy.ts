import { z } from 'zod'

import { anyAccess } from '../endpoint.ts'
import { listOf, millis, success, userIdOrMe, uuid } from '../primitives.ts'
import type { Plan } from './plan.ts'

const REMEMBERED_DEVICE_MAX_DAYS = 30
const REMEMBERED_DEVICES_PER_USER = 20

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
  constants: { REMEMBERED_DEVICE_MAX_DAYS, REMEMBERED_DEVICES_PER_USER },
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
    'signInWithSecondFactor body': {
      remember_device: z.boolean().optional().describe('Ignored if the project does not allow it.'),
    },
  },
  errors: {},
  limits: {},
  events: {
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
    CurrentUser: ['listRememberedDevices(): Promise<RememberedDevice[]>'],
    ServerUser: ['listRememberedDevices(): Promise<RememberedDevice[]>'],
    RememberedDevice: ['id', 'createdAt', 'lastUsedAt', 'expiresAt', 'userAgent', 'isThisDevice', 'forget()'],
  },
}
