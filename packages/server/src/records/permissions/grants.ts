import { isSystemTeamPermission, type PermissionScope } from '@portico/contract'

import { statement, type Rows, type Statement } from '../../kernel/statement.ts'
import type { MemberKey } from '../team-members/member.ts'

/** A permission that a user has, in a team or in the whole project. */
export interface HeldPermission {
  readonly id: string
  readonly userId: string
  /** Null in the whole project. */
  readonly teamId: string | null
}

/** What a grant or revocation has found. */
interface Found {
  readonly isUser: boolean
}

interface FoundMember extends Found {
  readonly isMember: boolean
}

/** The outcome of a grant. It has taken place if the permission is defined in the scope. */
interface Granting {
  /** The scope of the definition with this id; null without one. */
  readonly scope: PermissionScope | null
  /** False for a repeated grant. */
  readonly isGranted: boolean
}

interface Revoking {
  readonly isRevoked: boolean
}

/**
 * Grants a permission to a member. The statement locks the membership and then the definition, so that neither is
 * deleted meanwhile.
 */
export function grantInTeam(
  projectId: string,
  { teamId, userId }: MemberKey,
  permissionId: string,
): Statement<FoundMember & Granting> {
  const systemId = isSystemTeamPermission(permissionId) ? permissionId : null
  return statement<FoundMember & Granting>`
    with member as materialized (
      select project_id from team_members
      where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId} for key share
    ), definition as materialized (
      select key, scope from permission_definitions
      where project_id = (select project_id from member) and id = ${permissionId} for key share
    ), granted as (
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      select ${projectId}, ${teamId}::uuid, ${userId}::uuid, key from definition where scope = 'team'
      union all
      select project_id, ${teamId}, ${userId}, ${systemId}::text from member where ${systemId}::text is not null
      on conflict do nothing
      returning 1
    )
    select exists (select from users where project_id = ${projectId} and id = ${userId}) as "isUser",
      exists (select from member) as "isMember",
      case when ${systemId}::text is null then (select scope from definition) else 'team' end as scope,
      exists (select from granted) as "isGranted"`.map(onlyRow)
}

/** Revokes a permission of a member. The lock of the membership waits for changes that rely on the permission. */
export function revokeInTeam(
  projectId: string,
  { teamId, userId }: MemberKey,
  permissionId: string,
): Statement<FoundMember & Revoking> {
  const systemId = isSystemTeamPermission(permissionId) ? permissionId : null
  // guard: a revocation waits for changes that rely on the permission (drop `for no key update`)
  //   [held-permissions.postgres]
  return statement<FoundMember & Revoking>`
    with member as materialized (
      select project_id from team_members
      where user_id = ${userId} and team_id = ${teamId} and project_id = ${projectId} for no key update
    ), revoked as (
      delete from team_permissions
      where user_id = ${userId} and team_id = ${teamId} and project_id = (select project_id from member)
        and permission_key = coalesce(${systemId}, (
          select key from permission_definitions where project_id = ${projectId} and id = ${permissionId}))
      returning 1
    )
    select exists (select from users where project_id = ${projectId} and id = ${userId}) as "isUser",
      exists (select from member) as "isMember",
      exists (select from revoked) as "isRevoked"`.map(onlyRow)
}

/** Grants a permission to a user. The statement locks the user and then the definition. */
export function grantInProject(projectId: string, userId: string, permissionId: string): Statement<Found & Granting> {
  return statement<Found & Granting>`
    with holder as materialized (
      select project_id from users where project_id = ${projectId} and id = ${userId} for key share
    ), definition as materialized (
      select key, scope from permission_definitions
      where project_id = (select project_id from holder) and id = ${permissionId} for key share
    ), granted as (
      insert into project_permissions (project_id, user_id, permission_key)
      select ${projectId}, ${userId}::uuid, key from definition where scope = 'project'
      on conflict do nothing
      returning 1
    )
    select exists (select from holder) as "isUser", (select scope from definition) as scope,
      exists (select from granted) as "isGranted"`.map(onlyRow)
}

export function revokeInProject(projectId: string, userId: string, permissionId: string): Statement<Found & Revoking> {
  return statement<Found & Revoking>`
    with revoked as (
      delete from project_permissions
      where user_id = ${userId} and project_id = ${projectId} and permission_key = (
        select key from permission_definitions where project_id = ${projectId} and id = ${permissionId})
      returning 1
    )
    select exists (select from users where project_id = ${projectId} and id = ${userId}) as "isUser",
      exists (select from revoked) as "isRevoked"`.map(onlyRow)
}

function onlyRow<R extends object>({ rows: [row] }: Rows<R>): R {
  if (!row) throw new Error('A statement that reads no table returned no row.')
  return row
}
