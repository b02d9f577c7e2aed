import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findLocaleOfMailbox } from '../records/queries/users/locale-of-mailbox.ts'
import type { UserInvitationTarget } from '../records/user-invitations/invitation.ts'
import { findUserInvitation } from '../records/user-invitations/store.ts'
import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const payload = z.object({ invitationId: z.string(), callbackUrl: z.string() })

export const signInInvitation = mailKind(payload, async (mailing, { invitationId, callbackUrl }) => {
  const { dependencies, db, project, recipient } = mailing
  const { invitation, locale } = await db.batch({
    invitation: findUserInvitation(project.id, invitationId),
    locale: findLocaleOfMailbox(project.id, recipient),
  })
  if (!invitation || invitation.expiresAt <= dependencies.clock.now()) {
    throw new Undeliverable('REJECTED', 'The invitation was revoked, replaced or accepted, or it has expired.')
  }
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  const target: UserInvitationTarget = { invitationId }
  // The code belongs to the address, so that it ends with the other codes to this address when its user changes the
  // password.
  const { link } = await createMailedLink(mailing, trustedUrl, { kind: 'user_invitation', address: recipient, target })
  return {
    mail: 'signInInvitation',
    // The project makes the request, so its language says nothing about the invited person.
    locale,
    data: { expiresAt: atMoment(invitation.expiresAt.getTime()) },
    link,
  }
})
