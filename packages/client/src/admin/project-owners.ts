import type { ProjectOwnerInvitationRead, ProjectOwnerRead, StaffRight, StaffRole } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'

export type { StaffRight, StaffRole }

/** A user of the project "internal" who belongs to the staff of the project: an owner, or a member with fewer rights. */
export interface AdminProjectOwner {
  /** The id of the owner in the project "internal". */
  readonly userId: string
  /** Chosen by the owner. Show it as plain text. */
  readonly displayName: string | null
  /** The address of the owner; null without one. */
  readonly primaryEmail: string | null
  /** Null for owners from before the service recorded it. */
  readonly ownerSince: Date | null
  /** What the member may do. Only owners have all rights. */
  readonly role: StaffRole
}

/** An open invitation to the staff of the project. */
export interface AdminProjectOwnerInvitation {
  /** The id of the invitation, not its code. */
  readonly id: string
  /** The invited address. */
  readonly recipientEmail: string
  /** What the recipient becomes. */
  readonly role: StaffRole
  /** The inviter stops being an owner once the invitation is accepted. */
  readonly isTransfer: boolean
  /** Null if the invitation was made with the key of the project. */
  readonly inviterUserId: string | null
  /** When the invitation was sent. */
  readonly createdAt: Date
  /** Until when it can be accepted. */
  readonly expiresAt: Date
  /** Ends the invitation. */
  revoke(): Promise<void>
}

export interface AdminProjectOwnerInviteOptions {
  /** The invitation can be accepted only by the account of this address. */
  email: string
  /** What the recipient becomes. Default: `owner`. */
  role?: StaffRole
  /** The inviting owner stops being one once the invitation is accepted, which makes an owner. Default: false. */
  transfer?: boolean
}

/** The methods of a project for its owners. Owners need a recent sign-in to invite and to remove. */
export interface AdminProjectOwners {
  /** Lists the owners and the other members of the staff, oldest membership first. */
  listOwners(): Promise<AdminProjectOwner[]>
  /** Mails an invitation to the staff of the project. It replaces the open one of the same inviter to the same address. */
  inviteOwner(options: AdminProjectOwnerInviteOptions): Promise<AdminProjectOwnerInvitation>
  /** Lists the open invitations, oldest first. */
  listOwnerInvitations(): Promise<AdminProjectOwnerInvitation[]>
  /** Gives a member of the staff another role, which acts at once. The last owner keeps the role. */
  changeOwnerRole(userId: string, role: StaffRole): Promise<void>
  /** Removes a member of the staff. The last owner cannot be removed. */
  removeOwner(userId: string): Promise<void>
  /** Removes the member of the staff whose session the app uses. The last owner cannot leave. */
  leave(): Promise<void>
}

const ownersPath = '/internal/projects/current/owners'
const invitationsPath = '/internal/projects/current/owner-invitations'

/** @param onLeave runs after the owner has left, who cannot read the project any more */
export function ownersOf(request: SendRequest, onLeave: () => Promise<void>): AdminProjectOwners {
  const remove = (userId: string): Promise<unknown> =>
    request(`${ownersPath}/${encodeURIComponent(userId)}`, { method: 'DELETE' })
  const present = (read: ProjectOwnerInvitationRead): AdminProjectOwnerInvitation => ({
    id: read.id,
    recipientEmail: read.recipient_email,
    role: read.role,
    isTransfer: read.is_transfer,
    inviterUserId: read.inviter_user_id,
    createdAt: new Date(read.created_at_millis),
    expiresAt: new Date(read.expires_at_millis),
    revoke: async () => {
      await request(`${invitationsPath}/${read.id}`, { method: 'DELETE' })
    },
  })
  return {
    listOwners: async () => {
      const { items } = await request<{ items: ProjectOwnerRead[] }>(ownersPath)
      return items.map((read) => ({
        userId: read.user_id,
        displayName: read.display_name,
        primaryEmail: read.primary_email,
        ownerSince: read.owner_since_millis === null ? null : new Date(read.owner_since_millis),
        role: read.role,
      }))
    },
    inviteOwner: async ({ email, role, transfer }) =>
      present(
        await request<ProjectOwnerInvitationRead>(invitationsPath, {
          method: 'POST',
          body: { email, ...(role !== undefined && { role }), ...(transfer !== undefined && { transfer }) },
        }),
      ),
    listOwnerInvitations: async () =>
      (await request<{ items: ProjectOwnerInvitationRead[] }>(invitationsPath)).items.map(present),
    changeOwnerRole: async (userId, role) => {
      await request(`${ownersPath}/${encodeURIComponent(userId)}`, { method: 'PATCH', body: { role } })
    },
    removeOwner: async (userId) => {
      await remove(userId)
    },
    leave: async () => {
      await remove('me')
      await onLeave()
    },
  }
}
