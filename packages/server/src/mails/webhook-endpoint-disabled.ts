import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  projectName: z.string(),
  endpointHost: z.string(),
  cause: z.enum(['gone', 'failing']),
  changedAtMillis: z.int(),
})

export const webhookEndpointDisabled = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    mail: 'webhookEndpointDisabled',
    data: {
      cause: written.cause,
      ownedProject: chosenName(written.projectName),
      endpointHost: chosenName(written.endpointHost),
      changedAt: atMoment(written.changedAtMillis),
    },
  }
})
