import type { TeamInvitationRead } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { present } from '../transport/present.ts'

/** An open invitation to a team. */
export interface TeamInvitation {
  /** The id of the invitation, not its code. */
  readonly id: string
  /** The invited address; null if it is unknown. */
  readonly recipientEmail: string | null
  /** Until when the link works. */
  readonly expiresAt: Date
  /** Requires the permission `$remove_members`. */
  revoke(): Promise<void>
}

/** An open invitation to a verified address of the user. */
export interface ReceivedTeamInvitation {
  /** The id of the invitation, not its code. */
  readonly id: string
  /** The team of the invitation. */
  readonly teamId: string
  /** Chosen by members of the team. Show it as plain text. */
  readonly teamDisplayName: string
  /** The invited address of the user. */
  readonly recipientEmail: string
  /** Until when the user can accept it. */
  readonly expiresAt: Date
  /** Makes the user a member of the team. */
  accept(): Promise<void>
}

/** @param userId `me` is the user of the session */
export async function fetchReceivedInvitations(
  request: SendRequest,
  userId: string,
  { session, afterAccept }: { session?: Session; afterAccept: (accepted: TeamInvitationRead) => Promise<void> | void },
): Promise<ReceivedTeamInvitation[]> {
  const query = { user_id: userId }
  const { items } = await request('GET /team-invitations', { query, session })
  return items.map((read) => ({
    ...present(read),
    accept: async () => {
      await request('POST /team-invitations/{id}/accept', { params: { id: read.id }, query, session })
      await afterAccept(read)
    },
  }))
}
