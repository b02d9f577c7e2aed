import { createTestPortico, type Answer, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import type { TeamMemberProfileServerRead } from '@portico/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='

let portico: TestPortico
let project: TestProject
/** Creator of the team, with all permissions. */
let ada: TestUser
/** A member without permissions. */
let bob: TestUser
let teamId: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { client_team_creation_enabled: true, team_member_default_permissions: [] },
  })
})

afterAll(() => portico.close())

beforeEach(async () => {
  ada = await project.signUp()
  bob = await project.signUp()
  teamId = await project.createTeam({ creator: ada })
  await project.addMember(teamId, bob)
})

function pathOf(userId: string): string {
  return `/team-member-profiles/${teamId}/${userId}`
}

async function readOwn(user: TestUser): Promise<Record<string, unknown>> {
  return (await project.client(user).get(pathOf('me'))).body
}

function refusal(status: number, code: string): object {
  return { status, body: { code } }
}

describe('the profile of a team member', () => {
  test('has the name and the image of the user until it has its own', async () => {
    const client = project.client(bob)
    const empty = await readOwn(bob)
    const { body: user } = await client.patch('/users/me', { display_name: 'Bob', profile_image_url: pixel })
    const followed = await readOwn(bob)
    const own = { display_name: '', profile_image_url: 'https://images.example/bob.png' }
    await project.server().patch(pathOf(bob.id), own)
    const { body: changed } = await client.patch(pathOf('me'), own)
    await client.patch('/users/me', { display_name: 'Robert', profile_image_url: null })
    const shadowed = await readOwn(bob)
    const reset = await client.patch(pathOf('me'), { profile_image_url: null })

    const member = { team_id: teamId, user_id: bob.id }
    expect(empty).toEqual({ ...member, display_name: null, profile_image_url: null })
    expect(followed).toEqual({ ...member, display_name: 'Bob', profile_image_url: user['profile_image_url'] })
    expect(changed).toEqual({ ...member, ...own })
    expect(shadowed).toEqual({ ...member, ...own })
    expect(reset.body).toEqual({ ...member, display_name: '', profile_image_url: null })
    expect((await client.get('/users/me')).body).toMatchObject({ display_name: 'Robert' })
  })

  test('follows the image of the user after the shown one was written back', async () => {
    const client = project.client(bob)
    await client.patch('/users/me', { profile_image_url: pixel })
    const { profile_image_url: shown } = await readOwn(bob)

    const written = await client.patch(pathOf('me'), { display_name: 'Bobby', profile_image_url: shown })
    await client.patch('/users/me', { profile_image_url: null })

    expect(written.body).toMatchObject({ display_name: 'Bobby', profile_image_url: shown })
    expect(await readOwn(bob)).toMatchObject({ display_name: 'Bobby', profile_image_url: null })
  })

  test('has an uploaded image of its own, which is deleted with the membership', async () => {
    const { body } = await project.client(bob).patch(pathOf('me'), { profile_image_url: pixel })
    const url = String(body['profile_image_url'])
    const fetchImage = async (): Promise<number> => (await portico.service.fetch(new Request(url))).status

    expect(await fetchImage()).toBe(200)
    expect((await project.client(bob).patch(pathOf('me'), { profile_image_url: url })).body).toEqual(body)
    await project.client(bob).delete(`/team-memberships/${teamId}/me`)
    expect(await fetchImage()).toBe(404)
  })

  test.each([
    'https://images.example/bob.png',
    'http://127.0.0.1/x',
    'javascript:alert(1)',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,AAAA',
  ])('refuses the image %s', async (profile_image_url) => {
    expect(await project.client(bob).patch(pathOf('me'), { profile_image_url })).toMatchObject({ status: 400 })
  })

  test.each([
    [{ display_name: null }, 'body.display_name'],
    [{ display_name: 'x'.repeat(300) }, 'body.display_name'],
    [{ user: {} }, 'body contains unknown properties: user'],
  ])('refuses %o with SCHEMA_ERROR', async (body, sentence) => {
    const answer = await project.client(bob).patch(pathOf('me'), body)

    expect(answer).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
    expect(answer.text).toContain(sentence)
  })

  test('contains the user for servers', async () => {
    const changes = { display_name: 'Bobby', profile_image_url: 'https://images.example/bob.png' }
    const { body: changed } = await project.server().patch<TeamMemberProfileServerRead>(pathOf(bob.id), changes)
    const { body: user } = await project.server().get(`/users/${bob.id}`)

    expect(changed).toEqual({ team_id: teamId, user_id: bob.id, ...changes, user })
    expect((await project.server(bob).get(pathOf('me'))).body).toEqual(changed)
    expect((await project.server().get(`/team-member-profiles?team_id=${teamId}&user_id=${bob.id}`)).body).toEqual({
      items: [changed],
      is_paginated: false,
    })
  })

  test('leaves the names of changed fields in the audit log', async () => {
    await project.client(bob).patch(pathOf('me'), { display_name: 'Bobby' })

    const { rows } = await portico.database.db.run(statement`
      select actor_id, target_id, changed_fields from audit_events
      where project_id = ${project.id} and action = 'team_member_profile.updated' and target_id = ${bob.id}`)
    expect(rows).toEqual([{ actor_id: bob.id, target_id: bob.id, changed_fields: ['displayName'] }])
  })

  test.each(['membership', 'team'] as const)(
    'is changed before or after the %s ends, and never in between',
    async (of) => {
      const end = (): Promise<Answer> =>
        of === 'team'
          ? project.server().delete(`/teams/${teamId}`)
          : project.server().delete(`/team-memberships/${teamId}/${bob.id}`)

      const [changed, ended] = await Promise.all([
        project.client(bob).patch(pathOf('me'), { profile_image_url: pixel }),
        end(),
      ])

      expect([200, 404]).toContain(changed.status)
      expect(ended.status).toBe(200)
      const { count } = await portico.database.db.run(statement`
      select 1 from images where project_id = ${project.id} and member_user_id = ${bob.id}`)
      expect(count).toBe(0)
    },
  )
})

describe('a client', () => {
  test('reads other members with $read_members only', async () => {
    const member = { team_id: teamId, user_id: bob.id }

    expect(await project.client(ada).get(pathOf(bob.id))).toMatchObject({ status: 200, body: member })
    for (const path of [pathOf(ada.id), `${pathOf(ada.id)}?user_id=me`, `${pathOf(ada.id)}?user_id=${bob.id}`]) {
      expect(await project.client(bob).get(path)).toMatchObject(refusal(401, 'TEAM_PERMISSION_REQUIRED'))
    }
  })

  test('lists other members with $read_members only', async () => {
    const list = `/team-member-profiles?team_id=${teamId}`
    const all = await project.client(ada).get<{ items: object[] }>(list)

    expect(all.body.items).toEqual([await readOwn(ada), await readOwn(bob)])
    for (const others of ['', `&user_id=${ada.id}`]) {
      expect(await project.client(bob).get(list + others)).toMatchObject(refusal(401, 'TEAM_PERMISSION_REQUIRED'))
    }
    for (const own of ['me', bob.id]) {
      expect((await project.client(bob).get(`${list}&user_id=${own}`)).body).toMatchObject({
        items: [{ user_id: bob.id }],
      })
    }
  })

  test('must name the team of a list', async () => {
    expect(await project.client(ada).get('/team-member-profiles?user_id=me')).toMatchObject({
      status: 400,
      text: expect.stringContaining('team_id'),
    })
  })

  test('finds no profile of a user who is not a member, and no team of others or of another project', async () => {
    const stranger = await project.signUp()
    const notMember = refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND')
    const other = await portico.createProject()
    const foreign = await other.createTeam()

    expect(await project.client(ada).get(pathOf(stranger.id))).toMatchObject(notMember)
    for (const path of [pathOf('me'), pathOf(ada.id), `/team-member-profiles?team_id=${teamId}`]) {
      expect(await project.client(stranger).get(path)).toMatchObject(notMember)
    }
    expect(await project.client(stranger).patch(pathOf('me'), {})).toMatchObject(notMember)
    for (const id of [foreign, randomUUID()]) {
      expect(await project.client(ada).get(`/team-member-profiles?team_id=${id}`)).toMatchObject(notMember)
      expect(await project.client(ada).patch(`/team-member-profiles/${id}/me`, {})).toMatchObject(notMember)
    }
  })

  test('changes no profile of another member', async () => {
    expect(await project.client(ada).patch(pathOf(bob.id), { display_name: 'x' })).toMatchObject({ status: 403 })
  })

  test('must be signed in', async () => {
    const anonymous = project.client()
    const refused = refusal(400, 'CANNOT_GET_OWN_USER_WITHOUT_USER')

    expect(await anonymous.get(`/team-member-profiles?team_id=${teamId}`)).toMatchObject(refused)
    expect(await anonymous.get(pathOf(bob.id))).toMatchObject(refused)
    expect(await anonymous.patch(pathOf(bob.id), {})).toMatchObject(refused)
  })
})

describe('a server', () => {
  test('lists the members of a team, the memberships of a user, or all, in the order in which they joined', async () => {
    const secondTeam = await project.createTeam({ creator: bob })
    await project.addMember(secondTeam, ada)
    const list = async (query: string): Promise<string[][]> => {
      const { body } = await project
        .server(bob)
        .get<{ items: TeamMemberProfileServerRead[] }>(`/team-member-profiles${query}`)
      return body.items.map((item) => [item.team_id, item.user_id])
    }
    const inFirst = [
      [teamId, ada.id],
      [teamId, bob.id],
    ]
    const inSecond = [
      [secondTeam, bob.id],
      [secondTeam, ada.id],
    ]

    expect(await list(`?team_id=${teamId}`)).toEqual(inFirst)
    expect(await list(`?team_id=${secondTeam}`)).toEqual(inSecond)
    expect(await list('?user_id=me')).toEqual([inFirst[1], inSecond[0]])
    expect(await list(`?user_id=${ada.id}&team_id=${secondTeam}`)).toEqual([inSecond[1]])
    expect((await list('')).slice(-4)).toEqual([...inFirst, ...inSecond])
  })

  test('finds no team and no user of another project', async () => {
    const other = await portico.createProject()
    const stranger = await other.signUp()
    const foreign = await other.createTeam()

    for (const id of [foreign, randomUUID()]) {
      expect(await project.server().get(`/team-member-profiles?team_id=${id}`)).toMatchObject(
        refusal(404, 'TEAM_NOT_FOUND'),
      )
      for (const answer of [
        await project.server().get(`/team-member-profiles/${id}/${bob.id}`),
        await project.server().patch(`/team-member-profiles/${id}/${bob.id}`, {}),
      ]) {
        expect(answer).toMatchObject(refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND'))
      }
    }
    for (const id of [stranger.id, randomUUID()]) {
      expect(await project.server().get(`/team-member-profiles?user_id=${id}`)).toMatchObject(
        refusal(404, 'USER_NOT_FOUND'),
      )
      expect(await project.server().patch(pathOf(id), {})).toMatchObject(refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND'))
    }
    expect((await other.server().get('/team-member-profiles')).body).toEqual({ items: [], is_paginated: false })
  })
})
