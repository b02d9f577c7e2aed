import { createTestPortico, TEST_PASSWORD, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1' } })
  project = await portico.createProject()
})

afterAll(() => portico.close())

interface Session {
  id: string
  is_current_session: boolean
  created_at: number
  last_used_at: number
  last_used_at_end_user_ip_info?: unknown
  user_agent?: string
}

async function signInAgain(user: TestUser, headers: Record<string, string> = {}): Promise<TestUser> {
  const answer = await project
    .client()
    .post<{ access_token: string; refresh_token: string }>(
      '/auth/password/sign-in',
      { email: user.email, password: TEST_PASSWORD },
      { headers },
    )
  return { ...user, accessToken: answer.body.access_token, refreshToken: answer.body.refresh_token }
}

async function sessionsOf(user: TestUser): Promise<Session[]> {
  return (await project.client(user).get<{ items: Session[] }>('/auth/sessions?user_id=me')).body.items
}

describe('sign-in', () => {
  test('updates the last activity of the user', async () => {
    const user = await project.signUp()
    portico.clock.advance(3_600_000)
    const now = portico.clock.now().getTime()

    const again = await signInAgain(user)

    const me = await project.server(again).get<{ last_active_at_millis: number }>('/users/me')
    expect(me.body.last_active_at_millis).toBeGreaterThanOrEqual(now)
  })

  test('succeeds on eight devices concurrently after an hour without activity', async () => {
    const user = await project.signUp()
    portico.clock.advance(3_600_000)

    await Promise.all(Array.from({ length: 8 }, () => signInAgain(user)))

    expect(await sessionsOf(await signInAgain(user))).toHaveLength(10)
  })
})

describe('session list', () => {
  test('starts with the newest session and marks the current one', async () => {
    const first = await project.signUp()
    portico.clock.advance(1_000)
    const second = await signInAgain(first)
    portico.clock.advance(1_000)
    await signInAgain(first)

    const sessions = await sessionsOf(second)

    expect(sessions.map((session) => session.is_current_session)).toEqual([false, true, false])
    expect(sessions.map((session) => session.created_at)).toEqual(
      sessions.map((session) => session.created_at).toSorted((a, b) => b - a),
    )
  })

  test('takes address and location from the headers of a trusted proxy', async () => {
    const user = await project.signUp()
    const browser = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150',
      'x-forwarded-for': '198.51.100.7, 203.0.113.9',
      'cf-ipcountry': 'CH',
      'x-vercel-ip-latitude': '46.9',
    }

    const [session] = await sessionsOf(await signInAgain(user, browser))

    expect(session?.last_used_at_end_user_ip_info).toEqual({ ip: '203.0.113.9', countryCode: 'CH', latitude: 46.9 })
    expect(session?.user_agent).toBe(browser['user-agent'])
  })

  test('is refused to another user and without a session', async () => {
    const user = await project.signUp()
    const other = await project.signUp()

    expect((await project.client(user).get(`/auth/sessions?user_id=${other.id}`)).status).toBe(403)
    expect(await project.client().get(`/auth/sessions?user_id=${other.id}`)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
    expect((await project.server().get(`/auth/sessions?user_id=${other.id}`)).status).toBe(200)
  })
})

describe('ending a session', () => {
  test('takes effect immediately', async () => {
    const user = await project.signUp()
    const other = await signInAgain(user)
    const target = (await sessionsOf(user)).find((session) => !session.is_current_session)

    const answer = await project.client(user).delete(`/auth/sessions/${target?.id}?user_id=me`)

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect((await project.client(other).get('/users/me')).status).toBe(401)
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('refuses the current session with CANNOT_DELETE_CURRENT_SESSION', async () => {
    const user = await project.signUp()
    const [own] = await sessionsOf(user)

    expect(await project.client(user).delete(`/auth/sessions/${own?.id}?user_id=me`)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_DELETE_CURRENT_SESSION' },
    })
  })

  test('answers the session of another user with 404', async () => {
    const user = await project.signUp()
    const victim = await project.signUp()
    const [target] = await sessionsOf(victim)

    expect((await project.client(user).delete(`/auth/sessions/${target?.id}?user_id=me`)).status).toBe(404)
    expect((await project.client(victim).get('/users/me')).status).toBe(200)
  })

  test('answers a session of another project with 404', async () => {
    const other = await portico.createProject()
    const user = await project.signUp()
    const [target] = await sessionsOf(user)

    expect((await other.server().delete(`/auth/sessions/${target?.id}`)).status).toBe(404)
  })
})

describe('sign-out', () => {
  test('answers a second sign-out with REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', async () => {
    const user = await project.signUp()

    const first = await project.client(user).delete('/auth/sessions/current')
    const second = await project.client(user).delete('/auth/sessions/current')

    expect(first).toMatchObject({ status: 200, body: { success: true } })
    expect(second).toMatchObject({ status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } })
  })

  test('answers a missing access token with ACCESS_TOKEN_EXPIRED', async () => {
    expect(await project.client().delete('/auth/sessions/current')).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED', details: { expired_at_millis: expect.any(Number) } },
    })
  })

  test('writes an audit entry that cannot be changed', async () => {
    const user = await project.signUp()
    await project.client(user).delete('/auth/sessions/current')
    const { db } = portico.projectDatabase

    const { rows } = await db.run(statement<{ action: string }>`
      select action from audit_events where project_id = ${project.id} and actor_id = ${user.id} order by at`)

    expect(rows.map(({ action }) => action)).toEqual(['user.created', 'session.ended'])
    await expect(db.run(statement`delete from audit_events where project_id = ${project.id}`)).rejects.toThrow(
      'append-only',
    )
    await expect(
      db.run(statement`update audit_events set action = 'x' where project_id = ${project.id}`),
    ).rejects.toThrow('append-only')
  })
})
