import { allRows, SqlText, statement, type Statement } from '../../kernel/statement.ts'
import { isStatementTimeout } from '../../platform/db/database-errors.ts'
import { toUser, userColumns, type User, type UserRow } from '../users/user.ts'

/** Which users a list contains. */
export interface UserFilter {
  readonly hasFullUsers: boolean
  readonly hasAnonymousUsers: boolean
  readonly hasSuspendedUsers: boolean
  /** The text that the display name or an address contains; null lists all users. */
  readonly term: string | null
  /** The user with this id belongs to the list as well. */
  readonly exactId: string | null
  /** The term, if it is a complete address in its canonical form. */
  readonly exactAddress: string | null
}

/** Where a page begins: with this user, which need not exist any more. */
export interface PagePosition {
  /** As text, because the database stores moments with a higher precision than a `Date`. */
  readonly signedUpAt: string
  readonly id: string
}

/** The first user of the page: by id, by position, or the first of the list (null). */
export type PageStart = string | PagePosition | null

export interface ListedUser {
  /** Null for users beyond the size of the window, which have a position only. */
  readonly user: User | null
  readonly position: PagePosition
  /** The estimated size in an answer. */
  readonly bytes: number
}

const forward = {
  reaches: new SqlText('>='),
  order: new SqlText('signed_up_at, id'),
  pageOrder: new SqlText('page.signed_up_at, page.id'),
  startsAt: new SqlText(`'-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid`),
}
const backward = {
  reaches: new SqlText('<='),
  order: new SqlText('signed_up_at desc, id desc'),
  pageOrder: new SqlText('page.signed_up_at desc, page.id desc'),
  startsAt: new SqlText(`'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`),
}

/** The part of a list to read. */
export interface PageWindow {
  readonly start: PageStart
  readonly isNewestFirst: boolean
  readonly limit: number
  /**
   * The users that begin within this size are read, so that neither the database nor the service holds more than it, however
   * large the users are.
   */
  readonly maxBytes: number
}

/** The size of a user in an answer: the fields whose length varies, and an estimate of the others. */
const userBytes = new SqlText(`1000 + octet_length(coalesce(profile_image_url, ''))
        + octet_length(coalesce(client_metadata::text, '')) + octet_length(coalesce(client_read_only_metadata::text, ''))
        + octet_length(coalesce(server_metadata::text, '')) + octet_length(coalesce(suspension_reason, ''))
        + octet_length(coalesce(suspension_private_details, ''))`)

/** The search did not end within the time limit of the database. */
export class SearchTooSlow extends Error {
  override readonly name = 'SearchTooSlow'
}

/**
 * Lists users in the order of their sign-up. Full and anonymous users are two ranges of two indexes, of which each page
 * reads the beginning. The bounds on both sides, which always hold, make PostgreSQL use these indexes
 * (platform/db/README.md, "Plans" 7). An unknown id as the start yields an empty page.
 *
 * A term is compared with every user until the page is full. That is fast for a term that many users contain;
 * `searchUsersFrom` finds one that few contain.
 *
 * @throws SearchTooSlow
 */
export function listUsersFrom(
  projectId: string,
  { hasFullUsers, hasAnonymousUsers, hasSuspendedUsers, term, exactId }: UserFilter,
  { start, isNewestFirst, limit, maxBytes }: PageWindow,
  now: Date,
): Statement<ListedUser[]> {
  const { reaches, order, pageOrder, startsAt } = isNewestFirst ? backward : forward
  const startId = typeof start === 'string' ? start : null
  const position = typeof start === 'string' ? null : start
  const pattern = term === null ? null : containing(term)
  return statement<ListedRow>`
    with start (signed_up_at, id) as materialized (
      select signed_up_at, id from users where project_id = ${projectId} and id = ${startId}::uuid
      union all
      select ${position?.signedUpAt ?? null}::timestamptz, ${position?.id ?? null}::uuid where ${position !== null}
      union all
      select ${startsAt} where ${start === null}
    ), page as materialized (
      select id, signed_up_at from (
        (select id, signed_up_at from users u
         where project_id = ${projectId} and not is_anonymous and signed_up_at is not null
           and signed_up_at >= '-infinity' and signed_up_at <= 'infinity'
           and (signed_up_at, id) ${reaches} ((select signed_up_at from start), (select id from start))
           and ${hasFullUsers} and (${hasSuspendedUsers} or (suspended_until > ${now}) is not true)
           and (${pattern}::text is null or display_name ilike ${pattern} or id = ${exactId}::uuid or exists (
             select from contact_channels c
             where c.project_id = ${projectId} and c.user_id = u.id and c.value ilike ${pattern}))
         order by ${order} limit ${limit})
        union all
        (select id, signed_up_at from users u
         where project_id = ${projectId} and is_anonymous and signed_up_at is not null
           and signed_up_at >= '-infinity' and signed_up_at <= 'infinity'
           and (signed_up_at, id) ${reaches} ((select signed_up_at from start), (select id from start))
           and ${hasAnonymousUsers} and (${hasSuspendedUsers} or (suspended_until > ${now}) is not true)
           and (${pattern}::text is null or display_name ilike ${pattern} or id = ${exactId}::uuid or exists (
             select from contact_channels c
             where c.project_id = ${projectId} and c.user_id = u.id and c.value ilike ${pattern}))
         order by ${order} limit ${limit})
      ) found
      order by ${order} limit ${limit}
    ), sized as materialized (
      select page.id, page.signed_up_at, size.bytes,
        sum(size.bytes) over (order by ${pageOrder} rows unbounded preceding) - size.bytes as bytes_before
      from page, lateral (
        select ${userBytes} as bytes from users where project_id = ${projectId} and id = page.id offset 0
      ) size
    )
    select ${userColumns.of('u')}, page.id as "listedId", page.signed_up_at::text as position, page.bytes
    -- A lateral query, not a join: without statistics PostgreSQL may read all users.
    from sized page left join lateral (
      select * from user_profiles
      where project_id = ${projectId} and id = page.id and page.bytes_before < ${maxBytes} offset 0
    ) u on true
    order by ${pageOrder}`
    .map((result) => allRows(result).map(toListedUser))
    .explained(asSearchTooSlow)
}

/**
 * Of the matches in one column, the search reads at most this number. A term that more rows contain is found faster by
 * `listUsersFrom`.
 */
const MATCHES_MAX = 1_000

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
  {
    hasFullUsers,
    hasAnonymousUsers,
    hasSuspendedUsers,
    term,
    exactId,
    exactAddress,
  }: UserFilter & {
    readonly term: string
  },
  { start, isNewestFirst, limit, maxBytes }: PageWindow,
  now: Date,
): Statement<ListedUser[] | null> {
  const { reaches, order, pageOrder, startsAt } = isNewestFirst ? backward : forward
  const startId = typeof start === 'string' ? start : null
  const position = typeof start === 'string' ? null : start
  const pattern = containing(term)
  return statement<{ isTooMany: boolean } & (ListedRow | { listedId: null })>`
    with start (signed_up_at, id) as materialized (
      select signed_up_at, id from users where project_id = ${projectId} and id = ${startId}::uuid
      union all
      select ${position?.signedUpAt ?? null}::timestamptz, ${position?.id ?? null}::uuid where ${position !== null}
      union all
      select ${startsAt} where ${start === null}
    ), by_name as materialized (
      select id from users
      where project_id || '' = ${projectId} and display_name ilike ${pattern} limit ${MATCHES_MAX + 1}
    ), by_exact_address as materialized (
      select user_id as id from contact_channels where value = ${exactAddress}::text and project_id = ${projectId}
    ), by_address as materialized (
      select user_id as id from contact_channels
      where project_id || '' = ${projectId} and value ilike ${pattern} and not exists (select from by_exact_address)
      limit ${MATCHES_MAX + 1}
    ), tally as materialized (
      select greatest((select count(*) from by_name), (select count(*) from by_address)) > ${MATCHES_MAX} as is_too_many
    ), matched as materialized (
      select id from by_name union select id from by_exact_address union select id from by_address union select ${exactId}::uuid
    ), page as materialized (
      select found.id, found.signed_up_at
      from matched, lateral (
        select id, signed_up_at from users u
        where project_id = ${projectId} and id = matched.id
          and ((is_anonymous and ${hasAnonymousUsers}) or (not is_anonymous and ${hasFullUsers}))
          and (${hasSuspendedUsers} or (suspended_until > ${now}) is not true)
        offset 0
      ) found
      where not (select is_too_many from tally)
        and (signed_up_at, found.id) ${reaches} ((select signed_up_at from start), (select id from start))
      order by ${order} limit ${limit}
    ), sized as materialized (
      select page.id, page.signed_up_at, size.bytes,
        sum(size.bytes) over (order by ${pageOrder} rows unbounded preceding) - size.bytes as bytes_before
      from page, lateral (
        select ${userBytes} as bytes from users where project_id = ${projectId} and id = page.id offset 0
      ) size
    )
    select ${userColumns.of('u')}, page.id as "listedId", page.signed_up_at::text as position, page.bytes,
      tally.is_too_many as "isTooMany"
    from tally left join (sized page left join lateral (
      select * from user_profiles
      where project_id = ${projectId} and id = page.id and page.bytes_before < ${maxBytes} offset 0
    ) u on true) on true
    order by ${pageOrder}`
    .map((result) => {
      const rows = allRows(result)
      if (rows[0]?.isTooMany) return null
      return rows.flatMap(({ isTooMany: _known, ...row }) => (row.listedId === null ? [] : [toListedUser(row)]))
    })
    .explained(asSearchTooSlow)
}

type ListedRow = { readonly listedId: string; readonly position: string; readonly bytes: number } & (
  | UserRow
  | { readonly id: null }
)

function toListedUser({ listedId, position: signedUpAt, bytes, ...row }: ListedRow): ListedUser {
  return { user: row.id === null ? null : toUser(row), position: { signedUpAt, id: listedId }, bytes }
}

function asSearchTooSlow(error: unknown): unknown {
  return isStatementTimeout(error) ? new SearchTooSlow('The search took too long.', { cause: error }) : error
}

/** Returns the pattern for `like` that matches every text with the term in it. */
function containing(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
