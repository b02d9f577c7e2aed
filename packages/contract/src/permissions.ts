/** The ids of permissions (specification, "Teams and permissions"). */

/** The permissions in a team that the service itself checks. */
export const systemTeamPermissions = [
  '$update_team',
  '$delete_team',
  '$read_members',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
] as const

export type SystemTeamPermission = (typeof systemTeamPermissions)[number]

/** The form of a permission id. Ids of the system begin with `$`. */
export const permissionIdPattern = /^\$?[a-z0-9_:]+$/

export function isSystemTeamPermission(id: string): id is SystemTeamPermission {
  return (systemTeamPermissions as readonly string[]).includes(id)
}
