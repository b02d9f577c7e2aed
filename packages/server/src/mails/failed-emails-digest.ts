import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenAddress, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The owner to inform. */
  userId: z.string(),
  projectName: z.string(),
  count: z.int(),
  isMore: z.boolean(),
  fromMillis: z.int(),
  untilMillis: z.int(),
  mails: z.array(z.object({ subject: z.string(), recipient: z.string() })),
})

export const failedEmailsDigest = mailKind(payload, async (mailing, written) => {
  await requireCurrentRecipient(mailing, written.userId)
  return {
    mail: 'failedEmailsDigest',
    data: {
      count: written.count,
      isMore: written.isMore,
      ownedProject: chosenName(written.projectName),
      from: atMoment(written.fromMillis),
      until: atMoment(written.untilMillis),
      mails: written.mails.map(({ recipient, subject }) => ({
        recipient: chosenAddress(recipient),
        subject: chosenName(subject),
      })),
    },
  }
})
