import type { ProjectDatabase } from '../../kernel/database.ts'
import { preferOrderedIndexes } from '../../platform/db/sweep.ts'
import { countInTime, countList, type ListTotal } from '../../platform/lists/read-list.ts'
import { readTotals } from '../../records/figures/store.ts'
import { usersOf, type UserList, type UserSelection } from '../../records/queries/users/user-list.ts'

/** Counts the users of a list: exactly without filters. */
export function countUsers(db: ProjectDatabase, list: UserList): Promise<ListTotal> {
  return countInTime(() => (isUnfiltered(list.selection) ? countAll(db, list) : countList(db, usersOf(list))))
}

/**
 * Whether the list contains all users of their kinds, except suspended or waiting ones if `isSuspended` or `isWaiting`
 * is false.
 */
function isUnfiltered(selection: UserSelection): boolean {
  const {
    hasFullUsers: _full,
    hasAnonymousUsers: _anonymous,
    isSuspended,
    isWaiting,
    signedUp,
    lastActive,
    ...filters
  } = selection
  const bounds = [signedUp, lastActive].flatMap(({ from, until }) => [from, until])
  return (
    isSuspended !== true &&
    isWaiting !== true &&
    [...bounds, ...Object.values(filters)].every((filter) => filter === null)
  )
}

/** The figures of the project contain suspended and waiting users, which are counted and subtracted. */
async function countAll(db: ProjectDatabase, list: UserList): Promise<ListTotal> {
  const { hasFullUsers, hasAnonymousUsers, isSuspended, isWaiting } = list.selection
  const { totals } = await db.batch({ planning: preferOrderedIndexes, totals: readTotals(db.projectId) })
  const { users, anonymousUsers } = totals
  const count = (hasFullUsers ? users - anonymousUsers : 0) + (hasAnonymousUsers ? anonymousUsers : 0)
  let listed = count
  for (const hidden of [
    ...(isSuspended === false ? [{ isSuspended: true, isWaiting: null }] : []),
    // Suspended users are subtracted already.
    ...(isWaiting === false ? [{ isSuspended, isWaiting: true }] : []),
  ]) {
    const total = await countList(db, usersOf({ ...list, selection: { ...list.selection, ...hidden } }))
    if (total.isCapped) return countList(db, usersOf(list))
    listed -= total.count ?? 0
  }
  return { count: listed, isCapped: false }
}
