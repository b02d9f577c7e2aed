import type { TeamInvitationRead } from '@portico/contract'

import type { OpenInvitation } from './invitation.ts'

export function presentInvitation(invitation: OpenInvitation): TeamInvitationRead {
  return {
    id: invitation.id,
    team_id: invitation.teamId,
    team_display_name: invitation.teamDisplayName,
    expires_at_millis: invitation.expiresAt.getTime(),
    recipient_email: invitation.recipientEmail,
  }
}
