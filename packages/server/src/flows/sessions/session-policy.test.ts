import { SESSION_DEFAULT_LIFETIME_MILLIS, SESSION_POLICY_MIN_MILLIS } from '@portico/contract'
import {
  createTestPortico,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Housekeeping } from '../../delivery/housekeeping.ts'
import { statement } from '../../kernel/statement.ts'
import { createLog } from '../../platform/log/log.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

describe('a call that adds a sign-in method', () => {
  test('is refused if the session ends by the policy before the write', async () => {
    const project = await projectWith({ session_idle_timeout_millis: 15 * MINUTE_MILLIS })
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { password: null })
    const signedIn = await project.server().post<Tokens>('/auth/sessions', { user_id: user.id })
    const http = project.client({ accessToken: signedIn.body.access_token, refreshToken: '' })
    const { db } = portico.database
    const original = { ...db }
    db.transaction = (work) => {
      portico.clock.advance(16 * MINUTE_MILLIS)
      return original.transaction(work)
    }

    try {
      const answer = await http.post('/auth/password/set', { password: 'a long passphrase' })

      expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
    } finally {
      Object.assign(db, original)
    }
    expect((await project.server().get(`/users/${user.id}`)).body).toMatchObject({ has_password: false })
  })
})

const MINUTE_MILLIS = 60_000
const HOUR_MILLIS = 60 * MINUTE_MILLIS
const DAY_MILLIS = 24 * HOUR_MILLIS

function sweep(): Promise<void> {
  const { clock, database } = portico
  const settings = { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 }
  return new Housekeeping({ clock, db: database.db, log: createLog('silent'), settings }).sweep()
}

interface Policy {
  readonly session_max_lifetime_millis?: unknown
  readonly session_idle_timeout_millis?: unknown
}

interface Tokens {
  access_token: string
  refresh_token: string
}

function projectWith(config: { [Name in keyof Policy]: number | null }): Promise<TestProject> {
  return portico.createProject({ config })
}

function setPolicy(project: TestProject, config: Policy): Promise<Answer> {
  // With an admin key, because the owner's session could end during a test.
  return project.admin().patch('/internal/projects/current', { config })
}

function read(project: TestProject, user: TestSession): Promise<Answer> {
  return project.client(user).get('/users/me')
}

function refresh(
  project: TestProject,
  user: Pick<TestSession, 'refreshToken'>,
  isRotated = false,
): Promise<Answer<Tokens>> {
  return project
    .client()
    .with({ refreshToken: user.refreshToken })
    .post('/auth/sessions/current/refresh', { rotate_refresh_token: isRotated })
}

async function countListed(project: TestProject, user: TestSession): Promise<number> {
  const { body } = await project.server().get<{ items: unknown[] }>(`/auth/sessions?user_id=${user.id}`)
  return body.items.length
}

async function expectEnded(project: TestProject, user: TestSession): Promise<void> {
  expect(await read(project, user)).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  for (const isRotated of [false, true]) {
    expect(await refresh(project, user, isRotated)).toMatchObject({
      status: 401,
      body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' },
    })
  }
  expect(await countListed(project, user)).toBe(0)
}

describe('project without a session policy', () => {
  test('reports null, and its sessions live 365 days without use', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()

    const { body } = await project.admin().get('/internal/projects/current')
    portico.clock.advance(364 * DAY_MILLIS)

    expect(body).toMatchObject({ config: { session_max_lifetime_millis: null, session_idle_timeout_millis: null } })
    expect((await refresh(project, user)).status).toBe(200)
    portico.clock.advance(2 * DAY_MILLIS)
    expect((await refresh(project, user)).status).toBe(401)
  })
})

describe.each(['session_max_lifetime_millis', 'session_idle_timeout_millis'])('%s', (name) => {
  test.each([0, SESSION_POLICY_MIN_MILLIS - 1, SESSION_DEFAULT_LIFETIME_MILLIS + 1])(
    'refuses %o with a sentence that states the bounds',
    async (value) => {
      const project = await portico.createProject()

      expect(await setPolicy(project, { [name]: value })).toMatchObject({
        status: 400,
        body: {
          code: 'SCHEMA_ERROR',
          error: expect.stringContaining('900000 (15 minutes) to 31536000000 (365 days)') as string,
        },
      })
    },
  )

  test.each([1_000_000.5, '1000000', true])('refuses %o', async (value) => {
    const project = await portico.createProject()

    expect(await setPolicy(project, { [name]: value })).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('accepts the bounds and null', async () => {
    const project = await portico.createProject()
    for (const value of [SESSION_POLICY_MIN_MILLIS, SESSION_DEFAULT_LIFETIME_MILLIS, null]) {
      expect(await setPolicy(project, { [name]: value })).toMatchObject({
        status: 200,
        body: { config: { [name]: value } },
      })
    }
  })
})

describe('maximum lifetime', () => {
  test.each([false, true])('ends a session although it is refreshed (rotated: %s)', async (isRotated) => {
    const project = await projectWith({ session_max_lifetime_millis: HOUR_MILLIS })
    let user: TestSession = await project.signUp()
    for (let step = 0; step < 6; step += 1) {
      const { status, body } = await refresh(project, user, isRotated)
      expect(status).toBe(200)
      user = { ...user, accessToken: body.access_token, refreshToken: body.refresh_token ?? user.refreshToken }
      portico.clock.advance(9 * MINUTE_MILLIS)
    }
    expect((await read(project, user)).status).toBe(200)

    portico.clock.advance(6 * MINUTE_MILLIS)

    await expectEnded(project, user)
  })

  test('applies to existing sessions at once', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    portico.clock.advance(HOUR_MILLIS)
    const { body } = await refresh(project, user)
    const session = { ...user, accessToken: body.access_token }
    expect((await read(project, session)).status).toBe(200)

    expect((await setPolicy(project, { session_max_lifetime_millis: 30 * MINUTE_MILLIS })).status).toBe(200)

    await expectEnded(project, session)
  })

  test('bounds the access tokens of sessions from before', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    const { iat: createdAt = 0 } = decodeJwt(user.accessToken)
    portico.clock.advance(25 * MINUTE_MILLIS)
    await setPolicy(project, { session_max_lifetime_millis: 30 * MINUTE_MILLIS })

    const { body } = await refresh(project, user)

    expect(decodeJwt(body.access_token).exp).toBeLessThanOrEqual(createdAt + 30 * 60)
  })

  test('counts from the first session of a chain of logins from terminals', async () => {
    const project = await projectWith({ session_max_lifetime_millis: 10 * DAY_MILLIS })
    const user = await project.signUp()
    let { refreshToken } = user
    for (let login = 0; login < 3; login += 1) {
      portico.clock.advance(3 * DAY_MILLIS)
      const { body: started } = await project
        .client()
        .post<{ polling_code: string; login_code: string }>('/auth/cli', {})
      const { login_code, polling_code } = started
      const confirmed = await project.client().post('/auth/cli/complete', { login_code, refresh_token: refreshToken })
      expect(confirmed.status).toBe(200)
      const { body } = await project.client().post<{ refresh_token: string }>('/auth/cli/poll', { polling_code })
      refreshToken = body.refresh_token
    }

    expect((await refresh(project, { refreshToken })).status).toBe(200)
    portico.clock.advance(DAY_MILLIS)
    expect((await refresh(project, { refreshToken })).status).toBe(401)
  })

  test.each([{}, { is_impersonation: true }])('bounds the lifetime that a server chooses (%o)', async (kind) => {
    const project = await projectWith({ session_max_lifetime_millis: HOUR_MILLIS })
    const { id } = await project.signUp()
    const lifetime = { expires_in_millis: 30 * DAY_MILLIS }
    const { body } = await project.server().post<Tokens>('/auth/sessions', { user_id: id, ...lifetime, ...kind })
    const made = { id, accessToken: body.access_token, refreshToken: body.refresh_token }

    const { rows } = await portico.database.db.run(statement<{ millis: number }>`
      select max(extract(epoch from expires_at - created_at) * 1000)::int8 as millis from sessions
      where project_id = ${project.id} and user_id = ${id}`)
    expect(rows).toEqual([{ millis: HOUR_MILLIS }])
    portico.clock.advance(HOUR_MILLIS)

    await expectEnded(project, made)
  })
})

describe('idle timeout', () => {
  test.each([false, true])('counts from the last refresh (rotated: %s)', async (isRotated) => {
    const project = await projectWith({ session_idle_timeout_millis: HOUR_MILLIS })
    let user: TestSession = await project.signUp()
    for (let step = 0; step < 3; step += 1) {
      portico.clock.advance(50 * MINUTE_MILLIS)
      const { status, body } = await refresh(project, user, isRotated)
      expect(status).toBe(200)
      user = { ...user, accessToken: body.access_token, refreshToken: body.refresh_token ?? user.refreshToken }
    }
    expect(await countListed(project, user)).toBe(1)

    portico.clock.advance(61 * MINUTE_MILLIS)

    await expectEnded(project, user)
  })

  test('applies to existing sessions at once', async () => {
    const project = await portico.createProject()
    const user = await project.signUp()
    portico.clock.advance(20 * MINUTE_MILLIS)

    await setPolicy(project, { session_idle_timeout_millis: SESSION_POLICY_MIN_MILLIS })

    await expectEnded(project, user)
  })

  test('does not end the session of a user whose access token is in use', async () => {
    const project = await projectWith({ session_idle_timeout_millis: SESSION_POLICY_MIN_MILLIS })
    const user = await project.signUp()

    portico.clock.advance(10 * MINUTE_MILLIS - 1_000)

    expect((await read(project, user)).status).toBe(200)
    expect((await refresh(project, user)).status).toBe(200)
  })

  test('lets the replaced token of an ended session count as unknown, not as a copy', async () => {
    const project = await projectWith({ session_idle_timeout_millis: HOUR_MILLIS })
    const user = await project.signUp()
    await refresh(project, user, true)
    portico.clock.advance(2 * HOUR_MILLIS)

    expect((await refresh(project, user, true)).status).toBe(401)

    const { rows } = await portico.database.db.run(statement`
      select 1 from audit_events where project_id = ${project.id} and action = 'session.reuse_detected'`)
    expect(rows).toEqual([])
  })

  test('prevents an ended session from confirming a CLI login', async () => {
    const project = await projectWith({ session_idle_timeout_millis: HOUR_MILLIS })
    const user = await project.signUp()
    portico.clock.advance(HOUR_MILLIS)
    const { body } = await project.client().post<{ login_code: string }>('/auth/cli', {})

    const answer = await project
      .client()
      .post('/auth/cli/complete', { login_code: body.login_code, refresh_token: user.refreshToken })

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('has ended') as string })
  })

  test('refuses a confirmed CLI login once the session that confirmed it has ended', async () => {
    const project = await projectWith({ session_idle_timeout_millis: 20 * MINUTE_MILLIS })
    const user = await project.signUp()
    const { body } = await project.client().post<{ polling_code: string; login_code: string }>('/auth/cli', {})
    await project.client().post('/auth/cli/complete', { login_code: body.login_code, refresh_token: user.refreshToken })
    portico.clock.advance(20 * MINUTE_MILLIS)

    const polled = await project.client().post('/auth/cli/poll', { polling_code: body.polling_code })

    expect(polled).toMatchObject({ status: 200, body: { status: 'refused' } })
  })
})

describe('a session that a policy has ended', () => {
  test.each(['session_max_lifetime_millis', 'session_idle_timeout_millis'] as const)(
    'stays ended after a change of %s, and others stay active',
    async (name) => {
      const project = await portico.createProject()
      const old = await project.signUp()
      portico.clock.advance(2 * HOUR_MILLIS)
      const young = await project.signUp()

      await setPolicy(project, { [name]: HOUR_MILLIS })
      await setPolicy(project, { [name]: 24 * HOUR_MILLIS })
      await expectEnded(project, old)
      expect((await refresh(project, young)).status).toBe(200)

      await setPolicy(project, { [name]: null })
      await expectEnded(project, old)
      expect((await refresh(project, young)).status).toBe(200)
    },
  )

  test.each(['session_max_lifetime_millis', 'session_idle_timeout_millis'] as const)(
    'stays ended if it ended between two changes of %s',
    async (name) => {
      const project = await projectWith({ [name]: HOUR_MILLIS })
      const user = await project.signUp()
      portico.clock.advance(2 * HOUR_MILLIS)
      const young = await project.signUp()

      const document = { format: 'portico-project', format_version: 1, config: { [name]: null } }
      const imported = await project.admin().post('/internal/projects/current/configuration/import', { document })

      expect(imported.status).toBe(200)
      await expectEnded(project, user)
      expect((await refresh(project, young)).status).toBe(200)
    },
  )

  test('is deleted by housekeeping after the policy was lifted', async () => {
    const project = await projectWith({ session_idle_timeout_millis: HOUR_MILLIS })
    const user = await project.signUp()
    portico.clock.advance(2 * HOUR_MILLIS)
    await setPolicy(project, { session_idle_timeout_millis: null })
    portico.clock.advance(DAY_MILLIS)
    const young = await project.signUp()

    await sweep()

    const { rows } = await portico.database.db.run(statement<{ userId: string }>`
      select user_id as "userId" from sessions where project_id = ${project.id}`)
    expect(rows).toEqual([{ userId: young.id }])
    expect(user.id).not.toBe(young.id)
  })
})

test('the policy of the project "internal" ends admin access tokens', async () => {
  const project = await portico.createProject()
  const owner = project.admin().with({ key: '', adminAccessToken: project.ownerAccessToken })
  const internal = portico.internal({ accessType: 'admin' })
  const policy = (millis: number | null): Promise<Answer> =>
    internal.patch('/internal/projects/current', { config: { session_max_lifetime_millis: millis } })
  await portico.database.db.run(statement`
    update sessions set created_at = created_at - interval '1 hour'
    where project_id = 'internal' and id = ${String(decodeJwt(project.ownerAccessToken).refresh_token_id)}`)
  expect((await owner.get('/internal/projects/current')).status).toBe(200)

  await policy(30 * MINUTE_MILLIS)

  expect(await owner.get('/internal/projects/current')).toMatchObject({
    status: 401,
    body: { code: 'ADMIN_ACCESS_TOKEN_EXPIRED' },
  })
  await policy(null)
})

test('housekeeping deletes the sessions that a policy has ended a day ago, and no others', async () => {
  const [project, other] = [
    await projectWith({ session_idle_timeout_millis: HOUR_MILLIS }),
    await portico.createProject(),
  ]
  const [idle, active]: TestUser[] = [await project.signUp(), await project.signUp()]
  await other.signUp()
  const owners = async ({ id }: TestProject): Promise<string[]> => {
    const { rows } = await portico.database.db.run(statement<{ id: string }>`
      select user_id as id from sessions where project_id = ${id}`)
    return rows.map((row) => row.id).toSorted()
  }

  portico.clock.advance(2 * HOUR_MILLIS)
  await sweep()
  expect(await owners(project)).toEqual([String(idle?.id), String(active?.id)].toSorted())

  await portico.database.db.run(statement`
    update sessions set last_used_at = ${new Date(portico.clock.now().getTime() + DAY_MILLIS)}
    where project_id = ${project.id} and user_id = ${active?.id}`)
  portico.clock.advance(DAY_MILLIS)
  await sweep()

  expect(await owners(project)).toEqual([active?.id])
  expect(await owners(other)).toHaveLength(1)
})
