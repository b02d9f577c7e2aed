import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findUser } from '../records/users/store.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({ userId: z.string(), dueAtMillis: z.int() })

export const secondFactorDue = mailKind(payload, async (mailing, { dueAtMillis, userId }) => {
  const user = await mailing.db.run(findUser(mailing.project.id, userId))
  if (user?.secondFactorDueAt?.getTime() !== dueAtMillis) {
    throw new Undeliverable('REJECTED', 'The user needs no second factor from this moment on.')
  }
  await requireCurrentRecipient(mailing, userId)
  return { mail: 'secondFactorDue', data: { dueAt: atMoment(dueAtMillis) } }
})
