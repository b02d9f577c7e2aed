import { z } from 'zod'

import type { Plan } from './plan.ts'

export const secondFactorPolicy: Plan = {
  decision: '081',
  constants: {},
  endpoints: {},
  fields: {
    teamServerUpdate: {
      second_factor_required: z
        .boolean()
        .optional()
        .describe(
          'Whether each member needs a second factor. Members with the permission $update_team can switch it on.',
        ),
    },
  },
  errors: {},
  limits: {},
  events: {},
  mails: { second_factor_due: 'Once, when a user signs in within the grace period.' },
  sdk: {},
}
