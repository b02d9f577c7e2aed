import { allowedAccessTypes, endpoints, systemTeamPermissions, type SystemTeamPermission } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Who may call what in a team. The table repeats the protocol instead of the declarations of the routes, so it detects
// a route that declares another permission.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { member_role_management_enabled: true, team_member_default_permissions: [] },
  })
})

afterAll(() => portico.close())

interface Scene {
  readonly teamId: string
  /** Another member, who has $read_members. */
  readonly otherId: string
  readonly invitationId: string
}

interface Row {
  /** The endpoint, as the contract names it. */
  readonly endpoint: string
  /** What is special about the call. */
  readonly call: string
  /** The permissions that a member needs, in the order in which missing ones are reported. */
  readonly needs: readonly SystemTeamPermission[]
  readonly status: number
  /** The status for users who are not in the team. Default: 404. */
  readonly forStranger?: number
  readonly send: (http: HttpClient, scene: Scene) => Promise<Answer>
}

const callback_url = 'http://localhost:3000/x'

const rows: readonly Row[] = [
  { endpoint: 'readTeam', call: '', needs: [], status: 200, send: (http, { teamId }) => http.get(`/teams/${teamId}`) },
  {
    endpoint: 'updateTeam',
    call: '',
    needs: ['$update_team'],
    status: 200,
    send: (http, { teamId }) => http.patch(`/teams/${teamId}`, { display_name: 'Changed' }),
  },
  {
    endpoint: 'deleteTeam',
    call: '',
    needs: ['$delete_team'],
    status: 200,
    send: (http, { teamId }) => http.delete(`/teams/${teamId}`),
  },
  {
    endpoint: 'deleteTeamMembership',
    call: 'of another member',
    needs: ['$remove_members'],
    status: 200,
    send: (http, { otherId, teamId }) => http.delete(`/team-memberships/${teamId}/${otherId}`),
  },
  {
    endpoint: 'deleteTeamMembership',
    call: 'of the own user',
    needs: [],
    status: 200,
    send: (http, { teamId }) => http.delete(`/team-memberships/${teamId}/me`),
  },
  {
    endpoint: 'listTeamMemberProfiles',
    call: 'of all members',
    needs: ['$read_members'],
    status: 200,
    send: (http, { teamId }) => http.get(`/team-member-profiles?team_id=${teamId}`),
  },
  {
    endpoint: 'listTeamMemberProfiles',
    call: 'of the own user',
    needs: [],
    status: 200,
    send: (http, { teamId }) => http.get(`/team-member-profiles?team_id=${teamId}&user_id=me`),
  },
  {
    endpoint: 'readTeamMemberProfile',
    call: 'of another member',
    needs: ['$read_members'],
    status: 200,
    // The query parameters are ignored.
    send: (http, { otherId, teamId }) => http.get(`/team-member-profiles/${teamId}/${otherId}?user_id=me`),
  },
  {
    endpoint: 'readTeamMemberProfile',
    call: 'of the own user',
    needs: [],
    status: 200,
    send: (http, { teamId }) => http.get(`/team-member-profiles/${teamId}/me`),
  },
  {
    endpoint: 'updateTeamMemberProfile',
    call: 'of another member',
    needs: [],
    status: 403,
    forStranger: 403,
    send: (http, { otherId, teamId }) => http.patch(`/team-member-profiles/${teamId}/${otherId}`, {}),
  },
  {
    endpoint: 'updateTeamMemberProfile',
    call: 'of the own user',
    needs: [],
    status: 200,
    send: (http, { teamId }) => http.patch(`/team-member-profiles/${teamId}/me`, {}),
  },
  {
    endpoint: 'sendTeamInvitation',
    call: '',
    needs: ['$invite_members'],
    status: 200,
    send: (http, { teamId }) =>
      http.post('/team-invitations/send-code', { team_id: teamId, email: someEmail(), callback_url }),
  },
  {
    endpoint: 'listTeamInvitations',
    call: 'of the team',
    needs: ['$read_members', '$invite_members'],
    status: 200,
    send: (http, { teamId }) => http.get(`/team-invitations?team_id=${teamId}`),
  },
  {
    endpoint: 'revokeTeamInvitation',
    call: '',
    needs: ['$remove_members'],
    status: 200,
    send: (http, { invitationId, teamId }) => http.delete(`/team-invitations/${invitationId}?team_id=${teamId}`),
  },
  {
    endpoint: 'listTeamPermissions',
    call: 'of all members',
    needs: ['$manage_roles'],
    status: 200,
    send: (http, { teamId }) => http.get(`/team-permissions?team_id=${teamId}`),
  },
  {
    endpoint: 'listTeamPermissions',
    call: 'of the own user',
    needs: [],
    status: 200,
    forStranger: 200,
    send: (http, { teamId }) => http.get(`/team-permissions?team_id=${teamId}&user_id=me`),
  },
  {
    endpoint: 'grantTeamPermission',
    call: '',
    needs: ['$manage_roles', '$update_team'],
    status: 201,
    send: (http, { otherId, teamId }) => http.post(`/team-permissions/${teamId}/${otherId}/$update_team`, {}),
  },
  {
    endpoint: 'revokeTeamPermission',
    call: '',
    needs: ['$manage_roles', '$read_members'],
    status: 200,
    send: (http, { otherId, teamId }) => http.delete(`/team-permissions/${teamId}/${otherId}/$read_members`),
  },
]

/** Endpoints for which a client does not choose a team: they have none, or the code of an invitation names it. */
const withoutTeam = [
  'listTeams',
  'createTeam',
  'acceptTeamInvitation',
  'acceptTeamInvitationById',
  'checkTeamInvitationCode',
  'readTeamInvitationDetails',
  'listProjectPermissions',
]

const slices = ['Teams', 'Team members', 'Team invitations', 'Permissions']

test('the table has every endpoint of teams that clients can call', () => {
  const ofClients = [...endpoints].flatMap(([name, spec]) =>
    slices.includes(spec.tag) && allowedAccessTypes(spec).includes('client') ? [name] : [],
  )

  expect([...new Set(rows.map(({ endpoint }) => endpoint)), ...withoutTeam].toSorted()).toEqual(ofClients.toSorted())
})

type Role = 'stranger' | 'plain member' | 'member with everything' | SystemTeamPermission

const roles: readonly Role[] = ['stranger', 'plain member', ...systemTeamPermissions, 'member with everything']

function permissionsOf(role: Role): readonly string[] {
  if (role === 'member with everything') return systemTeamPermissions
  return role === 'stranger' || role === 'plain member' ? [] : [role]
}

async function addMember(teamId: string, userId: string, ids: readonly string[]): Promise<void> {
  const backend = project.server()
  expect((await backend.post(`/team-memberships/${teamId}/${userId}`, {})).status).toBe(201)
  for (const id of ids) {
    expect((await backend.post(`/team-permissions/${teamId}/${userId}/${id}`, {})).status).toBe(201)
  }
}

describe.each(roles)('a user as %s', (role) => {
  let user: TestUser
  let other: TestUser

  beforeAll(async () => {
    user = await project.signUp()
    other = await project.signUp()
    // Permissions in another team do not count.
    const { body: elsewhere } = await project.server().post<{ id: string }>('/teams', { display_name: 'Others' })
    await addMember(elsewhere.id, user.id, systemTeamPermissions)
  })

  async function createScene(): Promise<Scene> {
    const backend = project.server()
    const { body: team } = await backend.post<{ id: string }>('/teams', { display_name: 'Readers' })
    await addMember(team.id, other.id, ['$read_members'])
    if (role !== 'stranger') await addMember(team.id, user.id, permissionsOf(role))
    const { body: sent } = await backend.post<{ id: string }>('/team-invitations/send-code', {
      team_id: team.id,
      email: someEmail(),
      callback_url,
    })
    return { teamId: team.id, otherId: other.id, invitationId: sent.id }
  }

  test.each(rows)(
    'is allowed to call $endpoint $call, or refused, by these permissions',
    async ({ forStranger = 404, needs, send, status }) => {
      const scene = await createScene()
      const missing = needs.find((id) => !permissionsOf(role).includes(id))

      const answer = await send(project.client(user), scene)

      const details = { team_id: scene.teamId, user_id: user.id }
      if (role === 'stranger') {
        expect(answer.status).toBe(forStranger)
        if (forStranger === 404) expect(answer.body).toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND', details })
      } else if (missing === undefined) {
        expect(answer.status).toBe(status)
      } else {
        expect(answer).toMatchObject({
          status: 401,
          body: { code: 'TEAM_PERMISSION_REQUIRED', details: { ...details, permission_id: missing } },
        })
      }
    },
  )
})
