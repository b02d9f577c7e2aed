import { z } from 'zod'

import { keyOfDevice } from '../records/known-devices/device-of-call.ts'
import { findHandlerPage } from '../records/projects/trusted-origins.ts'
import type { DisownTarget } from '../records/sessions/disown-target.ts'
import { requireCurrentRecipient } from './current-recipient.ts'
import { atMoment, plainText } from './mail-data.ts'
import { mailKind, type Mailing } from './mail-kind.ts'
import { createMailedLink } from './mailed-link.ts'

const payload = z.object({
  userId: z.string(),
  sessionId: z.string(),
  /** Browser and system; null if unknown. */
  device: z.string().nullable(),
  countryCode: z.string().nullable(),
  clientAddress: z.string().nullable(),
  signedInAtMillis: z.int(),
})

/** Names no city: a proxy may pass on a header in which a caller writes any text. */
export const newDevice = mailKind(payload, async (mailing, written) => {
  const { dependencies } = mailing
  const { clientAddress, countryCode, device, signedInAtMillis, userId } = written
  await requireCurrentRecipient(mailing, userId)
  const link = await createDisownLink(mailing, written)
  const lifetimeMillis = dependencies.settings.codeLifetimes.session_disown * 1_000
  return {
    mail: 'newDevice',
    data: {
      signedInAt: atMoment(signedInAtMillis),
      device: plainText(device ?? ''),
      place: countryCode === null ? plainText(clientAddress ?? '') : { countryCode, clientAddress },
      hasLink: link !== '',
      expiresAt: atMoment(dependencies.clock.now().getTime() + lifetimeMillis),
    },
    link,
  }
})

/** Returns an empty text for a project without a page for the link. A sign-in names none. */
async function createDisownLink(
  mailing: Mailing,
  { countryCode, device, sessionId, userId }: z.output<typeof payload>,
): Promise<string> {
  const page = findHandlerPage(mailing.project, 'disown-session')
  if (page === null) return ''
  const address = mailing.recipient
  const target: DisownTarget = { sessionId, device: keyOfDevice({ name: device, countryCode }), address }
  const { link } = await createMailedLink(mailing, page, { kind: 'session_disown', userId, target })
  return link
}
