import { decodeCursor, encodeCursor } from '../../api/list-cursor.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { findSignUpPosition, type UserPosition } from '../../records/queries/user-list.ts'

// The cursor of a list of users in the order of sign-up is the position of a user, so that the list continues after a deletion of
// that user. Earlier versions of the service, and programs of the protocol, use the id of the user.

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filters are no part of it, as with the id of a user. */
const scopeOf = (projectId: string): string[] => ['users by sign-up', projectId]

export function writeSignUpCursor(projectId: string, { atMicros, id }: UserPosition): string {
  return encodeCursor(scopeOf(projectId), { createdAtMicros: atMicros, ids: [id] })
}

/**
 * Reads where a page begins.
 *
 * @throws SCHEMA_ERROR, also for the id of a user who does not exist: an empty page would look like the end of the list
 */
export async function readSignUpCursor(db: ProjectDatabase, cursor: string): Promise<UserPosition> {
  if (!uuidPattern.test(cursor)) {
    const { createdAtMicros: atMicros, ids } = decodeCursor(scopeOf(db.projectId), cursor)
    return { atMicros, id: ids[0] ?? '' }
  }
  const position = await db.run(findSignUpPosition(db.projectId, cursor))
  if (position) return position
  throw new KnownError('SCHEMA_ERROR', {
    message: `query.cursor is the id of no user: ${cursor}. If the user was deleted, read the list again from its beginning.`,
  })
}
