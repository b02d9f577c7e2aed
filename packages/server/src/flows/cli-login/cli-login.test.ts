import { CLI_LOGIN_DEFAULT_MILLIS, CLI_LOGIN_MAX_MILLIS } from '@portico/contract'
import {
  createTestPortico,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { client_user_deletion_enabled: true } })
})

afterAll(() => portico.close())

interface Started {
  polling_code: string
  login_code: string
  expires_at: string
}

interface Polled {
  status: string
  refresh_token?: string
}

const program = { 'user-agent': 'portico-cli/1.0' }

async function start(body?: Record<string, unknown>, on = project): Promise<Started> {
  return (await on.client().post<Started>('/auth/cli', body, { headers: program })).body
}

function poll({ polling_code }: Started, on = project): Promise<Answer<Polled>> {
  return on.client().post('/auth/cli/poll', { polling_code }, { headers: program })
}

function complete({ login_code }: Started, body: Record<string, unknown>, on = project): Promise<Answer> {
  return on.client().post('/auth/cli/complete', { login_code, ...body })
}

function confirm(started: Started, user: Pick<TestUser, 'refreshToken'>): Promise<Answer> {
  return complete(started, { refresh_token: user.refreshToken })
}

async function sessionCount(user: TestUser): Promise<number> {
  const { body } = await project.admin().get<{ items: unknown[] }>(`/auth/sessions?user_id=${user.id}`)
  return body.items.length
}

describe('CLI login', () => {
  test('gives one poll its own session for the user who confirmed', async () => {
    const user = await project.signUp()
    const started = await start()
    expect(await poll(started)).toMatchObject({ status: 200, body: { status: 'waiting' } })

    expect(await confirm(started, user)).toMatchObject({ status: 200, body: { success: true } })
    const success = await poll(started)
    const later = await poll(started)

    expect(success).toMatchObject({ status: 201, body: { status: 'success' } })
    expect(later).toMatchObject({ status: 200, body: { status: 'used' } })
    expect(later.body).not.toHaveProperty('refresh_token')
    const refreshToken = success.body.refresh_token ?? ''
    expect(refreshToken).not.toBe(user.refreshToken)
    const refreshed = await project
      .client()
      .with({ refreshToken })
      .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    const terminal = project.client({ accessToken: refreshed.body.access_token, refreshToken })
    expect((await terminal.get('/users/me')).body).toMatchObject({ id: user.id })
    const { body: list } = await terminal.get<{ items: { user_agent?: string; is_current_session: boolean }[] }>(
      '/auth/sessions?user_id=me',
    )
    expect(list.items.find((session) => session.is_current_session)?.user_agent).toBe('portico-cli/1.0')

    expect((await terminal.delete('/auth/sessions/current')).status).toBe(200)
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('returns the address, program and time of the requester to the page', async () => {
    const started = await start()

    const answer = await complete(started, { mode: 'check' })

    expect(answer.body).toEqual({
      cli_session_state: 'none',
      requester: {
        ip: '127.0.0.1',
        user_agent: 'portico-cli/1.0',
        requested_at_millis: Date.parse(started.expires_at) - CLI_LOGIN_DEFAULT_MILLIS,
        expires_at_millis: Date.parse(started.expires_at),
      },
    })
  })

  test.each([
    { name: 'no lifetime', body: undefined, millis: CLI_LOGIN_DEFAULT_MILLIS },
    { name: 'a shorter lifetime', body: { expires_in_millis: 60_000 }, millis: 60_000 },
    { name: 'a day', body: { expires_in_millis: CLI_LOGIN_MAX_MILLIS }, millis: CLI_LOGIN_DEFAULT_MILLIS },
  ])('limits the lifetime to the setting of the service when the terminal requests $name', async ({ body, millis }) => {
    const before = portico.clock.now().getTime()
    const started = await start(body)

    const granted = Date.parse(started.expires_at) - millis
    expect(granted).toBeGreaterThanOrEqual(before)
    expect(granted).toBeLessThanOrEqual(portico.clock.now().getTime())
  })

  test('refuses a lifetime of more than a day with SCHEMA_ERROR', async () => {
    const answer = await project.client().post('/auth/cli', { expires_in_millis: CLI_LOGIN_MAX_MILLIS + 1 })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('requires no second factor from the terminal', async () => {
    const user = await project.signUp()
    await portico.database.db.run(statement`
      update users set totp_secret_sealed = 'x' where project_id = ${project.id} and id = ${user.id}`)
    const started = await start()
    await confirm(started, user)

    expect((await poll(started)).status).toBe(201)
  })

  test('keeps the authentication time of the confirming session', async () => {
    const user = await project.signUp()
    portico.clock.advance(16 * 60_000)
    const started = await start()
    await confirm(started, user)
    const { body } = await poll(started)
    const terminal = project.client().with({ refreshToken: body.refresh_token ?? '' })
    const { body: refreshed } = await terminal.post<{ access_token: string }>('/auth/sessions/current/refresh', {})

    const answer = await terminal.with({ accessToken: refreshed.access_token }).delete('/users/me')

    expect(answer).toMatchObject({ status: 403, body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
  })

  test('writes audit entries for confirmation, refusal and sign-in', async () => {
    const user = await project.signUp()
    const [confirmed, refused] = [await start(), await start()]
    await confirm(confirmed, user)
    await poll(confirmed)
    await complete(refused, { mode: 'refuse', refresh_token: user.refreshToken })

    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select action from audit_events where project_id = ${project.id} and actor_id = ${user.id} order by action`)
    expect(rows.map(({ action }) => action)).toEqual([
      'cli_login.confirmed',
      'cli_login.refused',
      'user.created',
      'user.signed_in',
    ])
  })
})

describe('refused CLI login', () => {
  test('stays refused after a later confirmation', async () => {
    const user = await project.signUp()
    const started = await start()

    expect((await complete(started, { mode: 'refuse' })).status).toBe(200)

    expect((await poll(started)).body).toEqual({ status: 'refused' })
    expect(await confirm(started, user)).toMatchObject({ status: 400, text: expect.stringContaining('already') })
    expect((await poll(started)).body).toEqual({ status: 'refused' })
  })

  test('is expired for every call after its lifetime', async () => {
    const user = await project.signUp()
    const [open, confirmed] = [await start({ expires_in_millis: 1_000 }), await start({ expires_in_millis: 1_000 })]
    await confirm(confirmed, user)
    portico.clock.advance(1_000)

    expect((await poll(open)).body).toEqual({ status: 'expired' })
    expect((await poll(confirmed)).body).toEqual({ status: 'expired' })
    for (const mode of ['check', 'complete', 'refuse']) {
      const answer = await complete(open, { mode, refresh_token: user.refreshToken })
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('expired') })
    }
  })

  test('answers unknown codes with INVALID_POLLING_CODE and a plain 400', async () => {
    const user = await project.signUp()
    const unknown = { polling_code: 'x'.repeat(45), login_code: 'x'.repeat(45), expires_at: '' }

    expect(await poll(unknown)).toMatchObject({ status: 400, body: { code: 'INVALID_POLLING_CODE' } })
    expect(await confirm(unknown, user)).toMatchObject({ status: 400, text: expect.stringContaining('not found') })
  })

  test('accepts neither the polling code for confirming nor the login code for polling', async () => {
    const user = await project.signUp()
    const started = await start()
    const swapped = { ...started, polling_code: started.login_code, login_code: started.polling_code }

    expect((await poll(swapped)).status).toBe(400)
    expect((await confirm(swapped, user)).status).toBe(400)
    expect((await poll(started)).body).toEqual({ status: 'waiting' })
  })

  test('does not exist in another project', async () => {
    const other = await portico.createProject()
    const otherUser = await other.signUp()
    const started = await start()

    expect((await poll(started, other)).status).toBe(400)
    expect((await complete(started, { refresh_token: otherUser.refreshToken }, other)).status).toBe(400)
    expect((await confirm(started, otherUser)).status).toBe(400)
    expect((await poll(started)).body).toEqual({ status: 'waiting' })
  })

  test('stays open when the confirming session is missing, invented or ended', async () => {
    const user = await project.signUp()
    await project.client(user).delete('/auth/sessions/current')
    const started = await start()

    for (const refreshToken of [undefined, '', 'x', 'x'.repeat(78), user.refreshToken]) {
      const answer = await complete(started, refreshToken === undefined ? {} : { refresh_token: refreshToken })
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Sign in again') })
    }
    expect((await poll(started)).body).toEqual({ status: 'waiting' })
  })

  test('accepts a rotated refresh token within the grace period and does not use up its successor', async () => {
    const user = await project.signUp()
    const rotate = (refreshToken: string): Promise<Answer<{ refresh_token: string }>> =>
      project.client().with({ refreshToken }).post('/auth/sessions/current/refresh', { rotate_refresh_token: true })
    const { body } = await rotate(user.refreshToken)

    expect((await confirm(await start(), { refreshToken: body.refresh_token })).status).toBe(200)
    expect((await confirm(await start(), user)).status).toBe(200)
    portico.clock.advance(30_001)
    expect((await confirm(await start(), user)).status).toBe(400)
    expect((await rotate(body.refresh_token)).status).toBe(200)
  })

  test('refuses an anonymous user with a plain 400', async () => {
    const user = await project.signUp()
    await portico.database.db.run(statement`
      update users set is_anonymous = true where project_id = ${project.id} and id = ${user.id}`)

    const answer = await confirm(await start(), user)

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('anonymous') })
  })

  test('refuses an impersonation with 403, because the new session would not be marked', async () => {
    const user = await project.signUp()
    const { body } = await project
      .server()
      .post<{ refresh_token: string }>('/auth/sessions', { user_id: user.id, is_impersonation: true })

    const answer = await confirm(await start(), { refreshToken: body.refresh_token })

    expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('impersonates') })
  })

  test('refuses the mode that claims an anonymous session', async () => {
    expect((await complete(await start(), { mode: 'claim-anon-session' })).status).toBe(400)
  })

  test.each([
    { because: 'signed out', end: (user: TestUser) => project.client(user).delete('/auth/sessions/current') },
    { because: 'deleted', end: (user: TestUser) => project.client(user).delete('/users/me') },
    {
      because: 'given a new password',
      end: (user: TestUser) => project.server(user).patch('/users/me', { password: 'another battery staple' }),
    },
  ])('creates no session if the user who confirmed is then $because', async ({ end }) => {
    const user = await project.signUp()
    const started = await start()
    await confirm(started, user)

    expect((await end(user)).status).toBe(200)

    expect((await poll(started)).body).toEqual({ status: 'refused' })
  })
})

test('a CLI login depends on the session that confirmed it, not on the methods that the project offers', async () => {
  const own = await portico.createProject()
  const user = await own.signUp()
  const started = await start(undefined, own)
  await complete(started, { refresh_token: user.refreshToken }, own)

  await own.admin().patch('/internal/projects/current', { config: { credential_enabled: false } })

  expect((await poll(started, own)).body).toMatchObject({ status: 'success' })
})

describe('concurrent calls of a CLI login', () => {
  test('give one of many polls a session', async () => {
    const user = await project.signUp()
    const started = await start()
    await confirm(started, user)

    const polls = await Promise.all(Array.from({ length: 6 }, () => poll(started)))

    expect(polls.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(polls.filter(({ body }) => body.status === 'used')).toHaveLength(5)
    expect(await sessionCount(user)).toBe(2)
  })

  test('apply only the first of a confirmation and a refusal', async () => {
    const user = await project.signUp()
    const started = await start()

    const [confirmed, refused] = await Promise.all([confirm(started, user), complete(started, { mode: 'refuse' })])

    expect([confirmed.status, refused.status].toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await poll(started)).body.status).toBe(confirmed.status === 200 ? 'success' : 'refused')
  })

  test('create the session for the user whose confirmation succeeded', async () => {
    const users = [await project.signUp(), await project.signUp()]
    const started = await start()

    const answers = await Promise.all(users.map((user) => confirm(started, user)))
    await poll(started)

    const counts = await Promise.all(users.map((user) => sessionCount(user)))
    expect(counts).toEqual(answers.map(({ status }) => (status === 200 ? 2 : 1)))
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2])
  })

  test('leave no session when the password changes during a poll', async () => {
    const user = await project.signUp()
    const started = await start()
    await confirm(started, user)

    await Promise.all([
      project
        .client()
        .with({ accessToken: user.accessToken })
        .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'another battery staple' }),
      poll(started),
    ])

    expect(await sessionCount(user)).toBe(0)
  })
})

describe('polling rate limit', () => {
  test('allows one poll per second and answers faster polling with 429 and Retry-After', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const on = await limited.createProject()
    const patient = await start({}, on)
    for (let second = 0; second < 60; second += 1) {
      expect((await poll(patient, on)).body).toEqual({ status: 'waiting' })
      limited.clock.advance(1_000)
    }

    const hasty = await start({}, on)
    const answers: Answer<Polled>[] = []
    for (let call = 0; call < 20; call += 1) answers.push(await poll(hasty, on))

    const refused = answers.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await poll(patient, on)).status).toBe(200)
  })
})
