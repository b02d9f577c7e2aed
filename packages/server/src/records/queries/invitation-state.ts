/** The facts of an invitation that decide its state. */
interface InvitationFacts {
  readonly expiresAt: Date
  /** Null after the acceptance. */
  readonly recipientEmail: string | null
  readonly isInviterAllowed: boolean
}

/** The state of an invitation. One that is void was revoked or replaced, or its inviter may not invite at the moment. */
type InvitationState<Invitation> =
  | { readonly state: 'open'; readonly invitation: Invitation & { readonly recipientEmail: string } }
  | { readonly state: 'void' | 'expired' | 'used' }

/** An invitation that has ended shows how it ended, also if it would be void by now. */
export function stateOfInvitation<Invitation extends InvitationFacts>(
  found: Invitation | null,
  now: Date,
): InvitationState<Invitation> {
  if (!found) return { state: 'void' }
  if (found.expiresAt <= now) return { state: 'expired' }
  const { recipientEmail } = found
  if (recipientEmail === null) return { state: 'used' }
  if (!found.isInviterAllowed) return { state: 'void' }
  return { state: 'open', invitation: { ...found, recipientEmail } }
}
