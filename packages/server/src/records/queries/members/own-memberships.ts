import { allRows, statement, type Statement } from '../../../kernel/statement.ts'

export interface OwnMembership {
  readonly teamId: string
  readonly teamDisplayName: string
  /** The name in the team; null: the user's name. */
  readonly displayName: string | null
  /** As stored. */
  readonly profileImage: string | null
  readonly createdAt: Date
  /** The permissions that are granted directly. Null in the place of one whose definition was deleted. */
  readonly permissionIds: readonly (string | null)[]
}

/** Lists the memberships of a user, the oldest first. */
export function listOwnMemberships(projectId: string, userId: string): Statement<OwnMembership[]> {
  return statement<OwnMembership>`
    select mine.team_id as "teamId", team.display_name as "teamDisplayName", mine.display_name as "displayName",
      mine.profile_image_url as "profileImage", mine.created_at as "createdAt",
      array(
        select case when p.permission_key ~ '^\\$' then p.permission_key else (
          select d.id from permission_definitions d where d.project_id = p.project_id and d.key = p.permission_key) end
        from team_permissions p
        where p.user_id = mine.user_id and p.team_id = mine.team_id and p.project_id = mine.project_id) as "permissionIds"
    from (
      select * from team_members where user_id = ${userId} and project_id = ${projectId}
    ) mine, lateral (
      select display_name from teams where project_id = ${projectId} and id = mine.team_id offset 0
    ) team
    order by mine.created_at, mine.team_id`.map(allRows)
}

/** Lists the ids of the permissions that are granted to a user in the project. */
export function listOwnGrants(projectId: string, userId: string): Statement<string[]> {
  return statement<{ id: string }>`
    select definition.id from (
      select permission_key from project_permissions where user_id = ${userId} and project_id = ${projectId}
    ) mine, lateral (
      select id from permission_definitions where project_id = ${projectId} and key = mine.permission_key offset 0
    ) definition
    order by definition.id`.map(({ rows }) => rows.map(({ id }) => id))
}
