import type { ProjectTransaction } from '../kernel/database.ts'
import { queueEmailChanged } from '../mails/queue-mail.ts'
import { PlainError } from '../kernel/errors.ts'
import type { User } from '../records/users/user.ts'
import { codeKinds } from '../records/verification-codes/lifetimes.ts'
import { findPrimaryEmail, writePrimaryEmail as writeRow } from '../records/contact-channels/store.ts'
import { newUuid } from '../platform/crypto/random.ts'
import { endCodesOfUser } from '../records/verification-codes/store.ts'
import { nothing } from '../kernel/statement.ts'

interface PrimaryEmailUpdate {
  /** Canonical; null removes the address. */
  readonly primaryEmail?: string | null | undefined
  readonly primaryEmailVerified?: boolean | undefined
  readonly primaryEmailAuthEnabled?: boolean | undefined
}

/** The part of a user update that is about the primary address. */
export async function writePrimaryEmail(
  tx: ProjectTransaction,
  user: User,
  update: PrimaryEmailUpdate,
  now: Date,
): Promise<void> {
  const { primaryEmail: email, primaryEmailVerified: isVerified, primaryEmailAuthEnabled: usedForAuth } = update
  if (email === undefined && isVerified === undefined && usedForAuth === undefined) return
  if (email === null) {
    if (isVerified || usedForAuth) {
      throw new PlainError(400, 'A user without a primary e-mail address cannot have it verified or used for sign-in.')
    }
    const lost = await tx.run(findPrimaryEmail(tx.projectId, user.id))
    await tx.batch({
      notice: lost ? queueEmailChanged(tx.projectId, lost, now) : nothing,
      address: writeRow(tx.projectId, user.id, null),
      codes: endCodesOfUser(tx.projectId, user.id, codeKinds, now),
    })
    return
  }
  const present = await tx.run(findPrimaryEmail(tx.projectId, user.id))
  const value = email ?? present?.value
  if (value === undefined) {
    if (!isVerified && !usedForAuth) return
    throw new PlainError(400, 'The user has no primary e-mail address.')
  }
  const isSame = value === present?.value
  await tx.batch({
    notice: present && !isSame ? queueEmailChanged(tx.projectId, present, now) : nothing,
    address: writeRow(tx.projectId, user.id, {
      channelId: present?.channelId ?? newUuid(),
      value,
      // Another address has not been proved by the proof of this one (security.md 4.1).
      isVerified: isVerified ?? (isSame && present.isVerified),
      // A server that says whether the address is verified also says whose mailbox it is.
      isClaimed: isVerified ?? (isSame && present.isClaimed),
      usedForAuth: usedForAuth ?? present?.usedForAuth ?? false,
      signUp: isSame ? present.signUp : null,
      createdAt: now,
    }),
    // Codes were mailed to the old address: its reader must no longer get in with them.
    codes: !isSame || usedForAuth === false ? endCodesOfUser(tx.projectId, user.id, codeKinds, now) : nothing,
  })
}
