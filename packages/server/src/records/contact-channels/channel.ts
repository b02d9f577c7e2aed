import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** The sign-up that added an address. */
export interface SignUpOrigin {
  readonly sessionId: string
  /** The `User-Agent` header of the browser. */
  readonly userAgent: string | null
}

/** An e-mail address of a user. */
export interface ContactChannel extends Omit<ChannelRow, 'signUpSessionId' | 'signUpUserAgent'> {
  /** Null if the address was added later, or by a server. */
  readonly signUp: SignUpOrigin | null
}

export const channelColumns = columns({
  id: column<string>('id'),
  userId: column<string>('user_id'),
  /** Canonical. */
  value: column<string>('value'),
  isPrimary: column<boolean>('is_primary'),
  isVerified: column<boolean>('is_verified'),
  /** The user is known to own the mailbox (`accounts/claim-account.ts`). */
  isClaimed: column<boolean>('is_claimed'),
  /** The address identifies the user. At most one user of the project has it. */
  usedForAuth: column<boolean>('used_for_auth'),
  /** A client asked to use the address for sign-in, and the user has not proved it yet. */
  isSignInPending: column<boolean>('sign_in_pending'),
  signUpSessionId: column<string | null>('sign_up_session_id'),
  signUpUserAgent: column<string | null>('sign_up_user_agent'),
  /** The session that added the address; null for the address of a sign-up and for one that a server set. */
  addedSessionId: column<string | null>('added_session_id'),
  createdAt: column<Date>('created_at'),
})

export type ChannelRow = RowOf<typeof channelColumns>

export function toChannel({
  signUpSessionId: sessionId,
  signUpUserAgent: userAgent,
  ...row
}: ChannelRow): ContactChannel {
  return { ...row, signUp: sessionId === null ? null : { sessionId, userAgent } }
}
