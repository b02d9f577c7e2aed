import {
  allRows,
  firstRow,
  fragment,
  SqlText,
  statement,
  type SqlFragment,
  type Statement,
} from '../../kernel/statement.ts'
import { isStatementTimeout } from '../../platform/db/database-errors.ts'
import { toUser, userColumns, type User, type UserRow } from '../users/user.ts'
import { bytesOfUser, sizedPage, type Listed, type ListWindow } from './bounded-list.ts'

/** Which users a list contains. */
export interface UserFilter {
  /** Only members of this team. Null: users of the whole project. */
  readonly teamId: string | null
  readonly hasFullUsers: boolean
  readonly hasAnonymousUsers: boolean
  /** Suspended users, and those on the waiting list. */
  readonly hasRestrictedUsers: boolean
  /** The text that the display name or an address contains; null lists all users. */
  readonly term: string | null
  /** The user with this id belongs to the list as well. */
  readonly exactId: string | null
  /** The term, if it is a complete address in its canonical form. */
  readonly exactAddress: string | null
}

/** Where a page begins: with this user, who need not exist or have this moment any more. */
export interface UserPosition {
  /** The sign-up or the last activity, in microseconds since the epoch: the precision of the database. */
  readonly atMicros: number
  readonly id: string
}

export type ListedUser = Listed<User, UserPosition>

export interface PageWindow extends ListWindow<UserPosition | null> {
  readonly isNewestFirst: boolean
}

const forward = {
  reaches: new SqlText('>='),
  order: new SqlText('signed_up_at, id'),
  memberOrder: new SqlText('m.user_signed_up_at, m.user_id'),
  pageOrder: new SqlText('page.signed_up_at, page.id'),
  startsAt: new SqlText(`'-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid`),
}
const backward = {
  reaches: new SqlText('<='),
  order: new SqlText('signed_up_at desc, id desc'),
  memberOrder: new SqlText('m.user_signed_up_at desc, m.user_id desc'),
  pageOrder: new SqlText('page.signed_up_at desc, page.id desc'),
  startsAt: new SqlText(`'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`),
}

const isFull = new SqlText('not is_anonymous')
const isAnonymous = new SqlText('is_anonymous')
const idOfPage = new SqlText('page.id')
const start = new SqlText('((select signed_up_at from start), (select id from start))')

/** The columns of a listed user without the position. The query names the profile `u`. */
export const listedUserColumns = new SqlText(`${userColumns.of('u').text}, page.id as "listedId", page.bytes`)

export const microsOf = (column: string): SqlText => new SqlText(`(extract(epoch from ${column}) * 1000000)::bigint`)

const listedColumns = new SqlText(`${listedUserColumns.text}, ${microsOf('page.signed_up_at').text} as position`)

/** The search did not end within the time limit of the database. */
export class SearchTooSlow extends Error {
  override readonly name = 'SearchTooSlow'
}

/** The users to list, and the part of the list. */
interface Wanted {
  readonly projectId: string
  readonly filter: UserFilter
  readonly window: PageWindow
  readonly now: Date
}

/**
 * Lists users in the order of their sign-up.
 *
 * A term is compared with every user until the page is full. That is fast for a term that many users contain;
 * `searchUsersFrom` finds one that few contain.
 *
 * @throws SearchTooSlow
 */
export function listUsersFrom(
  projectId: string,
  filter: UserFilter,
  window: PageWindow,
  now: Date,
): Statement<ListedUser[]> {
  const wanted = { projectId, filter, window, now }
  const { pageOrder } = directionOf(window)
  return statement<ListedRow>`
    with ${startOfPage(wanted)}, page as materialized (
      ${filter.teamId === null ? usersOfProject(wanted) : usersOfTeam(wanted, filter.teamId)}
    ), ${sizedPage(bytesOfUser(projectId, idOfPage), pageOrder)}
    select ${listedColumns}
    from ${profilesOfPage(wanted)}
    order by ${pageOrder}`
    .map((result) => allRows(result).map(toListedUser))
    .explained(asSearchTooSlow)
}

/**
 * Of the matches in one column, the search reads at most this number. A term that more rows contain is found faster by
 * `listUsersFrom`.
 */
export const SEARCH_MATCHES_MAX = 1_000

/**
 * Searches users by a term with the trigram indexes. The result has the order of `listUsersFrom`.
 *
 * A complete address that a user has finds the users with that address, not those whose address contains it: all groups
 * of three characters in an address are frequent in a large project, so the index is slow for it.
 *
 * Execute `preferIndexScans` before it in the same transaction.
 *
 * @param filter.term contains three consecutive letters or digits, because the indexes contain groups of three
 * @returns null if too many users contain the term
 * @throws SearchTooSlow
 */
export function searchUsersFrom(
  projectId: string,
  filter: UserFilter & { readonly term: string },
  window: PageWindow,
  now: Date,
): Statement<ListedUser[] | null> {
  const wanted = { projectId, filter, window, now }
  const { teamId, exactId, exactAddress } = filter
  const { reaches, order, pageOrder } = directionOf(window)
  const pattern = containing(filter.term)
  return statement<{ isTooMany: boolean } & (ListedRow | { listedId: null })>`
    with ${startOfPage(wanted)}, by_name as materialized (
      select id from users
      where project_id || '' = ${projectId} and display_name is not null and search_text(display_name) like search_text(${pattern}) limit ${SEARCH_MATCHES_MAX + 1}
    ), by_exact_address as materialized (
      select user_id as id from contact_channels where value = ${exactAddress}::text and project_id = ${projectId}
    ), by_address as materialized (
      select user_id as id from contact_channels
      where project_id || '' = ${projectId} and search_text(value) like search_text(${pattern}) and not exists (select from by_exact_address)
      limit ${SEARCH_MATCHES_MAX + 1}
    ), tally as materialized (
      select greatest((select count(*) from by_name), (select count(*) from by_address)) > ${SEARCH_MATCHES_MAX} as is_too_many
    ), matched as materialized (
      select id from by_name union select id from by_exact_address union select id from by_address union select ${exactId}::uuid
    ), page as materialized (
      select found.id, found.signed_up_at
      from matched, lateral (
        select id, signed_up_at from users u
        where project_id = ${projectId} and id = matched.id and ${isOfWantedKind(wanted)}
          -- Without offset 0, PostgreSQL may read all members of the team once instead.
          and (${teamId}::uuid is null or exists (
            select from team_members m
            where m.user_id = u.id and m.team_id = ${teamId}::uuid and m.project_id = ${projectId} offset 0))
        offset 0
      ) found
      where not (select is_too_many from tally) and (signed_up_at, found.id) ${reaches} ${start}
      order by ${order} limit ${window.limit}
    ), ${sizedPage(bytesOfUser(projectId, idOfPage), pageOrder)}
    select ${listedColumns}, tally.is_too_many as "isTooMany"
    from tally left join (${profilesOfPage(wanted)}) on true
    order by ${pageOrder}`
    .map((result) => {
      const rows = allRows(result)
      if (rows[0]?.isTooMany) return null
      return rows.flatMap(({ isTooMany: _known, ...row }) => (row.listedId === null ? [] : [toListedUser(row)]))
    })
    .explained(asSearchTooSlow)
}

/** Returns the position of a user in the order of sign-up; null for an unknown id. */
export function findSignUpPosition(projectId: string, userId: string): Statement<UserPosition | null> {
  return statement<UserPosition>`
    select ${microsOf('signed_up_at')} as "atMicros", id from users where project_id = ${projectId} and id = ${userId}`.map(
    firstRow,
  )
}

function directionOf({ isNewestFirst }: PageWindow): typeof forward {
  return isNewestFirst ? backward : forward
}

/** Defines the common table expression `start`: the position at which the page begins. */
function startOfPage({ window }: Wanted): SqlFragment {
  const { start: position } = window
  return fragment`start (signed_up_at, id) as materialized (
      select 'epoch'::timestamptz + ${position?.atMicros ?? null}::float8 * interval '1 microsecond', ${position?.id ?? null}::uuid
      where ${position !== null}
      union all
      select ${directionOf(window).startsAt} where ${position === null}
    )`
}

/** Full and anonymous users are two ranges of two indexes, of which each page reads the beginning. */
function usersOfProject(wanted: Wanted): SqlFragment {
  const { filter, window } = wanted
  return fragment`select id, signed_up_at from (
        (${usersOfKind(isFull, filter.hasFullUsers, wanted)})
        union all
        (${usersOfKind(isAnonymous, filter.hasAnonymousUsers, wanted)})
      ) found
      order by ${directionOf(window).order} limit ${window.limit}`
}

/** The bounds on both sides, which always hold, make PostgreSQL use the index (platform/db/README.md, "Plans" 7). */
function usersOfKind(isOfKind: SqlText, isWanted: boolean, wanted: Wanted): SqlFragment {
  const { projectId, window } = wanted
  const { reaches, order } = directionOf(window)
  return fragment`select id, signed_up_at from users u
         where project_id = ${projectId} and ${isOfKind} and signed_up_at is not null
           and signed_up_at >= '-infinity' and signed_up_at <= 'infinity' and (signed_up_at, id) ${reaches} ${start}
           and ${isWanted} and ${isNotHidden(wanted)} and ${containsTerm(wanted)}
         order by ${order} limit ${window.limit}`
}

/** A page of a team reads the beginning of one range, because a membership contains the sign-up of its user. */
function usersOfTeam(wanted: Wanted, teamId: string): SqlFragment {
  const { projectId, window } = wanted
  const { reaches, memberOrder } = directionOf(window)
  return fragment`select m.user_id as id, m.user_signed_up_at as signed_up_at
      from team_members m, lateral (
        select from users u
        where project_id = ${projectId} and id = m.user_id and ${isOfWantedKind(wanted)} and ${containsTerm(wanted)}
        offset 0
      ) found
      where m.team_id = ${teamId} and m.project_id = ${projectId}
        and m.user_signed_up_at >= '-infinity' and m.user_signed_up_at <= 'infinity'
        and (m.user_signed_up_at, m.user_id) ${reaches} ${start}
      order by ${memberOrder} limit ${window.limit}`
}

function isOfWantedKind(wanted: Wanted): SqlFragment {
  const { hasAnonymousUsers, hasFullUsers } = wanted.filter
  return fragment`((is_anonymous and ${hasAnonymousUsers}) or (not is_anonymous and ${hasFullUsers})) and ${isNotHidden(wanted)}`
}

function isNotHidden({ filter, now }: Wanted): SqlFragment {
  return fragment`(${filter.hasRestrictedUsers} or ((suspended_until > ${now}) is not true and held_at is null))`
}

/** The query names the users `u`. */
function containsTerm({ projectId, filter }: Wanted): SqlFragment {
  const pattern = filter.term === null ? null : containing(filter.term)
  return fragment`(${pattern}::text is null or search_text(display_name) like search_text(${pattern}) or id = ${filter.exactId}::uuid or exists (
             select from contact_channels c
             where c.project_id = ${projectId} and c.user_id = u.id and search_text(c.value) like search_text(${pattern})))`
}

/**
 * Joins the rows of `sized`, named `page`, with the profiles `u` within the size of the window. This is a lateral query, not a
 * join: without statistics PostgreSQL may read all users.
 */
function profilesOfPage({ projectId, window }: Wanted): SqlFragment {
  return fragment`sized page left join lateral (
      select * from user_profiles
      where project_id = ${projectId} and id = page.id and page.bytes_before < ${window.maxBytes} offset 0
    ) u on true`
}

/** A row of `listedUserColumns`, without a user beyond the size of the window. */
export type ListedRow = {
  readonly listedId: string
  readonly position: number
  readonly bytes: number
} & (UserRow | { readonly id: null })

export function toListedUser({ listedId, position: atMicros, bytes, ...row }: ListedRow): ListedUser {
  return { item: row.id === null ? null : toUser(row), position: { atMicros, id: listedId }, bytes }
}

export function asSearchTooSlow(error: unknown): unknown {
  return isStatementTimeout(error) ? new SearchTooSlow('The search took too long.', { cause: error }) : error
}

/** Whether the trigram indexes can find the term. They contain the results of `search_text`, in which some letters become two. */
export function hasTrigram(term: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(withoutAccents(term).replaceAll(/[ßẞÆæŒœÞþ]/g, 'ss'))
}

/** The marks that `search_text` removes (migration 0073). */
const ignoredMarks = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/g

/** Removes the accents of a search text, as `search_text` does. */
export function withoutAccents(term: string): string {
  return term.normalize('NFD').replaceAll(ignoredMarks, '').normalize('NFC')
}

/** Returns the pattern for `like` that matches every text with the term in it. Compare the results of `search_text`, which ignores accents and case. */
export function containing(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
