import { column, columns, type RowOf } from '../../kernel/columns.ts'

/** The session that signed up with an address or added it later. */
export interface AddressOrigin {
  readonly sessionId: string
  /** The `User-Agent` header of the browser. */
  readonly userAgent: string | null
}

/** An e-mail address of a user. */
export interface ContactChannel extends Omit<ChannelRow, 'signUpSessionId' | 'addedSessionId' | 'userAgent'> {
  /** Null if the address was added later, or by a server. */
  readonly signUp: AddressOrigin | null
  /** Null for a sign-up address and for an address that a server set. */
  readonly added: AddressOrigin | null
}

/** The permanent refusal of a mailbox by a mail server. */
export interface Bounce {
  readonly at: Date
  /** The reply of the server. */
  readonly reason: string
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
  /**
   * An operator typed the address, perhaps with an error. Until it is claimed, only a session of the user proves it.
   */
  requiresSessionProof: column<boolean>('requires_session_proof'),
  /** A client asked to use the address for sign-in, and the user has not proved it yet. */
  isSignInPending: column<boolean>('sign_in_pending'),
  signUpSessionId: column<string | null>('sign_up_session_id'),
  addedSessionId: column<string | null>('added_session_id'),
  /** The browser that signed up with the address or added it. */
  userAgent: column<string | null>('sign_up_user_agent'),
  /** The address that a session has put in place of this one, which stays until that one is proved. */
  replacedById: column<string | null>('replaced_by_id'),
  createdAt: column<Date>('created_at'),
})

/** Whether the address is shown as used for sign-in: it identifies the user, or will once it is proved. */
export function isMarkedForSignIn({
  isSignInPending,
  usedForAuth,
}: Pick<ContactChannel, 'isSignInPending' | 'usedForAuth'>): boolean {
  return usedForAuth || isSignInPending
}

/** Whether a mailbox proof counts only in a session of the user: the address may belong to another person. */
export function isHeld({
  isClaimed,
  requiresSessionProof,
}: Pick<ContactChannel, 'isClaimed' | 'requiresSessionProof'>): boolean {
  return requiresSessionProof && !isClaimed
}

export type ChannelRow = RowOf<typeof channelColumns>

export function toChannel({ signUpSessionId, addedSessionId, userAgent, ...row }: ChannelRow): ContactChannel {
  const origin = (sessionId: string | null): AddressOrigin | null =>
    sessionId === null ? null : { sessionId, userAgent }
  return { ...row, signUp: origin(signUpSessionId), added: origin(addedSessionId) }
}

/**
 * Whether the account belongs to the owner of another mailbox, so that this address does not become a sign-in address
 * before it is claimed. A claimed address owns the account. A verified one owns it against an address that a session
 * added, because a thief of the session or a typing error may have added it. So does an authenticator app, because the
 * owner of the account set it up. `settlePendingSignIn` has the same rule in SQL.
 */
export function isOwnedByOther(
  { added }: Pick<ContactChannel, 'added'>,
  { others, hasProvedApp }: { readonly others: readonly ContactChannel[]; readonly hasProvedApp: boolean },
): boolean {
  if (others.some(({ isClaimed }) => isClaimed)) return true
  // guard: a user who marks an added address again does not prove it
  //   (drop `others.some(({ isVerified }) => isVerified)`) [added-addresses]
  return added !== null && (hasProvedApp || others.some(({ isVerified }) => isVerified))
}
