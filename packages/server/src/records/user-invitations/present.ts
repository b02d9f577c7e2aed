import type { UserInvitationRead } from '@portico/contract'

import type { UserInvitation } from './invitation.ts'

export function presentUserInvitation(invitation: UserInvitation): UserInvitationRead {
  return {
    id: invitation.id,
    recipient_email: invitation.recipientEmail,
    created_at_millis: invitation.createdAt.getTime(),
    expires_at_millis: invitation.expiresAt.getTime(),
  }
}
