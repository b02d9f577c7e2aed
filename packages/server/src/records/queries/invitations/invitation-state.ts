import { KnownError } from '../../../kernel/errors.ts'

/** The facts of an invitation that decide its state. */
interface InvitationFacts {
  readonly expiresAt: Date
  /** Null after the acceptance. */
  readonly recipientEmail: string | null
  readonly isInviterAllowed: boolean
}

/** The state of an invitation. A void one was revoked or replaced, or has ended with its inviter's right. */
type InvitationState<Invitation> =
  | { readonly state: 'open'; readonly invitation: Invitation & { readonly recipientEmail: string } }
  | { readonly state: 'void' | 'expired' | 'used' }

/** An invitation that has ended shows how it ended, also if it would be void by now. */
export function stateOfInvitation<Invitation extends InvitationFacts>(
  found: Invitation | null,
  now: Date,
): InvitationState<Invitation> {
  if (!found) return { state: 'void' }
  // guard: an invitation expires [invitations]
  if (found.expiresAt <= now) return { state: 'expired' }
  const { recipientEmail } = found
  if (recipientEmail === null) return { state: 'used' }
  // guard: an invitation ends with the right of its inviter [invitations]
  if (!found.isInviterAllowed) return { state: 'void' }
  return { state: 'open', invitation: { ...found, recipientEmail } }
}

const errorOfState = {
  void: 'VERIFICATION_CODE_NOT_FOUND',
  expired: 'VERIFICATION_CODE_EXPIRED',
  used: 'VERIFICATION_CODE_ALREADY_USED',
} as const

/**
 * @throws VERIFICATION_CODE_NOT_FOUND for a void invitation, VERIFICATION_CODE_EXPIRED, VERIFICATION_CODE_ALREADY_USED
 */
export function requireOpenInvitation<Invitation extends InvitationFacts>(
  found: Invitation | null,
  now: Date,
): Invitation & { readonly recipientEmail: string } {
  const current = stateOfInvitation(found, now)
  if (current.state === 'open') return current.invitation
  throw new KnownError(errorOfState[current.state])
}
