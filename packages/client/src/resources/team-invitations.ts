import type { TeamInvitationRead } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'
import { present } from '../transport/present.ts'
import type { ReceivedTeamInvitationFields } from '../transport/record-fields.ts'

/** An open invitation to a team. */
export interface TeamInvitation extends Pick<ReceivedTeamInvitationFields, 'id' | 'expiresAt'> {
  /** The invited address; null if it is unknown. */
  readonly recipientEmail: string | null
  /** Requires the permission `$remove_members`. */
  revoke(): Promise<void>
}

/** An open invitation to a verified address of the user. */
export interface ReceivedTeamInvitation extends ReceivedTeamInvitationFields {
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
