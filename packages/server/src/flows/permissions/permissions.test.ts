import { randomUUID } from 'node:crypto'

import {
  PERMISSION_LIST_MAX,
  type PermissionScope,
  type ProjectPermissionRead,
  type TeamPermissionRead,
} from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import { limitDuration } from '../../platform/db/sweep.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { team_creator_default_permissions: [], team_member_default_permissions: [] },
  })
})

afterAll(() => portico.close())

const notFound = { status: 404, body: { code: 'PERMISSION_NOT_FOUND' } }
const noUser = { status: 404, body: { code: 'USER_NOT_FOUND' } }

async function define(
  contained: readonly string[] = [],
  scope: PermissionScope = 'team',
  of: TestProject = project,
): Promise<string> {
  const id = `p_${randomUUID().replaceAll('-', '')}`
  const answer = await of.admin().post(`/${scope}-permission-definitions`, { id, contained_permission_ids: contained })
  expect(answer.status).toBe(201)
  return id
}

interface Member {
  readonly user: TestUser
  readonly teamId: string
  /** The path of the user's grants. */
  readonly path: string
}

async function addMember(teamId?: string, of: TestProject = project): Promise<Member> {
  const user = await of.signUp()
  const id = teamId ?? (await of.createTeam())
  await of.addMember(id, user)
  return { user, teamId: id, path: `/team-permissions/${id}/${user.id}` }
}

function grant({ path }: Pick<Member, 'path'>, id: string, of: TestProject = project): Promise<Answer> {
  return of.server().post(`${path}/${id}`, {})
}

async function idsOf(
  { teamId, user }: Member,
  query = '&recursive=true',
  of: TestProject = project,
): Promise<string[]> {
  const { body } = await of
    .server()
    .get<{ items: TeamPermissionRead[] }>(`/team-permissions?team_id=${teamId}&user_id=${user.id}${query}`)
  return body.items.map(({ id }) => id)
}

/** Counts the direct grants of all members. */
async function countGrants({ teamId }: Member): Promise<number> {
  const { count } = await portico.database.db.run(
    statement`select 1 from team_permissions where project_id = ${project.id} and team_id = ${teamId}`,
  )
  return count
}

describe('a permission in a team', () => {
  test('is granted to a member, and again without effect', async () => {
    const member = await addMember()
    const id = await define()
    const granted = { status: 201, body: { id, user_id: member.user.id, team_id: member.teamId } }

    expect(await grant(member, id)).toMatchObject(granted)
    expect(await grant(member, id)).toMatchObject(granted)
    expect(await idsOf(member)).toEqual([id])
  })

  test('may be a system permission', async () => {
    const member = await addMember()

    expect((await grant(member, '$read_members')).status).toBe(201)
    expect(await idsOf(member, '')).toEqual(['$read_members'])
    expect((await project.client(member.user).delete(`/teams/${member.teamId}`)).body.code).toBe(
      'TEAM_PERMISSION_REQUIRED',
    )
  })

  test('is not granted to a missing user, to a user outside of the team, or without a definition', async () => {
    const member = await addMember()
    const { id: strangerId } = await project.signUp()
    const id = await define()
    const inTeam = (userId: string): Pick<Member, 'path'> => ({ path: `/team-permissions/${member.teamId}/${userId}` })

    expect(await grant(inTeam(randomUUID()), id)).toMatchObject(noUser)
    expect(await grant(inTeam(strangerId), id)).toMatchObject({
      status: 404,
      body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: member.teamId, user_id: strangerId } },
    })
    expect(await grant(member, 'missing')).toMatchObject(notFound)
    expect(await grant(member, '$manage_roles')).toMatchObject(notFound)
    expect(await grant(inTeam(randomUUID()), '$manage_roles')).toMatchObject(noUser)
    expect(await grant(member, await define([], 'project'))).toMatchObject({
      status: 404,
      body: { code: 'WRONG_PERMISSION_SCOPE', details: { expected_scope: 'team', actual_scope: 'project' } },
    })
    expect((await grant(member, '$unknown')).body.code).toBe('SCHEMA_ERROR')
    expect(await idsOf(member)).toEqual([])
  })

  test('is revoked where it was granted directly', async () => {
    const member = await addMember()
    const inner = await define()
    const outer = await define([inner])
    await grant(member, outer)
    const missing = {
      status: 401,
      body: {
        code: 'TEAM_PERMISSION_NOT_FOUND',
        details: { team_id: member.teamId, user_id: member.user.id, permission_id: inner },
      },
    }

    expect(await project.server().delete(`${member.path}/${inner}`)).toMatchObject(missing)
    expect(await project.server().delete(`${member.path}/missing`)).toMatchObject({ status: 401 })
    expect(await project.server().delete(`${member.path}/${outer}`)).toMatchObject({ body: { success: true } })
    expect(await idsOf(member)).toEqual([])
  })

  test('is not revoked from a missing user or a user outside of the team', async () => {
    const member = await addMember()
    const { id: strangerId } = await project.signUp()
    const revoke = (userId: string): Promise<Answer> =>
      project.server().delete(`/team-permissions/${member.teamId}/${userId}/team_admin`)

    expect(await revoke(randomUUID())).toMatchObject(noUser)
    expect((await revoke(strangerId)).body.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND')
  })

  test('ends with the membership', async () => {
    const member = await addMember()
    await grant(member, 'team_admin')

    await project.server().delete(`/team-memberships/${member.teamId}/${member.user.id}`)
    await project.server().post(`/team-memberships/${member.teamId}/${member.user.id}`, {})

    expect(await idsOf(member)).toEqual([])
  })

  test('follows a new id, and ends with its definition', async () => {
    const member = await addMember()
    const id = await define(['$update_team'])
    await grant(member, id)

    await project.admin().patch(`/team-permission-definitions/${id}`, { id: `${id}x` })
    const renamed = await idsOf(member)
    await project.admin().delete(`/team-permission-definitions/${id}x`)
    await project.admin().post('/team-permission-definitions', { id: `${id}x` })

    expect(renamed).toEqual(['$update_team', `${id}x`])
    expect(await idsOf(member)).toEqual([])
    expect(await countGrants(member)).toBe(0)
  })

  test('ends with its definition for all members, however many they are', async () => {
    const member = await addMember()
    const id = await define()
    const at = portico.clock.now()
    await portico.database.db.run(statement`
      with users as (
        insert into users (project_id, id, signed_up_at, last_active_at)
        select ${project.id}, gen_random_uuid(), ${at}, ${at} from generate_series(1, 5001)
        returning id
      ), members as (
        insert into team_members (project_id, team_id, user_id, created_at, user_signed_up_at)
        select ${project.id}, ${member.teamId}::uuid, id, ${at}, ${at} from users
      )
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      select ${project.id}, ${member.teamId}::uuid, users.id, definition.key
      from users, permission_definitions definition where definition.project_id = ${project.id} and definition.id = ${id}`)

    expect(await countGrants(member)).toBe(5_001)
    expect((await project.admin().delete(`/team-permission-definitions/${id}`)).status).toBe(200)
    expect(await countGrants(member)).toBe(0)
  })

  test('is like a missing one in another project', async () => {
    const foreign = await portico.createProject()
    const foreignMember = await addMember(undefined, foreign)
    const mine = await addMember()
    const id = await define([], 'team', foreign)

    expect(await grant(mine, id)).toMatchObject(notFound)
    expect(await grant(foreignMember, 'team_admin')).toMatchObject(noUser)
    expect(
      await grant({ path: `/team-permissions/${foreignMember.teamId}/${mine.user.id}` }, 'team_admin'),
    ).toMatchObject({
      body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' },
    })
    expect(await idsOf(foreignMember)).toEqual([])
  })
})

describe('the list of permissions in teams', () => {
  let first: Member
  let second: Member

  beforeAll(async () => {
    first = await addMember()
    second = await addMember(first.teamId)
    await grant(first, 'team_admin')
    await grant(first, 'team_member')
    await grant(second, 'team_member')
  })

  async function list(query: string): Promise<TeamPermissionRead[]> {
    const { body } = await project.server().get<{ items: TeamPermissionRead[] }>(`/team-permissions?${query}`)
    return body.items
  }

  test('holds direct grants unless it is recursive, each id once, in order', async () => {
    const direct = await idsOf(first, '')
    const recursive = await idsOf(first)

    expect(direct).toEqual(['team_admin', 'team_member'])
    expect(await idsOf(first, '&recursive=false')).toEqual(direct)
    expect(recursive).toEqual([
      '$delete_team',
      '$invite_members',
      '$manage_api_keys',
      '$read_members',
      '$remove_members',
      '$update_team',
      'team_admin',
      'team_member',
    ])
  })

  test('contains those of a team, in the order of its members', async () => {
    const items = await list(`team_id=${first.teamId}`)

    expect(items.map(({ user_id: userId, id }) => `${userId} ${id}`)).toEqual(
      [`${first.user.id} team_admin`, `${first.user.id} team_member`, `${second.user.id} team_member`].toSorted(),
    )
    expect(items.every(({ team_id: teamId }) => teamId === first.teamId)).toBe(true)
  })

  test('contains those of a user in all teams, or of all users', async () => {
    const elsewhere = await addMember()
    await project.server().post(`/team-memberships/${elsewhere.teamId}/${second.user.id}`, {})
    await grant({ path: `/team-permissions/${elsewhere.teamId}/${second.user.id}` }, '$read_members')

    const ofUser = await list(`user_id=${second.user.id}`)
    const all = await list('')

    expect(ofUser.map(({ team_id: teamId, id }) => `${teamId} ${id}`)).toEqual(
      [`${first.teamId} team_member`, `${elsewhere.teamId} $read_members`].toSorted(),
    )
    expect(all).toEqual(expect.arrayContaining([...ofUser, ...(await list(`user_id=${first.user.id}`))]))
    expect(all.map(({ team_id: teamId, user_id: userId }) => teamId + userId)).toEqual(
      all.map(({ team_id: teamId, user_id: userId }) => teamId + userId).toSorted(),
    )
  })

  test('is filtered by a permission after the expansion', async () => {
    const ofTeam = `team_id=${first.teamId}&permission_id=$read_members`

    expect(await list(ofTeam)).toEqual([])
    expect((await list(`${ofTeam}&recursive=true`)).map(({ user_id: userId }) => userId)).toEqual(
      [first.user.id, second.user.id].toSorted(),
    )
  })

  test('is empty for users and teams that do not exist', async () => {
    expect(await list(`user_id=${randomUUID()}`)).toEqual([])
    expect(await list(`team_id=${randomUUID()}`)).toEqual([])
  })

  test('is refused above the number of permissions that it reads', async () => {
    const member = await addMember()
    await portico.database.db.batch([
      limitDuration(0),
      statement`
        insert into team_permissions (project_id, team_id, user_id, permission_key)
        select ${project.id}, ${member.teamId}, ${member.user.id}, 'deleted' || n
        from generate_series(1, ${PERMISSION_LIST_MAX + 1}) n`,
    ])

    expect(await project.server().get(`/team-permissions?team_id=${member.teamId}`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('Send team_id or user_id') as unknown,
    })
  })

  test('is refused if the granted permissions contain too much', async () => {
    const of = await portico.createProject()
    const member = await addMember(undefined, of)
    await portico.database.db.run(statement`
      with chain as (
        insert into permission_definitions (project_id, key, id, scope, contained_keys)
        select ${of.id}, 'key' || n, 'id' || n, 'team', array['key' || n + 1] from generate_series(1, 400) n
        returning key
      )
      insert into team_permissions (project_id, team_id, user_id, permission_key)
      select ${of.id}, ${member.teamId}, ${member.user.id}, key from chain`)

    expect(await idsOf(member, '', of)).toHaveLength(401)
    expect(await of.server().get(`/team-permissions?team_id=${member.teamId}&recursive=true`)).toMatchObject({
      status: 400,
      text: expect.stringContaining('would read more than') as unknown,
    })
  })

  test('contains only those of the own user for a client', async () => {
    const client = project.client(first.user)
    const own = `/team-permissions?team_id=${first.teamId}`

    const { body } = await client.get<{ items: TeamPermissionRead[] }>(`${own}&user_id=me`)

    expect(body.items.map(({ id }) => id)).toEqual(['team_admin', 'team_member'])
    expect((await client.get(`${own}&user_id=${first.user.id}`)).status).toBe(200)
    for (const path of [own, '/team-permissions', `${own}&user_id=${second.user.id}`]) {
      expect(await client.get(path)).toMatchObject({ status: 403, text: expect.stringContaining('own user only') })
    }
    expect(await project.client().get(`${own}&user_id=me`)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    expect((await client.get(`${own}&user_id=me&recursive=yes`)).body.code).toBe('SCHEMA_ERROR')
  })
})

describe('a permission in the project', () => {
  const pathOf = ({ id }: TestUser): string => `/project-permissions/${id}`

  async function idsOfUser(user: TestUser, query = ''): Promise<string[]> {
    const { body } = await project
      .client(user)
      .get<{ items: ProjectPermissionRead[] }>(`/project-permissions?user_id=me${query}`)
    expect(body.items.every((item) => item.user_id === user.id && !('team_id' in item))).toBe(true)
    return body.items.map(({ id }) => id)
  }

  test('is granted, listed with what it contains, and revoked', async () => {
    const user = await project.signUp()
    const inner = await define([], 'project')
    const outer = await define([inner], 'project')
    const granted = { status: 201, body: { id: outer, user_id: user.id } }

    expect(await grant({ path: pathOf(user) }, outer)).toMatchObject(granted)
    expect(await grant({ path: pathOf(user) }, outer)).toMatchObject(granted)
    expect(await idsOfUser(user)).toEqual([outer])
    expect(await idsOfUser(user, '&recursive=true')).toEqual([inner, outer].toSorted())
    expect(await idsOfUser(user, `&recursive=true&permission_id=${inner}`)).toEqual([inner])
    const { body } = await project.server().get<{ items: ProjectPermissionRead[] }>('/project-permissions')
    expect(body.items).toContainEqual({ id: outer, user_id: user.id })
    expect(await project.server().delete(`${pathOf(user)}/${inner}`)).toMatchObject(notFound)
    expect((await project.server().delete(`${pathOf(user)}/${outer}`)).status).toBe(200)
    expect(await idsOfUser(user)).toEqual([])
  })

  test('is not granted to a missing user, and must be defined for the project', async () => {
    const user = await project.signUp()
    const id = await define([], 'project')

    expect(await grant({ path: `/project-permissions/${randomUUID()}` }, id)).toMatchObject(noUser)
    expect(await project.server().delete(`/project-permissions/${randomUUID()}/${id}`)).toMatchObject(noUser)
    for (const missing of ['missing', '$read_members']) {
      expect(await grant({ path: pathOf(user) }, missing)).toMatchObject(notFound)
      expect(await project.server().delete(`${pathOf(user)}/${missing}`)).toMatchObject(notFound)
    }
    expect(await grant({ path: pathOf(user) }, 'team_admin')).toMatchObject({
      status: 404,
      body: { code: 'WRONG_PERMISSION_SCOPE', details: { expected_scope: 'project', actual_scope: 'team' } },
    })
    expect(await idsOfUser(user)).toEqual([])
  })

  test('ends with its definition', async () => {
    const user = await project.signUp()
    const id = await define([], 'project')
    await grant({ path: pathOf(user) }, id)

    await project.admin().delete(`/project-permission-definitions/${id}`)
    await project.admin().post('/project-permission-definitions', { id })

    expect(await idsOfUser(user)).toEqual([])
  })

  test('is granted by servers and seen by its user only', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]
    const id = await define([], 'project')

    expect((await project.client(user).post(`${pathOf(user)}/${id}`, {})).body.code).toBe('INSUFFICIENT_ACCESS_TYPE')
    expect((await project.client(user).get(`/project-permissions?user_id=${other.id}`)).status).toBe(403)
    expect((await project.client(user).get('/project-permissions')).status).toBe(403)
  })
})

describe('concurrent changes', () => {
  test('a removal of the member ends every grant at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await addMember()

      const [granted, removed] = await Promise.all([
        grant(member, 'team_admin'),
        project.server().delete(`/team-memberships/${member.teamId}/${member.user.id}`),
      ])

      expect(removed.status).toBe(200)
      expect([201, 404]).toContain(granted.status)
      expect(await idsOf(member)).toEqual([])
    }
  })

  test('a deletion of the definition ends every grant at the same moment', async () => {
    const member = await addMember()
    for (let round = 0; round < 5; round += 1) {
      const id = await define()

      const [granted, deleted] = await Promise.all([
        grant(member, id),
        project.admin().delete(`/team-permission-definitions/${id}`),
      ])
      await project.admin().post('/team-permission-definitions', { id })

      expect(deleted.status).toBe(200)
      expect([201, 404]).toContain(granted.status)
      expect(await idsOf(member)).toEqual([])
    }

    expect(await countGrants(member)).toBe(0)
  })

  test('a grant at the moment of a rename is refused or has the new id', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await addMember()
      const id = await define()

      const [granted] = await Promise.all([
        grant(member, id),
        project.admin().patch(`/team-permission-definitions/${id}`, { id: `${id}x` }),
      ])

      expect(await idsOf(member)).toEqual(granted.status === 201 ? [`${id}x`] : [])
    }
  })
})
