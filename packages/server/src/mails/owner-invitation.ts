import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import type { OwnerInvitationTarget } from '../records/owner-invitations/invitation.ts'
import { findProjectName } from '../records/projects/store.ts'
import { stateOfInvitation } from '../records/queries/invitations/invitation-state.ts'
import { findLocaleOfMailbox } from '../records/queries/users/locale-of-mailbox.ts'
import { findOwnerInvitation } from '../records/queries/projects/project-owners.ts'
import { inviterInMail } from './inviter.ts'
import { atMoment, chosenName } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink } from './mailed-link.ts'

const payload = z.object({
  invitationId: z.string(),
  /** A page of the dashboard, from the settings of the operator. */
  pageUrl: z.string(),
})

export const ownerInvitation = mailKind(payload, async (mailing, { invitationId, pageUrl }) => {
  const { dependencies, recipient } = mailing
  const now = dependencies.clock.now()
  const { found, locale } = await dependencies.db.batch({
    found: findOwnerInvitation('internal', invitationId, now),
    locale: findLocaleOfMailbox('internal', recipient),
  })
  const current = stateOfInvitation(found, now)
  if (current.state !== 'open') throw ended()
  const { invitation } = current
  const projectDisplayName = await dependencies.db.run(findProjectName(invitation.ownedProjectId))
  if (projectDisplayName === null) throw ended()
  const target: OwnerInvitationTarget = { invitationId }
  const { link } = await createMailedLink(mailing, pageUrl, { kind: 'owner_invitation', target })
  return {
    mail: 'ownerInvitation',
    // The invited person reads the mail, but the inviter makes the request.
    locale,
    data: {
      ownedProject: chosenName(projectDisplayName),
      ...inviterInMail(invitation.inviterDisplayName, invitation.inviterEmail),
      role: invitation.role,
      isTransfer: invitation.isTransfer,
      expiresAt: atMoment(invitation.expiresAt.getTime()),
    },
    link,
  }
})

function ended(): Undeliverable {
  return new Undeliverable('REJECTED', 'The invitation was revoked or accepted, or its inviter is no longer an owner.')
}
