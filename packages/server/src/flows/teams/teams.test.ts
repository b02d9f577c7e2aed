import {
  createTestPortico,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

const pngBytes = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pixel = `data:image/png;base64,${pngBytes.toString('base64')}`
const elsewhere = 'https://images.example/team.png'

let portico: TestPortico
let project: TestProject
let other: TestProject
/** The creator of the teams. */
let ada: TestUser
/** At most a member of a team. */
let bob: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { client_team_creation_enabled: true } })
  other = await portico.createProject()
})

afterAll(() => portico.close())

beforeEach(async () => {
  ada = await project.signUp()
  bob = await project.signUp()
})

interface ServerTeam {
  readonly id: string
  readonly profile_image_url: string | null
  readonly created_at_millis: number
}

async function listIds(path: string, http = project.server()): Promise<string[]> {
  const { body } = await http.get<{ items: ServerTeam[] }>(path)
  return body.items.map(({ id }) => id)
}

async function readGrants(teamId: string, user: TestSession): Promise<string[]> {
  const { rows } = await portico.database.db.run(statement<{ id: string }>`
    select coalesce(d.id, g.permission_key) as id
    from team_permissions g left join permission_definitions d on d.project_id = g.project_id and d.key = g.permission_key
    where g.project_id = ${project.id} and g.team_id = ${teamId} and g.user_id = ${user.id} order by 1`)
  return rows.map(({ id }) => id)
}

async function requestImage(url: string): Promise<number> {
  return (await portico.service.fetch(new Request(url))).status
}

function refusal(status: number, code: string, details?: object): object {
  return { status, body: { code, ...(details && { details }) } }
}

describe('a team', () => {
  test('is created, read, changed and deleted by its creator', async () => {
    const http = project.client(ada)

    const created = await http.post<ServerTeam>('/teams', { display_name: 'Readers', client_metadata: { room: 3 } })
    const path = `/teams/${created.body.id}`
    const changed = await http.patch(path, { display_name: '', client_metadata: null })
    const read = await http.get(path)
    const deleted = await http.delete(path)

    expect(created).toMatchObject({
      status: 201,
      body: {
        display_name: 'Readers',
        profile_image_url: null,
        client_metadata: { room: 3 },
        client_read_only_metadata: null,
        second_factor_required: false,
      },
    })
    expect(Object.keys(created.body)).toHaveLength(6)
    expect(changed.body).toEqual({ ...created.body, display_name: '', client_metadata: null })
    expect(read.body).toEqual(changed.body)
    expect(deleted).toMatchObject({ status: 200, body: { success: true } })
    expect(await http.get(path)).toMatchObject(refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND'))
    expect(await project.server().get(path)).toMatchObject(refusal(404, 'TEAM_NOT_FOUND', { team_id: created.body.id }))
  })

  test('has all fields for servers and admins', async () => {
    const fields = {
      display_name: 'Readers',
      profile_image_url: elsewhere,
      client_metadata: { a: 1 },
      client_read_only_metadata: ['b'],
      second_factor_required: true,
      server_metadata: { c: null },
    }
    const startMillis = portico.clock.now().getTime()

    const created = await project.server().post<ServerTeam>('/teams', fields)
    const path = `/teams/${created.body.id}`
    const changed = await project.admin().patch(path, { server_metadata: 'x', client_read_only_metadata: 2 })

    expect(created.body).toEqual({
      id: created.body.id,
      ...fields,
      created_at_millis: created.body.created_at_millis,
    })
    expect(created.body.created_at_millis).toBeGreaterThanOrEqual(startMillis)
    expect(created.body.created_at_millis).toBeLessThanOrEqual(portico.clock.now().getTime())
    expect(changed.body).toEqual({ ...created.body, server_metadata: 'x', client_read_only_metadata: 2 })
    expect((await project.server().get(path)).body).toEqual(changed.body)
  })

  test('keeps the id and the date of another system, and refuses a taken id and a date in the future', async () => {
    const fields = { display_name: 'Readers', id: randomUUID(), created_at_millis: 86_400_000 }

    const created = await project.server().post('/teams', fields)
    const again = await project.server().post('/teams', { ...fields, creator_user_id: ada.id })
    const future = await project.server().post('/teams', { display_name: 'Readers', created_at_millis: 4e12 })

    expect(created).toMatchObject({ status: 201, body: fields })
    expect(again).toMatchObject({ status: 409, text: `Another team of this project has the id ${fields.id}.` })
    expect(future).toMatchObject({ status: 400, text: 'created_at_millis must not be in the future.' })
  })

  test.each([
    ['id', 'body contains unknown properties: id'],
    ['client_read_only_metadata', 'body contains unknown properties: client_read_only_metadata'],
    ['server_metadata', 'body contains unknown properties: server_metadata'],
    ['created_at_millis', 'body contains unknown properties: created_at_millis'],
  ])('refuses %s from clients', async (field, sentence) => {
    const teamId = await project.createTeam({ creator: ada })
    const http = project.client(ada)
    const answers = [
      await http.post('/teams', { display_name: 'Readers', [field]: 1 }),
      await http.patch(`/teams/${teamId}`, { [field]: 1 }),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
      expect(answer.text).toContain(sentence)
    }
  })

  test('has a name: absence at creation and null are refused', async () => {
    const teamId = await project.createTeam({ creator: ada })

    expect(await project.server().post('/teams', {})).toMatchObject(refusal(400, 'SCHEMA_ERROR'))
    expect(await project.server().patch(`/teams/${teamId}`, { display_name: null })).toMatchObject(
      refusal(400, 'SCHEMA_ERROR'),
    )
  })

  test('leaves audit entries with the names of changed fields', async () => {
    const { body } = await project.client(ada).post<ServerTeam>('/teams', { display_name: 'Readers' })
    await project.client(ada).patch(`/teams/${body.id}`, { display_name: 'Writers' })
    await project.client(ada).delete(`/teams/${body.id}`)

    const { rows } = await portico.database.db.run(statement`
      select action, actor_id, changed_fields from audit_events
      where project_id = ${project.id} and target_id = ${body.id} order by action`)
    expect(rows).toEqual([
      { action: 'team.created', actor_id: ada.id, changed_fields: null },
      { action: 'team.deleted', actor_id: ada.id, changed_fields: null },
      { action: 'team.updated', actor_id: ada.id, changed_fields: ['displayName'] },
    ])
  })
})

describe('the creator of a team', () => {
  test('is the client itself, who gets the permissions of creators and not those of members', async () => {
    const { body } = await project.client(ada).post<ServerTeam>('/teams', { display_name: 'Readers' })

    expect(await listIds('/teams?user_id=me', project.client(ada))).toEqual([body.id])
    expect(await readGrants(body.id, ada)).toEqual(['team_admin'])
  })

  test.each([
    ['creator_user_id "me"', { creator_user_id: 'me' }, ''],
    ['add_current_user', {}, '?add_current_user=true'],
    ['creator_user_id', 'id', ''],
  ] as const)('can be named by %s', async (_how, given, query) => {
    const fields = { display_name: 'Readers', ...(given === 'id' ? { creator_user_id: ada.id } : given) }

    for (const http of [project.client(ada), project.server(ada)]) {
      const { body } = await http.post<ServerTeam>(`/teams${query}`, fields)

      expect(await readGrants(body.id, ada)).toEqual(['team_admin'])
    }
  })

  test('is absent if a server names none', async () => {
    const { body } = await project.server(ada).post<ServerTeam>('/teams?add_current_user=false', { display_name: 'X' })

    expect(await listIds(`/teams?user_id=${ada.id}`)).not.toContain(body.id)
    expect(await listIds('/teams')).toContain(body.id)
  })

  test('is refused if it is another user than the client', async () => {
    const fields = { display_name: 'Readers', creator_user_id: bob.id }

    expect((await project.client(ada).post('/teams', fields)).status).toBe(403)
    expect(await listIds(`/teams?user_id=${bob.id}`)).toEqual([])
  })

  test.each([
    ['does not exist', () => randomUUID()],
    ['belongs to another project', async () => (await other.signUp()).id],
  ])('is refused if it %s', async (_why, creatorId) => {
    const before = await listIds('/teams')

    const answer = await project.server().post('/teams', { display_name: 'X', creator_user_id: await creatorId() })

    expect(answer).toMatchObject(refusal(404, 'USER_NOT_FOUND'))
    expect(await listIds('/teams')).toEqual(before)
  })

  test('is refused if it is named in two ways', async () => {
    const fields = { display_name: 'Readers', creator_user_id: 'me' }

    for (const http of [project.client(ada), project.server(ada)]) {
      expect((await http.post('/teams?add_current_user=true', fields)).status).toBe(400)
    }
  })

  test('is refused if it is the signed-in user of a call without one', async () => {
    const answers = [
      await project.server().post('/teams?add_current_user=true', { display_name: 'X' }),
      await project.server().post('/teams', { display_name: 'X', creator_user_id: 'me' }),
      await project.client().post('/teams', { display_name: 'X' }),
    ]

    expect(answers[0]?.status).toBe(401)
    expect(answers[1]).toMatchObject(refusal(400, 'CANNOT_GET_OWN_USER_WITHOUT_USER'))
    expect(answers[2]).toMatchObject(refusal(401, 'USER_AUTHENTICATION_REQUIRED'))
  })

  test('creates a hundred teams at most, of which those of servers and deleted ones do not count', async () => {
    const { body: first } = await project.client(ada).post<{ id: string }>('/teams', { display_name: 'First' })
    await portico.database.db.run(statement`
      insert into teams (project_id, id, display_name, created_at, creator_user_id)
      select ${project.id}, gen_random_uuid(), 'Team', now(), ${ada.id}::uuid from generate_series(1, 98)`)
    const create = (): Promise<Answer> => project.client(ada).post('/teams', { display_name: 'Next' })

    const statuses = (await Promise.all([create(), create(), create()])).map(({ status }) => status)
    const ofServer = await project.server().post('/teams', { display_name: 'More', creator_user_id: ada.id })
    const refused = await create()
    await project.server().delete(`/teams/${first.id}`)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 400, 400])
    expect(ofServer.status).toBe(201)
    expect(refused).toMatchObject({ status: 400, body: { code: 'TEAM_LIMIT_REACHED', details: { max_teams: 100 } } })
    expect((await create()).status).toBe(201)
    expect((await project.client(bob).post('/teams', { display_name: 'Own' })).status).toBe(201)
  })

  test('is not an anonymous user, unless a server names it', async () => {
    const guest = await project.signUpAnonymously()

    for (const fields of [{}, { creator_user_id: 'me' }, { creator_user_id: guest.id }]) {
      const answer = await project.client(guest).post('/teams', { display_name: 'X', ...fields })
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain('An anonymous user cannot create a team.')
    }
    const fields = { display_name: 'X', creator_user_id: guest.id }
    expect(await project.server().post('/teams', fields)).toMatchObject({ status: 201 })
  })

  test('creates no team if a default permission is not defined', async () => {
    const broken = await portico.createProject({
      config: {
        client_team_creation_enabled: true,
        team_creator_default_permissions: [{ id: 'team_admin' }, { id: 'gone' }],
      },
    })
    const creator = await broken.signUp()
    const missing = refusal(404, 'PERMISSION_NOT_FOUND', { permission_id: 'gone' })

    expect(await broken.client(creator).post('/teams', { display_name: 'X' })).toMatchObject(missing)
    expect(await broken.server().post('/teams', { display_name: 'X', creator_user_id: creator.id })).toMatchObject(
      missing,
    )
    expect((await broken.server().post('/teams', { display_name: 'X' })).status).toBe(201)
    expect(await listIds(`/teams?user_id=${creator.id}`, broken.server())).toEqual([])
  })
})

test('clients create teams only if the project lets them', async () => {
  const user = await other.signUp()

  expect((await other.client(user).post('/teams', { display_name: 'X' })).status).toBe(403)
  expect((await other.server(user).post('/teams', { display_name: 'X' })).status).toBe(201)
})

describe('a client', () => {
  test.each(['get', 'patch', 'delete'] as const)('must be signed in to %s a team', async (method) => {
    const teamId = await project.createTeam({ creator: ada })

    expect(await project.client()[method](`/teams/${teamId}`, {})).toMatchObject(
      refusal(401, 'USER_AUTHENTICATION_REQUIRED'),
    )
  })

  test.each(['get', 'patch', 'delete'] as const)(
    'gets the same answer for a team of others as for a missing one: %s',
    async (method) => {
      const foreign = await other.createTeam({ creator: await other.signUp() })
      for (const id of [await project.createTeam({ creator: ada }), foreign, randomUUID()]) {
        expect(await project.client(bob)[method](`/teams/${id}`, {})).toMatchObject(
          refusal(404, 'TEAM_MEMBERSHIP_NOT_FOUND', { team_id: id, user_id: bob.id }),
        )
      }
    },
  )

  test.each([
    ['patch', '$update_team'],
    ['delete', '$delete_team'],
  ] as const)('needs a permission to %s a team', async (method, permission_id) => {
    const teamId = await project.createTeam({ creator: ada })
    await project.addMember(teamId, bob)

    const answer = await project.client(bob)[method](`/teams/${teamId}`, {})

    expect(answer).toMatchObject(
      refusal(401, 'TEAM_PERMISSION_REQUIRED', { team_id: teamId, user_id: bob.id, permission_id }),
    )
    expect((await project.client(bob).get(`/teams/${teamId}`)).status).toBe(200)
  })

  test('lists only the teams of its own user', async () => {
    const teamId = await project.createTeam({ creator: ada })
    await project.createTeam({ creator: bob })

    for (const own of ['me', ada.id]) {
      expect(await listIds(`/teams?user_id=${own}`, project.client(ada))).toEqual([teamId])
    }
    expect((await project.client(ada).get(`/teams?user_id=${bob.id}`)).status).toBe(403)
    expect((await project.client(ada).get('/teams')).status).toBe(403)
    expect(await project.client().get('/teams?user_id=me')).toMatchObject(
      refusal(400, 'CANNOT_GET_OWN_USER_WITHOUT_USER'),
    )
  })
})

describe('a server', () => {
  test.each(['get', 'patch', 'delete'] as const)('cannot %s a team of another project', async (method) => {
    const foreign = await other.createTeam({ creator: await other.signUp() })
    for (const id of [foreign, randomUUID()]) {
      expect(await project.server()[method](`/teams/${id}`, {})).toMatchObject(
        refusal(404, 'TEAM_NOT_FOUND', { team_id: id }),
      )
    }
    expect((await other.server().get(`/teams/${foreign}`)).status).toBe(200)
  })

  test('lists the teams of a user, oldest first', async () => {
    const ids = []
    for (let number = 0; number < 3; number += 1) {
      portico.clock.advance(1)
      ids.push(await project.createTeam({ creator: ada }))
    }

    expect(await listIds(`/teams?user_id=${ada.id}`)).toEqual(ids)
    expect(await listIds('/teams?user_id=me', project.server(ada))).toEqual(ids)
    expect((await listIds('/teams')).slice(-3)).toEqual(ids)
    for (const unknown of [randomUUID(), (await other.signUp()).id]) {
      expect(await listIds(`/teams?user_id=${unknown}`)).toEqual([])
    }
  })
})

describe('the image of a team', () => {
  test('is uploaded at creation and at a change, replaced and removed', async () => {
    const http = project.client(ada)
    const { body } = await http.post<ServerTeam>('/teams', { display_name: 'X', profile_image_url: pixel })
    const path = `/teams/${body.id}`
    const first = String(body.profile_image_url)
    expect(first).toMatch(new RegExp(`^${portico.baseUrl}/api/v1/images/${project.id}/[\\w-]{43}$`))
    expect(await requestImage(first)).toBe(200)

    const replaced = await http.patch<ServerTeam>(path, {
      profile_image_url: `data:image/png;base64,${Buffer.concat([pngBytes, Buffer.from([1])]).toString('base64')}`,
    })
    const second = String(replaced.body.profile_image_url)

    expect(await requestImage(second)).toBe(200)
    expect(await requestImage(first)).toBe(404)
    const removed = await http.patch<ServerTeam>(path, { profile_image_url: null })
    expect(removed.body.profile_image_url).toBeNull()
    expect(await requestImage(second)).toBe(404)
  })

  test('stays if the client writes its URL back, and is deleted with the team', async () => {
    const { body } = await project
      .client(ada)
      .post<ServerTeam>('/teams', { display_name: 'X', profile_image_url: pixel })
    const { profile_image_url } = body

    const answer = await project.client(ada).patch(`/teams/${body.id}`, { display_name: 'Y', profile_image_url })

    expect(answer).toMatchObject({ status: 200, body: { display_name: 'Y', profile_image_url } })
    expect(await requestImage(String(profile_image_url))).toBe(200)
    await project.client(ada).delete(`/teams/${body.id}`)
    expect(await requestImage(String(profile_image_url))).toBe(404)
  })

  test('has another URL than the same image of a user or of another team', async () => {
    const fields = { display_name: 'X', profile_image_url: pixel }
    const urls = [
      (await project.client(ada).post<ServerTeam>('/teams', fields)).body.profile_image_url,
      (await project.client(ada).post<ServerTeam>('/teams', fields)).body.profile_image_url,
      (await project.client(ada).patch<ServerTeam>('/users/me', { profile_image_url: pixel })).body.profile_image_url,
    ]

    expect(new Set(urls).size).toBe(3)
    for (const url of urls) expect(await requestImage(String(url))).toBe(200)
  })

  test.each([elsewhere, 'data:image/svg+xml;base64,AAAA', 'javascript:alert(1)'])(
    'is refused from a client: %s',
    async (profile_image_url) => {
      const teamId = await project.createTeam({ creator: ada })

      expect((await project.client(ada).post('/teams', { display_name: 'X', profile_image_url })).status).toBe(400)
      expect((await project.client(ada).patch(`/teams/${teamId}`, { profile_image_url })).status).toBe(400)
      expect(await listIds('/teams?user_id=me', project.client(ada))).toEqual([teamId])
    },
  )

  test('cannot be taken from another team by a client', async () => {
    const { body: foreign } = await project
      .client(bob)
      .post<ServerTeam>('/teams', { display_name: 'X', profile_image_url: pixel })
    const teamId = await project.createTeam({ creator: ada })

    const answer = await project.client(ada).patch(`/teams/${teamId}`, { profile_image_url: foreign.profile_image_url })

    expect(answer.status).toBe(400)
  })
})
