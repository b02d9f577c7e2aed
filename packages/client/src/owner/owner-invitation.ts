import type { StaffRole } from '@portico/contract'

import type { RequestOptions, SendRequest } from '../transport/request.ts'
import { present } from '../transport/present.ts'

/** The invitation that a code belongs to. */
export interface ReceivedOwnerInvitation {
  /** Chosen by the owners. Show it as plain text. */
  readonly projectDisplayName: string
  /** Chosen by the inviter. Null without a name, and for an invitation with the key of the project. */
  readonly inviterDisplayName: string | null
  /** The invited address. */
  readonly recipientEmail: string
  /** The role that the user gets in the staff of the project. */
  readonly role: StaffRole
  /** The inviter stops being an owner once the invitation is accepted. */
  readonly isTransfer: boolean
  /** Whether the user has verified the invited address, as an acceptance requires. False without a session. */
  readonly isRecipient: boolean
  /** Whether a user signs in with the invited address. */
  readonly hasAccount: boolean
}

/** Checks the code of an invitation to a project's staff, without using it up. */
export async function readOwnerInvitation(
  request: SendRequest,
  code: string,
  options: Pick<RequestOptions, 'session' | 'isSessionOptional'>,
): Promise<ReceivedOwnerInvitation> {
  const call = 'POST /internal/owner-invitations/accept/check-code'
  const { is_code_valid: _, ...read } = await request(call, { body: { code }, ...options })
  return present(read)
}
