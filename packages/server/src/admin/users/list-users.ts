import { USER_LIST_MAX_BYTES } from '@portico/contract'

import { readPage } from '../../api/list-page.ts'
import { SEARCH_MAX_MILLIS, withAdvice, type ListTotal } from '../../api/list-search.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { nothing } from '../../kernel/statement.ts'
import {
  hasTrigram,
  listUsersFrom,
  searchUsersFrom,
  type ListedUser,
  type PageWindow,
  type UserFilter,
  type UserPosition,
} from '../../records/queries/user-list.ts'
import { limitDuration, preferIndexScans, preferKeptPlan } from '../../platform/db/sweep.ts'
import type { FairQueue } from '../../platform/limits/fair-queue.ts'
import type { User } from '../../records/users/user.ts'
import { countFilteredUsers, listFilteredUsers, selectionOf, type WantedFilteredUsers } from './filtered-users.ts'
import { readSignUpCursor, writeSignUpCursor } from './sign-up-cursor.ts'

export interface UserListing {
  /** Bounds the concurrent searches of all projects and of each one. */
  readonly userSearches: FairQueue
}

export interface WantedUsers extends Omit<WantedFilteredUsers, 'limit'> {
  /** Absent: all users, if the answer is not larger than `USER_LIST_MAX_BYTES`. Filters require it. */
  readonly limit?: number | undefined
  readonly includeTotal?: boolean | undefined
}

export interface UserPage {
  readonly users: readonly User[]
  /** Null at the end, and without a limit. */
  readonly nextCursor: string | null
  /** If the call wants it. */
  readonly total?: ListTotal
}

/**
 * Lists users in the order of their sign-up or last activity. A page that would exceed `USER_LIST_MAX_BYTES` ends early.
 *
 * @throws SCHEMA_ERROR for a cursor of another list, TooBusy if the project searches too much at once
 */
export async function listUsers(dependencies: UserListing, call: Call, wanted: WantedUsers): Promise<UserPage> {
  const { limit } = wanted
  const isFiltered = hasFilters(wanted) || wanted.orderBy === 'last_active_at'
  const read = async (): Promise<UserPage> => {
    const page =
      isFiltered && limit !== undefined
        ? await listFilteredUsers(call, { ...wanted, limit })
        : await withAdvice(() => readUsers(call, wanted))
    return wanted.includeTotal ? { ...page, total: await countFilteredUsers(call, wanted) } : page
  }
  const isSearch = isFiltered || wanted.query || wanted.includeTotal
  return isSearch ? dependencies.userSearches.run(call.db.projectId, read) : read()
}

function hasFilters(wanted: WantedUsers): boolean {
  const { signInMethods, verified, suspended, waiting, hasSecondFactor } = wanted
  const { signedUpFromMillis, signedUpUntilMillis, lastActiveFromMillis, lastActiveUntilMillis } = wanted
  const moments = [signedUpFromMillis, signedUpUntilMillis, lastActiveFromMillis, lastActiveUntilMillis]
  return [signInMethods, verified, suspended, waiting, hasSecondFactor, ...moments].some(
    (filter) => filter !== undefined,
  )
}

async function readUsers({ db, now }: Call, wanted: WantedUsers): Promise<UserPage> {
  const { limit, desc: isNewestFirst = false } = wanted
  const { isSuspended, isWaiting, ...selection } = selectionOf(wanted)
  const filter = { ...selection, hasRestrictedUsers: isSuspended === null && isWaiting === null }
  const start = wanted.cursor === undefined ? null : await readSignUpCursor(db, wanted.cursor)
  const { items, next } = await readPage<User, UserPosition>(
    { of: 'users', start, limit, maxBytes: USER_LIST_MAX_BYTES },
    (window) => readPiece(db, filter, { ...window, isNewestFirst }, now()),
  )
  return { users: items, nextCursor: next && writeSignUpCursor(db.projectId, next) }
}

/** Searches with the indexes if they contain the term, and walks along the list if many users contain it. */
async function readPiece(
  db: ProjectDatabase,
  filter: UserFilter,
  window: PageWindow,
  now: Date,
): Promise<ListedUser[]> {
  const { projectId } = db
  const { term } = filter
  if (term !== null && hasTrigram(term)) {
    const { found } = await db.batch({
      duration: limitDuration(projectId, SEARCH_MAX_MILLIS),
      planning: preferIndexScans(projectId),
      // The same indexes find every term.
      keptPlan: preferKeptPlan(projectId),
      found: searchUsersFrom(projectId, { ...filter, term }, window, now),
    })
    if (found) return found
  }
  const { found } = await db.batch({
    duration: term === null ? nothing : limitDuration(projectId, SEARCH_MAX_MILLIS),
    keptPlan: preferKeptPlan(projectId),
    found: listUsersFrom(projectId, filter, window, now),
  })
  return found
}
