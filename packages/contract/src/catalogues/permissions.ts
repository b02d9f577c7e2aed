/** The ids of permissions (docs/protocol/teams.md#permission-definitions). */

/** The team permissions that the service checks. */
export const systemTeamPermissions = [
  '$update_team',
  '$delete_team',
  '$read_members',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
  '$manage_roles',
] as const

export type SystemTeamPermission = (typeof systemTeamPermissions)[number]

/** Where users have a permission: in a team, or in the whole project. */
export type PermissionScope = 'team' | 'project'

/** The format of a permission id. Ids of system permissions start with `$`. */
export const permissionIdPattern = /^\$?[a-z0-9_:]+$/

export function isSystemTeamPermission(id: string): id is SystemTeamPermission {
  return (systemTeamPermissions as readonly string[]).includes(id)
}
