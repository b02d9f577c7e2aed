import { USER_LIST_MAX_BYTES, type FilteredSignInMethod } from '@portico/contract'

import {
  everyRow,
  firstRow,
  fragment,
  ofProject,
  SqlText,
  statement,
  type ProjectCondition,
  type SqlFragment,
  type Statement,
} from '../../../kernel/statement.ts'
import { boundedList, type BoundedList, type NarrowFilter } from '../../../platform/lists/bounded-list.ts'
import {
  nextRows,
  orderOf,
  positionOf,
  type ListKey,
  type MomentRange,
  type Position,
  type ReadRows,
} from '../../../platform/lists/list-key.ts'
import { containing, hasTrigram } from '../../../platform/lists/search.ts'
import { hasBeenActive } from '../../users/activity.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'
import { bytesOfTeam } from '../teams/team-list.ts'

/** Which users a list contains. Null: no filter. */
export interface UserSelection {
  /** Only members of this team. */
  readonly teamId: string | null
  readonly hasFullUsers: boolean
  readonly hasAnonymousUsers: boolean
  readonly isSuspended: boolean | null
  readonly isWaiting: boolean | null
  /** Whether the primary address is verified. */
  readonly isVerified: boolean | null
  /**
   * A factor that the policy counts: an authenticator app, or a passkey with user verification while the project allows
   * passkeys.
   */
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

/** A filter that usually selects few users, whom an index finds. */
export type NarrowUsers =
  | 'term'
  | 'providers'
  | 'secondFactor'
  | 'waiting'
  | 'suspended'
  | 'team'
  | 'lastActive'
  | 'signedUp'

/** Users without activity have the epoch as their moment. No range begins before this one, so none contains them. */
const FIRST_ACTIVITY = new Date(1)

const momentOfUser: Readonly<Record<UserOrder, SqlText>> = {
  signedUpAt: new SqlText('u.signed_up_at'),
  // As in `user_activity`.
  lastActiveAt: new SqlText(`case when ${hasBeenActive.text} then u.last_active_at else 'epoch' end`),
}

/** The size of a user in an answer for servers, with the selected team. */
export function bytesOfUser(projectId: string, id: SqlText): SqlFragment {
  // guard: the selected team counts for the size of a page of users
  //   (replace `and selected.is_selected` with `and false`) [lists]
  return fragment`(
        select 1000 + octet_length(coalesce(profile_image_url, ''))
          + octet_length(coalesce(client_metadata::text, '')) + octet_length(coalesce(client_read_only_metadata::text, ''))
          + octet_length(coalesce(server_metadata::text, '')) + octet_length(coalesce(suspension_reason, ''))
          + octet_length(coalesce(suspension_private_details, ''))
          + coalesce((
            select ${bytesOfTeam(projectId, selectedTeamId)} from team_members selected
            where selected.user_id = users.id and selected.project_id = ${projectId} and selected.is_selected), 0)
        from users where project_id = ${projectId} and id = ${id})`
}

const selectedTeamId = new SqlText('selected.team_id')
const idOfPage = new SqlText('page.id')
const columns = userColumns.of('u')

/** The order of a list of users. The moment is the sign-up or the last activity. */
function keyOfUsers({ isNewestFirst }: Pick<UserList, 'isNewestFirst'>): ListKey {
  return { columns: { moment: 'moment', id: 'uuid' }, isDescending: isNewestFirst }
}

/**
 * Lists users in the order of their sign-up or last activity.
 *
 * Without filters, a list in the order of sign-up reads an index that contains its users. A term is then compared with
 * every user until the page is full, which is fast for a term that many users contain; the trigram indexes find one
 * that few contain.
 */
export function usersOf(list: UserList): BoundedList<User> {
  const { projectId, selection } = list
  const isFiltered = isFilteredList(list)
  return boundedList<UserRow, User>({
    projectId,
    of: 'users',
    // In the order of sign-up, a position means the same with all filters. Programs of the protocol use the id of a
    // user as their cursor.
    filters:
      list.order === 'signedUpAt'
        ? ['by sign-up']
        : ['by last activity', String(list.isNewestFirst), JSON.stringify(selection)],
    key: keyOfUsers(list),
    moments: list.order === 'signedUpAt' ? selection.signedUp : activeMoments(selection),
    range: (rows) => rangeOf(list, rows, isFiltered ? null : isListed(list)),
    ...(isFiltered && {
      keep: fragment`exists (
        select from users u where u.project_id = ${projectId} and u.id = examined.id and ${matches(list)} offset 0)`,
    }),
    narrow: {
      filters: narrowUsersOf(list).map((name) => narrowFilter(list, name)),
      lookup: fragment`select u.id, ${momentOfUser[list.order]} as moment from users u
        where u.project_id = ${projectId} and u.id = selected.id and ${matches(list)}`,
    },
    page: {
      columns,
      join: fragment`left join lateral (
      select * from user_profiles where project_id = ${projectId} and id = page.id and page.is_read offset 0
    ) u on true`,
      bytes: bytesOfUser(projectId, idOfPage),
    },
    toItem: toUser,
    maxBytes: USER_LIST_MAX_BYTES,
    isSearch: isFiltered || selection.term !== null,
  })
}

/** Whether the list needs more than the index of its order. */
function isFilteredList({ order, selection }: UserList): boolean {
  const { isSuspended, isWaiting, isVerified, hasSecondFactor, signInMethods, signedUp, lastActive } = selection
  const isOfRestriction = isSuspended === true || isWaiting === true || isSuspended !== isWaiting
  const filters = [isVerified, hasSecondFactor, signInMethods]
  return (
    order === 'lastActiveAt' ||
    isOfRestriction ||
    filters.some((filter) => filter !== null) ||
    isBounded(signedUp) ||
    isBounded(lastActive)
  )
}

/** Without the users who have never been active, if there is a bound. */
function activeMoments({ lastActive }: UserSelection): MomentRange {
  return isBounded(lastActive) ? { ...lastActive, from: lastActive.from ?? FIRST_ACTIVITY } : lastActive
}

/** Keeps the users who are in the list. Execute `preferIndexScans` before it in the same transaction. */
export function keepSelectedUsers(list: UserList, userIds: readonly string[]): Statement<string[]> {
  return statement<{ id: string }>`
    select wanted.id from unnest(${userIds}::text[]) wanted (id), lateral (
      select from users u where u.project_id = ${list.projectId} and u.id = wanted.id::uuid and ${matches(list)} offset 0
    ) matching`.map(everyRow(({ id }) => id))
}

/** Returns the position of a user in the order of sign-up; null for an unknown id. */
export function findSignUpPosition(projectId: string, userId: string): Statement<Position | null> {
  return statement<{ position: Position }>`
    select ${positionOf(keyOfUsers({ isNewestFirst: false }), 'page')} as position
    from (select signed_up_at as moment, id from users where project_id = ${projectId} and id = ${userId}) page`.map(
    (result) => firstRow(result)?.position ?? null,
  )
}

/** The narrow filters of the list, probably the narrowest first. */
function narrowUsersOf({ selection, order }: UserList): NarrowUsers[] {
  const { term, signInMethods, hasSecondFactor, isSuspended, isWaiting, teamId, signedUp, lastActive } = selection
  const isByActivity = order === 'lastActiveAt'
  const applies: Record<NarrowUsers, boolean> = {
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
  return (Object.keys(applies) as NarrowUsers[]).filter((name) => applies[name])
}

export function narrowFilter(list: UserList, name: NarrowUsers): NarrowFilter {
  return { rows: (limit) => usersOfFilter(list, name, limit), isSearch: name === 'term' }
}

/** The ids of users that match a filter, in any order and some more than once. */
function usersOfFilter(list: UserList, filter: NarrowUsers, limit: number): SqlFragment {
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
      return fragment`(select id from users
       where project_id || ' second factor' = ${projectId} || ' second factor' and totp_secret_sealed is not null limit ${limit})
      union all
      (select user_id from user_passkeys where project_id || '' = ${projectId} limit ${limit})`
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
      return idsInOrder({ ...list, order: 'lastActiveAt' }, activeMoments(selection), limit)
    case 'signedUp':
      return idsInOrder({ ...list, order: 'signedUpAt' }, selection.signedUp, limit)
  }
}

function idsInOrder(list: UserList, moments: MomentRange, limit: number): SqlFragment {
  return fragment`select id from (${usersInOrder(list, { key: keyOfUsers(list), moments, start: null, limit }, null)}) in_order`
}

const every = fragment`true`

/**
 * The next users of the list.
 *
 * @param compared a condition for the rows `u` of `users`; null for all
 */
function rangeOf(list: UserList, rows: ReadRows, compared: SqlFragment | null): SqlFragment {
  const { projectId, selection, order } = list
  const { teamId, isSuspended, isWaiting } = selection
  if (order === 'signedUpAt' && teamId !== null) {
    // A membership contains the sign-up of its user.
    const isCompared =
      compared &&
      fragment`exists (
            select from users u where u.project_id = ${projectId} and u.id = m.user_id and ${compared} offset 0)`
    return fragment`select user_id as id, user_signed_up_at as moment from team_members m
        where team_id = ${teamId} and project_id = ${projectId} and user_signed_up_at is not null
          and ${isCompared ?? every}
          and ${nextRows(rows, ['user_signed_up_at', 'user_id'])}`
  }
  if (order === 'signedUpAt' && isWaiting === true) {
    return signUpRange(
      ofProject`project_id || ' waiting' = ${projectId} || ' waiting' and held_at is not null`,
      rows,
      compared,
    )
  }
  if (order === 'signedUpAt' && isSuspended === true) {
    return signUpRange(
      ofProject`project_id || ' suspended' = ${projectId} || ' suspended' and suspended_until is not null`,
      rows,
      compared,
    )
  }
  return usersInOrder(list, rows, compared)
}

/** Full and anonymous users are two ranges of two indexes, of which each statement reads the beginning. */
function usersInOrder(
  { projectId, selection, order }: UserList,
  rows: ReadRows,
  compared: SqlFragment | null,
): SqlFragment {
  const { hasFullUsers, hasAnonymousUsers } = selection
  const isBySignUp = order === 'signedUpAt'
  const [full, anonymous] = isBySignUp
    ? [
        signUpRange(
          ofProject`project_id = ${projectId} and not is_anonymous and signed_up_at is not null and ${hasFullUsers}`,
          rows,
          compared,
        ),
        signUpRange(
          ofProject`project_id = ${projectId} and is_anonymous and signed_up_at is not null and ${hasAnonymousUsers}`,
          rows,
          compared,
        ),
      ]
    : [
        activityRange(
          ofProject`project_id || ' full' = ${projectId} || ' full' and not is_anonymous and ${hasFullUsers}`,
          rows,
        ),
        activityRange(
          ofProject`project_id || ' anonymous' = ${projectId} || ' anonymous' and is_anonymous and ${hasAnonymousUsers}`,
          rows,
        ),
      ]
  return fragment`select id, moment from ((${full}) union all (${anonymous})) of_kinds
      order by ${orderOf(rows.key)} limit ${rows.limit}`
}

function signUpRange(selected: ProjectCondition, rows: ReadRows, compared: SqlFragment | null): SqlFragment {
  return fragment`select id, signed_up_at as moment from users u
        where ${selected} and ${compared ?? every} and ${nextRows(rows, ['signed_up_at', 'id'])}`
}

function activityRange(selected: ProjectCondition, rows: ReadRows): SqlFragment {
  return fragment`select user_id as id, last_active_at as moment from user_activity
        where ${selected} and ${nextRows(rows, ['last_active_at', 'user_id'])}`
}

/**
 * Compares the row `u` of `users` with the filters of a list that has no others. `offset 0` keeps PostgreSQL from
 * reading all rows of the project at once.
 */
function isListed({ projectId, selection, now }: UserList): SqlFragment {
  const { teamId, term, exactId, isSuspended, isWaiting, hasAnonymousUsers, hasFullUsers } = selection
  const pattern = term === null ? null : containing(term)
  return fragment`case when u.is_anonymous then ${hasAnonymousUsers}::boolean else ${hasFullUsers}::boolean end
        and (${isSuspended}::boolean is null or coalesce(u.suspended_until > ${now}, false) = ${isSuspended}::boolean)
        and (${isWaiting}::boolean is null or (u.held_at is not null) = ${isWaiting}::boolean)
        and (${teamId}::uuid is null or exists (
          select from team_members m
          where m.user_id = u.id and m.team_id = ${teamId}::uuid and m.project_id = ${projectId} offset 0))
        and (${pattern}::text is null or search_text(u.display_name) like search_text(${pattern}) or u.id = ${exactId}::uuid or exists (
          select from contact_channels c
          where c.project_id = ${projectId} and c.user_id = u.id and search_text(c.value) like search_text(${pattern}) offset 0))`
}

/** Compares the row `u` of `users` with every filter. */
function matches(list: UserList): SqlFragment {
  const { projectId, selection } = list
  const { isVerified, hasSecondFactor, signInMethods, signedUp, lastActive } = selection
  const providers = providersIn(signInMethods)
  // guard: the filter for a second factor counts a passkey only if it verifies its user (drop `k.has_verified`)
  //   [filters]
  // guard: the filter for a second factor counts a passkey only while the project allows passkeys
  //   (drop `(select r.passkey_enabled from projects r`) [filters]
  return fragment`${isListed(list)}
        and (${hasSecondFactor}::boolean is null or ${hasSecondFactor}::boolean = (
          u.totp_secret_sealed is not null or ((select r.passkey_enabled from projects r where r.id = ${projectId}) and exists (
            select from user_passkeys k where k.user_id = u.id and k.project_id = ${projectId} and k.has_verified offset 0))))
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
            offset 0)))`
}

function providersIn(methods: readonly FilteredSignInMethod[] | null): string[] {
  return (methods ?? []).filter((method) => method !== 'password' && method !== 'otp' && method !== 'passkey')
}

function isBounded({ from, until }: MomentRange): boolean {
  return from !== null || until !== null
}

function isWithin(column: SqlText, { from, until }: MomentRange): SqlFragment {
  return fragment`${column} >= coalesce(${from}::timestamptz, '-infinity') and ${column} < coalesce(${until}::timestamptz, 'infinity')`
}
