import { Undeliverable } from '../platform/mailer/mail-failure.ts'
import { findPrimaryEmail } from '../records/contact-channels/store.ts'
import type { Mailing } from './mail-kind.ts'

/**
 * Checks that the recipient of the mail is still the primary address of the user.
 *
 * @throws Undeliverable
 */
export async function requireCurrentRecipient(
  { db, project, recipient }: Mailing,
  userId: string,
): Promise<{ readonly isVerified: boolean }> {
  const primary = await db.run(findPrimaryEmail(project.id, userId))
  if (primary?.value !== recipient) {
    throw new Undeliverable('REJECTED', 'The address no longer belongs to the user.')
  }
  return primary
}
