import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findPrimaryEmail } from '../records/contact-channels/store.ts'
import type { Mailing } from './mail-kind.ts'

/**
 * The primary address of a user, which must still be the recipient of the mail.
 *
 * @throws Undeliverable
 */
export async function requireCurrentRecipient(
  { db, project, recipient }: Mailing,
  userId: string,
): Promise<{ readonly isVerified: boolean }> {
  const primary = await db.run(findPrimaryEmail(project.id, userId))
  if (primary?.value !== recipient) {
    throw new Undeliverable('REJECTED', 'The address does not belong to the user any more.')
  }
  return primary
}
