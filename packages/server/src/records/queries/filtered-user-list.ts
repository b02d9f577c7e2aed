import type { FilteredSignInMethod } from '@portico/contract'

import {
  allRows,
  everyRow,
  fragment,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'
import { hasBeenActive } from '../users/activity.ts'
import type { User } from '../users/user.ts'
import { bytesOfUser, sizedPage, type Listed } from './bounded-list.ts'
import {
  asSearchTooSlow,
  containing,
  hasTrigram,
  listedUserColumns,
  microsOf,
  toListedUser,
  type ListedRow,
  type UserPosition,
} from './user-list.ts'

// Only some filters have an index. A list is read in one of two ways, and each statement of both has a bound:
// - `selectUsers` reads all users of one filter that selects few users, and compares them with the other filters.
// - `examineUsers` reads a number of users in the order of the list and compares them. The position where it stopped begins
//   the next statement, whether or not it has found a user.

/** From the first moment to the one before the second; null for no bound. */
export interface MomentRange {
  readonly from: Date | null
  readonly until: Date | null
}

/** Which users a filtered list contains. Null: no filter. */
export interface UserSelection {
  /** Only members of this team. */
  readonly teamId: string | null
  readonly hasFullUsers: boolean
  readonly hasAnonymousUsers: boolean
  readonly isSuspended: boolean | null
  readonly isWaiting: boolean | null
  /** Whether the primary address is verified. */
  readonly isVerified: boolean | null
  readonly hasSecondFactor: boolean | null
  /** The user has at least one of these. */
  readonly signInMethods: readonly FilteredSignInMethod[] | null
  readonly signedUp: MomentRange
  readonly lastActive: MomentRange
  /** The text that the display name or an address contains. */
  readonly term: string | null
  /** The user with this id matches the term as well. */
  readonly exactId: string | null
  /** The term, if it is a complete address in its canonical form. */
  readonly exactAddress: string | null
}

export type UserOrder = 'signedUpAt' | 'lastActiveAt'

/** A list of users: all pages of it. */
export interface UserList {
  readonly projectId: string
  readonly selection: UserSelection
  readonly order: UserOrder
  readonly isNewestFirst: boolean
  /** Decides which suspensions have ended. */
  readonly now: Date
}

/** The part of the list that one statement reads. Null: from the beginning. */
export interface UserWindow {
  readonly start: UserPosition | null
  /** The number of users to find. */
  readonly limit: number
  readonly maxBytes: number
}

export type FoundUser = Listed<User, UserPosition>

/** A filter that usually selects few users, whom an index finds. */
export type NarrowFilter =
  | 'term'
  | 'providers'
  | 'secondFactor'
  | 'waiting'
  | 'suspended'
  | 'team'
  | 'lastActive'
  | 'signedUp'

/** The first moment after that of users who have never been active. No range contains them. */
const FIRST_ACTIVITY = new Date(1)

/** A narrow filter with more users than this is read by `examineUsers`. */
const NARROW_USERS_MAX = 1_000

const momentOfUser: Readonly<Record<UserOrder, SqlText>> = {
  signedUpAt: new SqlText('u.signed_up_at'),
  // As in `user_activity`.
  lastActiveAt: new SqlText(`case when ${hasBeenActive.text} then u.last_active_at else 'epoch' end`),
}
const directions = {
  forward: {
    reaches: new SqlText('>='),
    suffix: new SqlText(''),
    page: new SqlText('page.moment, page.id'),
    firstMoment: new SqlText(`'-infinity'::timestamptz`),
    firstId: new SqlText(`'00000000-0000-0000-0000-000000000000'::uuid`),
  },
  backward: {
    reaches: new SqlText('<='),
    suffix: new SqlText('desc'),
    page: new SqlText('page.moment desc, page.id desc'),
    firstMoment: new SqlText(`'infinity'::timestamptz`),
    firstId: new SqlText(`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`),
  },
}

const idOfPage = new SqlText('page.id')
/** The narrow filters of the list, probably the narrowest first. */
export function narrowFiltersOf({ selection, order }: UserList): NarrowFilter[] {
  const { term, signInMethods, hasSecondFactor, isSuspended, isWaiting, teamId, signedUp, lastActive } = selection
  const isByActivity = order === 'lastActiveAt'
  const applies: Record<NarrowFilter, boolean> = {
    term: term !== null && hasTrigram(term),
    // These three have an index in the order of sign-up.
    team: teamId !== null && isByActivity,
    waiting: isWaiting === true && isByActivity,
    suspended: isSuspended === true && isByActivity,
    providers: signInMethods !== null && !signInMethods.includes('password') && !signInMethods.includes('otp'),
    secondFactor: hasSecondFactor === true,
    lastActive: isBounded(lastActive) && !isByActivity,
    signedUp: isBounded(signedUp) && isByActivity,
  }
  return (Object.keys(applies) as NarrowFilter[]).filter((name) => applies[name])
}

/**
 * Reads a page from the users of a narrow filter. Execute `preferIndexScans` before it in the same transaction.
 *
 * @returns null if the filter selects more than `NARROW_USERS_MAX` users
 * @throws SearchTooSlow
 */
export function selectUsers(list: UserList, filter: NarrowFilter, window: UserWindow): Statement<FoundUser[] | null> {
  const { projectId } = list
  const { page } = directionOf(list)
  return statement<{ isTooMany: boolean } & PageRow>`
    with ${matchedUsers(list, filter, NARROW_USERS_MAX)}, page as materialized (
      select id, moment from found where not (select is_too_many from tally) and ${reachesStart(list, window.start)}
      order by ${inOrder(list)} limit ${window.limit + 1}
    ), ${sizedPage(bytesOfUser(projectId, idOfPage), page)}
    select ${listedUserColumns}, ${microsOf('page.moment')} as position, tally.is_too_many as "isTooMany"
    from tally left join (${profilesOfPage(list, window)}) on true
    order by ${page}`
    .map((result) => {
      const rows = allRows(result)
      return rows[0]?.isTooMany ? null : rows.flatMap(toFoundUsers)
    })
    .explained(asSearchTooSlow)
}

/**
 * Counts the users of the list among the first users of a narrow filter. Execute `preferIndexScans` before it in the same transaction.
 *
 * @param max the highest count; one more means that the list has more
 * @returns null if it depends on further users of the filter
 * @throws SearchTooSlow
 */
export function countSelectedUsers(list: UserList, filter: NarrowFilter, max: number): Statement<number | null> {
  return statement<{ isTooMany: boolean; count: number }>`
    with ${matchedUsers(list, filter, max)}
    select is_too_many as "isTooMany", (select count(*) from found) as count from tally`
    .map(({ rows: [row] }) => (row && (!row.isTooMany || row.count > max) ? row.count : null))
    .explained(asSearchTooSlow)
}

/** Users that one statement has examined in the order of the list. */
export interface Examined<Found> {
  readonly found: Found
  /** The first user that was not examined; null at the end of the list. */
  readonly next: UserPosition | null
}

/**
 * Examines users in the order of the list. Execute `preferOrderedIndexes` before it in the same transaction.
 *
 * @param count the number of users to examine
 * @returns at most one user more than the limit of the window
 * @throws SearchTooSlow
 */
export function examineUsers(list: UserList, window: UserWindow, count: number): Statement<Examined<FoundUser[]>> {
  const { page } = directionOf(list)
  return statement<PageRow & NextRow>`
    with ${examinedUsers(list, window.start, count)}, page as materialized (
      select id, moment from found order by ${inOrder(list)} limit ${window.limit + 1}
    ), ${sizedPage(bytesOfUser(list.projectId, idOfPage), page)}
    select ${listedUserColumns}, ${microsOf('page.moment')} as position, ${nextColumns}
    from (select) one left join boundary on true left join (${profilesOfPage(list, window)}) on true
    order by ${page}`
    .map((result) => {
      const rows = allRows(result)
      return { found: rows.flatMap(toFoundUsers), next: nextOf(rows[0]) }
    })
    .explained(asSearchTooSlow)
}

/** Counts the matching ones among the users that `examineUsers` examines. @throws SearchTooSlow */
export function countExaminedUsers(
  list: UserList,
  start: UserPosition | null,
  count: number,
): Statement<Examined<number>> {
  return statement<{ count: number } & NextRow>`
    with ${examinedUsers(list, start, count)}
    select (select count(*) from found) as count, ${nextColumns} from (select) one left join boundary on true`
    .map(({ rows: [row] }) => ({ found: row?.count ?? 0, next: nextOf(row) }))
    .explained(asSearchTooSlow)
}

/** Keeps those of the users who are in the list. Execute `preferIndexScans` before it in the same transaction. */
export function keepSelectedUsers(list: UserList, userIds: readonly string[]): Statement<string[]> {
  return statement<{ id: string }>`
    select wanted.id from unnest(${userIds}::text[]) wanted (id), lateral (
      select from users u where u.project_id = ${list.projectId} and u.id = wanted.id::uuid and ${matches(list)} offset 0
    ) matching`.map(everyRow(({ id }) => id))
}

interface NextRow {
  readonly nextId: string | null
  readonly nextMicros: number | null
}

const nextColumns = new SqlText(`boundary.id as "nextId", ${microsOf('boundary.moment').text} as "nextMicros"`)

function nextOf(row: NextRow | undefined): UserPosition | null {
  if (row?.nextId == null || row.nextMicros === null) return null
  return { id: row.nextId, atMicros: row.nextMicros }
}

/** Defines `found`, the users among the first ones of a narrow filter that match all others, and `tally`. */
function matchedUsers(list: UserList, filter: NarrowFilter, max: number): SqlFragment {
  const { projectId, order } = list
  return fragment`matched as materialized (
      ${usersOfFilter(list, filter, max + 1)}
    ), tally as materialized (
      select count(*) > ${max} as is_too_many from matched
    ), found as materialized (
      select user_found.id, user_found.moment
      from (select distinct id from matched) selected, lateral (
        select u.id, ${momentOfUser[order]} as moment from users u
        where u.project_id = ${projectId} and u.id = selected.id and ${matches(list)}
        offset 0
      ) user_found
    )`
}

/** Defines `found`, the matching ones among the next users of the list, and `boundary`, the first user after them. */
function examinedUsers(list: UserList, start: UserPosition | null, count: number): SqlFragment {
  return fragment`examined as materialized (
      ${rangeOf(list, start, count + 1)}
    ), boundary as materialized (
      select id, moment from examined order by ${inOrder(list)} offset ${count} limit 1
    ), found as materialized (
      select examined.id, examined.moment
      from examined, lateral (
        select from users u where u.project_id = ${list.projectId} and u.id = examined.id and ${matches(list)} offset 0
      ) matching
      where examined.id is distinct from (select id from boundary)
    )`
}

/** The ids of the users of a filter, in any order and some more than once. */
function usersOfFilter(list: UserList, filter: NarrowFilter, limit: number): SqlFragment {
  const { projectId, selection } = list
  const { term, exactId, exactAddress, teamId, signInMethods } = selection
  const pattern = containing(term ?? '')
  switch (filter) {
    case 'term':
      return fragment`(select id from users where project_id || '' = ${projectId} and display_name is not null and search_text(display_name) like search_text(${pattern}) limit ${limit})
      union all
      select user_id from contact_channels where value = ${exactAddress}::text and project_id = ${projectId}
      union all
      (select user_id from contact_channels
       where project_id || '' = ${projectId} and search_text(value) like search_text(${pattern}) and not exists (
         select from contact_channels where value = ${exactAddress}::text and project_id = ${projectId} offset 0)
       limit ${limit})
      union all
      select ${exactId}::uuid where ${exactId}::uuid is not null`
    case 'providers':
      return fragment`(select o.user_id as id
       from regexp_split_to_table(${providersIn(signInMethods).join(',')}, ',') wanted (provider_id), lateral (
         select user_id from oauth_accounts
         where project_id || ' ' || provider_id = ${projectId} || ' ' || wanted.provider_id limit ${limit}
       ) o
       limit ${limit})
      union all
      (select user_id from user_passkeys
       where project_id || '' = ${projectId} and ${signInMethods?.includes('passkey') ?? false} limit ${limit})`
    case 'secondFactor':
      return fragment`select id from users
      where project_id || ' second factor' = ${projectId} || ' second factor' and totp_secret_sealed is not null limit ${limit}`
    case 'waiting':
      return fragment`select id from users
      where project_id || ' waiting' = ${projectId} || ' waiting' and held_at is not null limit ${limit}`
    case 'suspended':
      return fragment`select id from users
      where project_id || ' suspended' = ${projectId} || ' suspended' and suspended_until is not null limit ${limit}`
    case 'team':
      return fragment`select user_id as id from team_members
      where team_id = ${teamId} and project_id = ${projectId} limit ${limit}`
    case 'lastActive':
      return fragment`select id from (${usersInOrder({ ...list, order: 'lastActiveAt' }, null, limit)}) active`
    case 'signedUp':
      return fragment`select id from (${usersInOrder({ ...list, order: 'signedUpAt' }, null, limit)}) signed_up`
  }
}

/** The next users of the list, before they are compared with the filters. */
function rangeOf(list: UserList, start: UserPosition | null, limit: number): SqlFragment {
  const { projectId, selection, order } = list
  const { teamId, isSuspended, isWaiting, signedUp } = selection
  if (order === 'signedUpAt' && teamId !== null) {
    return fragment`select id, moment from (
        select user_id as id, user_signed_up_at as moment from team_members
        where team_id = ${teamId} and project_id = ${projectId} and user_signed_up_at is not null
          and ${isWithin(new SqlText('user_signed_up_at'), signedUp)}
          and ${reachesPosition(list, new SqlText('user_signed_up_at, user_id'), start, signedUp)}
        order by ${sorted(list, 'user_signed_up_at', 'user_id')} limit ${limit}
      ) members`
  }
  if (order === 'signedUpAt' && isWaiting === true) {
    return signUpRange(
      list,
      fragment`project_id || ' waiting' = ${projectId} || ' waiting' and held_at is not null`,
      start,
      limit,
    )
  }
  if (order === 'signedUpAt' && isSuspended === true) {
    return signUpRange(
      list,
      fragment`project_id || ' suspended' = ${projectId} || ' suspended' and suspended_until is not null`,
      start,
      limit,
    )
  }
  return usersInOrder(list, start, limit)
}

/** Full and anonymous users are two ranges of two indexes, of which each statement reads the beginning. */
function usersInOrder(list: UserList, start: UserPosition | null, limit: number): SqlFragment {
  const { projectId, selection, order } = list
  const { hasFullUsers, hasAnonymousUsers } = selection
  const range = order === 'signedUpAt' ? signUpRange : activityRange
  const [full, anonymous] =
    order === 'signedUpAt'
      ? [
          fragment`project_id = ${projectId} and not is_anonymous and signed_up_at is not null`,
          fragment`project_id = ${projectId} and is_anonymous and signed_up_at is not null`,
        ]
      : [
          fragment`project_id || ' full' = ${projectId} || ' full' and not is_anonymous`,
          fragment`project_id || ' anonymous' = ${projectId} || ' anonymous' and is_anonymous`,
        ]
  return fragment`select id, moment from (
        (${range(list, fragment`${full} and ${hasFullUsers}`, start, limit)})
        union all
        (${range(list, fragment`${anonymous} and ${hasAnonymousUsers}`, start, limit)})
      ) of_kinds
      order by ${inOrder(list)} limit ${limit}`
}

function signUpRange(list: UserList, selected: SqlFragment, start: UserPosition | null, limit: number): SqlFragment {
  const moment = new SqlText('signed_up_at')
  return fragment`select id, signed_up_at as moment from users
        where ${selected} and ${isWithin(moment, list.selection.signedUp)}
          and ${reachesPosition(list, new SqlText('signed_up_at, id'), start, list.selection.signedUp)}
        order by ${sorted(list, 'signed_up_at', 'id')} limit ${limit}`
}

function activityRange(list: UserList, selected: SqlFragment, start: UserPosition | null, limit: number): SqlFragment {
  const moment = new SqlText('last_active_at')
  const { lastActive } = list.selection
  const range = isBounded(lastActive) ? { ...lastActive, from: lastActive.from ?? FIRST_ACTIVITY } : lastActive
  return fragment`select user_id as id, last_active_at as moment from user_activity
        where ${selected} and ${isWithin(moment, range)}
          and ${reachesPosition(list, new SqlText('last_active_at, user_id'), start, range)}
        order by ${sorted(list, 'last_active_at', 'user_id')} limit ${limit}`
}

/** Compares the row `u` of `users` with every filter. `offset 0` keeps PostgreSQL from reading all rows of the project at once. */
function matches({ projectId, selection, now }: UserList): SqlFragment {
  const { teamId, term, exactId, isSuspended, isWaiting, isVerified, hasSecondFactor, signInMethods } = selection
  const { hasAnonymousUsers, hasFullUsers, signedUp, lastActive } = selection
  const pattern = term === null ? null : containing(term)
  const providers = providersIn(signInMethods)
  return fragment`case when u.is_anonymous then ${hasAnonymousUsers}::boolean else ${hasFullUsers}::boolean end
        and (${isSuspended}::boolean is null or coalesce(u.suspended_until > ${now}, false) = ${isSuspended}::boolean)
        and (${isWaiting}::boolean is null or (u.held_at is not null) = ${isWaiting}::boolean)
        and (${hasSecondFactor}::boolean is null or (u.totp_secret_sealed is not null) = ${hasSecondFactor}::boolean)
        and ${isWithin(new SqlText('u.signed_up_at'), signedUp)}
        and ${isWithin(new SqlText('u.last_active_at'), lastActive)}
        and (${!isBounded(lastActive)} or ${hasBeenActive})
        and (${isVerified}::boolean is null or ${isVerified}::boolean = exists (
          select from contact_channels c
          where c.project_id = ${projectId} and c.user_id = u.id and c.is_primary and c.is_verified offset 0))
        and (${signInMethods === null}
          or (${signInMethods?.includes('password') ?? false} and u.password_hash is not null)
          or (${signInMethods?.includes('otp') ?? false} and u.otp_auth_enabled)
          or (${signInMethods?.includes('passkey') ?? false} and exists (
            select from user_passkeys p where p.user_id = u.id and p.project_id = ${projectId} offset 0))
          or (${providers.length > 0} and exists (
            select from oauth_accounts o
            where o.user_id = u.id and o.project_id = ${projectId} and strpos(${`,${providers.join(',')},`}, ',' || o.provider_id || ',') > 0
            offset 0)))
        and (${teamId}::uuid is null or exists (
          select from team_members m
          where m.user_id = u.id and m.team_id = ${teamId}::uuid and m.project_id = ${projectId} offset 0))
        and (${pattern}::text is null or search_text(u.display_name) like search_text(${pattern}) or u.id = ${exactId}::uuid or exists (
          select from contact_channels c
          where c.project_id = ${projectId} and c.user_id = u.id and search_text(c.value) like search_text(${pattern}) offset 0))`
}

function providersIn(methods: readonly FilteredSignInMethod[] | null): string[] {
  return (methods ?? []).filter((method) => method !== 'password' && method !== 'otp' && method !== 'passkey')
}

function isBounded({ from, until }: MomentRange): boolean {
  return from !== null || until !== null
}

/** The bounds on both sides make PostgreSQL use the index (platform/db/README.md, "Plans" 7). */
function isWithin(column: SqlText, { from, until }: MomentRange): SqlFragment {
  return fragment`${column} >= coalesce(${from}::timestamptz, '-infinity') and ${column} < coalesce(${until}::timestamptz, 'infinity')`
}

function directionOf({ isNewestFirst }: UserList): typeof directions.forward {
  return isNewestFirst ? directions.backward : directions.forward
}

function sorted(list: UserList, moment: string, id: string): SqlText {
  const { suffix } = directionOf(list)
  return new SqlText(`${moment} ${suffix.text}, ${id} ${suffix.text}`)
}

function inOrder(list: UserList): SqlText {
  return sorted(list, 'moment', 'id')
}

function reachesStart(list: UserList, start: UserPosition | null): SqlFragment {
  return reachesPosition(list, new SqlText('moment, id'), start, { from: null, until: null })
}

/**
 * Without a position, the comparison begins at the bound of the range: PostgreSQL starts to read the index where this
 * comparison says, and would read and drop everything before the bound.
 */
function reachesPosition(
  list: UserList,
  columns: SqlText,
  start: UserPosition | null,
  { from, until }: MomentRange,
): SqlFragment {
  const { reaches, firstMoment, firstId } = directionOf(list)
  return fragment`(${columns}) ${reaches} (
            coalesce('epoch'::timestamptz + ${start?.atMicros ?? null}::float8 * interval '1 microsecond',
              ${list.isNewestFirst ? until : from}::timestamptz, ${firstMoment}),
            coalesce(${start?.id ?? null}::uuid, ${firstId}))`
}

/** Like the function of the same name for lists without filters. */
function profilesOfPage({ projectId }: UserList, { maxBytes }: UserWindow): SqlFragment {
  return fragment`sized page left join lateral (
      select * from user_profiles
      where project_id = ${projectId} and id = page.id and page.bytes_before < ${maxBytes} offset 0
    ) u on true`
}

type PageRow = ListedRow | { readonly listedId: null }

function toFoundUsers(row: PageRow): FoundUser[] {
  return row.listedId === null ? [] : [toListedUser(row)]
}
