import { API_KEYS_PER_OWNER } from '@portico/contract'
import {
  createTestPortico,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { checkUserKey, createUserKey, postUserKey, withApiKeys } from '../../../test/api-keys.ts'
import { addMember, createTeam } from '../../../test/invitations.ts'
import { statement } from '../../kernel/statement.ts'

const HOUR_MILLIS = 3_600_000
const notFound = { status: 404, body: { code: 'API_KEY_NOT_FOUND' } }

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1' } })
  project = await portico.createProject({ config: withApiKeys })
})

beforeEach(async () => {
  user = await project.signUp()
})

afterAll(() => portico.close())

function listOwn(of = user): Promise<unknown> {
  return project
    .client(of)
    .get<{ items: readonly unknown[] }>('/user-api-keys?user_id=me')
    .then(({ body }) => body.items)
}

/** Returns tokens of a session that is no longer recent. */
async function withOldSession(of: TestProject, owner: TestUser): Promise<TestUser> {
  portico.clock.advance(16 * 60_000)
  const { body } = await of
    .client()
    .with({ refreshToken: owner.refreshToken })
    .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  return { ...owner, accessToken: body.access_token }
}

/** Writes keys into the table, which is faster than calls. */
async function insertKeys(count: number, of: TestUser, state: 'valid' | 'revoked' | 'expired'): Promise<void> {
  const now = portico.clock.now()
  await portico.database.db.run(statement`
    insert into api_keys (project_id, id, hash, last_four, description, is_public, user_id, created_at, expires_at, revoked_at)
    select ${project.id}, gen_random_uuid(), sha256(n::text::bytea), '0000', 'Imported', false, ${of.id}::uuid,
      ${now}::timestamptz - make_interval(secs => n),
      case when ${state} = 'expired' then ${now}::timestamptz end, case when ${state} = 'revoked' then ${now}::timestamptz end
    from generate_series(1, ${count}::int) n`)
}

describe('the creation of a key', () => {
  test('answers 200 with the whole key, which no later answer contains', async () => {
    const answer = await postUserKey(project.client(user))

    expect(answer.status).toBe(200)
    const { id, value } = answer.body
    expect(answer.body).toMatchObject({
      type: 'user',
      user_id: user.id,
      description: 'Laptop',
      is_public: false,
      created_by_user_id: user.id,
      created_at_end_user_ip_info: { ip: '127.0.0.1', country_code: null },
    })
    for (const absent of ['expires_at_millis', 'manually_revoked_at_millis', 'last_used_at_millis']) {
      expect(answer.body).not.toHaveProperty(absent)
    }
    const read = await project.client(user).get(`/user-api-keys/${id}`)
    expect(read).toMatchObject({ status: 200, body: { id, value: { last_four: value.slice(-4) } } })
    expect(read.text + JSON.stringify(await listOwn())).not.toContain(value.slice(3, 48))
  })

  test('stores the hash of the key and nothing else of it', async () => {
    const { value } = await createUserKey(project, user)

    const { rows } = await portico.database.db.run(statement<{ row: string; hash: string }>`
      select k::text as row, encode(hash, 'hex') as hash from api_keys k where user_id = ${user.id}`)

    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(value.slice(3, 48))
    expect(rows[0]?.hash).toBe(Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(value))).toString('hex'))
  })

  test('records the place only of a client, from a proxy that is trusted', async () => {
    const headers = { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': '203.0.113.7', 'cf-ipcountry': 'NZ' }
    const body = { description: 'X', expires_at_millis: 0, user_id: user.id }

    const ofClient = await project.client(user).post('/user-api-keys', body, { headers })
    const ofServer = await project.server(user).post('/user-api-keys', body, { headers })

    expect(ofClient.body).toMatchObject({ created_at_end_user_ip_info: { ip: '203.0.113.7', country_code: 'NZ' } })
    expect(ofServer.status).toBe(200)
    expect(ofServer.body).not.toHaveProperty('created_by_user_id')
    expect(ofServer.body).not.toHaveProperty('created_at_end_user_ip_info')
  })

  test.each([null, 0])('creates a key that does not expire with the expiry %s', async (expires_at_millis) => {
    const { value } = await createUserKey(project, user, { expires_at_millis })

    portico.clock.advance(10 * 365 * 24 * HOUR_MILLIS)

    expect(await checkUserKey(project, value)).toMatchObject({ status: 200 })
  })

  test('accepts an expiry in the past, and a public key', async () => {
    const key = await createUserKey(project, user, { expires_at_millis: 1, is_public: true })

    expect(key).toMatchObject({ expires_at_millis: 1, is_public: true, value: expect.stringMatching(/^pk_/) as string })
    expect(await checkUserKey(project, key.value)).toMatchObject({ status: 401, body: { code: 'API_KEY_EXPIRED' } })
  })

  test('is refused to an anonymous user, who keeps a key of a server at the upgrade', async () => {
    const anonymous = await project.signUpAnonymously()
    const { body: key } = await postUserKey(project.server(), { user_id: anonymous.id })

    const refused = await postUserKey(project.client(anonymous))
    await project.server().patch(`/users/${anonymous.id}`, { is_anonymous: false })

    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('must sign up first') as string })
    expect(await checkUserKey(project, key.value)).toMatchObject({ status: 200 })
  })

  test('answers USER_NOT_FOUND to a server that names no user of the project', async () => {
    const other = await (await portico.createProject()).signUp()

    for (const user_id of [randomUUID(), other.id]) {
      expect(await postUserKey(project.server(), { user_id })).toMatchObject({
        status: 404,
        body: { code: 'USER_NOT_FOUND' },
      })
    }
  })

  test.each([
    ['both owners', { user_id: 'me', team_id: randomUUID() }, 'contains unknown properties: team_id'],
    ['no owner', {}, 'body.user_id'],
    ['only a team', { team_id: randomUUID() }, 'contains unknown properties: team_id'],
    ['no expiry', { user_id: 'me', expires_at_millis: undefined }, 'body.expires_at_millis'],
    ['a long description', { user_id: 'me', description: 'x'.repeat(1_000) }, 'body.description'],
  ])('refuses %s', async (_what, fields, problem) => {
    const answer = await project
      .client(user)
      .post('/user-api-keys', { description: 'X', expires_at_millis: null, ...fields })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(problem)
  })

  test('is mailed to the user who owns the key and created it', async () => {
    await project.server().patch(`/users/${user.id}`, { primary_email_verified: true })

    await postUserKey(project.server(), { user_id: user.id, description: 'By a server' })
    await postUserKey(project.client(user), { description: 'evil.example/reset' })

    const mails = (await portico.mailbox.to(user.email)).map(({ html, subject, text }) => subject + text + html)
    expect(mails.filter((mail) => mail.includes('API key'))).toEqual([
      expect.stringMatching(
        /^An API key of your account .*“evil·example\/reset” was created.*“<bdi>evil·example\/reset<\/bdi>” was created/s,
      ),
    ])
  })

  test('replaces the oldest revoked or expired key of an owner at the limit', async () => {
    await insertKeys(API_KEYS_PER_OWNER - 2, user, 'valid')
    await insertKeys(1, user, 'revoked')
    await insertKeys(1, user, 'expired')

    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await postUserKey(project.client(user))).status)

    expect(statuses).toEqual([200, 200, 400])
    expect(await listOwn()).toHaveLength(API_KEYS_PER_OWNER)
  })

  test('creates one key if two calls compete for the last place', async () => {
    await insertKeys(API_KEYS_PER_OWNER - 1, user, 'valid')

    const answers = await Promise.all([1, 2].map(() => postUserKey(project.client(user))))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await listOwn()).toHaveLength(API_KEYS_PER_OWNER)
  })
})

describe('the keys of a user', () => {
  test('are listed newest first, with those that are revoked and expired', async () => {
    const ids: string[] = []
    for (const expires_at_millis of [null, 1, null]) {
      ids.unshift((await createUserKey(project, user, { expires_at_millis })).id)
      portico.clock.advance(1_000)
    }
    await project.client(user).patch(`/user-api-keys/${ids[0]}`, { revoked: true })

    const listed = (await listOwn()) as { id: string }[]

    expect(listed.map(({ id }) => id)).toEqual(ids)
    expect(listed[0]).toHaveProperty('manually_revoked_at_millis')
    expect(await project.server().get(`/user-api-keys?user_id=${user.id}`)).toMatchObject({ body: { items: listed } })
  })

  test('are renamed, and get another expiry', async () => {
    const { id } = await createUserKey(project, user)
    const path = `/user-api-keys/${id}?user_id=me`
    const client = project.client(user)

    expect((await client.patch(path, { description: 'Phone' })).body).toMatchObject({ description: 'Phone' })
    expect((await client.patch(path, { expires_at_millis: 7 })).body).toMatchObject({ expires_at_millis: 7 })
    expect((await client.patch(path, { expires_at_millis: 0 })).body).not.toHaveProperty('expires_at_millis')
    expect((await client.patch(path, {})).body).toMatchObject({ description: 'Phone' })
  })

  test('get no other expiry from an anonymous user, who can rename and revoke them', async () => {
    const anonymous = await project.signUpAnonymously()
    const { body: key } = await postUserKey(project.server(), { user_id: anonymous.id, expires_at_millis: 1 })
    const change = (http: HttpClient, fields: object): Promise<Answer> => http.patch(`/user-api-keys/${key.id}`, fields)
    const client = project.client(anonymous)

    expect(await change(client, { expires_at_millis: null })).toMatchObject({
      status: 400,
      text: expect.stringContaining('must sign up first') as string,
    })
    expect(await change(project.server(anonymous), { expires_at_millis: 2 })).toMatchObject({ status: 200 })
    expect(await change(client, { description: 'Old', revoked: true })).toMatchObject({ status: 200 })
  })

  test('stay revoked since their first revocation, and can still be renamed', async () => {
    const { id } = await createUserKey(project, user)
    const client = project.client(user)
    const first = await client.patch(`/user-api-keys/${id}`, { revoked: true })
    const { manually_revoked_at_millis } = first.body
    portico.clock.advance(1_000)

    const answer = await client.patch(`/user-api-keys/${id}`, { revoked: true, description: 'Lost' })

    expect(answer.body).toMatchObject({ manually_revoked_at_millis, description: 'Lost' })
    expect(manually_revoked_at_millis).toEqual(expect.any(Number))
    expect(await client.patch(`/user-api-keys/${id}`, { revoked: false })).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })

  test('are forbidden to a client of another user', async () => {
    const { id } = await createUserKey(project, user)
    const other = project.client(await project.signUp())

    for (const answer of [
      await other.get(`/user-api-keys/${id}`),
      await other.patch(`/user-api-keys/${id}`, { revoked: true }),
      await other.get(`/user-api-keys?user_id=${user.id}`),
      await postUserKey(other, { user_id: user.id }),
    ]) {
      expect(answer.status).toBe(403)
    }
  })

  test('are not found by an unknown id, or by that of a key of a team', async () => {
    const team = await createTeam(project)
    const { body: ofTeam } = await project
      .server()
      .post('/team-api-keys', { description: 'X', expires_at_millis: null, team_id: team.id })

    for (const id of [randomUUID(), String(ofTeam['id'])]) {
      for (const client of [project.client(user), project.server()]) {
        expect(await client.get(`/user-api-keys/${id}`)).toMatchObject(notFound)
        expect(await client.patch(`/user-api-keys/${id}`, { revoked: true })).toMatchObject(notFound)
      }
    }
  })

  test('require a session of a client', async () => {
    const missing = { status: 401, body: { code: 'USER_AUTHENTICATION_REQUIRED' } }

    expect(await project.client().get(`/user-api-keys?user_id=${user.id}`)).toMatchObject(missing)
    expect(await postUserKey(project.client(), { user_id: user.id })).toMatchObject(missing)
    expect(await project.server().get('/user-api-keys?user_id=me')).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    expect(await project.client(user).get('/user-api-keys')).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR' },
    })
  })

  test('cannot be deleted', async () => {
    const { id } = await createUserKey(project, user)

    expect((await project.client(user).delete(`/user-api-keys/${id}`)).status).toBe(405)
  })

  test('cannot be created or changed by a session that impersonates the user', async () => {
    const { id } = await createUserKey(project, user)
    const { body } = await project
      .server()
      .post('/auth/sessions', { user_id: user.id, is_impersonation: true, expires_in_millis: HOUR_MILLIS })
    const tokens = { accessToken: String(body['access_token']), refreshToken: String(body['refresh_token']) }

    expect((await postUserKey(project.client(tokens))).status).toBe(403)
    expect((await project.client(tokens).patch(`/user-api-keys/${id}`, { revoked: true })).status).toBe(403)
    expect((await postUserKey(project.server(tokens))).status).toBe(403)
  })

  test('are deleted with the user', async () => {
    const { value } = await createUserKey(project, user)

    await project.server().delete(`/users/${user.id}`)

    expect(await checkUserKey(project, value)).toMatchObject(notFound)
  })
})

describe('a session that is not recent', () => {
  // `api/rules/recent-sign-in.test.ts` tests that it cannot create a key or change an expiry.
  test('renames and revokes a key', async () => {
    const { id } = await createUserKey(project, user)
    const client = project.client(await withOldSession(project, user))

    expect(await client.patch(`/user-api-keys/${id}`, { description: 'Old', revoked: true })).toMatchObject({
      status: 200,
    })
  })
})

describe('a project without API keys', () => {
  test('answers 400 to every call of the type that is off', async () => {
    const onlyTeams = await portico.createProject({ config: { allow_team_api_keys: true } })
    const own = await withOldSession(onlyTeams, await onlyTeams.signUp())
    const id = randomUUID()

    for (const http of [onlyTeams.client(), onlyTeams.client(own), onlyTeams.server(own), onlyTeams.admin(own)]) {
      for (const answer of [
        await http.get('/user-api-keys?user_id=me'),
        await postUserKey(http),
        await http.get(`/user-api-keys/${id}`),
        await http.patch(`/user-api-keys/${id}`, {}),
      ]) {
        expect(answer).toMatchObject({ status: 400, text: 'This project does not allow API keys of users.' })
      }
    }
    const { status } = await onlyTeams.server().post('/user-api-keys/check', { api_key: 'x' })
    expect(status).toBe(400)
    expect(await onlyTeams.server().post('/team-api-keys/check', { api_key: 'x' })).toMatchObject(notFound)
  })

  test('keeps the keys that it has', async () => {
    const { value } = await createUserKey(project, user)

    await project.admin().patch('/internal/projects/current', { config: { allow_user_api_keys: false } })
    const whileOff = await checkUserKey(project, value)
    await project.admin().patch('/internal/projects/current', { config: { allow_user_api_keys: true } })

    expect(whileOff.status).toBe(400)
    expect(await checkUserKey(project, value)).toMatchObject({ status: 200 })
  })
})

describe('the keys of a team', () => {
  test('are managed by members with the permission, and by servers', async () => {
    const team = await createTeam(project)
    const outsider = await project.signUp()
    const member = await addMember(portico, project, team.id, ['$read_members', '$update_team'])
    const manager = await addMember(portico, project, team.id, ['$manage_api_keys'])
    const body = { description: 'Build', expires_at_millis: null, team_id: team.id }
    const created = await project.client(manager).post('/team-api-keys', body)
    const path = `/team-api-keys/${String(created.body['id'])}?team_id=${team.id}`

    expect(created).toMatchObject({
      status: 200,
      body: { type: 'team', team_id: team.id, created_by_user_id: manager.id },
    })
    for (const http of [project.client(manager), project.client(team.creator), project.server(), project.admin()]) {
      expect(await http.get(path)).toMatchObject({ status: 200 })
      expect(await http.get(`/team-api-keys?team_id=${team.id}`)).toMatchObject({ body: { items: [{ type: 'team' }] } })
      expect(await http.patch(path, { description: 'CI' })).toMatchObject({ status: 200 })
    }
    for (const http of [project.client(member), project.client(outsider)]) {
      expect(await http.get(path)).toMatchObject(notFound)
      expect(await http.get(`/team-api-keys?team_id=${team.id}`)).toMatchObject(notFound)
      expect(await http.patch(path, { description: 'X' })).toMatchObject(notFound)
      expect(await http.post('/team-api-keys', body)).toMatchObject(notFound)
    }
    expect(await project.client().get(path)).toMatchObject({
      status: 401,
      body: { code: 'USER_AUTHENTICATION_REQUIRED' },
    })
  })

  test('are found only in the team that the call names', async () => {
    const [team, other] = [await createTeam(project), await createTeam(project)]
    const { body: key } = await project
      .server()
      .post('/team-api-keys', { description: 'X', expires_at_millis: null, team_id: team.id })
    const path = `/team-api-keys/${String(key['id'])}?team_id=${other.id}`

    expect(await project.client(other.creator).get(path)).toMatchObject(notFound)
    expect(await project.client(other.creator).patch(path, { revoked: true })).toMatchObject(notFound)
    expect(await project.server().get(path)).toMatchObject(notFound)
    expect(await project.server().patch(path, { revoked: true })).toMatchObject(notFound)
  })

  test('are not found for a team that does not exist', async () => {
    const missing = { status: 404, body: { code: 'TEAM_NOT_FOUND' } }
    const body = { description: 'X', expires_at_millis: null, team_id: randomUUID() }

    expect(await project.server().get(`/team-api-keys?team_id=${body.team_id}`)).toMatchObject(missing)
    expect(await project.server().post('/team-api-keys', body)).toMatchObject(missing)
    expect(await project.client(user).post('/team-api-keys', body)).toMatchObject(notFound)
  })

  test('stay without the creator who is deleted, and are deleted with the team', async () => {
    const team = await createTeam(project)
    const body = { description: 'X', expires_at_millis: null, team_id: team.id }
    const { body: key } = await project.client(team.creator).post('/team-api-keys', body)
    const check = { api_key: key['value'] }

    await project.server().delete(`/users/${team.creator.id}`)
    const kept = await project.server().post('/team-api-keys/check', check)
    await project.server().delete(`/teams/${team.id}`)

    expect(kept).toMatchObject({ status: 200, body: { team_id: team.id } })
    expect(kept.body).not.toHaveProperty('created_by_user_id')
    expect(kept.body).not.toHaveProperty('created_at_end_user_ip_info')
    expect(await project.server().post('/team-api-keys/check', check)).toMatchObject(notFound)
  })
})
