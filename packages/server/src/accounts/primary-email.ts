import type { ProjectTransaction } from '../kernel/database.ts'
import { PlainError } from '../kernel/errors.ts'
import type { User } from '../records/users/user.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { findPrimaryEmail, writePrimaryEmail as writeRow } from '../records/contact-channels/store.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { nothing } from '../kernel/statement.ts'
import { emit, type EventCall } from '../kernel/emit.ts'

interface PrimaryEmailUpdate {
  /** Canonical; null removes the address. */
  readonly primaryEmail?: string | null | undefined
  readonly primaryEmailVerified?: boolean | undefined
  readonly primaryEmailAuthEnabled?: boolean | undefined
}

/** Refuses to mark the primary address of a user who will have none as verified or as used for sign-in. */
export function requireNoFactsOfAddress(update: PrimaryEmailUpdate): void {
  if (update.primaryEmailVerified || update.primaryEmailAuthEnabled) {
    throw new PlainError(400, 'A user without a primary e-mail address cannot have it verified or used for sign-in.')
  }
}

/** Writes the fields of a user update that concern the primary address. */
export async function writePrimaryEmail(
  tx: ProjectTransaction,
  call: EventCall,
  user: User,
  update: PrimaryEmailUpdate,
): Promise<void> {
  const { projectId } = call
  const now = call.now()
  const { primaryEmail: email, primaryEmailVerified: isVerified, primaryEmailAuthEnabled: usedForAuth } = update
  if (email === undefined && isVerified === undefined && usedForAuth === undefined) return
  if (email === null) {
    requireNoFactsOfAddress(update)
    const lost = await tx.run(findPrimaryEmail(projectId, user.id))
    await tx.batch({
      address: writeRow(projectId, user.id, null),
      codes: endCodesOfUser(projectId, user.id, codeKinds, now),
      changed: lost ? emit(call, 'contact_channel.changed', { userId: user.id, previous: lost }) : nothing,
    })
    return
  }
  const present = await tx.run(findPrimaryEmail(projectId, user.id))
  const value = email ?? present?.value
  if (value === undefined) {
    if (!isVerified && !usedForAuth) return
    throw new PlainError(400, 'The user has no primary e-mail address.')
  }
  const isSame = value === present?.value
  await tx.batch({
    address: writeRow(projectId, user.id, {
      channelId: present?.channelId ?? newUuid(),
      value,
      // A verification does not carry over to another address (security.md 4.1).
      isVerified: isVerified ?? (isSame && present.isVerified),
      // A server that sets the verification also vouches for the owner of the mailbox.
      isClaimed: isVerified ?? (isSame && present.isClaimed),
      usedForAuth: usedForAuth ?? present?.usedForAuth ?? false,
      signUp: isSame ? present.signUp : null,
      createdAt: now,
    }),
    // Open codes were mailed to the old address. Its owner must not be able to sign in with them.
    codes: !isSame || usedForAuth === false ? endCodesOfUser(projectId, user.id, codeKinds, now) : nothing,
    changed:
      present && !isSame ? emit(call, 'contact_channel.changed', { userId: user.id, previous: present }) : nothing,
  })
}
