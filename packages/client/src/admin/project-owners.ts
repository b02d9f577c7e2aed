import type { ProjectOwnerInvitationRead, StaffRight, StaffRole } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import { bodyOf } from '../transport/body-of.ts'
import { present } from '../transport/present.ts'
import type { AdminProjectOwnerInvitationFields } from '../transport/record-fields.ts'

export type { StaffRight, StaffRole }

/**
 * A user of the project "internal" who belongs to the staff of the project: an owner, or a member with fewer rights.
 */
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
export interface AdminProjectOwnerInvitation extends AdminProjectOwnerInvitationFields {
  /** Ends the invitation. */
  revoke(): Promise<void>
}

/** The address and the role in an invitation to a project's staff. */
export interface AdminProjectOwnerInviteOptions {
  /** The invitation can be accepted only by the account of this address. */
  email: string
  /** The role that the recipient gets. Default: `owner`. */
  role?: StaffRole
  /** The inviting owner stops being an owner when the recipient accepts and becomes one. Default: false. */
  transfer?: boolean
}

/** The methods of a project for its owners. Owners need a recent sign-in to invite and to remove. */
export interface AdminProjectOwners {
  /** Lists the owners and the other members of the staff, oldest membership first. */
  listOwners(): Promise<AdminProjectOwner[]>
  /**
   * Mails an invitation to the staff of the project. It replaces the open one of the same inviter to the same address.
   */
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

/** @param onLeave runs after the owner has left, who cannot read the project any more */
export function ownersOf(request: SendRequest<'admin'>, onLeave: () => Promise<void>): AdminProjectOwners {
  const remove = (userId: string): Promise<unknown> =>
    request('DELETE /internal/projects/current/owners/{user_id}', { params: { user_id: userId } })
  const createInvitation = (read: ProjectOwnerInvitationRead): AdminProjectOwnerInvitation => ({
    ...present(read),
    revoke: async () => {
      await request('DELETE /internal/projects/current/owner-invitations/{id}', { params: { id: read.id } })
    },
  })
  return {
    listOwners: async () => {
      const { items } = await request('GET /internal/projects/current/owners')
      return items.map((read) => present(read))
    },
    inviteOwner: async (options) =>
      createInvitation(await request('POST /internal/projects/current/owner-invitations', { body: bodyOf(options) })),
    listOwnerInvitations: async () =>
      (await request('GET /internal/projects/current/owner-invitations')).items.map(createInvitation),
    changeOwnerRole: async (userId, role) => {
      await request('PATCH /internal/projects/current/owners/{user_id}', {
        params: { user_id: userId },
        body: { role },
      })
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
