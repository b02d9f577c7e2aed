import * as contract from '@portico/contract'
import type { TeamMemberProfileClientRead, TeamMemberProfileServerRead } from '@portico/contract'

import { anyone } from '../../api/rules/access.ts'
import { presentWholeOrPage } from '../../api/call/list-page.ts'
import { namedUserId } from '../../api/rules/named-user.ts'
import { route, type ProjectCall, type Route } from '../../api/rules/route.ts'
import { teamChange } from '../../api/rules/team-change.ts'
import { teamPermission } from '../../api/rules/team-permission.ts'
import { toCamelCaseMembers } from '@portico/contract/letter-case'
import type { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { memberProfilesOf, memberProfilesWithUsersOf } from '../../records/queries/members/member-profiles.ts'
import type { MemberKey } from '../../records/team-members/member.ts'
import { presentProfileToClient, presentProfileToServer } from '../../records/team-members/present.ts'
import type { User } from '../../records/users/user.ts'
import { getMemberProfile, listMemberProfiles, profilesForServer, updateMemberProfile } from './member-profiles.ts'

interface ProfileDependencies {
  readonly secret: MasterSecret
  readonly settings: { readonly baseUrl: string }
}

interface MemberCall extends ProjectCall {
  readonly user: User | null
  readonly params: { readonly team_id: string; readonly user_id: string }
}

// guard: a member without $read_members sees no other member (replace `'$read_members'` with `[]`) [member-profiles]
const readMembers = teamPermission('$read_members', { unlessOwn: 'user_id' })

export function memberProfileRoutes(dependencies: ProfileDependencies): Route[] {
  const { baseUrl } = dependencies.settings
  const readAsClient = async (call: MemberCall): Promise<TeamMemberProfileClientRead> =>
    presentProfileToClient(await getMemberProfile(call, memberOf(call), memberProfilesOf), baseUrl)
  const readAsServer = async (call: MemberCall): Promise<TeamMemberProfileServerRead> => {
    const profile = await getMemberProfile(call, memberOf(call), memberProfilesWithUsersOf)
    return presentProfileToServer(profile, baseUrl, call.now())
  }
  return [
    route(
      contract.listTeamMemberProfiles,
      { allow: readMembers },
      {
        client: async (call) => {
          const page = await listMemberProfiles(call, toCamelCaseMembers(call.query), memberProfilesOf)
          return presentWholeOrPage(page, (profile) => presentProfileToClient(profile, baseUrl))
        },
        server: async (call) => {
          const page = await listMemberProfiles(call, toCamelCaseMembers(call.query), profilesForServer)
          return presentWholeOrPage(page, (profile) => presentProfileToServer(profile, baseUrl, call.now()))
        },
      },
    ),

    route(contract.readTeamMemberProfile, { allow: readMembers }, { client: readAsClient, server: readAsServer }),

    route(
      contract.updateTeamMemberProfile,
      { allow: anyone, self: 'user_id', limit: teamChange },
      {
        client: async (call) => {
          await updateMemberProfile(dependencies, call, memberOf(call), toCamelCaseMembers(call.body), {
            // guard: a member refers to no image elsewhere (replace `false` with `true`) [member-profiles]
            mayLink: false,
          })
          return readAsClient(call)
        },
        server: async (call) => {
          await updateMemberProfile(dependencies, call, memberOf(call), toCamelCaseMembers(call.body), {
            mayLink: true,
          })
          return readAsServer(call)
        },
      },
    ),
  ]
}

function memberOf(call: MemberCall): MemberKey {
  return { teamId: call.params.team_id, userId: namedUserId(call, call.params.user_id) }
}
