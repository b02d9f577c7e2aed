import * as contract from '@portico/contract'

import { addedByServer } from '../../records/team-members/store.ts'
import { addTeamMember } from '../../accounts/add-team-member.ts'
import { createTeam } from '../../accounts/create-team.ts'
import { deleteTeam } from '../../accounts/delete-team.ts'
import { removeTeamMember } from '../../accounts/remove-team-member.ts'
import { updateTeam } from '../../accounts/update-team.ts'
import { anyone, exceptAnonymous, projectServer, teamCreator } from '../../api/rules/access.ts'
import { presentWholeOrPage } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { route, type Route } from '../../api/rules/route.ts'
import { teamChange } from '../../api/rules/team-change.ts'
import { teamMember, teamPermission } from '../../api/rules/team-permission.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { presentTeamToClient, presentTeamToServer } from '../../records/teams/present.ts'
import { readCreator, requireOneCreator } from './creator.ts'
import { getTeam } from './get-team.ts'
import { listTeamsForClient, listTeamsForServer, type TeamListing } from './list-teams.ts'
import { presentListedTeam } from './present.ts'

interface TeamDependencies extends TeamListing {
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string }
}

const success = { success: true } as const

const fullTeamCreator = exceptAnonymous(
  teamCreator,
  'An anonymous user cannot create a team. The user must sign up first.',
)

export function teamRoutes(dependencies: TeamDependencies): Route[] {
  const { baseUrl } = dependencies.settings
  return [
    route(
      contract.listTeams,
      { allow: anyone, self: 'user_id' },
      {
        client: async (call) => {
          const page = await listTeamsForClient(call, toCamelCaseMembers(call.query))
          return presentWholeOrPage(page, (team) => presentTeamToClient(team, baseUrl))
        },
        server: async (call) => {
          const page = await listTeamsForServer(dependencies, call, toCamelCaseMembers(call.query))
          return presentWholeOrPage(page, (listed) => presentListedTeam(listed, baseUrl))
        },
      },
    ),

    route(
      contract.createTeam,
      // guard: a client names only itself as the creator of a team
      //   (drop `self: { field: 'creator_user_id', ifAbsent: 'me' }`) [teams/teams]
      { allow: fullTeamCreator, self: { field: 'creator_user_id', ifAbsent: 'me' }, limit: teamChange },
      {
        client: async (call) => {
          const { creator_user_id: creatorUserId, ...wanted } = call.body
          requireOneCreator({ creatorUserId, addCurrentUser: call.query.add_current_user })
          const creation = { creatorUserId: call.user.id, isOwnTeam: true, mayLink: false, isCounted: true }
          return presentTeamToClient(
            await createTeam(dependencies, call, toCamelCaseMembers(wanted), creation),
            baseUrl,
          )
        },
        server: async (call) => {
          const { creator_user_id: creatorUserId, ...wanted } = call.body
          const named = { creatorUserId, addCurrentUser: call.query.add_current_user }
          const creation = {
            creatorUserId: readCreator(call, named),
            isOwnTeam: false,
            mayLink: true,
            isCounted: false,
          }
          return presentTeamToServer(
            await createTeam(dependencies, call, toCamelCaseMembers(wanted), creation),
            baseUrl,
          )
        },
      },
    ),

    route(
      contract.readTeam,
      { allow: teamMember },
      {
        client: async (call) => presentTeamToClient(await getTeam(call, call.params.team_id), baseUrl),
        server: async (call) => presentTeamToServer(await getTeam(call, call.params.team_id), baseUrl),
      },
    ),

    route(
      contract.updateTeam,
      { allow: teamPermission('$update_team'), limit: teamChange },
      {
        client: async (call) =>
          presentTeamToClient(
            await updateTeam(dependencies, call, call.params.team_id, toCamelCaseMembers(call.body), {
              // guard: a client does not change the image of a team to one elsewhere (replace `true` with `false`)
              //   [teams/teams]
              byClient: true,
            }),
            baseUrl,
          ),
        server: async (call) =>
          presentTeamToServer(
            await updateTeam(dependencies, call, call.params.team_id, toCamelCaseMembers(call.body), {
              byClient: false,
            }),
            baseUrl,
          ),
      },
    ),

    route(contract.deleteTeam, { allow: teamPermission('$delete_team') }, async (call) => {
      await deleteTeam(call, call.params.team_id)
      return success
    }),

    route(contract.createTeamMembership, { allow: projectServer }, async (call) => {
      const { team_id: teamId } = call.params
      const userId = namedUserId(call, call.params.user_id)
      await call.db.transaction((tx) => tx.run(addTeamMember(call, { teamId, userId }, addedByServer)))
      return { team_id: teamId, user_id: userId }
    }),

    route(
      contract.deleteTeamMembership,
      { allow: teamPermission('$remove_members', { unlessOwn: 'user_id' }) },
      async (call) => {
        await removeTeamMember(call, { teamId: call.params.team_id, userId: namedUserId(call, call.params.user_id) })
        return success
      },
    ),
  ]
}
