import type { ProjectTransaction } from '../kernel/database.ts'
import { PlainError } from '../kernel/errors.ts'
import type { EventCall } from '../kernel/emit.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import type { User } from '../records/users/user.ts'
import { removeAddress, requireMayHaveAddresses, writeAddress } from './contact-channels.ts'
import type { OwnChange } from './own-change.ts'

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

/**
 * Writes the fields of a user update that concern the primary address. A new value replaces the primary address in
 * place; a proved address stays for sign-in until the new one is proved (`keptAddress`). If
 * the user has the value in another channel, that channel becomes the primary one.
 *
 * @throws SignInAddressTaken
 */
export async function writePrimaryEmail(
  tx: ProjectTransaction,
  call: EventCall,
  user: User,
  update: PrimaryEmailUpdate,
  own: OwnChange | null,
): Promise<void> {
  const { primaryEmail: email, primaryEmailVerified: isVerified, primaryEmailAuthEnabled: usedForAuth } = update
  if (email === undefined && isVerified === undefined && usedForAuth === undefined) return
  const channels = await tx.run(listChannelsOfUser(call.projectId, user.id))
  const primary = channels.find(({ isPrimary }) => isPrimary) ?? null
  if (email === null) {
    requireNoFactsOfAddress(update)
    // Removing the primary address also removes the addresses that it has replaced.
    const gone = primary
      ? channels.filter(({ id, replacedById }) => replacedById === primary.id || id === primary.id)
      : []
    let left = channels
    for (const channel of gone.toReversed()) {
      await tx.run(removeAddress(call, left, channel))
      left = left.filter((other) => other !== channel)
    }
    return
  }
  if (email === undefined && !primary) {
    if (!isVerified && !usedForAuth) return
    throw new PlainError(400, 'The user has no primary e-mail address.')
  }
  // guard: an anonymous user cannot set an address of their profile [added-addresses]
  requireMayHaveAddresses(user, own)
  const named = channels.find(({ value }) => value === email) ?? primary
  // Writing a replaced address again cancels the replacement.
  const present = channels.find(({ id }) => id === named?.replacedById) ?? named
  const fields = { value: email, isPrimary: true, isVerified, usedForAuth }
  await writeAddress(
    tx,
    call,
    { userId: user.id, channels, present, hasProvedApp: user.totpSurvivesClaim },
    fields,
    own,
  )
}
