import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { KnownError } from '../../kernel/errors.ts'
import type { FairQueue } from '../../platform/limits/fair-queue.ts'
import { encodeCursor } from '../../platform/lists/list-cursor.ts'
import { readList, scopeOf, type ListPage, type ListQuery } from '../../platform/lists/read-list.ts'
import { findSignUpPosition, usersOf, type UserList } from '../../records/queries/users/user-list.ts'
import type { User } from '../../records/users/user.ts'
import { countUsers } from './count-users.ts'
import { listOf, type WantedUserFilters, type WantedUserOrder } from './wanted-users.ts'

export interface UserListing {
  /** Bounds the concurrent searches, of all projects together and of each. */
  readonly userSearches: FairQueue
}

/** Filters and the order of the last activity require a limit. */
export interface WantedUsers extends WantedUserFilters, WantedUserOrder, ListQuery {
  readonly includeTotal?: boolean | undefined
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Lists users in the order of their sign-up or last activity.
 *
 * @throws SCHEMA_ERROR for a cursor of another list, TooBusy if the project searches too much at once, PlainError for a
 *   search that takes too long
 */
export async function listUsers(
  { userSearches }: UserListing,
  { db, now }: Call,
  wanted: WantedUsers,
): Promise<ListPage<User>> {
  const { cursor, includeTotal, limit } = wanted
  const list = listOf(db, wanted, now())
  const users = usersOf(list)
  const read = async (): Promise<ListPage<User>> => {
    const page = await readList(db, users, { limit, cursor: await readCursor(db, list, cursor) })
    return includeTotal ? { ...page, total: await countUsers(db, list) } : page
  }
  return users.isSearch || includeTotal ? userSearches.run(db.projectId, read) : read()
}

/**
 * Converts a user id, which programs of the protocol use in the order of sign-up, to the cursor of a page that begins
 * with this user.
 *
 * @throws SCHEMA_ERROR for the id of a user who does not exist: an empty page would look like the end of the list
 */
async function readCursor(
  db: ProjectDatabase,
  list: UserList,
  cursor: string | undefined,
): Promise<string | undefined> {
  if (cursor === undefined || list.order !== 'signedUpAt' || !uuidPattern.test(cursor)) return cursor
  const position = await db.run(findSignUpPosition(db.projectId, cursor))
  if (position) return encodeCursor(scopeOf(usersOf(list)), position)
  throw new KnownError('SCHEMA_ERROR', {
    message: `query.cursor is the id of no user: ${cursor}. If the user was deleted, read the list again from its beginning.`,
  })
}
