import type { ProjectSql } from '../platform/db/sql.ts'
import { queueSignInMethodChanged } from '../mails/queue-mail.ts'
import type { Ports } from '../ports.ts'
import type { User } from '../records/users/user.ts'
import { deletePasskeyOfUser } from '../records/credentials/passkey.ts'

/** Takes the passkey of a user away without telling anybody. */
export { deletePasskeyOfUser } from '../records/credentials/passkey.ts'

/** Takes the passkey of a user away and queues the mail that says so; tells whether there was one. */
export async function removePasskey(
  ports: Pick<Ports, 'clock' | 'random'>,
  tx: ProjectSql,
  user: Pick<User, 'id' | 'primaryEmail' | 'primaryEmailVerified'>,
): Promise<boolean> {
  const isRemoved = await deletePasskeyOfUser(tx, user.id)
  if (isRemoved) await queueSignInMethodChanged(ports, tx, user, 'passkey_removed')
  return isRemoved
}
