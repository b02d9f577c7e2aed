import { column, columns, type RowOf } from '../../kernel/columns.ts'

export const userInvitationColumns = columns({
  id: column<string>('id'),
  /** Canonical. */
  recipientEmail: column<string>('recipient_email'),
  createdAt: column<Date>('created_at'),
  expiresAt: column<Date>('expires_at'),
})

/** An open invitation to sign up. */
export type UserInvitation = RowOf<typeof userInvitationColumns>

/** The invitation that a verification code belongs to. */
export interface UserInvitationTarget {
  readonly invitationId: string
}
