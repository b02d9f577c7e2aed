import type { ProjectTransaction } from '../kernel/database.ts'
import { asSystem, type EventCall } from '../kernel/emit.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import { writeAddress } from './contact-channels.ts'

/**
 * Ends sign-in with an address that its owner has proved, at an account that belongs to the owner of another mailbox. The owner
 * of the address then gets an account of their own, and the account keeps everything else. The account that is left is
 * informed.
 *
 * The alternatives fail one of two people (Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022). If the proof
 * claimed the account, a typing error in an added address would give the account to another person. If the proof only signed in,
 * the owner of the mailbox would use the account of an attacker who added the address.
 *
 * A suspended account without a claimed address counts as one of another person, too. Otherwise an attacker who signs up with
 * the address of another person and is suspended would keep that person out, who would read the reason. A suspended person who
 * never proved the address can return with it, as with any other address: suspend the new account to keep them out.
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
  const present = channels.find(({ value }) => value === email)
  if (present) await writeAddress(tx, asSystem(call), { userId, channels, present }, { usedForAuth: false }, null)
}
