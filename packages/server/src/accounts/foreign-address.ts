import type { ProjectTransaction } from '../kernel/database.ts'
import { asSystem, type EventCall } from '../kernel/emit.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import { noticeAddressOf, removeAddress, writeAddress } from './contact-channels.ts'

/**
 * Removes an address that its owner has proved from an account that belongs to the owner of another mailbox. The owner
 * of the address then gets an account of their own, and the account keeps everything else. The account that loses the
 * address is informed. If the address was its primary one, its verified address becomes primary.
 *
 * The alternatives fail one of two people (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022). If
 * the proof claimed the account, a typing error in an added address would give the account to another person. If the
 * proof only signed in, the owner of the mailbox would use the account of an attacker who added the address.
 *
 * A suspended account without a claimed address counts as one of another person, too. Otherwise the suspension of an
 * attacker who signed up with the address of another person would keep that person out and show them its reason. A
 * suspended person who never proved the address can return with it, as with any other address: suspend the new account
 * to keep them out.
 *
 * Lock the user first.
 */
export async function releaseForeignAddress(
  tx: ProjectTransaction,
  call: EventCall,
  userId: string,
  email: string,
): Promise<void> {
  const channels = await tx.run(listChannelsOfUser(call.projectId, userId))
  const released = channels.find(({ value }) => value === email)
  if (!released) return
  const others = channels.filter(({ id }) => id !== released.id)
  const next = others.find(({ value }) => value === noticeAddressOf(others))
  // The released address gets no notice, because it belongs to a person who has just signed up.
  // guard: the owner of an address takes it out of the account of another person [added-addresses, several-addresses]
  await tx.run(removeAddress(asSystem(call), channels, released, false))
  if (!released.isPrimary || !next) return
  await writeAddress(
    tx,
    asSystem(call),
    { userId, channels: others, present: next, hasProvedApp: false },
    { isPrimary: true },
    null,
  )
}
