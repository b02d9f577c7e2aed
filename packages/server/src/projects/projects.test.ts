import {
  HttpClient,
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

interface Tokens {
  access_token: string
  refresh_token: string
  user_id: string
}

async function owner(): Promise<Tokens> {
  const answer = await portico.internal().post<Tokens>('/auth/password/sign-up', {
    email: someEmail(),
    password: TEST_PASSWORD,
    verification_callback_url: 'http://localhost/verify',
  })
  return answer.body
}

function asOwner(
  projectId: string,
  adminAccessToken: string,
  accessType: 'client' | 'server' | 'admin' = 'admin',
): HttpClient {
  return new HttpClient(portico.service, { projectId, accessType, key: '', adminAccessToken })
}

describe('owned projects', () => {
  test('given a user of "internal", when they create projects, then they own them in order and nobody else does', async () => {
    const ada = await owner()
    const bob = await owner()
    const http = portico.internal({ accessToken: ada.access_token })

    const first = await http.post<{ id: string }>('/internal/projects', { display_name: 'First' })
    const second = await http.post<{ id: string }>('/internal/projects', {
      display_name: 'Second',
      description: 'The other one',
      config: { magic_link_enabled: true, domains: [{ domain: 'https://app.example', handler_path: '/handler' }] },
    })

    expect(first.status).toBe(201)
    expect(second.body).toMatchObject({
      description: 'The other one',
      user_count: 0,
      is_production_mode: false,
      config: {
        magic_link_enabled: true,
        sign_up_enabled: true,
        credential_enabled: true,
        allow_localhost: true,
        oauth_account_merge_strategy: 'link_method',
        domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
        email_config: { type: 'shared' },
        team_creator_default_permissions: [{ id: 'team_admin' }],
      },
    })
    const listed = await http.get<{ items: { id: string }[]; is_paginated: boolean }>('/internal/projects')
    expect(listed.body.items.map(({ id }) => id)).toEqual([first.body.id, second.body.id])
    expect(listed.body).toMatchObject({ is_paginated: false })
    const others = await portico.internal({ accessToken: bob.access_token }).get<{ items: [] }>('/internal/projects')
    expect(others.body.items).toEqual([])
  })

  test('given ten projects made at the same moment, when listed, then none is lost', async () => {
    const { access_token: accessToken } = await owner()
    const http = portico.internal({ accessToken })

    await Promise.all(
      Array.from({ length: 10 }, (_, index) => http.post('/internal/projects', { display_name: `P${index}` })),
    )

    expect((await http.get<{ items: unknown[] }>('/internal/projects')).body.items).toHaveLength(10)
  })

  test('given nobody signed in or another project, when listing, then it is refused', async () => {
    const user = await project.signUp()

    expect(await portico.internal().get('/internal/projects')).toMatchObject({
      status: 401,
      body: { code: 'USER_AUTHENTICATION_REQUIRED' },
    })
    expect(await project.client(user).get('/internal/projects')).toMatchObject({
      status: 401,
      body: { code: 'EXPECTED_INTERNAL_PROJECT' },
    })
  })
})

describe('the admin access token', () => {
  test('given the token of the owner, when calling with any access type, then it replaces the key', async () => {
    for (const type of ['client', 'server', 'admin'] as const) {
      const answer = await asOwner(project.id, project.ownerAccessToken, type).get('/projects/current')
      expect(answer).toMatchObject({ status: 200, body: { id: project.id } })
    }
  })

  test('given a wrong key beside it, when calling, then the key is not looked at', async () => {
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'admin',
      key: 'wrong',
      adminAccessToken: project.ownerAccessToken,
    })

    expect((await http.get('/internal/projects/current')).status).toBe(200)
  })

  test('given nonsense, when calling, then UNPARSABLE_ADMIN_ACCESS_TOKEN', async () => {
    expect(await asOwner(project.id, 'nonsense').get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN' },
    })
  })

  test('given an expired one, when calling, then ADMIN_ACCESS_TOKEN_EXPIRED', async () => {
    portico.clock.advance(11 * 60_000)
    const answer = await asOwner(project.id, project.ownerAccessToken).get('/internal/projects/current')
    portico.clock.advance(-11 * 60_000)

    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: null } },
    })
  })

  test('given the token of a user of the project itself, when calling, then ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN', async () => {
    const user = await project.signUp()

    expect(await asOwner(project.id, user.accessToken).get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
  })

  test('given an owner of other projects, when calling this or "internal", then ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN', async () => {
    const { access_token: stranger } = await owner()

    for (const projectId of [project.id, 'internal', '00000000-0000-4000-8000-000000000000']) {
      expect(await asOwner(projectId, stranger).get('/internal/projects/current')).toMatchObject({
        status: 401,
        body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
      })
    }
  })

  test('given an owner who was deleted, when calling, then 401 in words', async () => {
    const ada = await owner()
    const http = portico.internal({ accessToken: ada.access_token })
    const { body } = await http.post<{ id: string }>('/internal/projects', { display_name: 'Left behind' })
    await portico
      .internal({ accessType: 'server', key: 'ssk_test_internal', accessToken: ada.access_token })
      .delete('/users/me')

    const answer = await asOwner(body.id, ada.access_token).get('/internal/projects/current')

    expect(answer.status).toBe(401)
    expect(answer.headers.has('x-stack-known-error')).toBe(false)
  })

  test('given an owner who signed out, when calling, then the token counts as expired', async () => {
    const ada = await owner()
    const http = portico.internal({ accessToken: ada.access_token })
    const { body } = await http.post<{ id: string }>('/internal/projects', { display_name: 'Mine' })
    await http.delete('/auth/sessions/current')

    expect(await asOwner(body.id, ada.access_token).get('/internal/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' },
    })
  })
})

describe('settings', () => {
  test('given some settings, when they are changed, then the rest stays and everyone sees it at once', async () => {
    const mine = await portico.createProject({ displayName: 'Before' })

    const answer = await mine.admin().patch('/internal/projects/current', {
      display_name: 'After',
      description: null,
      is_production_mode: true,
      config: { sign_up_enabled: false, passkey_enabled: true, client_user_deletion_enabled: true },
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        display_name: 'After',
        description: '',
        is_production_mode: true,
        config: { sign_up_enabled: false, passkey_enabled: true, credential_enabled: true, allow_localhost: true },
      },
    })
    expect((await mine.client().get('/projects/current')).body).toMatchObject({
      display_name: 'After',
      config: { sign_up_enabled: false, passkey_enabled: true },
    })
  })

  test('given secrets, when they are written, then that answer shows them, later ones mask them, and the mask keeps them', async () => {
    const mine = await portico.createProject()
    const config = {
      oauth_providers: [
        { id: 'github', type: 'standard', client_id: 'id', client_secret: 'a provider secret' },
        { id: 'google', type: 'shared' },
      ],
      email_config: {
        type: 'standard',
        host: 'smtp.example.com',
        port: 587,
        username: 'mailer',
        password: 'a mail password',
        sender_name: 'Ada',
        sender_email: 'ada@example.com',
      },
    }

    const written = await mine.admin().patch('/internal/projects/current', { config })
    const read = await mine.admin().get<{ config: typeof config }>('/internal/projects/current')
    const sentBack = await mine.admin().patch('/internal/projects/current', {
      config: {
        oauth_providers: read.body.config.oauth_providers.map(({ id, type, ...rest }) =>
          type === 'standard' ? { id, type, client_id: 'other id', client_secret: rest.client_secret } : { id, type },
        ),
      },
    })

    expect(written.text).toContain('a provider secret')
    expect(read.text).not.toContain('a provider secret')
    expect(read.text).not.toContain('a mail password')
    expect(sentBack.status).toBe(200)
    const { rows } = await portico.database.db.sql<{ config: string }>`
      select config::text as config from projects where id = ${mine.id}`
    expect(rows[0]?.config).not.toContain('a provider secret')
    expect(rows[0]?.config).not.toContain('a mail password')
    const moved = await mine.admin().patch('/internal/projects/current', {
      config: { email_config: { ...read.body.config.email_config, host: 'evil.example' } },
    })
    expect(moved.status).toBe(400)
  })

  test('given a disabled provider, when listed, then it stays with enabled false and is not offered', async () => {
    const mine = await portico.createProject()

    await mine.admin().patch('/internal/projects/current', {
      config: {
        oauth_providers: [
          { id: 'spotify', type: 'shared', enabled: false },
          { id: 'github', type: 'shared' },
        ],
      },
    })

    const read = await mine.admin().get('/internal/projects/current')
    expect(read.body).toMatchObject({
      config: {
        oauth_providers: [
          { id: 'github', enabled: true },
          { id: 'spotify', enabled: false },
        ],
        enabled_oauth_providers: [{ id: 'github' }],
      },
    })
  })

  test.each([
    [{ config: { domains: [{ domain: 'ftp://x', handler_path: '/h' }] } }, 'body.config.domains[0].domain'],
    [{ config: { domains: [{ domain: 'https://x', handler_path: 'h' }] } }, 'Handler path must start with /'],
    [{ config: { domains: [{ domain: 'https://x y', handler_path: '/h' }] } }, 'contains spaces'],
    [
      { config: { oauth_providers: [{ id: 'github', type: 'standard', client_id: '', client_secret: 'x' }] } },
      'body.config.oauth_providers[0].client_id must not be empty',
    ],
    [{ config: { oauth_providers: [{ id: 'myspace', type: 'shared' }] } }, 'body.config.oauth_providers[0].id'],
    [{ config: { email_config: { type: 'standard' } } }, 'body.config.email_config.host'],
    [{ config: { sign_up_enabled: 'true' } }, 'body.config.sign_up_enabled must be a boolean'],
    [{ config: null }, 'body.config cannot be null'],
    [{ config: { unheard_of: 1 } }, 'body.config contains unknown properties: unheard_of'],
    [{ id: 'x' }, 'body contains unknown properties: id'],
  ])('given %j, when written, then SCHEMA_ERROR says %s', async (body, line) => {
    const answer = await project.admin().patch('/internal/projects/current', body)

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.body.error).toContain(line)
  })

  test('given twenty updates of different settings at the same moment, when all are through, then none is lost', async () => {
    const mine = await portico.createProject()
    const switches = [
      'magic_link_enabled',
      'passkey_enabled',
      'create_team_on_sign_up',
      'allow_user_api_keys',
      'allow_team_api_keys',
    ]

    await Promise.all(
      switches.map((name) => mine.admin().patch('/internal/projects/current', { config: { [name]: true } })),
    )

    const read = await mine.admin().get('/internal/projects/current')
    expect(read.body).toMatchObject({ config: Object.fromEntries(switches.map((name) => [name, true])) })
  })

  test('given a project with users, when it is deleted, then its keys, users and ownership are gone', async () => {
    const mine = await portico.createProject()
    await mine.signUp()

    const answer = await mine.admin().delete('/internal/projects/current')

    expect(answer.body).toEqual({ success: true })
    expect(await mine.client().get('/projects/current')).toMatchObject({
      body: { code: 'INVALID_PUBLISHABLE_CLIENT_KEY' },
    })
    expect(await asOwner(mine.id, mine.ownerAccessToken).get('/internal/projects/current')).toMatchObject({
      body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' },
    })
    const owned = await portico
      .internal({ accessToken: mine.ownerAccessToken })
      .get<{ items: unknown[] }>('/internal/projects')
    expect(owned.body.items).toEqual([])
  })

  test('given "internal", when it should be deleted, then that is refused', async () => {
    const answer = await portico
      .internal({ accessType: 'admin', key: 'sak_test_internal' })
      .delete('/internal/projects/current')

    expect(answer.status).toBe(400)
    expect((await portico.internal().get('/projects/current')).status).toBe(200)
  })
})

describe('internal API keys', () => {
  const wanted = {
    description: 'For the backend',
    expires_at_millis: Date.now() + 3_600_000,
    has_publishable_client_key: false,
    has_secret_server_key: true,
    has_super_secret_admin_key: true,
  }

  test('given a new set, when it is made, then its keys are shown once and work', async () => {
    const made = await project.admin().post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)

    expect(made.status).toBe(200)
    expect(made.body).not.toHaveProperty('publishable_client_key')
    expect(made.body.secret_server_key).toMatch(/^ssk_[0-9a-hjkmnp-tv-z]{45,}$/)
    const read = await project.admin().get(`/internal/api-keys/${made.body.id}`)
    expect(read.body).toMatchObject({ secret_server_key: { last_four: made.body.secret_server_key.slice(-4) } })
    expect(read.text).not.toContain(made.body.secret_server_key)
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.body.secret_server_key,
    })
    expect((await http.get('/projects/current')).status).toBe(200)
  })

  test('given a set, when it is revoked, then it stops at once, and revoking again keeps the first moment', async () => {
    const made = await project.admin().post<{ id: string; secret_server_key: string }>('/internal/api-keys', wanted)
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.body.secret_server_key,
    })
    await http.get('/projects/current')

    const first = await project
      .admin()
      .patch<{ manually_revoked_at_millis: number }>(`/internal/api-keys/${made.body.id}`, { revoked: true })
    portico.clock.advance(1_000)
    const second = await project
      .admin()
      .patch<{ manually_revoked_at_millis: number }>(`/internal/api-keys/${made.body.id}`, {
        revoked: true,
        description: 'Old',
      })

    expect(await http.get('/projects/current')).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SECRET_SERVER_KEY' },
    })
    expect(second.body).toMatchObject({
      manually_revoked_at_millis: first.body.manually_revoked_at_millis,
      description: 'Old',
    })
  })

  test('given a set past its time, when its key is used, then it is not valid', async () => {
    const made = await project
      .admin()
      .post<{ secret_server_key: string }>('/internal/api-keys', { ...wanted, expires_at_millis: 0 })
    const http = new HttpClient(portico.service, {
      projectId: project.id,
      accessType: 'server',
      key: made.body.secret_server_key,
    })

    expect(await http.get('/projects/current')).toMatchObject({ body: { code: 'INVALID_SECRET_SERVER_KEY' } })
  })

  test("given the id of another project's set, when read or changed, then it does not exist here", async () => {
    const other = await portico.createProject()
    const foreign = await other.admin().get<{ items: { id: string }[] }>('/internal/api-keys')
    const path = `/internal/api-keys/${foreign.body.items[0]?.id}`

    expect(await project.admin().get(path)).toMatchObject({ status: 404, body: { code: 'API_KEY_NOT_FOUND' } })
    expect(await project.admin().patch(path, { revoked: true })).toMatchObject({
      status: 404,
      body: { code: 'API_KEY_NOT_FOUND' },
    })
  })
})
