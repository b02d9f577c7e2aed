import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenAddress, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  change: z.enum(['added', 'removed']),
  /** The informed owner is the one who was removed. */
  isRecipient: z.boolean(),
  projectName: z.string(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  changedAtMillis: z.int(),
})

export const ownerChanged = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    mail: 'ownerChanged',
    data: {
      change: written.change,
      isRecipient: written.isRecipient,
      ownedProject: chosenName(written.projectName),
      personName: chosenName(written.ownerName),
      personAddress: chosenAddress(written.ownerEmail),
      changedAt: atMoment(written.changedAtMillis),
    },
  }
})
