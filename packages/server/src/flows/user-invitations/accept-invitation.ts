import type { RemovedCredential } from '@portico/contract'

import { exempt, SignUpRefused } from '../../accounts/admission.ts'
import { finishFirstStep, type FirstStepDependencies } from '../../accounts/first-step.ts'
import { proveMailbox } from '../../accounts/prove-mailbox.ts'
import { mailedCodesOff } from '../../accounts/session-basis.ts'
import type { SignedIn } from '../../accounts/start-session.ts'
import { getUpgradableUser } from '../../accounts/upgrade-anonymous-user.ts'
import type { ProjectCall } from '../../api/rules/route.ts'
import { asUser, emit } from '../../kernel/emit.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { AccessTokens } from '../../records/sessions/access-token.ts'
import type { UserInvitation, UserInvitationTarget } from '../../records/user-invitations/invitation.ts'
import { deleteUserInvitation, findUserInvitation } from '../../records/user-invitations/store.ts'
import { openCode, type CodeChecking, type OpenCode } from '../../records/verification-codes/verification-codes.ts'

export type AcceptingDependencies = CodeChecking &
  FirstStepDependencies & {
    readonly accessTokens: AccessTokens
    readonly settings: CodeChecking['settings'] & FirstStepDependencies['settings']
  }

interface OpenInvitation {
  readonly code: OpenCode<UserInvitationTarget>
  readonly invitation: UserInvitation
}

/**
 * Counts an attempt, or two if the invitation is missing, and checks the code of an invitation, without using it up.
 *
 * @throws VERIFICATION_CODE_NOT_FOUND also for an invitation that was revoked or replaced, _EXPIRED, _ALREADY_USED,
 *   _MAX_ATTEMPTS_REACHED
 */
export async function openInvitation(
  checking: CodeChecking,
  call: ProjectCall,
  offered: string,
): Promise<OpenInvitation> {
  const code = await openCode<UserInvitationTarget>(checking, call, 'user_invitation', offered)
  const invitation = await call.db.run(findUserInvitation(call.projectId, code.target.invitationId))
  // guard: a revoked invitation to sign up cannot be accepted
  //   (replace `throw new KnownError('VERIFICATION_CODE_NOT_FOUND')` with `return { code, invitation: { id: '', recipientEmail: '', createdAt: call.now(), expiresAt: call.now() } }`)
  //   [admission]
  if (!invitation) {
    // An acceptance that committed after the code was read has deleted the invitation and used up the code.
    await openCode(checking, call, 'user_invitation', offered)
    throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  }
  if (invitation.expiresAt <= call.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  return { code, invitation }
}

/**
 * Signs the invited person up, or in if an account has the address. The invitation is a decision of the project: closed
 * sign-up and rules do not apply, a user on the waiting list is approved, and sign-in by mail need not be enabled.
 *
 * @throws the errors of `openInvitation`, MULTI_FACTOR_AUTHENTICATION_REQUIRED, USER_EMAIL_ALREADY_EXISTS if an
 *   operator typed the address for a user who has not proved it, a refusal if a server turned mailed codes off for the
 *   user
 */
export async function acceptInvitation(
  dependencies: AcceptingDependencies,
  call: ProjectCall,
  offered: string,
): Promise<SignedIn & { readonly isNewUser: boolean; readonly removed: readonly RemovedCredential[] }> {
  const { projectId } = call
  const { code, invitation } = await openInvitation(dependencies, call, offered)
  const email = invitation.recipientEmail
  const outcome = await proveMailbox(dependencies, call, getUpgradableUser(call.caller), {
    email,
    code,
    by: 'invitation',
    isApproval: true,
    use: ({ now }) =>
      deleteUserInvitation(projectId, invitation.id, now()).map((isDeleted) => {
        // Revoked since it was read.
        if (!isDeleted) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
      }),
    admit: async () => exempt,
    accepted: (user) =>
      emit(asUser(call, user), 'user_invitation.accepted', { invitationId: invitation.id, userId: user }),
  })
  if (outcome instanceof SignUpRefused) throw outcome
  if (outcome === 'off') throw mailedCodesOff()
  if (outcome === 'held' || outcome === 'closed') {
    throw new KnownError('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
  }
  const { claim, isNewUser, step, user } = outcome
  return {
    ...(await finishFirstStep(dependencies, projectId, user, step)),
    isNewUser,
    removed: claim?.removed ?? [],
  }
}
