import type { Call } from '../../kernel/call.ts'
import { KnownError } from '../../kernel/errors.ts'
import { findUser } from '../../records/users/store.ts'
import type { User } from '../../records/users/user.ts'

/** @throws USER_NOT_FOUND */
export async function getUser({ db }: Call, userId: string): Promise<User> {
  const user = await db.run(findUser(db.projectId, userId))
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return user
}
