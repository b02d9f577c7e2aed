import type { ProjectPermissionRead, TeamPermissionRead } from '@portico/contract'

import type { SendRequest } from '../transport/request.ts'
import type { Session } from '../session/session.ts'

/** A team as an argument: only the id is used. */
export interface TeamReference {
  /** The id of the team. */
  readonly id: string
}

/** A permission of a user in a team. */
export interface TeamPermission {
  /** The id of the permission, such as `$update_team`. */
  readonly id: string
}

/** A permission of a user in the whole project. */
export interface ProjectPermission {
  /** The id of the permission. */
  readonly id: string
}

/** A permission of a member of a team. */
export interface TeamMemberPermission extends TeamPermission {
  /** The member that has the permission. */
  readonly userId: string
}

export interface ListPermissionsOptions {
  /** Lists contained permissions too. Default: true. */
  recursive?: boolean
}

/** The methods of a user to read permissions: in a team, or without a team those of the whole project. */
export interface PermissionActions {
  /** Lists the permissions of the user in a team, or in the project. */
  listPermissions(team: TeamReference, options?: ListPermissionsOptions): Promise<TeamPermission[]>
  listPermissions(options?: ListPermissionsOptions): Promise<ProjectPermission[]>
  /** Returns null if the user does not have the permission. */
  getPermission(team: TeamReference, permissionId: string): Promise<TeamPermission | null>
  getPermission(permissionId: string): Promise<ProjectPermission | null>
  /** Returns whether the user has a permission, directly or through another one. */
  hasPermission(team: TeamReference, permissionId: string): Promise<boolean>
  hasPermission(permissionId: string): Promise<boolean>
}

/** @param read lists the permissions in a team, or those of the whole project if there is no team */
export function permissionActions(
  read: (teamId: string | undefined, isRecursive: boolean) => Promise<TeamPermission[]>,
): PermissionActions {
  async function getPermission(...teamAndId: PermissionArguments): Promise<TeamPermission | null> {
    const [teamId, permissionId] = splitArguments(teamAndId)
    return (await read(teamId, true)).find(({ id }) => id === permissionId) ?? null
  }

  return {
    listPermissions: (teamOrOptions?: TeamReference | ListPermissionsOptions, options?: ListPermissionsOptions) =>
      teamOrOptions && 'id' in teamOrOptions
        ? read(teamOrOptions.id, options?.recursive ?? true)
        : read(undefined, teamOrOptions?.recursive ?? true),
    getPermission,
    hasPermission: async (...teamAndId: PermissionArguments) => (await getPermission(...teamAndId)) !== null,
  }
}

/** The arguments of a method about one permission: in a team, or without a team in the whole project. */
export type PermissionArguments = [team: TeamReference, permissionId: string] | [permissionId: string]

export function splitArguments([first, second]: PermissionArguments): [
  teamId: string | undefined,
  permissionId: string,
] {
  if (typeof first === 'string') return [undefined, first]
  // The type requires an id after a team.
  return [first.id, second as string]
}

/** @param userId `me` is the user of the session; absent: all members of the team */
export async function fetchPermissions(
  request: SendRequest,
  { teamId, userId, isRecursive }: { teamId?: string | undefined; userId?: string; isRecursive: boolean },
  session?: Session,
): Promise<(TeamPermissionRead | ProjectPermissionRead)[]> {
  const query = new URLSearchParams({
    ...(teamId !== undefined && { team_id: teamId }),
    ...(userId !== undefined && { user_id: userId }),
    // Always sent: without it the service lists only what was granted directly.
    recursive: String(isRecursive),
  })
  const path = teamId === undefined ? '/project-permissions' : '/team-permissions'
  const { items } = await request<{ items: (TeamPermissionRead | ProjectPermissionRead)[] }>(`${path}?${query}`, {
    session,
  })
  return items
}

/** @param teamId absent for a permission in the whole project */
export function permissionPath(teamId: string | undefined, userId: string, permissionId: string): string {
  const ids = [...(teamId === undefined ? [] : [teamId]), userId, permissionId].map(encodeURIComponent).join('/')
  return `/${teamId === undefined ? 'project' : 'team'}-permissions/${ids}`
}
