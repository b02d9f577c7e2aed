import { namedUserId } from '../../api/named-user.ts'
import { PlainError } from '../../kernel/errors.ts'
import type { User } from '../../records/users/user.ts'

interface CreatingCall {
  readonly user: User | null
  readonly body: { readonly creator_user_id?: string | undefined }
  readonly query: { readonly add_current_user?: boolean | undefined }
}

/** @throws PlainError if the call names the creator in both ways */
export function requireOneCreator({ body, query }: Omit<CreatingCall, 'user'>): void {
  if (query.add_current_user === undefined || body.creator_user_id === undefined) return
  throw new PlainError(400, 'Send either creator_user_id or add_current_user, not both.')
}

/**
 * Reads who becomes the first member of a new team.
 *
 * @returns null if the call names no user
 * @throws CANNOT_GET_OWN_USER_WITHOUT_USER, PlainError
 */
export function readCreator(call: CreatingCall): string | null {
  requireOneCreator(call)
  const { body, query, user } = call
  if (query.add_current_user && !user) throw new PlainError(401, 'add_current_user requires a signed-in user.')
  const isNamed = query.add_current_user === true || body.creator_user_id !== undefined
  return isNamed ? namedUserId(call, body.creator_user_id) : null
}
