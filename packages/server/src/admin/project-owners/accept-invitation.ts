import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { KnownError, PlainError } from '../../kernel/errors.ts'
import { nothing, sequence } from '../../kernel/statement.ts'
import { scopeToProject } from '../../platform/db/project-scope.ts'
import { listChannelsOfUser } from '../../records/contact-channels/store.ts'
import type { OwnerInvitationTarget } from '../../records/owner-invitations/invitation.ts'
import { consumeOwnerInvitation } from '../../records/owner-invitations/store.ts'
import { removeStaffMember } from '../../records/project-owners/store.ts'
import { findProjectName, lockProject } from '../../records/projects/store.ts'
import { requireOpenInvitation } from '../../records/queries/invitations/invitation-state.ts'
import {
  findOwnerInvitation,
  listStaff,
  ownersAmong,
  type FoundOwnerInvitation,
} from '../../records/queries/projects/project-owners.ts'
import { findUserBySignInEmail } from '../../records/queries/users/sign-in-address.ts'
import { requireActiveSession } from '../../records/sessions/active-session.ts'
import { lockUser } from '../../records/users/store.ts'
import {
  consumeCode,
  openCode,
  type CodeChecking,
  type OpenCode,
} from '../../records/verification-codes/verification-codes.ts'
import { addStaff, callOfMember, changeOf, requireRoomForMember, type StaffDependencies } from './staff.ts'

const KIND = 'owner_invitation'

type OpenInvitation = FoundOwnerInvitation & { readonly recipientEmail: string }

/** An invitation for the visitor who has its code. */
export interface CheckedInvitation {
  readonly invitation: OpenInvitation
  readonly projectDisplayName: string
  /** The visitor has the invited address, verified and claimed. */
  readonly isRecipient: boolean
  /** The invited address belongs to an account. */
  readonly hasAccount: boolean
}

/**
 * Describes the invitation of a code, without using it up.
 *
 * @param userId the signed-in user; null without one
 * @throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED
 */
export async function checkInvitation(
  checking: CodeChecking & StaffDependencies,
  call: ProjectCall,
  offered: string,
  userId: string | null,
): Promise<CheckedInvitation> {
  const { db, now } = call
  const { target } = await openCode<OwnerInvitationTarget>(checking, call, KIND, offered)
  const invitation = requireOpenInvitation(
    await checking.db.run(findOwnerInvitation('internal', target.invitationId, now())),
    now(),
  )
  const { ownedProjectId, recipientEmail } = invitation
  const projectDisplayName = await checking.db.run(findProjectName(ownedProjectId))
  if (projectDisplayName === null) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  const { account, channels } = await db.batch({
    account: findUserBySignInEmail('internal', recipientEmail, now()),
    channels: userId === null ? noChannels : listChannelsOfUser('internal', userId),
  })
  return {
    invitation,
    projectDisplayName,
    isRecipient: isOwnAddress(channels ?? [], recipientEmail),
    hasAccount: account !== null,
  }
}

const noChannels = nothing.map(() => null)

/**
 * Adds the user to the staff with the role of the invitation. Possession of the code is not enough: mails are
 * forwarded, and an owner has the right to everything in the project. The inviter must still be an owner; the lock of
 * the project keeps roles unchanged until the commit.
 *
 * @returns the id of the project
 * @throws the errors of `checkInvitation`, PROJECT_NOT_FOUND, USER_AUTHENTICATION_REQUIRED, ACCESS_TOKEN_EXPIRED,
 *   PlainError 400
 */
export async function acceptInvitation(
  checking: CodeChecking & StaffDependencies,
  call: ProjectCall,
  userId: string,
  offered: string,
): Promise<string> {
  const code = await openCode<OwnerInvitationTarget>(checking, call, KIND, offered)
  const { invitationId } = code.target
  const known = requireOpenInvitation(
    await checking.db.run(findOwnerInvitation('internal', invitationId, call.now())),
    call.now(),
  )
  await checking.db.transaction(async (tx) => {
    const internal = scopeToProject(tx, 'internal')
    // The project of an invitation does not change, so it can be read before the locks.
    const project = await tx.run(lockProject(known.ownedProjectId))
    if (!project) throw new KnownError('PROJECT_NOT_FOUND', { project_id: known.ownedProjectId })
    // guard: an acceptance of a role in the staff requires an active session until its commit
    //   (drop `requireActiveSession`) [proof-race.postgres]
    const { user } = await internal.batch({
      user: lockUser('internal', userId),
      session: requireActiveSession(call.project, call.caller.claims, call.now()),
    })
    if (!user || user.isAnonymous) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
    // Read again under the locks.
    const { channels, found, staff } = await tx.batch({
      found: findOwnerInvitation('internal', invitationId, call.now()),
      channels: listChannelsOfUser('internal', userId),
      staff: listStaff(project.id),
    })
    const invitation = requireOpenInvitation(found, call.now())
    // guard: only the invited person becomes a staff member
    requireRecipient(isOwnAddress(channels, invitation.recipientEmail), invitation)
    const isMember = staff.some((member) => member.userId === userId)
    const left = invitation.isTransfer ? staff.find((member) => member.userId === invitation.inviterUserId) : undefined
    if (!isMember) requireRoomForMember(staff.length - (left ? 1 : 0))
    const isUsed = await internal.run(consume(invitation, code, call.now()))
    if (!isUsed) throw new KnownError('VERIFICATION_CODE_ALREADY_USED')
    const byMember = callOfMember(call, project.id, userId)
    await tx.run(addStaff(byMember, project, { ...user, role: invitation.role }, staff))
    if (!left || left.userId === userId) return
    await tx.batch([
      removeStaffMember('internal', project.id, left.userId),
      emit(byMember, 'project_owner.removed', {
        projectId: project.id,
        userId: left.userId,
        change: changeOf(project, left, ownersAmong(staff)),
      }),
    ])
  })
  return known.ownedProjectId
}

function consume(
  { id }: OpenInvitation,
  code: OpenCode<OwnerInvitationTarget>,
  now: Date,
): ReturnType<typeof consumeOwnerInvitation> {
  return sequence({
    code: consumeCode('internal', code, now),
    isUsed: consumeOwnerInvitation('internal', id, now),
  }).map(({ isUsed }) => isUsed)
}

function isOwnAddress(
  channels: readonly { readonly value: string; readonly isVerified: boolean; readonly isClaimed: boolean }[],
  address: string,
): boolean {
  // guard: an invited staff member has verified the address (drop `&& isVerified`)
  // guard: an invited staff member has claimed the address (drop `&& isClaimed`)
  return channels.some(({ isClaimed, isVerified, value }) => value === address && isVerified && isClaimed)
}

function requireRecipient(isRecipient: boolean, { recipientEmail }: OpenInvitation): void {
  if (isRecipient) return
  throw new PlainError(
    400,
    `The invitation was sent to ${recipientEmail}. Sign in with the account of this address, or add and verify it in your account.`,
  )
}
