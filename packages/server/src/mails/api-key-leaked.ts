import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The owner of the key, or a member who may manage the keys of the team. */
  userId: z.string(),
  /** The description of the key, chosen by a user. */
  description: z.string(),
  /** Null for the key of a user. */
  teamDisplayName: z.string().nullable(),
  revokedAtMillis: z.int(),
})

export const apiKeyLeaked = mailKind(
  payload,
  async (mailing, { description, revokedAtMillis, teamDisplayName, userId }) => {
    await requireCurrentRecipient(mailing, userId)
    return {
      mail: 'apiKeyLeaked',
      data: {
        ownerType: teamDisplayName === null ? 'user' : 'team',
        team: chosenName(teamDisplayName),
        description: chosenName(description),
        revokedAt: atMoment(revokedAtMillis),
      },
    }
  },
)
