import type { ProjectOwnerInvitationDetails } from '@portico/contract'

import type { CheckedInvitation } from './accept-invitation.ts'

/** Presents an invitation to the visitor who has its code. */
export function presentCheckedInvitation({
  hasAccount,
  invitation,
  isRecipient,
  projectDisplayName,
}: CheckedInvitation): ProjectOwnerInvitationDetails {
  return {
    is_code_valid: true,
    project_display_name: projectDisplayName,
    inviter_display_name: invitation.inviterDisplayName,
    recipient_email: invitation.recipientEmail,
    role: invitation.role,
    is_transfer: invitation.isTransfer,
    is_recipient: isRecipient,
    has_account: hasAccount,
  }
}
