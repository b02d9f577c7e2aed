import { z } from 'zod'

import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({ changedAtMillis: z.int() })

export const emailChanged = mailKind(payload, async (_, { changedAtMillis }) => ({
  mail: 'emailChanged',
  data: { changedAt: atMoment(changedAtMillis) },
}))
