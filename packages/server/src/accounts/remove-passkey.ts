import type { ProjectTransaction } from '../kernel/database.ts'
import { queueSignInMethodChanged } from '../mails/queue-mail.ts'
import type { User } from '../records/users/user.ts'
import { deletePasskeyOfUser } from '../records/credentials/passkey.ts'

/** Takes the passkey of a user away and queues the mail that says so; tells whether there was one. */
export async function removePasskey(
  tx: ProjectTransaction,
  user: Pick<User, 'id' | 'primaryEmail' | 'primaryEmailVerified'>,
  now: Date,
): Promise<boolean> {
  const isRemoved = await tx.run(deletePasskeyOfUser(tx.projectId, user.id))
  if (isRemoved) await tx.run(queueSignInMethodChanged(tx.projectId, user, 'passkey_removed', now))
  return isRemoved
}
