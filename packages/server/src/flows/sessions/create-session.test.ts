import { SESSION_MAX_LIFETIME_MILLIS } from '@portico/contract'
import {
  createTestPortico,
  TEST_PASSWORD,
  type HttpClient,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { client_user_deletion_enabled: true } })
})

afterAll(() => portico.close())

interface CreatedSession {
  access_token: string
  refresh_token: string
}

interface Listed {
  items: { id: string; is_impersonation: boolean; is_current_session: boolean }[]
}

async function createSession(user: TestUser, body: Record<string, unknown> = {}): Promise<TestUser> {
  const answer = await project.server().post<CreatedSession>('/auth/sessions', { user_id: user.id, ...body })
  expect(answer.status).toBe(200)
  return { ...user, accessToken: answer.body.access_token, refreshToken: answer.body.refresh_token }
}

async function impersonate(user: TestUser): Promise<TestUser> {
  return createSession(user, { is_impersonation: true })
}

function listSessions(http: HttpClient, user: TestUser): Promise<Listed['items']> {
  return http.get<Listed>(`/auth/sessions?user_id=${user.id}`).then(({ body }) => body.items)
}

async function actionsAbout(user: TestUser): Promise<{ action: string; actor_type: string }[]> {
  const { rows } = await portico.database.db.run(statement<{ action: string; actor_type: string }>`
    select action, actor_type from audit_events
    where project_id = ${project.id} and target_id = ${user.id} and action <> 'user.created' order by at`)
  return rows
}

describe('session created by a server', () => {
  test('has tokens that sign the user in, and an audit entry', async () => {
    const user = await project.signUp()

    const session = await createSession(user)

    expect(await project.client(session).get('/users/me')).toMatchObject({ status: 200, body: { id: user.id } })
    expect(decodeJwt(session.accessToken)).not.toHaveProperty('is_impersonation')
    expect(await listSessions(project.client(session), user)).toMatchObject([
      { is_current_session: true, is_impersonation: false },
      { is_current_session: false },
    ])
    expect(await actionsAbout(user)).toEqual([{ action: 'session.created', actor_type: 'server' }])
  })

  test('keeps its reason in the audit log', async () => {
    const user = await project.signUp()

    await createSession(user, { is_impersonation: true, reason: 'Support ticket 4182' })
    const { status } = await project.server().post('/auth/sessions', { user_id: user.id, reason: 'x'.repeat(257) })

    const events = await project.admin().get('/internal/audit-events?action=session.impersonation_started&limit=1')
    expect(status).toBe(400)
    expect(events.body).toMatchObject({ items: [{ target_id: user.id, reason: 'Support ticket 4182' }] })
  })

  test('belongs to the user of the access token if the user id is "me"', async () => {
    const user = await project.signUp()

    const answer = await project.server(user).post<CreatedSession>('/auth/sessions', { user_id: 'me' })

    expect(decodeJwt(answer.body.access_token).sub).toBe(user.id)
  })

  test('is refused with USER_ID_DOES_NOT_EXIST for an unknown user or a user of another project', async () => {
    const otherUser = await (await portico.createProject()).signUp()
    for (const id of ['00000000-0000-4000-8000-000000000000', otherUser.id]) {
      expect(await project.server().post('/auth/sessions', { user_id: id })).toMatchObject({
        status: 400,
        body: { code: 'USER_ID_DOES_NOT_EXIST', details: { user_id: id } },
      })
    }
  })

  test('is refused with SCHEMA_ERROR for a lifetime above the maximum', async () => {
    const user = await project.signUp()

    const answer = await project
      .server()
      .post('/auth/sessions', { user_id: user.id, expires_in_millis: SESSION_MAX_LIFETIME_MILLIS + 1 })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('ends after its lifetime in access token, refresh token and list', async () => {
    const user = await project.signUp()
    const session = await createSession(user, { expires_in_millis: 60_000 })
    const { iat = 0, exp = 0 } = decodeJwt(session.accessToken)
    expect(exp - iat).toBeLessThanOrEqual(60)

    portico.clock.advance(30_000)
    const refreshed = await portico
      .anonymous()
      .post<{ access_token: string; expires_in: number }>('/auth/oauth/token', {
        grant_type: 'refresh_token',
        client_id: project.id,
        client_secret: project.keys.publishable_client_key,
        refresh_token: session.refreshToken,
      })
    expect(refreshed.status).toBe(200)
    expect(refreshed.body.expires_in).toBeLessThanOrEqual(30)
    expect(decodeJwt(refreshed.body.access_token).exp).toBe(exp)

    portico.clock.advance(30_001)
    expect((await project.client(session).get('/users/me')).status).toBe(401)
    const late = project.client().with({ refreshToken: session.refreshToken })
    expect(await late.post('/auth/sessions/current/refresh', {})).toMatchObject({
      status: 401,
      body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' },
    })
    expect(await listSessions(project.admin(), user)).toHaveLength(1)
  })

  test('does not outlive a user who is deleted concurrently', async () => {
    const user = await project.signUp()

    const [session] = await Promise.all([
      project.server().post<CreatedSession>('/auth/sessions', { user_id: user.id }),
      project.client(user).delete('/users/me'),
    ])

    expect([200, 400]).toContain(session.status)
    const { rows } = await portico.database.db.run(statement`
      select 1 from sessions where project_id = ${project.id} and user_id = ${user.id}`)
    expect(rows).toEqual([])
  })
})

describe('impersonation', () => {
  test('ends after 24 hours, unless the server names another time', async () => {
    const user = await project.signUp()
    await impersonate(user)
    await createSession(user, { is_impersonation: true, expires_in_millis: 48 * 3_600_000 })
    await createSession(user)

    const { rows } = await portico.database.db.run(statement<{ hours: number }>`
      select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from sessions
      where user_id = ${user.id} order by 1`)

    expect(rows.map(({ hours }) => hours)).toEqual([24, 48, 365 * 24, 365 * 24])
  })

  test('is marked in token, list and audit, and only admins list it', async () => {
    const user = await project.signUp()

    const session = await impersonate(user)

    expect(decodeJwt(session.accessToken)).toMatchObject({ sub: user.id, is_impersonation: true })
    expect((await listSessions(project.admin(), user)).map(({ is_impersonation }) => is_impersonation)).toEqual([
      true,
      false,
    ])
    expect(await listSessions(project.client(user), user)).toHaveLength(1)
    expect(await listSessions(project.server(), user)).toHaveLength(1)
    expect(await actionsAbout(user)).toEqual([{ action: 'session.impersonation_started', actor_type: 'server' }])
  })

  test('stays marked and restricted after a refresh', async () => {
    const session = await impersonate(await project.signUp())

    const { body } = await project.client(session).post<CreatedSession>('/auth/sessions/current/refresh', {})

    expect(decodeJwt(body.access_token)).toMatchObject({ is_impersonation: true })
    const answer = await project.client({ ...session, accessToken: body.access_token }).delete('/users/me')
    expect(answer.status).toBe(403)
  })

  test('reads what the user reads but changes neither profile nor credentials', async () => {
    const user = await project.signUp()
    const http = project.client(await impersonate(user))

    expect((await http.get('/users/me')).status).toBe(200)
    for (const answer of [
      await http.patch('/users/me', { display_name: 'Eve' }),
      await http.patch('/users/me', { selected_team_id: null, client_metadata: { eve: 1 } }),
      await http.patch('/users/me', { totp_secret_base64: null }),
      await http.post('/auth/password/update', {
        old_password: TEST_PASSWORD,
        new_password: 'another battery staple',
      }),
      await http.delete('/users/me'),
    ]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('impersonates the user') })
    }
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      display_name: null,
      client_metadata: null,
    })
  })

  test('may select a team', async () => {
    const http = project.client(await impersonate(await project.signUp()))

    expect((await http.patch('/users/me', { selected_team_id: null })).status).toBe(200)
    expect(await http.patch('/users/me', { selected_team_id: '00000000-0000-4000-8000-000000000000' })).toMatchObject({
      status: 404,
      body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' },
    })
  })

  test("can end itself, but none of the user's own sessions", async () => {
    const user = await project.signUp()
    const [own] = await listSessions(project.client(user), user)
    const session = await impersonate(user)
    const http = project.client(session)

    expect((await http.delete(`/auth/sessions/${own?.id}`)).status).toBe(403)
    const itself = String(decodeJwt(session.accessToken).refresh_token_id)
    expect(await http.delete(`/auth/sessions/${itself.toUpperCase()}`)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_DELETE_CURRENT_SESSION' },
    })
    expect((await http.delete('/auth/sessions/current')).status).toBe(200)
    expect((await http.get('/users/me')).status).toBe(401)
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('does not prevent a server that sends its token from changing the profile', async () => {
    const user = await project.signUp()
    const http = project.server(await impersonate(user))

    expect((await http.patch('/users/me', { display_name: 'Ada' })).status).toBe(200)
    expect((await http.patch('/users/me', { primary_email: 'eve@example.com' })).status).toBe(403)
  })

  test('cannot change the credentials of its user with the id of the user either', async () => {
    const [user, other] = [await project.signUp(), await project.signUp()]
    const http = project.server(await impersonate(user))

    for (const id of [user.id, user.id.toUpperCase()]) {
      for (const answer of [
        await http.patch(`/users/${id}`, { password: 'another battery staple' }),
        await http.patch(`/users/${id}`, { display_name: 'Eve', primary_email: 'eve@example.com' }),
        await http.delete(`/users/${id}`),
      ]) {
        expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('impersonates the user') })
      }
    }
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ display_name: null })
    expect((await http.patch(`/users/${user.id}`, { display_name: 'Ada' })).status).toBe(200)
    expect((await http.patch(`/users/${other.id}`, { password: 'another battery staple' })).status).toBe(200)
    expect((await http.delete(`/users/${other.id}`)).status).toBe(200)
    expect((await project.server().patch(`/users/${user.id}`, { password: 'another battery staple' })).status).toBe(200)
  })

  test('cannot change the credentials of its user after it has ended either', async () => {
    const user = await project.signUp()
    const session = await impersonate(user)
    const http = project.server(session)
    expect((await project.client(session).delete('/auth/sessions/current')).status).toBe(200)

    const change = await http.patch(`/users/${user.id}`, { password: 'another battery staple' })
    const created = await http.post('/auth/sessions', { user_id: user.id })

    for (const answer of [change, created]) {
      expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('impersonates the user') })
    }
    expect((await http.patch(`/users/${user.id}`, { display_name: 'Ada' })).status).toBe(200)
  })

  test('does not prevent a sign-in that sends its token', async () => {
    const user = await project.signUp()

    const answer = await project
      .client(await impersonate(user))
      .post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })

    expect(answer.status).toBe(200)
  })

  test('reads the project of a project owner but does not change it', async () => {
    const owner = decodeJwt(project.ownerAccessToken).sub
    const { body } = await portico
      .internal({ accessType: 'server' })
      .post<CreatedSession>('/auth/sessions', { user_id: owner, is_impersonation: true })
    const admin = project.admin().with({ key: '', adminAccessToken: body.access_token })

    expect((await admin.get('/internal/projects/current')).status).toBe(200)
    expect(await admin.patch('/internal/projects/current', { display_name: 'Eve' })).toMatchObject({
      status: 403,
      text: expect.stringContaining('impersonates a member of the staff'),
    })
  })

  test('cannot create a session for a user as a project owner', async () => {
    const owner = decodeJwt(project.ownerAccessToken).sub
    const { body } = await portico
      .internal({ accessType: 'server' })
      .post<CreatedSession>('/auth/sessions', { user_id: owner, is_impersonation: true })
    const user = await project.signUp()

    const answer = await project
      .server()
      .with({ key: '', adminAccessToken: body.access_token })
      .post('/auth/sessions', { user_id: user.id })

    expect(answer.status).toBe(403)
  })

  test('cannot create keys for the project as a project owner', async () => {
    const owner = decodeJwt(project.ownerAccessToken).sub
    const { body } = await portico
      .internal({ accessType: 'server' })
      .post<CreatedSession>('/auth/sessions', { user_id: owner, is_impersonation: true })

    const answer = await project
      .admin()
      .with({ key: '', adminAccessToken: body.access_token })
      .post('/internal/api-keys', {
        description: 'Key of an impersonation',
        expires_at_millis: portico.clock.now().getTime() + 60_000,
        has_publishable_client_key: false,
        has_secret_server_key: true,
        has_super_secret_admin_key: false,
      })

    expect(answer.status).toBe(403)
  })
})
