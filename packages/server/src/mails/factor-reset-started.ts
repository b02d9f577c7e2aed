import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findFactorReset } from '../records/credentials/factor-reset.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const payload = z.object({
  userId: z.string(),
  channelId: z.string(),
  callbackUrl: z.string(),
  takesEffectAtMillis: z.int(),
})

export const factorResetStarted = mailKind(payload, async (mailing, written) => {
  const { db, project } = mailing
  const { callbackUrl, channelId, takesEffectAtMillis, userId } = written
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  const reset = await db.run(findFactorReset(project.id, userId))
  if (reset?.takesEffectAt.getTime() !== takesEffectAtMillis) {
    throw new Undeliverable('REJECTED', 'The announced removal of the second factor has ended.')
  }
  await requireCurrentRecipient(mailing, userId)
  // Each address has its own code, so a later mail to another one does not end it.
  const purpose = { kind: 'factor_reset', userId, target: { channelId } } as const
  const { link } = await createMailedLink(mailing, trustedUrl, purpose)
  return { mail: 'factorResetStarted', data: { takesEffectAt: atMoment(takesEffectAtMillis) }, link }
})
