import { everyRow, statement, type Statement } from '../../../kernel/statement.ts'
import { toUser, userColumns, type User, type UserRow } from '../../users/user.ts'

/**
 * Lists the users, also anonymous ones, with the latest sign-up, latest first. Run `preferOrderedIndexes` before it.
 */
export function listLatestSignUps(projectId: string, limit: number): Statement<User[]> {
  // The bounds, which always hold, make PostgreSQL read the indexes of the user list (platform/db/README.md, "Plans"
  // 7).
  return statement<UserRow>`
    with page as materialized (
      select id, at from (
        (select id, signed_up_at as at from users
         where project_id = ${projectId} and not is_anonymous and signed_up_at is not null
           and signed_up_at >= '-infinity' and signed_up_at <= 'infinity'
         order by signed_up_at desc, id desc limit ${limit})
        union all
        (select id, signed_up_at from users
         where project_id = ${projectId} and is_anonymous and signed_up_at is not null
           and signed_up_at >= '-infinity' and signed_up_at <= 'infinity'
         order by signed_up_at desc, id desc limit ${limit})
      ) found
      order by at desc, id desc limit ${limit}
    )
    select ${userColumns.of('u')}
    from page, lateral (select * from user_profiles where project_id = ${projectId} and id = page.id offset 0) u
    order by page.at desc, page.id desc`.map(everyRow((row) => toUser(row)))
}

/**
 * Lists the users, also anonymous ones, with the latest activity, latest first. Run `preferOrderedIndexes` before it.
 */
export function listLatestActivities(projectId: string, limit: number): Statement<User[]> {
  return statement<UserRow>`
    with page as materialized (
      select id, at from (
        (select user_id as id, last_active_at as at from user_activity
         where project_id || ' full' = ${projectId}::text || ' full' and not is_anonymous
           and last_active_at > 'epoch' and last_active_at <= 'infinity'
         order by last_active_at desc, user_id desc limit ${limit})
        union all
        (select user_id, last_active_at from user_activity
         where project_id || ' anonymous' = ${projectId}::text || ' anonymous' and is_anonymous
           and last_active_at > 'epoch' and last_active_at <= 'infinity'
         order by last_active_at desc, user_id desc limit ${limit})
      ) found
      order by at desc, id desc limit ${limit}
    )
    select ${userColumns.of('u')}
    from page, lateral (select * from user_profiles where project_id = ${projectId} and id = page.id offset 0) u
    order by page.at desc, page.id desc`.map(everyRow((row) => toUser(row)))
}
