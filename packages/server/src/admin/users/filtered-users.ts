import { canonicalEmail, isStrictEmail, USER_LIST_MAX_BYTES, type FilteredSignInMethod } from '@portico/contract'

import { decodeCursor, encodeCursor } from '../../api/list-cursor.ts'
import {
  countInTime,
  readExactId,
  readTerm,
  SEARCH_MAX_MILLIS,
  withAdvice,
  type ListTotal,
} from '../../api/list-search.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase, ProjectTransaction } from '../../kernel/database.ts'
import { nothing, type Statement } from '../../kernel/statement.ts'
import { limitDuration, preferIndexScans, preferKeptPlan, preferOrderedIndexes } from '../../platform/db/sweep.ts'
import {
  countExaminedUsers,
  countSelectedUsers,
  examineUsers,
  keepSelectedUsers,
  narrowFiltersOf,
  selectUsers,
  type Examined,
  type FoundUser,
  type NarrowFilter,
  type UserList,
  type UserSelection,
  type UserWindow,
} from '../../records/queries/filtered-user-list.ts'
import type { UserPosition } from '../../records/queries/user-list.ts'
import { readTotals } from '../../records/figures/store.ts'
import type { User } from '../../records/users/user.ts'

import { readSignUpCursor, writeSignUpCursor } from './sign-up-cursor.ts'

/** A piece is read by one statement. A page examines more users than it has, because some do not match. */
const PIECE_USERS_MIN = 100
const PIECE_USERS_MAX = 500
const EXAMINED_USERS_MAX = 10_000

/** The users that one statement examines for a job. */
const SELECTED_PIECE_USERS = 2_000
const COUNTED_PIECE_USERS = 5_000
const COUNT_EXAMINED_USERS_MAX = 50_000
/** The highest total with filters. */
const USER_TOTAL_MAX = 10_000

/** The filters of a list of users, as a call sends them. */
export interface WantedUserFilters {
  /** Only members of this team. */
  readonly teamId?: string | undefined
  readonly query?: string | undefined
  readonly includeRestricted?: boolean | undefined
  /** Anonymous users are restricted, so it includes all restricted users. */
  readonly includeAnonymous?: boolean | undefined
  readonly onlyAnonymous?: boolean | undefined
  readonly signInMethods?: readonly FilteredSignInMethod[] | undefined
  readonly verified?: boolean | undefined
  readonly suspended?: boolean | undefined
  readonly waiting?: boolean | undefined
  readonly hasSecondFactor?: boolean | undefined
  readonly signedUpFromMillis?: number | undefined
  readonly signedUpUntilMillis?: number | undefined
  readonly lastActiveFromMillis?: number | undefined
  readonly lastActiveUntilMillis?: number | undefined
}

export interface WantedFilteredUsers extends WantedUserFilters {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly orderBy?: 'signed_up_at' | 'last_active_at' | undefined
  readonly desc?: boolean | undefined
}

export interface FilteredUserPage {
  readonly users: readonly User[]
  /** Null at the end. */
  readonly nextCursor: string | null
}

/** Converts the filters of a call. */
export function selectionOf(wanted: WantedUserFilters): UserSelection {
  const { query = '', includeRestricted = false, includeAnonymous = false, onlyAnonymous = false } = wanted
  const hasRestricted = includeRestricted || includeAnonymous
  const rangeOf = (from: number | undefined, until: number | undefined): UserSelection['signedUp'] => ({
    from: from === undefined ? null : new Date(from),
    until: until === undefined ? null : new Date(until),
  })
  return {
    teamId: wanted.teamId ?? null,
    hasFullUsers: !onlyAnonymous,
    hasAnonymousUsers: includeAnonymous,
    // A filter for one restriction also finds users with the other one.
    isSuspended: wanted.suspended ?? (hasRestricted || wanted.waiting ? null : false),
    isWaiting: wanted.waiting ?? (hasRestricted || wanted.suspended ? null : false),
    isVerified: wanted.verified ?? null,
    hasSecondFactor: wanted.hasSecondFactor ?? null,
    signInMethods: wanted.signInMethods ?? null,
    signedUp: rangeOf(wanted.signedUpFromMillis, wanted.signedUpUntilMillis),
    lastActive: rangeOf(wanted.lastActiveFromMillis, wanted.lastActiveUntilMillis),
    term: readTerm(query),
    exactId: readExactId(query),
    exactAddress: readExactAddress(query),
  }
}

/**
 * Lists users with filters, in the order of their sign-up or last activity. A page with few matching users among many others
 * ends early, so that every call takes a bounded time.
 *
 * @throws SCHEMA_ERROR for a cursor of another list, PlainError for a search that takes too long
 */
export async function listFilteredUsers({ db, now }: Call, wanted: WantedFilteredUsers): Promise<FilteredUserPage> {
  const list = listOf(db, wanted, now())
  const cursor = cursorOf(list, wanted)
  const start = wanted.cursor === undefined ? null : await cursor.read(db, wanted.cursor)
  const { users, next } = await withAdvice(() => readFilteredPage(db, list, start, wanted.limit))
  return { users, nextCursor: next && cursor.write(next) }
}

async function readFilteredPage(
  db: ProjectDatabase,
  list: UserList,
  start: UserPosition | null,
  limit: number,
): Promise<{ users: User[]; next: UserPosition | null }> {
  const window: UserWindow = { start, limit, maxBytes: USER_LIST_MAX_BYTES }
  const selected = await firstNarrow(db, list, (filter) => selectUsers(list, filter, window))
  if (selected) return pageOf(selected, limit)
  const users: User[] = []
  let position: UserPosition | null = start
  let { maxBytes } = window
  for (let examined = 0; examined < EXAMINED_USERS_MAX;) {
    const count = Math.max(PIECE_USERS_MIN, Math.min(PIECE_USERS_MAX, 2 * (limit - users.length)))
    const piece = { start: position, limit: Math.min(limit - users.length, count), maxBytes }
    const { read } = await db.batch({
      duration: limitDuration(db.projectId, SEARCH_MAX_MILLIS),
      planning: preferOrderedIndexes(db.projectId),
      read: examineUsers(list, piece, count),
    })
    const page = pageOf(read.found, piece.limit)
    users.push(...page.users)
    if (page.next !== null || read.next === null) return { users, next: page.next }
    position = read.next
    maxBytes -= page.bytes
    examined += count
    if (users.length === limit) break
  }
  return { users, next: position }
}

/** Users without their fields. */
export interface SelectedUsers {
  readonly users: readonly UserPosition[]
  /** Where the next ones begin; null at the end. There can be more even if there are no `users`. */
  readonly next: UserPosition | null
}

/**
 * Selects users for a job, in the order of their sign-up, oldest first, by one or two statements.
 *
 * @throws PlainError for a search that takes too long
 */
export function selectFilteredUsers(
  { db, now }: Pick<Call, 'db' | 'now'>,
  wanted: WantedUserFilters,
  { start, limit }: { readonly start: UserPosition | null; readonly limit: number },
): Promise<SelectedUsers> {
  const list = listOf(db, wanted, now())
  // The positions are enough, so no fields are read.
  const window = { start, limit, maxBytes: 0 }
  return withAdvice(async () => {
    const selected = await firstNarrow(db, list, (filter) => selectUsers(list, filter, window))
    const { found, next } = selected ? { found: selected, next: null } : await examine(db, list, window)
    const positions = found.map(({ position }) => position)
    return { users: positions.slice(0, limit), next: positions[limit] ?? next }
  })
}

/** Keeps those of the users who match the filters. For users that the transaction has locked after `selectFilteredUsers`. */
export async function keepMatchingUsers(
  tx: ProjectTransaction,
  wanted: WantedUserFilters,
  userIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const { kept } = await tx.batch({
    planning: preferIndexScans(tx.projectId),
    kept: keepSelectedUsers(listOf(tx, wanted, now), userIds),
  })
  return kept
}

async function examine(db: ProjectDatabase, list: UserList, window: UserWindow): Promise<Examined<FoundUser[]>> {
  const { read } = await db.batch({
    duration: limitDuration(db.projectId, SEARCH_MAX_MILLIS),
    planning: preferOrderedIndexes(db.projectId),
    read: examineUsers(list, window, SELECTED_PIECE_USERS),
  })
  return read
}

/** Divides what a statement has read into the page and the position of the next one. A page ends early at its maximum size. */
function pageOf(
  found: readonly FoundUser[],
  limit: number,
): { users: User[]; next: UserPosition | null; bytes: number } {
  const users: User[] = []
  let bytes = 0
  for (const { item, position, bytes: size } of found) {
    if (item === null || users.length === limit) return { users, next: position, bytes }
    users.push(item)
    bytes += size
  }
  return { users, next: null, bytes }
}

/** Counts the users of a list: exactly without filters, otherwise up to `USER_TOTAL_MAX`. */
export async function countFilteredUsers(
  { db, now }: Pick<Call, 'db' | 'now'>,
  wanted: WantedUserFilters,
): Promise<ListTotal> {
  const list = listOf(db, wanted, now())
  return countInTime(() => (isUnfiltered(list.selection) ? countAll(db, list) : countMatching(db, list)))
}

/** Whether the list contains all users of their kinds, except suspended or waiting ones if `isSuspended` or `isWaiting` is false. */
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
  const { totals } = await db.batch({ planning: preferOrderedIndexes(db.projectId), totals: readTotals(db.projectId) })
  const { users, anonymousUsers } = totals
  const count = (hasFullUsers ? users - anonymousUsers : 0) + (hasAnonymousUsers ? anonymousUsers : 0)
  let listed = count
  for (const hidden of [
    ...(isSuspended === false ? [{ isSuspended: true, isWaiting: null }] : []),
    // Suspended users are subtracted already.
    ...(isWaiting === false ? [{ isSuspended, isWaiting: true }] : []),
  ]) {
    const total = await countMatching(db, { ...list, selection: { ...list.selection, ...hidden } })
    if (total.isCapped) return countMatching(db, list)
    listed -= total.count ?? 0
  }
  return { count: listed, isCapped: false }
}

async function countMatching(db: ProjectDatabase, list: UserList): Promise<ListTotal> {
  const selected = await firstNarrow(db, list, (filter) => countSelectedUsers(list, filter, USER_TOTAL_MAX))
  return selected === null ? countInPieces(db, list) : cappedTotal(selected)
}

function cappedTotal(count: number): ListTotal {
  return { count: Math.min(count, USER_TOTAL_MAX), isCapped: count > USER_TOTAL_MAX }
}

async function countInPieces(db: ProjectDatabase, list: UserList): Promise<ListTotal> {
  let count = 0
  let start: UserPosition | null = null
  for (let examined = 0; examined < COUNT_EXAMINED_USERS_MAX;) {
    // One more user than the highest total decides.
    const piece = Math.min(COUNTED_PIECE_USERS, Math.max(PIECE_USERS_MAX, USER_TOTAL_MAX + 1 - count))
    const { read }: { read: Examined<number> } = await db.batch({
      duration: limitDuration(db.projectId, SEARCH_MAX_MILLIS),
      planning: preferOrderedIndexes(db.projectId),
      read: countExaminedUsers(list, start, piece),
    })
    count += read.found
    if (count > USER_TOTAL_MAX || read.next === null) return cappedTotal(count)
    start = read.next
    examined += piece
  }
  return { count, isCapped: true }
}

/** Reads the users of the first narrow filter that selects few users. Returns null if there is none. */
async function firstNarrow<Result>(
  db: ProjectDatabase,
  list: UserList,
  readBy: (filter: NarrowFilter) => Statement<Result | null>,
): Promise<Result | null> {
  const { projectId } = db
  for (const filter of narrowFiltersOf(list)) {
    const isSearch = filter === 'term'
    const { found } = await db.batch({
      duration: limitDuration(projectId, SEARCH_MAX_MILLIS),
      planning: isSearch ? preferIndexScans(projectId) : preferOrderedIndexes(projectId),
      keptPlan: isSearch ? preferKeptPlan(projectId) : nothing,
      found: readBy(filter),
    })
    if (found !== null) return found
  }
  return null
}

function listOf(
  { projectId }: Pick<ProjectDatabase, 'projectId'>,
  wanted: WantedUserFilters & Pick<WantedFilteredUsers, 'orderBy' | 'desc'>,
  now: Date,
): UserList {
  return {
    projectId,
    selection: selectionOf(wanted),
    order: wanted.orderBy === 'last_active_at' ? 'lastActiveAt' : 'signedUpAt',
    isNewestFirst: wanted.desc ?? false,
    now,
  }
}

interface CursorFormat {
  readonly write: (next: UserPosition) => string
  /** @throws SCHEMA_ERROR */
  readonly read: (db: ProjectDatabase, cursor: string) => Promise<UserPosition>
}

function cursorOf({ projectId, order, isNewestFirst }: UserList, wanted: WantedFilteredUsers): CursorFormat {
  if (order === 'signedUpAt') return { write: (next) => writeSignUpCursor(projectId, next), read: readSignUpCursor }
  const { limit: _limit, cursor: _cursor, orderBy: _order, desc: _desc, ...filters } = wanted
  const scope = ['users by last activity', projectId, String(isNewestFirst), JSON.stringify(selectionOf(filters))]
  return {
    write: ({ atMicros, id }) => encodeCursor(scope, { createdAtMicros: atMicros, ids: [id] }),
    read: async (_db, cursor) => {
      const { createdAtMicros: atMicros, ids } = decodeCursor(scope, cursor)
      return { atMicros, id: ids[0] ?? '' }
    },
  }
}

/** Returns the canonical form of a search text that is a complete address; null for any other text. */
function readExactAddress(query: string): string | null {
  const address = canonicalEmail(query)
  return address !== null && isStrictEmail(address) ? address : null
}
