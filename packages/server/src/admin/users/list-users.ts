import { canonicalEmail, isStrictEmail } from '@portico/contract'

import type { Call } from '../../kernel/call.ts'
import type { ProjectDatabase } from '../../kernel/database.ts'
import { PlainError } from '../../kernel/errors.ts'
import {
  listUsersFrom,
  searchUsersFrom,
  SearchTooSlow,
  type ListedUser,
  type PageStart,
  type PageWindow,
  type UserFilter,
} from '../../records/queries/user-list.ts'
import { preferIndexScans } from '../../platform/db/sweep.ts'
import type { User } from '../../records/users/user.ts'

/** The rows of one statement. A longer page is read by several statements, so that each takes a bounded time. */
const PIECE_USERS = 500

const uuidV4Pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export interface WantedUsers {
  readonly teamId?: string | undefined
  /** Absent: all users. */
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

/** Lists users in the order of their sign-up. The list of a team is empty, because there are no teams. */
export async function listUsers({ db, now }: Call, wanted: WantedUsers): Promise<UserPage> {
  if (wanted.teamId !== undefined) return { users: [], nextCursor: null }
  const { limit = Infinity, desc: isNewestFirst = false } = wanted
  const filter = {
    hasFullUsers: wanted.onlyAnonymous !== true,
    hasAnonymousUsers: wanted.includeAnonymous ?? false,
    hasSuspendedUsers: (wanted.includeRestricted ?? false) || (wanted.includeAnonymous ?? false),
    term: wanted.query || null,
    exactId: readExactId(wanted.query ?? ''),
    exactAddress: readExactAddress(wanted.query ?? ''),
  }
  const users: User[] = []
  let start: PageStart = wanted.cursor ?? null
  for (;;) {
    const count = Math.min(limit - users.length, PIECE_USERS)
    const piece: ListedUser[] = await readPiece(db, filter, { start, isNewestFirst, limit: count + 1 }, now())
    users.push(...piece.slice(0, count).map(({ user }) => user))
    const next = piece[count]
    if (!next) return { users, nextCursor: null }
    if (users.length >= limit) return { users, nextCursor: next.user.id }
    start = next.position
  }
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
        planning: preferIndexScans(projectId),
        found: searchUsersFrom(projectId, { ...filter, term }, window, now),
      })
      if (found) return found
    }
    return await db.run(listUsersFrom(projectId, filter, window, now))
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
