import { randomUUID } from 'node:crypto'

import type { TeamPermissionRead } from '@portico/contract'
import {
  createTestPortico,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject
let teamId: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { member_role_management_enabled: true, team_member_default_permissions: [] },
  })
  for (const [id, contained] of [
    ['editor', ['$update_team']],
    ['owner', ['editor', '$manage_roles', '$delete_team']],
  ] as const) {
    await project.admin().post('/team-permission-definitions', { id, contained_permission_ids: contained })
  }
})

beforeEach(async () => {
  teamId = await project.createTeam()
})

afterAll(() => portico.close())

async function addMember(...ids: readonly string[]): Promise<TestUser> {
  const user = await project.signUp()
  await project.addMember(teamId, user)
  for (const id of ids) expect((await grant(project.server(), user, id)).status).toBe(201)
  return user
}

function grant(http: HttpClient, user: Pick<TestUser, 'id'>, id: string): Promise<Answer> {
  return http.post(`/team-permissions/${teamId}/${user.id}/${id}`, {})
}

function revoke(http: HttpClient, user: Pick<TestUser, 'id'>, id: string): Promise<Answer> {
  return http.delete(`/team-permissions/${teamId}/${user.id}/${id}`)
}

async function idsOf(user: TestUser): Promise<string[]> {
  const { body } = await project
    .server()
    .get<{ items: TeamPermissionRead[] }>(`/team-permissions?team_id=${teamId}&user_id=${user.id}`)
  return body.items.map(({ id }) => id)
}

function required(user: TestUser, id: string): object {
  return {
    status: 401,
    body: {
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { team_id: teamId, user_id: user.id, permission_id: id },
    },
  }
}

describe('a member who manages roles', () => {
  test('grants and revokes the permissions that they have, directly or contained in others', async () => {
    const [manager, member] = [await addMember('owner'), await addMember()]
    const http = project.client(manager)

    for (const id of ['owner', 'editor', '$update_team', '$manage_roles']) {
      expect(await grant(http, member, id)).toMatchObject({
        status: 201,
        body: { id, user_id: member.id, team_id: teamId },
      })
    }
    expect(await idsOf(member)).toEqual(['$manage_roles', '$update_team', 'editor', 'owner'])
    for (const id of ['owner', 'editor', '$update_team', '$manage_roles']) {
      expect(await revoke(http, member, id)).toMatchObject({ status: 200, body: { success: true } })
    }
    expect(await idsOf(member)).toEqual([])
  })

  test('neither grants nor revokes a permission that they do not have', async () => {
    const [manager, owner] = [await addMember('$manage_roles', 'editor'), await addMember('owner', '$read_members')]
    const http = project.client(manager)

    for (const id of ['owner', '$read_members', 'missing']) {
      expect(await grant(http, manager, id)).toMatchObject(required(manager, id))
      expect(await revoke(http, owner, id)).toMatchObject(required(manager, id))
    }
    expect(await idsOf(manager)).toEqual(['$manage_roles', 'editor'])
    expect(await idsOf(owner)).toEqual(['$read_members', 'owner'])
  })

  test('cannot keep what a role contains by a grant to themselves', async () => {
    const manager = await addMember('owner')
    const http = project.client(manager)

    for (const user of [{ id: 'me' }, { id: manager.id }, { id: manager.id.toUpperCase() }]) {
      for (const id of ['owner', '$manage_roles']) expect((await grant(http, user, id)).status).toBe(400)
    }
    expect((await revoke(project.server(), manager, 'owner')).status).toBe(200)
    expect(await idsOf(manager)).toEqual([])
  })

  test('manages the members of that team only', async () => {
    const manager = await addMember('owner')
    const { id: strangerId } = await project.signUp()
    const otherTeam = await project.createTeam()
    const http = project.client(manager)

    expect((await grant(http, { id: strangerId }, 'editor')).body.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
    for (const id of [otherTeam, randomUUID()]) {
      expect(await http.post(`/team-permissions/${id}/me/editor`, {})).toMatchObject({
        status: 404,
        body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: id, user_id: manager.id } },
      })
      expect((await http.get(`/team-permissions?team_id=${id}`)).body.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
    }
    expect((await http.get('/team-permissions')).status).toBe(403)
  })

  test('sees the permissions of all members of the team', async () => {
    const [manager, member] = [await addMember('$manage_roles'), await addMember('editor')]

    const { body } = await project
      .client(manager)
      .get<{ items: TeamPermissionRead[] }>(`/team-permissions?team_id=${teamId}&recursive=true`)
    const ofOne = await project
      .client(manager)
      .get<{ items: TeamPermissionRead[] }>(`/team-permissions?team_id=${teamId}&user_id=${member.id}`)

    expect(body.items.map(({ user_id: userId, id }) => `${userId} ${id}`)).toEqual(
      [`${manager.id} $manage_roles`, `${member.id} $update_team`, `${member.id} editor`].toSorted(),
    )
    expect(ofOne.body.items).toEqual([{ id: 'editor', user_id: member.id, team_id: teamId }])
  })

  test('is refused as soon as the permission is revoked', async () => {
    const manager = await addMember('owner')
    const http = project.client(manager)

    expect((await revoke(http, { id: 'me' }, 'owner')).status).toBe(200)
    expect(await grant(http, { id: 'me' }, 'owner')).toMatchObject(required(manager, '$manage_roles'))
  })
})

describe('a member who does not manage roles', () => {
  test('neither grants, revokes nor sees permissions of others', async () => {
    const [member, other] = [await addMember('editor', '$read_members'), await addMember('editor')]
    const http = project.client(member)

    expect(await grant(http, other, '$update_team')).toMatchObject(required(member, '$manage_roles'))
    expect(await revoke(http, other, 'editor')).toMatchObject(required(member, '$manage_roles'))
    expect(await http.get(`/team-permissions?team_id=${teamId}`)).toMatchObject(required(member, '$manage_roles'))
    expect(await idsOf(other)).toEqual(['editor'])
  })
})

describe('while members may not manage roles', () => {
  async function turnOff<Result>(work: () => Promise<Result>): Promise<Result> {
    const set = (isOn: boolean): Promise<Answer> =>
      project.admin().patch('/internal/projects/current', { config: { member_role_management_enabled: isOn } })
    await set(false)
    try {
      return await work()
    } finally {
      await set(true)
    }
  }

  test('the endpoints are those of servers', async () => {
    const [manager, member] = [await addMember('owner'), await addMember('editor')]
    const http = project.client(manager)
    const serverOnly = {
      status: 401,
      body: {
        code: 'INSUFFICIENT_ACCESS_TYPE',
        details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
      },
    }

    await turnOff(async () => {
      expect(await grant(http, member, '$delete_team')).toMatchObject(serverOnly)
      expect(await revoke(http, member, 'editor')).toMatchObject(serverOnly)
      // As for every server endpoint, the access type is checked before the user and the parameters.
      expect(await grant(project.client(), { id: 'x' }, '$x')).toMatchObject(serverOnly)
      expect((await http.get(`/team-permissions?team_id=${teamId}&user_id=${member.id}`)).status).toBe(403)
      expect((await grant(project.server(), member, '$delete_team')).status).toBe(201)
    })
    expect(await idsOf(member)).toEqual(['$delete_team', 'editor'])
  })

  test('the permission to manage roles is neither listed nor granted', async () => {
    const manager = await addMember('owner', '$manage_roles')
    const own = `/team-permissions?team_id=${teamId}&user_id=me&recursive=true`
    const seen = async (): Promise<string[]> => {
      const { body } = await project.client(manager).get<{ items: TeamPermissionRead[] }>(own)
      return body.items.map(({ id }) => id)
    }

    expect(await seen()).toContain('$manage_roles')
    await turnOff(async () => {
      expect(await seen()).toEqual(['$delete_team', '$update_team', 'editor', 'owner'])
      expect((await grant(project.server(), manager, '$manage_roles')).body.code).toBe('PERMISSION_NOT_FOUND')
    })
  })

  test('a new project does not let members manage roles', async () => {
    const { body } = await (
      await portico.createProject()
    )
      .client()
      .get<{ config: Record<string, unknown> }>('/projects/current')

    expect(body.config.member_role_management_enabled).toBe(false)
  })
})
