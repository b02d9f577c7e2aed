import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import type { ContactChannel } from '../records/contact-channels/channel.ts'
import { listChannelsOfUser } from '../records/contact-channels/store.ts'
import type { Mailing } from './mail-kind.ts'

/**
 * Checks that the recipient of the mail is still an address of the user.
 *
 * @throws Undeliverable
 */
export async function requireCurrentRecipient(
  { db, project, recipient }: Mailing,
  userId: string,
): Promise<ContactChannel> {
  const channels = await db.run(listChannelsOfUser(project.id, userId))
  const current = channels.find(({ value }) => value === recipient)
  if (!current) throw new Undeliverable('REJECTED', 'The address no longer belongs to the user.')
  return current
}
