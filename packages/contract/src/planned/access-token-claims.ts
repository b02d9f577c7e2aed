import { z } from 'zod'

import { anyAccess } from '../endpoint.ts'
import { verificationCodeErrors } from '../errors.ts'
import { success, verificationCode } from '../primitives.ts'
import type { Plan } from './plan.ts'

export const accessTokenClaimsAndNotices: Plan = {
  decision: '087',
  constants: {},
  endpoints: {
    disownSession: {
      method: 'POST',
      path: '/auth/sessions/disown',
      tag: 'Sessions',
      summary:
        'Ends the session that a mail about a new device tells of, with the code of that mail, and mails a code for a new password.',
      isRateLimited: true,
      limit: 'useCode',
      access: anyAccess({ body: z.strictObject({ code: verificationCode }), response: success }),
      errors: [...verificationCodeErrors],
    },
  },
  fields: {
    'projectUpdate config': {
      notify_new_device: z.boolean().optional().describe('Whether a sign-in on a new device is mailed to the user.'),
    },
  },
  errors: {},
  limits: {},
  events: {
    'session.disowned': { description: 'A user said that a sign-in on a new device was not theirs.', target: 'userId' },
  },
  mails: { new_device: 'At the first sign-in on a device, with place and time.' },
  sdk: {
    ClientApp: ['disownSession(code)'],
    Handler: ['page `disownSession`'],
  },
}
