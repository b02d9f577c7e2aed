'use client'

import type { ReceivedTeamInvitation } from '@portico/client'
import type { Action } from '../../hooks/useAction.ts'
import { useChange } from '../../hooks/useChange.ts'
import { useUserRead } from '../../hooks/useUserRead.ts'
import type { Loading } from '../../hooks/loading.ts'

/** The invitations that the user has received. */
export interface ReceivedInvitations extends Loading {
  /** The open invitations to verified addresses of the user. Undefined until loaded. */
  readonly invitations: readonly ReceivedTeamInvitation[] | undefined
}

/** The invitations of the signed-in user, from all teams. */
export function useReceivedInvitations(): ReceivedInvitations {
  const { value, failure, reload } = useUserRead('receivedInvitations')
  return { invitations: value, failure, reload }
}

/**
 * Accepts an invitation without the code from its mail.
 *
 * @param onAccepted called after the user has become a member of the team
 */
export function useInvitationAcceptance(
  invitation: ReceivedTeamInvitation,
  onAccepted?: () => void,
): Action<[], never> {
  return useChange(() => invitation.accept(), onAccepted)
}
