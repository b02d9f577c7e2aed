import { canonicalEmail, isStrictEmail, USER_LIST_MAX_BYTES } from '@portico/contract'

import { readPage } from '../../api/list-page.ts'
import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import { nothing } from '../../kernel/statement.ts'
import {
  listUsersFrom,
  searchUsersFrom,
  SearchTooSlow,
  type ListedUser,
  type PagePosition,
  type PageWindow,
  type UserFilter,
} from '../../records/queries/user-list.ts'
import { limitDuration, preferIndexScans, preferKeptPlan } from '../../platform/db/sweep.ts'
import type { FairQueue } from '../../platform/limits/fair-queue.ts'
import type { User } from '../../records/users/user.ts'

/** Shorter than the time limit of other statements, because many searches at once occupy the database. */
const SEARCH_MAX_MILLIS = 2_000

export interface UserListing {
  /** Bounds the concurrent searches of all projects and of each one. */
  readonly userSearches: FairQueue
}

const uuidV4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export interface WantedUsers {
  /** Only members of this team. */
  readonly teamId?: string | undefined
  /** Absent: all users, if the answer is not larger than `USER_LIST_MAX_BYTES`. */
  readonly limit?: number | undefined
  /** The id of the first user of the page. */
  readonly cursor?: string | undefined
  readonly desc?: boolean | undefined
  readonly query?: string | undefined
  readonly includeRestricted?: boolean | undefined
  /** Anonymous users are restricted, so it includes all restricted users. */
  readonly includeAnonymous?: boolean | undefined
  readonly onlyAnonymous?: boolean | undefined
}

export interface UserPage {
  readonly users: readonly User[]
  /** The id of the first user of the next page; null at the end, and without a limit. */
  readonly nextCursor: string | null
}

/**
 * Lists users in the order of their sign-up. A page that would exceed `USER_LIST_MAX_BYTES` ends early.
 *
 * @throws TooBusy if the project searches too much at once
 */
export async function listUsers(dependencies: UserListing, call: Call, wanted: WantedUsers): Promise<UserPage> {
  const read = (): Promise<UserPage> => readUsers(call, wanted)
  return wanted.query ? dependencies.userSearches.run(call.db.projectId, read) : read()
}

async function readUsers({ db, now }: Call, wanted: WantedUsers): Promise<UserPage> {
  const { limit, desc: isNewestFirst = false } = wanted
  const filter = {
    teamId: wanted.teamId ?? null,
    hasFullUsers: wanted.onlyAnonymous !== true,
    hasAnonymousUsers: wanted.includeAnonymous ?? false,
    hasSuspendedUsers: (wanted.includeRestricted ?? false) || (wanted.includeAnonymous ?? false),
    term: wanted.query || null,
    exactId: readExactId(wanted.query ?? ''),
    exactAddress: readExactAddress(wanted.query ?? ''),
  }
  const { items, next } = await readPage<User, PagePosition, string>(
    { of: 'users', start: wanted.cursor ?? null, limit, maxBytes: USER_LIST_MAX_BYTES },
    (window) => readPiece(db, filter, { ...window, isNewestFirst }, now()),
  )
  return { users: items, nextCursor: next?.id ?? null }
}

/** Searches with the indexes if they contain the term, and walks along the list if many users contain it. */
async function readPiece(
  db: ProjectDatabase,
  filter: UserFilter,
  window: PageWindow,
  now: Date,
): Promise<ListedUser[]> {
  try {
    const { projectId } = db
    const { term } = filter
    if (term !== null && hasTrigram(term)) {
      const { found } = await db.batch({
        duration: limitDuration(projectId, SEARCH_MAX_MILLIS),
        planning: preferIndexScans(projectId),
        // A complete address is rare in every project. How to find any other text depends on how many users have it.
        keptPlan: filter.exactAddress === null ? nothing : preferKeptPlan(projectId),
        found: searchUsersFrom(projectId, { ...filter, term }, window, now),
      })
      if (found) return found
    }
    if (term === null) return await db.run(listUsersFrom(projectId, filter, window, now))
    const { found } = await db.batch({
      duration: limitDuration(projectId, SEARCH_MAX_MILLIS),
      found: listUsersFrom(projectId, filter, window, now),
    })
    return found
  } catch (error) {
    if (!(error instanceof SearchTooSlow)) throw error
    throw new PlainError(400, 'The search took too long. Search for a longer part of the name or address.')
  }
}

/** Whether the trigram indexes can find the term. */
function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(term)
}

/** Returns the user id in a search text; null if there is none. Quotes and other decoration around it are ignored. */
function readExactId(query: string): string | null {
  const id = query.replaceAll(/[^\p{L}\p{N}._-]/gu, '')
  return uuidV4Pattern.test(id) ? id : null
}

/** Returns the canonical form of a search text that is a complete address; null for any other text. */
function readExactAddress(query: string): string | null {
  const address = canonicalEmail(query)
  return address !== null && isStrictEmail(address) ? address : null
}
