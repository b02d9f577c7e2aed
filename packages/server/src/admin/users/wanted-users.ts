import { canonicalEmail, isStrictEmail, type FilteredSignInMethod } from '@portico/contract'

import type { ProjectDatabase } from '../../kernel/database.ts'
import type { MomentRange } from '../../platform/lists/list-key.ts'
import { readExactId, readTerm } from '../../platform/lists/search.ts'
import type { UserList, UserSelection } from '../../records/queries/users/user-list.ts'

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

/** The order of a list of users, as a call sends it. */
export interface WantedUserOrder {
  readonly orderBy?: 'signed_up_at' | 'last_active_at' | undefined
  readonly desc?: boolean | undefined
}

/** Converts the filters and the order of a call. */
export function listOf(
  { projectId }: Pick<ProjectDatabase, 'projectId'>,
  wanted: WantedUserFilters & WantedUserOrder,
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

function selectionOf(wanted: WantedUserFilters): UserSelection {
  const { query = '', includeRestricted = false, includeAnonymous = false, onlyAnonymous = false } = wanted
  const hasRestricted = includeRestricted || includeAnonymous
  const rangeOf = (from: number | undefined, until: number | undefined): MomentRange => ({
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

/** Returns the canonical form of a search text that is a complete address; null for any other text. */
function readExactAddress(query: string): string | null {
  const address = canonicalEmail(query)
  return address !== null && isStrictEmail(address) ? address : null
}
