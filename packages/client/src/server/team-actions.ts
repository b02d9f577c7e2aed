import type { ServerContext } from './server-context.ts'
import type { ServerTeamActions, ServerUserUpdateOptions } from './server-user.ts'
import type { SendRequest } from '../transport/request.ts'
import { asClient } from '../transport/wrap-request.ts'
import {
  changeTeamPermission,
  fetchPermissions,
  type PermissionArguments,
  permissionActions,
  splitArguments,
} from '../resources/permissions.ts'
import { fetchProfile } from '../resources/team-members.ts'
import { fetchReceivedInvitations } from '../resources/team-invitations.ts'
import { createTeam, readTeamList } from './teams.ts'

/**
 * @param request sends changes with the session of the user, if there is one
 * @param update changes the user
 */
export function createServerTeamActions(
  userId: string,
  context: ServerContext,
  request: SendRequest<'server'>,
  update: (options: ServerUserUpdateOptions) => Promise<void>,
): ServerTeamActions {
  const { cache } = context
  const listTeams: ServerTeamActions['listTeams'] = () => readTeamList(context, { userId }).fetch()

  async function changePermission(teamAndId: PermissionArguments, isGranted: boolean): Promise<void> {
    const [teamId, permissionId] = splitArguments(teamAndId)
    if (teamId !== undefined) {
      return changeTeamPermission(asClient(request), { teamId, userId, permissionId }, isGranted)
    }
    const path = '/project-permissions/{user_id}/{permission_id}'
    const params = { user_id: userId, permission_id: permissionId }
    if (isGranted) await request(`POST ${path}`, { params, body: {} })
    else await request(`DELETE ${path}`, { params })
  }

  return {
    createTeam: async (options) => {
      const team = await createTeam({ ...context, request }, { ...options, creatorUserId: userId })
      await update({ selectedTeamId: team.id })
      return team
    },
    listTeams,
    getTeam: async (id) => (await listTeams()).find((team) => team.id === id) ?? null,
    setSelectedTeam: async (team) => {
      await update({ selectedTeamId: typeof team === 'object' ? (team?.id ?? null) : team })
    },
    leaveTeam: async ({ id }) => {
      await request('DELETE /team-memberships/{team_id}/{user_id}', { params: { team_id: id, user_id: userId } })
      cache?.afterMembership(id, userId)
    },
    getTeamProfile: ({ id }) => fetchProfile(asClient(request), id, userId, { afterChange: () => {} }),
    listTeamInvitations: () =>
      fetchReceivedInvitations(asClient(request), userId, {
        afterAccept: ({ team_id: teamId }) => cache?.afterMembership(teamId, userId),
      }),
    ...permissionActions(async (teamId, isRecursive) =>
      (await fetchPermissions(asClient(request), { teamId, userId, isRecursive })).map(({ id }) => ({ id })),
    ),
    grantPermission: async (...teamAndId) => {
      await changePermission(teamAndId, true)
    },
    revokePermission: async (...teamAndId) => {
      await changePermission(teamAndId, false)
    },
  }
}
