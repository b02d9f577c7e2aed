import { KnownError } from '../../kernel/errors.ts'
import type { User } from '../../records/users/user.ts'

interface NamingCall {
  readonly user: User | null
}

/** Whether a field of the call names its signed-in user, by `me` or by the id. */
export function namesOwnUser({ user }: NamingCall, named: unknown): boolean {
  // guard: only a call that names its signed-in user needs no permission
  //   (replace `named === 'me' || (user !== null && named === user.id)` with `true`) [team-access]
  return named === 'me' || (user !== null && named === user.id)
}

/**
 * Resolves `me` and absence to the signed-in user.
 *
 * @throws CANNOT_GET_OWN_USER_WITHOUT_USER
 */
export function namedUserId({ user }: NamingCall, userIdOrMe: string | undefined): string {
  if (userIdOrMe !== undefined && userIdOrMe !== 'me') return userIdOrMe
  if (!user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  return user.id
}
