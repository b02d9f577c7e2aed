import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { listDisplayNames } from '../records/users/store.ts'
import { chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'
import { sendsOwnTemplates } from './sends-own-templates.ts'

const payload = z.object({ userId: z.string(), channelId: z.string(), callbackUrl: z.string() })

export const emailVerification = mailKind(payload, async (mailing, { userId, channelId, callbackUrl }) => {
  const { db, project, recipient } = mailing
  const channel = await requireCurrentRecipient(mailing, userId)
  // The user removed the address and added it again since.
  if (channel.id !== channelId) throw new Undeliverable('REJECTED', 'The address was removed from the user.')
  // guard: the mail for an address that is verified but not claimed is sent (drop `channel.isClaimed`) [verify]
  if (channel.isVerified && channel.isClaimed) throw new Undeliverable('REJECTED', 'The address is already verified.')
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  const target = { channelId, email: recipient }
  const purpose = { kind: 'contact_channel_verification', userId, target } as const
  const { link, linkLifetime } = await createMailedLink(mailing, trustedUrl, purpose)
  // The mail of the service does not name its recipient; a template of an owner can.
  const names = sendsOwnTemplates(project) ? await db.run(listDisplayNames(project.id, [userId])) : null
  const userDisplayName = chosenName(names?.get(userId) ?? null)
  return { mail: 'emailVerification', data: { linkLifetime }, link, further: { userDisplayName } }
})
