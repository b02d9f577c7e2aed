import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenAddress, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  projectName: z.string(),
  /** The owner who made the change; false for the key of the project. */
  isOwner: z.boolean(),
  ownerName: z.string().nullable(),
  ownerEmail: z.string().nullable(),
  fields: z.array(z.string()),
  changedAtMillis: z.int(),
})

export const projectSettingsChanged = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    mail: 'projectSettingsChanged',
    data: {
      isOwner: written.isOwner,
      fields: written.fields,
      ownedProject: chosenName(written.projectName),
      personName: chosenName(written.ownerName),
      personAddress: chosenAddress(written.ownerEmail),
      changedAt: atMoment(written.changedAtMillis),
    },
  }
})
