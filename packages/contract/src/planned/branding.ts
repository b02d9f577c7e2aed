import { z } from 'zod'

import type { Plan } from './plan.ts'

/** What mails, cards and pages will show of the branding. */
export const branding: Plan = {
  decision: '086',
  constants: {},
  endpoints: {},
  fields: {
    projectUpdate: {
      shows_portico: z.boolean().optional().describe('Whether mails say "by Portico". False for a new project.'),
    },
  },
  errors: {},
  limits: {},
  events: {},
  mails: {},
  sdk: { AdminProject: ['showsPortico'] },
}
