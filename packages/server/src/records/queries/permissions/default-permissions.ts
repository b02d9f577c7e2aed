import type { PermissionScope } from '@portico/contract'

import { emitEach, type EventCall } from '../../../kernel/emit.ts'
import { everyRow, fragment, json, statement, type SqlFragment, type Statement } from '../../../kernel/statement.ts'
import { systemPermissionsOf } from '../../permissions/system-permissions.ts'
import { projectConfigDefaults } from '../../projects/project.ts'
import { toStoredConfig } from '../../projects/stored-config.ts'
import type { MemberKey } from '../../team-members/member.ts'

type DefaultsOfTeam = 'team_creator_default_permissions' | 'team_member_default_permissions'

/** The lists of a project that is older than these settings. */
const initialSettings = toStoredConfig(projectConfigDefaults)

/**
 * Grants default permissions to a new member of a team. Skips ids that are not defined.
 *
 * @returns the skipped ids, in the order of the list
 */
export function grantTeamDefaults(
  projectId: string,
  { teamId, userId }: MemberKey,
  defaults: DefaultsOfTeam,
): Statement<string[]> {
  // guard: a permission that the project has off is no default (replace `false` with `true`) [memberships]
  return statement<{ id: string }>`
    with ${wantedPermissions(projectId, defaults)}, ${definedPermissions(projectId, 'team')}, system as (
      select id from wanted where id = any (
        case when (select manages_roles from tenant)
          then ${systemPermissionsOf({ memberRoleManagementEnabled: true })}::text[]
          else ${systemPermissionsOf({ memberRoleManagementEnabled: false })}::text[] end)
    ), granted as (
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      select ${projectId}, ${teamId}::uuid, ${userId}::uuid, key from (
        select key from defined union all select id from system
      ) given (key)
    )
    select id from wanted
    where id not in (select id from defined) and id not in (select id from system)
    order by position`.map(everyRow(({ id }) => id))
}

/**
 * Grants default permissions in the whole project to a new user. Skips ids that are not defined.
 *
 * @returns the skipped ids, in the order of the list
 */
export function grantUserDefaults(projectId: string, userId: string): Statement<string[]> {
  return statement<{ id: string }>`
    with ${wantedPermissions(projectId, 'user_default_permissions')}, ${definedPermissions(projectId, 'project')}, granted as (
      insert into project_permissions (project_id, user_id, permission_key)
      select ${projectId}, ${userId}::uuid, key from defined
    )
    select id from wanted where id not in (select id from defined) order by position`.map(everyRow(({ id }) => id))
}

/** Emits the creation of a membership, with the permissions that the new member has. */
export function emitAddedMember(call: EventCall, { teamId, userId }: MemberKey): Statement<void> {
  const { projectId } = call
  return emitEach(
    call,
    'team_membership.created',
    statement<{ teamId: string; userId: string; permissionIds: readonly string[] }>`
      with changed as (
        select ${teamId}::uuid as "teamId", ${userId}::uuid as "userId", array(
          select coalesce((
            select id from permission_definitions where project_id = ${projectId} and key = permission_key
          ), permission_key)
          from team_permissions where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId}
        ) as "permissionIds"
      )`,
  )
}

/**
 * Defines `tenant` and `wanted`: the project's settings and the ids in a list of default permissions. They are read
 * from the row of the project, because a rename may not have reached the cache of this node yet.
 */
function wantedPermissions(projectId: string, defaults: DefaultsOfTeam | 'user_default_permissions'): SqlFragment {
  return fragment`tenant as materialized (
      select coalesce(config -> ${defaults}::text, ${json(initialSettings[defaults])}::jsonb) as permissions,
        coalesce((config ->> 'member_role_management_enabled')::boolean, false) as manages_roles
      from projects where id = ${projectId}
    ), wanted as materialized (
      select item ->> 'id' as id, min(position) as position
      from tenant, jsonb_array_elements(permissions) with ordinality as listed (item, position)
      group by item ->> 'id'
    )`
}

/**
 * Defines `defined`: the keys of the wanted permissions. A concurrent rename does not change the key, so the lock names
 * it.
 */
function definedPermissions(projectId: string, scope: PermissionScope): SqlFragment {
  return fragment`found as materialized (
      select wanted.id, definition.key from wanted, lateral (
        select key from permission_definitions
        where project_id = ${projectId} and id = wanted.id and scope = ${scope} offset 0
      ) definition
    ), defined as materialized (
      select found.id, locked.key from found, lateral (
        select key from permission_definitions where project_id = ${projectId} and key = found.key for key share
      ) locked
    )`
}
