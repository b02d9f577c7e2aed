import type { ProjectOwnerInvitationRead } from '@portico/contract'

import type { OpenOwnerInvitation } from './invitation.ts'

export function presentOwnerInvitation(invitation: OpenOwnerInvitation): ProjectOwnerInvitationRead {
  return {
    id: invitation.id,
    recipient_email: invitation.recipientEmail,
    role: invitation.role,
    is_transfer: invitation.isTransfer,
    inviter_user_id: invitation.inviterUserId,
    created_at_millis: invitation.createdAt.getTime(),
    expires_at_millis: invitation.expiresAt.getTime(),
  }
}
