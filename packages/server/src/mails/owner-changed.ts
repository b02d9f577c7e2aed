import { staffRole } from '@portico/contract'
import { z } from 'zod'

import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, chosenAddress, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'

const payload = z.object({
  /** The member of the staff to inform. */
  userId: z.string(),
  change: z.enum(['added', 'removed', 'role_changed']),
  /** Absent in a mail from before members had roles, which is about an owner. */
  role: staffRole.default('owner'),
  /** The change is about the informed member. */
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
      change: changeOf(written),
      role: written.role,
      isRecipient: written.isRecipient,
      ownedProject: chosenName(written.projectName),
      personName: chosenName(written.ownerName),
      personAddress: chosenAddress(written.ownerEmail),
      changedAt: atMoment(written.changedAtMillis),
    },
  }
})

/** The sentences name an owner, or the role of another member. */
function changeOf({ change, role }: z.infer<typeof payload>): 'added' | 'removed' | 'joined' | 'left' | 'role_changed' {
  if (change === 'role_changed' || role === 'owner') return change
  return change === 'added' ? 'joined' : 'left'
}
