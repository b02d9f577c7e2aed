import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({ userId: z.string(), changedAtMillis: z.int() })

export const passwordChanged = mailKind(payload, async (mailing, { userId, changedAtMillis }) => {
  await requireCurrentRecipient(mailing, userId)
  return { mail: 'passwordChanged', data: { changedAt: atMoment(changedAtMillis) } }
})
