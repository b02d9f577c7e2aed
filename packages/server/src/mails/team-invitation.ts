import { quotedNameInMail } from '@portico/protocols/mail-document/name-in-mail'
import { z } from 'zod'

import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { stateOfInvitation } from '../records/queries/invitations/invitation-state.ts'
import { findLocaleOfMailbox } from '../records/queries/users/locale-of-mailbox.ts'
import { findInvitation } from '../records/queries/invitations/team-invitations.ts'
import type { InvitationTarget } from '../records/team-invitations/invitation.ts'
import { inviterInMail } from './inviter.ts'
import { atMoment } from './mail-data.ts'
import { mailKind } from './mail-kind.ts'
import { createMailedLink, requireStillTrusted } from './mailed-link.ts'

const payload = z.object({ invitationId: z.string(), callbackUrl: z.string() })

export const teamInvitation = mailKind(payload, async (mailing, { invitationId, callbackUrl }) => {
  const { dependencies, db, project, recipient } = mailing
  const now = dependencies.clock.now()
  const { found, locale } = await db.batch({
    found: findInvitation(project.id, invitationId, now),
    locale: findLocaleOfMailbox(project.id, recipient),
  })
  const current = stateOfInvitation(found, now)
  if (current.state !== 'open') {
    throw new Undeliverable('REJECTED', 'The invitation was revoked or accepted, or its inviter may no longer invite.')
  }
  const { invitation } = current
  const trustedUrl = requireStillTrusted(project, callbackUrl)
  // The code names the invitation and no address: a mailbox can have codes of several teams at once, and the address of
  // a deleted user is not left behind.
  const target: InvitationTarget = { invitationId, teamId: invitation.teamId }
  const { link } = await createMailedLink(mailing, trustedUrl, { kind: 'team_invitation', target })
  const inviter = inviterInMail(invitation.inviterName, invitation.inviterAddress)
  return {
    mail: 'teamInvitation',
    // The invited person reads the mail, but the inviter makes the request.
    locale,
    data: {
      teamDisplayName: { teamName: quotedNameInMail(invitation.teamDisplayName ?? '') },
      expiresAt: atMoment(invitation.expiresAt.getTime()),
    },
    further: { inviterName: inviter.personName, inviterAddress: inviter.personAddress },
    link,
  }
})
