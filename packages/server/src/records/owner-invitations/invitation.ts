import type { StaffRole } from '@portico/contract'

import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const ownerInvitationColumns = columns({
  id: column<string>('id'),
  ownedProjectId: column<string>('owned_project_id'),
  /** Canonical; null after the acceptance. */
  recipientEmail: column<string | null>('recipient_email'),
  /** The owner who sent the invitation; null for the key of the project. */
  inviterUserId: column<string | null>('inviter_user_id'),
  /** The role that the acceptance gives. */
  role: column<StaffRole>('role'),
  isTransfer: column<boolean>('is_transfer'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
})

export type OwnerInvitation = RowOf<typeof ownerInvitationColumns>

/** An invitation that has not been accepted. */
export interface OpenOwnerInvitation extends OwnerInvitation {
  readonly recipientEmail: string
}

/** The invitation that a verification code belongs to. */
export interface OwnerInvitationTarget {
  readonly invitationId: string
}
