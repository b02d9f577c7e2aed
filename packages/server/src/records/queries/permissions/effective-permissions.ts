import type { SystemTeamPermission } from '@portico/contract'

import {
  firstRow,
  fragment,
  isAnyTouched,
  lookup,
  statement,
  type Rows,
  type SqlFragment,
  SqlText,
  type Statement,
  ofProject,
} from '../../../kernel/statement.ts'
import type { HeldPermission } from '../../permissions/grants.ts'

/** What a user may do in a team. */
export interface TeamRights {
  readonly isMember: boolean
  /** The wanted permissions that the user has, directly or contained in others. */
  readonly held: readonly string[]
}

export interface PermissionFilter {
  readonly teamId?: string | undefined
  readonly userId?: string | undefined
  readonly permissionId?: string | undefined
  /** Lists contained permissions too. */
  readonly isRecursive: boolean
  /** The largest number of grants to read, permissions to resolve, and permissions that the grants give. */
  readonly limit: number
}

/**
 * The part of a recursive query that adds to the keys in `held` those that they contain. The union visits each key
 * once, so the recursion ends whatever the definitions contain.
 */
export function containedKeys(projectId: string): SqlFragment {
  return fragment`
      select unnest(d.contained_keys) from held, lateral (
        select contained_keys from permission_definitions where project_id = ${projectId} and key = held.key offset 0
      ) d`
}

/**
 * A condition: the user has the system permission in the team.
 *
 * @param columns the columns of the row that hold the user and the team
 */
export function holdsPermission(
  projectId: string,
  permission: SystemTeamPermission,
  { userId, teamId }: { readonly userId: SqlText; readonly teamId: SqlText },
): SqlFragment {
  return fragment`
    exists (
      with recursive held (key) as (
        select permission_key from team_permissions
        where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}
        union ${containedKeys(projectId)}
      )
      select from held where key = ${permission}
    )`
}

/**
 * Reads a user's membership and which of the wanted permissions the user has. The recursion reads each definition once,
 * so `PERMISSION_DEFINITIONS_MAX` and `PERMISSION_CONTAINMENTS_MAX` bound the work.
 */
export function findTeamRights(
  projectId: string,
  userId: string,
  teamId: string,
  wanted: readonly string[],
): Statement<TeamRights> {
  // guard: a permission counts in the team in which it was granted
  //   (replace `team_permissions where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}` with `team_permissions where user_id = ${userId} and project_id = ${projectId}`)
  //   [team-access]
  return lookup<TeamRights>`
    with recursive held (key) as (
      select permission_key from team_permissions
      where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}
      union ${containedKeys(projectId)}
    )
    select exists (
        select from team_members where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}
      ) as "isMember",
      array(
        select id from unnest(${wanted}::text[]) wanted (id)
        where case when id like '$%' then id else (
          select key from permission_definitions
          where project_id = ${projectId} and id = wanted.id and scope = 'team'
        ) end in (select key from held)
      ) as held`.map(({ rows }) => rows[0] ?? { isMember: false, held: [] })
}

/**
 * Lists the permissions of users in teams, by team, user and id. Keys without a definition are skipped.
 *
 * @param systemIds the system permissions that exist in the project
 * @returns null if there are more memberships, grants or permissions to read than the limit
 */
export function listTeamPermissions(
  projectId: string,
  systemIds: readonly string[],
  filter: PermissionFilter,
): Statement<HeldPermission[] | null> {
  const { teamId, userId } = filter
  const holder = teamId === undefined || userId === undefined ? null : { teamId, userId }
  return listPermissions(projectId, { grants: teamGrants(projectId, filter), holder, systemIds }, filter)
}

/**
 * Lists the permissions of users in the whole project, by user and id.
 *
 * @returns null if there are more grants or permissions to read than the limit
 */
export function listProjectPermissions(
  projectId: string,
  filter: PermissionFilter,
): Statement<HeldPermission[] | null> {
  const { userId } = filter
  const holder = userId === undefined ? null : { teamId: null, userId }
  return listPermissions(projectId, { grants: projectGrants(projectId, filter), holder, systemIds: [] }, filter)
}

/** Where the permissions of a list come from. */
interface Source {
  readonly grants: SqlFragment
  /** The only user, in one team or in the project; null if the grants can belong to several users or teams. */
  readonly holder: Pick<HeldPermission, 'teamId' | 'userId'> | null
  readonly systemIds: readonly string[]
}

/**
 * Whether the grants of one holder give the permission. Reads each definition once at most, and ends at the permission.
 */
function findPermission(
  projectId: string,
  { grants, systemIds }: Source,
  holder: NonNullable<Source['holder']>,
  permissionId: string,
  isRecursive: boolean,
): Statement<HeldPermission[]> {
  return lookup`
    with recursive held (key) as (
      select key from (${grants}) grants (team_id, user_id, key)
      union ${containedKeys(projectId)} where ${isRecursive}::boolean
    ), wanted (key) as materialized (
      select case when ${permissionId}::text = any (${systemIds}::text[]) then ${permissionId} else (
        select key from permission_definitions where project_id = ${projectId} and id = ${permissionId}
      ) end
    )
    select 1 where exists (select from held where key = (select key from wanted))`.map((result) =>
    isAnyTouched(result) ? [{ ...holder, id: permissionId }] : [],
  )
}

/**
 * Bounded, whatever a project defines: one holder needs one recursion, which reads each definition once. For several,
 * the query ends when it has resolved more than the limit.
 */
function listPermissions(
  projectId: string,
  source: Source,
  { isRecursive, limit, permissionId }: PermissionFilter,
): Statement<HeldPermission[] | null> {
  const { grants, holder, systemIds } = source
  if (holder && permissionId !== undefined) {
    return findPermission(projectId, source, holder, permissionId, isRecursive)
  }
  const onlyId = permissionId ?? null
  // The direct grants of one holder are few rows, read by key. What they contain can be as many as the project defines.
  const isLookup = holder !== null && !isRecursive
  // What the grants of one holder contain is resolved together.
  const root = holder ? new SqlText("''::text") : new SqlText('key')
  return (isLookup ? lookup : statement)<{ total: number; permissions: HeldPermission[] }>`
    with recursive grants (team_id, user_id, key) as materialized (
      ${grants} limit ${limit + 1}
    ), reached (root, key) as (
      -- What a permission contains does not depend on its holder, so each granted key is resolved once.
      select distinct ${root}, key from grants where key is not null
      union
      select reached.root, unnest(d.contained_keys) from reached, lateral (
        select contained_keys from permission_definitions where project_id = ${projectId} and key = reached.key offset 0
      ) d where ${isRecursive}::boolean
    ), resolved as materialized (
      -- PostgreSQL continues the recursion only as far as this reads it.
      select root, key from reached limit ${limit + 1}
    ), named (root, id) as (
      select resolved.root, d.id from resolved, lateral (
        select id from permission_definitions where project_id = ${projectId} and key = resolved.key offset 0
      ) d
      union all
      select root, key from resolved where key = any (${systemIds}::text[])
    ), ids (by_root) as materialized (
      -- An object, because a join of the two lists could compare each grant with each permission.
      select jsonb_object_agg(root, ids) from (
        select root, jsonb_agg(id) as ids from named where ${onlyId}::text is null or id = ${onlyId} group by root
      ) of_root
    ), given as materialized (
      select holder.team_id, holder.user_id, id from (
        select distinct team_id, user_id, ${root} as root from grants where key is not null
      ) holder, lateral jsonb_array_elements_text((select by_root from ids) -> holder.root) as listed (id)
      limit ${limit + 1}
    )
    select
      greatest(
        (select count(*) from grants), (select count(*) from resolved), (select count(*) from given))::int as total,
      coalesce(jsonb_agg(
        jsonb_build_object('id', id, 'userId', user_id, 'teamId', team_id)
        order by team_id, user_id, upper(id) collate "C"), '[]') as permissions
    from (select distinct team_id, user_id, id from given) listed`.map(permissionsWithin(limit))
}

function permissionsWithin(
  limit: number,
): (result: Rows<{ total: number; permissions: HeldPermission[] }>) => HeldPermission[] | null {
  return (result) => {
    const row = firstRow(result)
    return row && row.total <= limit ? row.permissions : null
  }
}

/** The direct grants in teams. A member without a grant has a row too, so that the limit bounds what is read. */
function teamGrants(projectId: string, { limit, teamId, userId }: PermissionFilter): SqlFragment {
  if (userId !== undefined && teamId !== undefined) {
    return fragment`
      select team_id, user_id, permission_key from team_permissions
      where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}`
  }
  if (userId !== undefined) {
    return fragment`
      select team_id, user_id, permission_key from team_permissions
      where user_id = ${userId} and project_id = ${projectId}`
  }
  const members =
    teamId === undefined
      ? ofProject`project_id = ${projectId} and created_at is not null order by created_at, team_id, user_id`
      : ofProject`team_id = ${teamId} and project_id = ${projectId} and created_at is not null order by created_at, user_id`
  return fragment`
      select m.team_id, m.user_id, g.permission_key from (
        select team_id, user_id from team_members where ${members} limit ${limit + 1}
      ) m left join lateral (
        select permission_key from team_permissions
        where user_id = m.user_id and team_id = m.team_id and project_id = ${projectId} offset 0
      ) g on true`
}

/** The direct grants in the project. Grants of all users are read by permission, because most users have none. */
function projectGrants(projectId: string, { limit, userId }: PermissionFilter): SqlFragment {
  if (userId !== undefined) {
    return fragment`
      select null::uuid, user_id, permission_key from project_permissions
      where user_id = ${userId} and project_id = ${projectId}`
  }
  return fragment`
      select null::uuid, g.user_id, d.key
      from permission_definitions d, lateral (
        select user_id from project_permissions
        where permission_key = d.key and permission_key !~ '^\\$' and project_id = ${projectId} limit ${limit + 1}
      ) g
      where d.project_id = ${projectId} and d.scope = 'project'`
}
