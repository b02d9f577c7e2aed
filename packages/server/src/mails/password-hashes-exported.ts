import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenAddress, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  projectName: z.string(),
  /** The owner who exported; false for the key of the project. */
  isOwner: z.boolean(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  changedAtMillis: z.int(),
})

export const passwordHashesExported = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    mail: 'passwordHashesExported',
    data: {
      isOwner: written.isOwner,
      ownedProject: chosenName(written.projectName),
      personName: chosenName(written.ownerName),
      personAddress: chosenAddress(written.ownerEmail),
      changedAt: atMoment(written.changedAtMillis),
    },
  }
})
