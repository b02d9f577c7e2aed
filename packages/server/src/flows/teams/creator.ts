import { namedUserId } from '../../api/rules/named-user.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { User } from '../../records/users/user.ts'

/** The two ways in which a call names the creator of a team. */
interface NamedCreator {
  readonly creatorUserId?: string | undefined
  readonly addCurrentUser?: boolean | undefined
}

/** @throws PlainError if the call names the creator in both ways */
export function requireOneCreator({ addCurrentUser, creatorUserId }: NamedCreator): void {
  if (addCurrentUser === undefined || creatorUserId === undefined) return
  throw new PlainError(400, 'Send either creator_user_id or add_current_user, not both.')
}

/**
 * Reads who becomes the first member of a new team.
 *
 * @returns null if the call names no user
 * @throws CANNOT_GET_OWN_USER_WITHOUT_USER, PlainError
 */
export function readCreator(call: { readonly user: User | null }, named: NamedCreator): string | null {
  requireOneCreator(named)
  const { addCurrentUser, creatorUserId } = named
  if (addCurrentUser && !call.user) throw new PlainError(401, 'add_current_user requires a signed-in user.')
  const isNamed = addCurrentUser === true || creatorUserId !== undefined
  return isNamed ? namedUserId(call, creatorUserId) : null
}
