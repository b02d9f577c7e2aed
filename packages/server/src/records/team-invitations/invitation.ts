import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const invitationColumns = columns({
  id: column<string>('id'),
  teamId: column<string>('team_id'),
  /** Canonical; null after the acceptance. */
  recipientEmail: column<string | null>('recipient_email'),
  /** The member who sent the invitation; null if a server sent it. */
  inviterUserId: column<string | null>('inviter_user_id'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
  acceptedAt: column<Date | null>('accepted_at'),
  /** When a sign-up with the code verified the address; null before. */
  signedUpAt: column<Date | null>('signed_up_at'),
})

export type TeamInvitation = RowOf<typeof invitationColumns>

/** An invitation that can be accepted, with the name of its team. */
export interface OpenInvitation extends TeamInvitation {
  readonly recipientEmail: string
  readonly teamDisplayName: string
}

/** The invitation that a verification code belongs to. */
export interface InvitationTarget {
  readonly invitationId: string
  readonly teamId: string
}
