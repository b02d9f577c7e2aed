import { PROJECT_OWNER_INVITATIONS_MAX, type StaffRole } from '@portico/contract'

import type { ProjectCall } from '../../api/rules/route.ts'
import { emit } from '../../kernel/emit.ts'
import { PlainError } from '../../kernel/errors.ts'
import { queueMail } from '../../mails/queue-mail.ts'
import { newUuid } from '../../platform/crypto/random.ts'
import type { OpenOwnerInvitation } from '../../records/owner-invitations/invitation.ts'
import {
  deleteOwnerInvitation,
  deleteReplacedOwnerInvitations,
  insertOwnerInvitation,
  listOwnerInvitations,
} from '../../records/owner-invitations/store.ts'
import type { CodeLifetimes } from '../../records/verification-codes/lifetimes.ts'
import { lockStaff, requireRoomForMember, type StaffDependencies } from './staff.ts'

/** The page of the dashboard that accepts the code of an invitation. */
const PAGE = '/owner-invitation'

export interface InvitingDependencies extends StaffDependencies {
  readonly settings: { readonly codeLifetimes: CodeLifetimes; readonly dashboardUrl: string }
}

export interface WantedInvitation {
  readonly email: string
  readonly role: StaffRole
  readonly isTransfer: boolean
}

/**
 * Mails an invitation to the staff of the project. Only owners can invite, and an owner may give every role, so the
 * role needs no separate check.
 *
 * @throws PROJECT_NOT_FOUND, ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN, PlainError 400
 */
export async function sendInvitation(
  { db, settings }: InvitingDependencies,
  call: ProjectCall,
  { email, isTransfer, role }: WantedInvitation,
): Promise<OpenOwnerInvitation> {
  const { projectId } = call
  const { staffUserId } = call.caller
  if (isTransfer && staffUserId === null) {
    throw new PlainError(
      400,
      'Only an owner can transfer a project. The key of the project has no ownership to give up.',
    )
  }
  if (isTransfer && role !== 'owner') {
    throw new PlainError(400, 'An invitation that transfers a project invites an owner: leave out "role".')
  }
  const createdAt = call.now()
  const invitation: OpenOwnerInvitation = {
    id: newUuid(),
    ownedProjectId: projectId,
    recipientEmail: email,
    inviterUserId: staffUserId,
    role,
    isTransfer,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + settings.codeLifetimes.owner_invitation * 1_000),
  }
  const payload = { invitationId: invitation.id, pageUrl: new URL(PAGE, settings.dashboardUrl).href }
  await db.transaction(async (tx) => {
    const { staff } = await lockStaff(tx, call, 'change_staff')
    // A member can also be invited at another address: the acceptance decides.
    const isMember = staff.some(({ primaryEmail }) => primaryEmail === email)
    // With a transfer, the inviter leaves.
    if (!isMember) requireRoomForMember(staff.length - (isTransfer ? 1 : 0))
    const { isInserted } = await tx.batch({
      replaced: deleteReplacedOwnerInvitations(call, invitation),
      isInserted: insertOwnerInvitation('internal', invitation, PROJECT_OWNER_INVITATIONS_MAX),
      // Recipients are users of "internal", or will be.
      mail: queueMail(
        { ...call, projectId: 'internal' },
        { template: 'owner_invitation', recipient: email, payload },
        null,
      ),
      sent: emit(call, 'project_owner_invitation.sent', { projectId, invitationId: invitation.id, reason: role }),
    })
    if (!isInserted) {
      throw new PlainError(
        400,
        `The project has ${PROJECT_OWNER_INVITATIONS_MAX} open invitations, which is the maximum. Revoke some of them first.`,
      )
    }
  })
  return invitation
}

export function listInvitations(
  { db }: StaffDependencies,
  { now, projectId }: ProjectCall,
): Promise<OpenOwnerInvitation[]> {
  return db.run(listOwnerInvitations(projectId, now()))
}

/** @throws PlainError 404 */
export async function revokeInvitation({ db }: StaffDependencies, call: ProjectCall, id: string): Promise<void> {
  const { projectId } = call
  await db.transaction(async (tx) => {
    const isDeleted = await tx.run(deleteOwnerInvitation(projectId, id))
    if (!isDeleted) throw new PlainError(404, 'The invitation was not found.')
    await tx.run(emit(call, 'project_owner_invitation.revoked', { projectId, invitationId: id }))
  })
}
