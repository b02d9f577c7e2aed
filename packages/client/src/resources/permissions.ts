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

/** A permission of a team member. */
export interface TeamMemberPermission extends TeamPermission {
  /** The member that has the permission. */
  readonly userId: string
}

/** Whether a list includes the permissions that others contain. */
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
  // Always sent: without `recursive` the service lists only what was granted directly.
  const query = { user_id: userId, recursive: isRecursive }
  const { items } =
    teamId === undefined
      ? await request('GET /project-permissions', { query, session })
      : await request('GET /team-permissions', { query: { team_id: teamId, ...query }, session })
  return items
}

export interface TeamPermissionReference {
  readonly teamId: string
  readonly userId: string
  readonly permissionId: string
}

export async function changeTeamPermission(
  request: SendRequest,
  { teamId, userId, permissionId }: TeamPermissionReference,
  isGranted: boolean,
  session?: Session,
): Promise<void> {
  const path = '/team-permissions/{team_id}/{user_id}/{permission_id}'
  const params = { team_id: teamId, user_id: userId, permission_id: permissionId }
  if (isGranted) await request(`POST ${path}`, { params, body: {}, session })
  else await request(`DELETE ${path}`, { params, session })
}
