import { TEAM_INVITATIONS_MAX } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { deleteReplacedInvitation, insertInvitation } from '../../records/team-invitations/store.ts'
import { lockTeam } from '../../records/teams/store.ts'
import { lockUserShared } from '../../records/users/store.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'

export interface SendingDependencies {
  readonly settings: { readonly codeLifetimes: CodeLifetimes }
}

interface WantedInvitation {
  readonly teamId: string
  /** Canonical. */
  readonly email: string
  readonly callbackUrl: string
  /** The member who invites; null for a server. */
  readonly inviterUserId: string | null
}

/**
 * Invites the owner of a mailbox to a team. Replaces the invitation of the same inviter to the same address and team,
 * if it has not been accepted, so that only the newest mail of an inviter works. All servers count as one inviter.
 *
 * @returns the id of the invitation
 * @throws REDIRECT_URL_NOT_WHITELISTED, TEAM_NOT_FOUND
 */
export async function sendInvitation(
  { settings }: SendingDependencies,
  call: ProjectCall,
  { teamId, email, callbackUrl, inviterUserId }: WantedInvitation,
): Promise<string> {
  const { projectId } = call
  const trusted = requireTrustedUrl(call.project, callbackUrl)
  const id = newUuid()
  const createdAt = call.now()
  const expiresAt = new Date(createdAt.getTime() + settings.codeLifetimes.team_invitation * 1_000)
  const invitation = { id, teamId, recipientEmail: email, inviterUserId, createdAt, expiresAt }
  const mail = {
    template: 'team_invitation',
    recipient: email,
    payload: { invitationId: id, callbackUrl: trusted },
  } as const
  await call.db.transaction(async (tx) => {
    const { isInserted } = await tx.batch({
      inviter: inviterUserId === null ? nothing : lockUserShared(projectId, inviterUserId),
      team: lockTeam(projectId, teamId),
      held: call.rights.hold(),
      replaced: deleteReplacedInvitation(call, invitation),
      isInserted: insertInvitation(projectId, invitation, TEAM_INVITATIONS_MAX),
      mail: queueMail(call, mail, null),
      sent: emit(call, 'team_invitation.sent', { invitationId: id, teamId }),
    })
    if (!isInserted) {
      throw new PlainError(
        400,
        `The team has ${TEAM_INVITATIONS_MAX} open invitations, which is the maximum. Revoke some of them first.`,
      )
    }
  })
  return id
}
