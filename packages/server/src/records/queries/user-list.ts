import { allRows, SqlText, statement, type Statement } from '../../kernel/statement.ts'
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
  readonly user: User
  readonly position: PagePosition
}

const forward = {
  reaches: new SqlText('>='),
  order: new SqlText('signed_up_at, id'),
  startsAt: new SqlText(`'-infinity'::timestamptz, '00000000-0000-0000-0000-000000000000'::uuid`),
}
const backward = {
  reaches: new SqlText('<='),
  order: new SqlText('signed_up_at desc, id desc'),
  startsAt: new SqlText(`'infinity'::timestamptz, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`),
}

/**
 * Lists users in the order of their sign-up. Full and anonymous users are two ranges of two indexes, of which each page
 * reads the beginning. An unknown id as the start yields an empty page.
 */
export function listUsersFrom(
  projectId: string,
  { hasFullUsers, hasAnonymousUsers, hasSuspendedUsers, term, exactId }: UserFilter,
  { start, isNewestFirst, limit }: { start: PageStart; isNewestFirst: boolean; limit: number },
  now: Date,
): Statement<ListedUser[]> {
  const { reaches, order, startsAt } = isNewestFirst ? backward : forward
  const startId = typeof start === 'string' ? start : null
  const position = typeof start === 'string' ? null : start
  const pattern = term === null ? null : containing(term)
  return statement<UserRow & { position: string }>`
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
           and (signed_up_at, id) ${reaches} ((select signed_up_at from start), (select id from start))
           and ${hasFullUsers} and (${hasSuspendedUsers} or (suspended_until > ${now}) is not true)
           and (${pattern}::text is null or display_name ilike ${pattern} or id = ${exactId}::uuid or exists (
             select from contact_channels c
             where c.project_id = ${projectId} and c.user_id = u.id and c.value ilike ${pattern}))
         order by ${order} limit ${limit})
        union all
        (select id, signed_up_at from users u
         where project_id = ${projectId} and is_anonymous and signed_up_at is not null
           and (signed_up_at, id) ${reaches} ((select signed_up_at from start), (select id from start))
           and ${hasAnonymousUsers} and (${hasSuspendedUsers} or (suspended_until > ${now}) is not true)
           and (${pattern}::text is null or display_name ilike ${pattern} or id = ${exactId}::uuid or exists (
             select from contact_channels c
             where c.project_id = ${projectId} and c.user_id = u.id and c.value ilike ${pattern}))
         order by ${order} limit ${limit})
      ) found
      order by ${order} limit ${limit}
    )
    select ${userColumns.of('u')}, page.signed_up_at::text as position
    -- A lateral query, not a join: without statistics PostgreSQL may read all users.
    from page, lateral (select * from user_profiles where project_id = ${projectId} and id = page.id offset 0) u
    order by ${isNewestFirst ? pageBackward : pageForward}`.map((result) =>
    allRows(result).map(({ position: signedUpAt, ...row }) => ({
      user: toUser(row),
      position: { signedUpAt, id: row.id },
    })),
  )
}

const pageForward = new SqlText('page.signed_up_at, page.id')
const pageBackward = new SqlText('page.signed_up_at desc, page.id desc')

/** Returns the pattern for `like` that matches every text with the term in it. */
function containing(term: string): string {
  return `%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
