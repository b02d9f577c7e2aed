import {
  createTestPortico,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

const LIMIT = 3

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_SESSIONS_PER_USER: String(LIMIT) } })
  project = await portico.createProject()
})

afterAll(() => portico.close())

type Tokens = Pick<TestSession, 'accessToken' | 'refreshToken'>

async function signIn({ email, password }: TestUser): Promise<Tokens> {
  return tokensOf(await project.client().post('/auth/password/sign-in', { email, password }))
}

async function createSession(user: TestUser, isImpersonation: boolean): Promise<Tokens> {
  const body = { user_id: user.id, is_impersonation: isImpersonation }
  return tokensOf(await project.server().post('/auth/sessions', body))
}

function tokensOf({ status, body }: Answer): Tokens {
  expect(status).toBe(200)
  portico.clock.advance(1_000)
  return { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
}

async function refresh(tokens: Tokens): Promise<number> {
  const { status } = await project.client(tokens).post('/auth/sessions/current/refresh', {})
  portico.clock.advance(1_000)
  return status
}

async function countSessions(user: TestUser): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ count: number }>`
    select count(*) from sessions where project_id = ${project.id} and user_id = ${user.id}`)
  return rows[0]?.count ?? 0
}

describe('session limit', () => {
  test('ends the least recently used session', async () => {
    const user = await project.signUp()
    const second = await signIn(user)
    const third = await signIn(user)
    // Refresh the oldest session, so that the second one is the least recently used.
    expect(await refresh(user)).toBe(200)

    const fourth = await signIn(user)

    expect(await refresh(second)).toBe(401)
    for (const living of [user, third, fourth]) expect(await refresh(living)).toBe(200)
  })

  test('applies separately to browser, server and impersonation sessions', async () => {
    const user = await project.signUp()
    const made: Tokens[] = []
    for (const isImpersonation of [false, true]) {
      for (let count = 0; count < LIMIT; count += 1) made.push(await createSession(user, isImpersonation))
    }
    await signIn(user)
    const last = await signIn(user)
    await createSession(user, false)

    const [leastRecent, ...others] = made
    expect(await refresh(leastRecent ?? user)).toBe(401)
    for (const living of [...others, user, last]) expect(await refresh(living)).toBe(200)
  })

  test('removes expired sessions first', async () => {
    const user = await project.signUp()
    const body = { user_id: user.id, expires_in_millis: 60_000 }
    for (let count = 0; count < LIMIT - 1; count += 1) await createSession(user, false)
    await project.server().post('/auth/sessions', body)
    portico.clock.advance(120_000)

    const before = await countSessions(user)
    await createSession(user, false)

    expect(await countSessions(user)).toBe(before)
    const { body: list } = await project.server().get<{ items: unknown[] }>(`/auth/sessions?user_id=${user.id}`)
    expect(list.items).toHaveLength(LIMIT + 1)
  })

  test('writes an audit entry for each session it ends', async () => {
    const user = await project.signUp()
    const { body } = await project.client(user).get<{ items: { id: string }[] }>('/auth/sessions?user_id=me')
    portico.clock.advance(1_000)

    for (let count = 0; count < LIMIT; count += 1) await signIn(user)

    const { rows } = await portico.database.db.run(statement`
      select action, outcome, actor_type, reason from audit_events
      where project_id = ${project.id} and target_id = ${body.items[0]?.id}`)
    expect(rows).toEqual([
      { action: 'session.ended', outcome: 'ok', actor_type: 'system', reason: 'SESSION_LIMIT_REACHED' },
    ])
  })

  test('holds for 100 concurrent sign-ins, which all succeed', async () => {
    const user = await project.signUp()
    const { email, password } = user

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => project.client().post('/auth/password/sign-in', { email, password })),
    )

    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(await countSessions(user)).toBe(LIMIT)
  })
})
