import {
  createTestPortico,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject
let other: TestProject
/** Creator of the team, with all permissions. */
let ada: TestUser
let bob: TestUser
let teamId: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  other = await portico.createProject()
})

afterAll(() => portico.close())

beforeEach(async () => {
  ada = await project.signUp()
  bob = await project.signUp()
  teamId = await project.createTeam({ creator: ada })
})

function pathOf(userId: string, team = teamId): string {
  return `/team-memberships/${team}/${userId}`
}

async function countRows(table: 'team_members' | 'team_permissions', user: TestSession): Promise<number> {
  const { rows } = await portico.projectDatabase.db.run(
    table === 'team_members'
      ? statement`select 1 from team_members where project_id = ${project.id} and user_id = ${user.id}`
      : statement`select 1 from team_permissions where project_id = ${project.id} and user_id = ${user.id}`,
  )
  return rows.length
}

function statusesOf(answers: readonly { readonly status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b)
}

function refusal(status: number, code: string, details?: object): object {
  return { status, body: { code, ...(details && { details }) } }
}

async function idsOfPermissions(of: TestProject, id: string, user: TestSession): Promise<string[]> {
  const { body } = await of
    .server()
    .get<{ items: { id: string }[] }>(`/team-permissions?team_id=${id}&user_id=${user.id}`)
  return body.items.map((permission) => permission.id)
}

describe('adding a member', () => {
  test('grants the default permissions of members', async () => {
    const answer = await project.server().post(pathOf(bob.id), {})

    expect(answer).toMatchObject({ status: 201, body: { team_id: teamId, user_id: bob.id } })
    const { rows } = await portico.projectDatabase.db.run(statement`
      select d.id from team_permissions g join permission_definitions d
        on d.project_id = g.project_id and d.key = g.permission_key
      where g.project_id = ${project.id} and g.team_id = ${teamId} and g.user_id = ${bob.id}`)
    expect(rows).toEqual([{ id: 'team_member' }])
  })

  test('grants a default permission that another node has just renamed', async () => {
    const renamed = await portico.createProject()
    const [creator, user] = [await renamed.signUp(), await renamed.signUp()]
    const id = await renamed.createTeam({ creator: creator })
    // Without a notification, the cache of this node keeps the old id.
    await portico.projectDatabase.db.run(statement`
      update permission_definitions set id = 'colleague' where project_id = ${renamed.id} and id = 'team_member'`)
    await portico.projectDatabase.db.run(statement`
      update projects set config = config || '{"team_member_default_permissions": [{"id": "colleague"}]}'
      where id = ${renamed.id}`)

    expect((await renamed.server().post(pathOf(user.id, id), {})).status).toBe(201)
    expect(await idsOfPermissions(renamed, id, user)).toEqual(['colleague'])
  })

  test('grants the permission to manage roles only while it exists', async () => {
    const managed = await portico.createProject({
      config: {
        member_role_management_enabled: true,
        team_member_default_permissions: [{ id: '$manage_roles' }, { id: '$read_members' }],
      },
    })
    const [creator, user, late] = [await managed.signUp(), await managed.signUp(), await managed.signUp()]
    const id = await managed.createTeam({ creator: creator })

    expect((await managed.server().post(pathOf(user.id, id), {})).status).toBe(201)
    await managed.admin().patch('/internal/projects/current', { config: { member_role_management_enabled: false } })

    expect(await managed.server().post(pathOf(late.id, id), {})).toMatchObject(
      refusal(404, 'PERMISSION_NOT_FOUND', { permission_id: '$manage_roles' }),
    )
    await managed.admin().patch('/internal/projects/current', { config: { member_role_management_enabled: true } })
    expect(await idsOfPermissions(managed, id, user)).toEqual(['$manage_roles', '$read_members'])
    expect(await idsOfPermissions(managed, id, late)).toEqual([])
  })

  test('accepts `me` for the signed-in user, and requires a body', async () => {
    expect(await project.server(bob).post(pathOf('me'))).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
    expect(await project.server().post(pathOf('me'), {})).toMatchObject(
      refusal(400, 'CANNOT_GET_OWN_USER_WITHOUT_USER'),
    )
    expect(await project.server(bob).post(pathOf('me'), {})).toMatchObject({ body: { user_id: bob.id } })
  })

  test('is refused to clients', async () => {
    expect(await project.client(ada).post(pathOf(bob.id), {})).toMatchObject(refusal(401, 'INSUFFICIENT_ACCESS_TYPE'))
  })

  test('answers a user or team that does not exist, or belongs to another project, as missing', async () => {
    const foreign = await other.signUp()
    const foreignTeam = await other.createTeam({ creator: foreign })

    for (const id of [foreign.id, randomUUID()]) {
      expect(await project.server().post(pathOf(id), {})).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    }
    for (const id of [foreignTeam, randomUUID()]) {
      expect(await project.server().post(pathOf(bob.id, id), {})).toMatchObject(
        refusal(404, 'TEAM_NOT_FOUND', { team_id: id }),
      )
    }
  })

  test('is refused for a member', async () => {
    expect(await project.server().post(pathOf(ada.id), {})).toMatchObject(
      refusal(409, 'TEAM_MEMBERSHIP_ALREADY_EXISTS'),
    )
  })

  test('is refused if a default permission is not defined or is not one of teams', async () => {
    for (const id of ['gone', 'of_project']) {
      const broken = await portico.createProject({ config: { team_member_default_permissions: [{ id }] } })
      await broken.admin().post('/project-permission-definitions', { id: 'of_project' })
      const [creator, user] = [await broken.signUp(), await broken.signUp()]
      const team = await broken.createTeam({ creator: creator })

      expect(await broken.server().post(pathOf(user.id, team), {})).toMatchObject(
        refusal(404, 'PERMISSION_NOT_FOUND', { permission_id: id }),
      )
      expect((await broken.server().get(`/teams?user_id=${user.id}`)).body).toMatchObject({ items: [] })
    }
  })
})

describe('removing a member', () => {
  beforeEach(() => project.server().post(pathOf(bob.id), {}))

  test('ends the membership with its permissions', async () => {
    expect((await project.client(ada).delete(pathOf(bob.id), {})).body).toEqual({ success: true })

    expect(await countRows('team_members', bob)).toBe(0)
    expect(await countRows('team_permissions', bob)).toBe(0)
    expect(await project.client(bob).get(`/teams/${teamId}`)).toMatchObject(refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND'))
  })

  test.each(['me', 'id'])('is always allowed to the member (%s), also to the last one', async (named) => {
    for (const user of [bob, ada]) {
      expect((await project.client(user).delete(pathOf(named === 'me' ? 'me' : user.id))).status).toBe(200)
    }

    expect((await project.server().get(`/teams/${teamId}`)).status).toBe(200)
    expect((await project.server().get(`/users?team_id=${teamId}`)).body).toMatchObject({ items: [] })
  })

  test('needs the permission to remove another member', async () => {
    expect(await project.client(bob).delete(pathOf(ada.id))).toMatchObject(
      refusal(401, 'TEAM_PERMISSION_REQUIRED', { team_id: teamId, user_id: bob.id, permission_id: '$remove_members' }),
    )
    expect(await countRows('team_members', ada)).toBe(1)
  })

  test('is refused to clients who are not members, as in a team that does not exist', async () => {
    const stranger = await project.signUp()

    for (const [team, user] of [
      [teamId, bob.id],
      [teamId, 'me'],
      [randomUUID(), bob.id],
      [await other.createTeam({ creator: await other.signUp() }), bob.id],
    ] as const) {
      expect(await project.client(stranger).delete(pathOf(user, team))).toMatchObject(
        refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND', { team_id: team, user_id: stranger.id }),
      )
    }
    expect(await project.client().delete(pathOf('me'))).toMatchObject(refusal(400, 'CANNOT_GET_OWN_USER_WITHOUT_USER'))
  })

  test('answers a user who is not a member, a team that is missing, and a user who is missing', async () => {
    const stranger = await project.signUp()
    const foreign = await other.signUp()
    const foreignTeam = await other.createTeam({ creator: foreign })

    for (const http of [project.client(ada), project.server()]) {
      expect(await http.delete(pathOf(stranger.id))).toMatchObject(
        refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: stranger.id }),
      )
      for (const id of [foreign.id, randomUUID()]) {
        expect(await http.delete(pathOf(id))).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
      }
    }
    for (const team of [randomUUID(), foreignTeam]) {
      expect(await project.server().delete(pathOf(bob.id, team))).toMatchObject(
        refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND', { team_id: team, user_id: bob.id }),
      )
    }
    expect((await other.server().get(`/users?team_id=${foreignTeam}`)).body).toMatchObject({
      items: [{ id: foreign.id }],
    })
  })

  test('leaves audit entries of both changes', async () => {
    await project.client(ada).delete(pathOf(bob.id))

    const { rows } = await portico.projectDatabase.db.run(statement`
      select action, actor_type, actor_id from audit_events
      where project_id = ${project.id} and target_id = ${bob.id} and action like 'team%' order by action`)
    expect(rows).toEqual([
      { action: 'team_membership.created', actor_type: 'server', actor_id: null },
      { action: 'team_membership.deleted', actor_type: 'user', actor_id: ada.id },
    ])
  })
})

describe('concurrent changes', () => {
  const rounds = Array.from({ length: 4 }, (_, number) => number)

  test('add a member once', async () => {
    for (const _round of rounds) {
      const user = await project.signUp()

      const answers = await Promise.all([1, 2, 3].map(() => project.server().post(pathOf(user.id), {})))

      expect(statusesOf(answers)).toEqual([201, 409, 409])
      expect(await countRows('team_members', user)).toBe(1)
      expect(await countRows('team_permissions', user)).toBe(1)
    }
  })

  test('remove a member once, and delete a team once', async () => {
    for (const _round of rounds) {
      const team = await project.createTeam({ creator: ada })

      const removals = await Promise.all([1, 2].map(() => project.server().delete(pathOf(ada.id, team))))
      const deletions = await Promise.all([1, 2].map(() => project.server().delete(`/teams/${team}`)))

      expect(statusesOf(removals)).toEqual([200, 404])
      expect(statusesOf(deletions)).toEqual([200, 404])
    }
    const { rows } = await portico.projectDatabase.db.run(statement`
      select action from audit_events where project_id = ${project.id} and action = 'team.deleted'`)
    expect(rows).toHaveLength(rounds.length)
  })

  test.each([
    ['team', (team: string, _user: TestSession) => `/teams/${team}`],
    ['user', (_team: string, user: TestSession) => `/users/${user.id}`],
  ])('leave no membership behind if the %s is deleted while a member is added', async (_what, path) => {
    for (const _round of rounds) {
      const team = await project.createTeam({ creator: ada })
      const user = await project.signUp()

      const [deleted, added] = await Promise.all([
        project.server().delete(path(team, user)),
        project.server().post(pathOf(user.id, team), {}),
      ])

      expect(deleted.status).toBe(200)
      expect([201, 404]).toContain(added.status)
      expect(await countRows('team_members', user)).toBe(0)
      expect(await countRows('team_permissions', user)).toBe(0)
    }
  })

  test('leave no membership of a creator who is deleted while the team is created', async () => {
    for (const _round of rounds) {
      const user = await project.signUp()

      const [deleted, created] = await Promise.all([
        project.server().delete(`/users/${user.id}`),
        project.server().post('/teams', { display_name: 'X', creator_user_id: user.id }),
      ])

      expect(deleted.status).toBe(200)
      expect([201, 404]).toContain(created.status)
      expect(await countRows('team_members', user)).toBe(0)
    }
  })
})
