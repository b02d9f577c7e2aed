import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({ userId: z.string(), changedAtMillis: z.int() })

export const addressAdded = mailKind(payload, async (mailing, { userId, changedAtMillis }) => {
  await requireCurrentRecipient(mailing, userId)
  return { mail: 'addressAdded', data: { changedAt: atMoment(changedAtMillis) } }
})
