import type { ServerContext } from './server-context.ts'
import type { ServerTeamActions, ServerUserUpdateOptions } from './server-user.ts'
import type { SendRequest } from '../transport/request.ts'
import { fetchPermissions, permissionActions, permissionPath, splitArguments } from '../resources/permissions.ts'
import { fetchProfile, membershipPath } from '../resources/team-members.ts'
import { fetchReceivedInvitations } from '../resources/team-invitations.ts'
import { createTeam, readTeamList } from './teams.ts'

/**
 * @param request sends changes with the session of the user, if there is one
 * @param update changes the user
 */
export function createServerTeamActions(
  userId: string,
  context: ServerContext,
  request: SendRequest,
  update: (options: ServerUserUpdateOptions) => Promise<void>,
): ServerTeamActions {
  const { cache } = context
  const listTeams: ServerTeamActions['listTeams'] = () => readTeamList(context, { userId }).fetch()

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
      await request(membershipPath(id, userId), { method: 'DELETE' })
      cache?.afterMembership(id, userId)
    },
    getTeamProfile: ({ id }) => fetchProfile(request, id, userId, { afterChange: () => {} }),
    listTeamInvitations: () =>
      fetchReceivedInvitations(request, userId, {
        afterAccept: ({ team_id: teamId }) => cache?.afterMembership(teamId, userId),
      }),
    ...permissionActions(async (teamId, isRecursive) =>
      (await fetchPermissions(request, { teamId, userId, isRecursive })).map(({ id }) => ({ id })),
    ),
    grantPermission: async (...teamAndId) => {
      const [teamId, permissionId] = splitArguments(teamAndId)
      await request(permissionPath(teamId, userId, permissionId), { method: 'POST', body: {} })
    },
    revokePermission: async (...teamAndId) => {
      const [teamId, permissionId] = splitArguments(teamAndId)
      await request(permissionPath(teamId, userId, permissionId), { method: 'DELETE' })
    },
  }
}
