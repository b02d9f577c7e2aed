import { USER_INVITATIONS_MAX } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import { lockProject } from '../../records/projects/store.ts'
import { requireTrustedUrl } from '../../records/projects/trusted-origins.ts'
import { findUserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import type { UserInvitation } from '../../records/user-invitations/invitation.ts'
import { revokeUserInvitationTo, insertUserInvitation } from '../../records/user-invitations/store.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'

export interface InvitingDependencies {
  readonly settings: { readonly codeLifetimes: CodeLifetimes }
}

interface WantedInvitation {
  /** Canonical. */
  readonly email: string
  readonly callbackUrl: string
  /** Whether the address of a user may be invited, who then signs in with the code. */
  readonly mayHaveAccount: boolean
}

/**
 * Invites the owner of a mailbox to sign up. Replaces the invitation to the same address, so that only the newest mail
 * works.
 *
 * @throws REDIRECT_URL_NOT_WHITELISTED, USER_EMAIL_ALREADY_EXISTS for the address of a user who is not on the waiting
 *   list, PlainError 400
 */
export async function inviteUser(
  { settings }: InvitingDependencies,
  call: ProjectCall,
  { email, callbackUrl, mayHaveAccount }: WantedInvitation,
): Promise<UserInvitation> {
  const { projectId } = call
  const trusted = requireTrustedUrl(call.project, callbackUrl)
  const createdAt = call.now()
  const expiresAt = new Date(createdAt.getTime() + settings.codeLifetimes.user_invitation * 1_000)
  const invitation: UserInvitation = { id: newUuid(), recipientEmail: email, createdAt, expiresAt }
  const payload = { invitationId: invitation.id, callbackUrl: trusted }
  await call.db.transaction(async (tx) => {
    const { owner, isInserted } = await tx.batch({
      // Of two invitations to one address, the second replaces the first.
      project: lockProject(projectId),
      owner: mayHaveAccount ? nothing : findUserBySignInEmail(projectId, email, createdAt),
      replaced: revokeUserInvitationTo(call, email),
      isInserted: insertUserInvitation(projectId, invitation, USER_INVITATIONS_MAX),
      mail: queueMail(call, { template: 'sign_in_invitation', recipient: email, payload }, null),
      sent: emit(call, 'user_invitation.sent', { invitationId: invitation.id }),
    })
    // A waiting user may be invited. So may an address that another person has added to an account without proof.
    // guard: a server does not invite the address of a user (replace `owner.user.heldAt === null` with `false`)
    //   [admission]
    if (owner && !owner.isForeign && owner.user.heldAt === null) {
      throw new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
    }
    if (!isInserted) {
      throw new PlainError(
        400,
        `The project has ${USER_INVITATIONS_MAX} open invitations, which is the maximum. Revoke some of them first.`,
      )
    }
  })
  return invitation
}
