import { allRows, statement, type Statement } from '../../../kernel/statement.ts'

/** A member who may manage the API keys of the team, with the verified address that notices go to. */
export interface KeyManager {
  readonly userId: string
  readonly email: string
}

/**
 * Lists the members who may manage the API keys of a team, directly or by a permission that contains
 * `$manage_api_keys`, oldest members first. Members without a verified address are left out.
 */
export function listKeyManagers(projectId: string, teamId: string, limit: number): Statement<KeyManager[]> {
  return statement<KeyManager>`
    with recursive giving (key) as (
      select '$manage_api_keys'::text
      union
      select d.key from giving, lateral (
        select key from permission_definitions
        where project_id = ${projectId} and scope = 'team' and giving.key = any (contained_keys) offset 0
      ) d
    )
    select m.user_id as "userId", u.notice_email as email
    from (
      select user_id, created_at from team_members
      where team_id = ${teamId} and project_id = ${projectId} offset 0
    ) m, lateral (
      select notice_email from user_profiles where project_id = ${projectId} and id = m.user_id offset 0
    ) u
    where exists (
        select from (
          select permission_key from team_permissions
          where user_id = m.user_id and team_id = ${teamId} and project_id = ${projectId} offset 0
        ) granted where granted.permission_key in (select key from giving))
      and u.notice_email is not null
    order by m.created_at, m.user_id limit ${limit}`.map(allRows)
}
