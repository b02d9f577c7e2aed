import type { SignedIn } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '../delivery/subscribers/audit.ts'
import { emittingDatabase } from '../platform/db/emitting-database.ts'
import { Housekeeping } from '../delivery/housekeeping.ts'
import { createLog } from '../platform/log/log.ts'
import { statement } from '../kernel/statement.ts'

const DAY_MILLIS = 24 * 60 * 60_000
const LIFETIME_DAYS = 30
const USER_COUNT = 20

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await projectWithLifetime(LIFETIME_DAYS)
})

afterAll(() => portico.close())

function projectWithLifetime(days: number | null): Promise<TestProject> {
  return portico.createProject({ config: { anonymous_enabled: true, anonymous_user_lifetime_days: days } })
}

async function sweep(): Promise<void> {
  const { clock, database } = portico
  await new Housekeeping({
    clock,
    db: emittingDatabase(database.db, [audit]),
    log: createLog('silent'),
    settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
  }).sweep()
}

function pass(days: number): void {
  portico.clock.advance(days * DAY_MILLIS)
}

async function exists({ id }: Pick<TestSession, 'id'>, of = project): Promise<boolean> {
  const { rows } = await portico.database.db.run(
    statement`select id from users where project_id = ${of.id} and id = ${id}`,
  )
  return rows.length > 0
}

async function refresh({ refreshToken }: TestSession): Promise<number> {
  return (await project.client().with({ refreshToken }).post('/auth/sessions/current/refresh', {})).status
}

/** Creates a user who was last active long ago but holds a valid access token. */
async function createIdleUser(): Promise<TestSession> {
  const user = await project.signUpAnonymously()
  const { db } = portico.database
  const longAgo = new Date(0)
  await db.run(statement`
    update users set signed_up_at = ${longAgo}, last_active_at = ${longAgo}
    where project_id = ${project.id} and id = ${user.id}`)
  await db.run(statement`
    update sessions set last_used_at = ${longAgo} where project_id = ${project.id} and user_id = ${user.id}`)
  return user
}

describe('idle anonymous user', () => {
  test('is removed after the configured number of days without sign-in or refresh, and not before', async () => {
    const [idle, returning] = [await project.signUpAnonymously(), await project.signUpAnonymously()]
    pass(LIFETIME_DAYS - 1)
    await sweep()
    expect([await exists(idle), await exists(returning)]).toEqual([true, true])
    expect(await refresh(returning)).toBe(200)

    pass(2)
    await sweep()

    expect([await exists(idle), await exists(returning)]).toEqual([false, true])
    expect(await refresh(idle)).toBe(401)
    pass(LIFETIME_DAYS)
    await sweep()
    expect(await exists(returning)).toBe(false)
  })

  test('leaves an audit entry', async () => {
    const { id } = await project.signUpAnonymously()

    pass(LIFETIME_DAYS + 1)
    await sweep()

    const { rows } = await portico.database.db.run(statement`
      select action, outcome, actor_id, reason from audit_events
      where project_id = ${project.id} and target_id = ${id} and actor_type = 'system'`)
    expect(rows).toEqual([{ action: 'user.deleted', outcome: 'ok', actor_id: null, reason: 'ANONYMOUS_USER_IDLE' }])
  })

  test('stays if the project sets no lifetime; full users always stay', async () => {
    const unlimited = await projectWithLifetime(null)
    const other = await unlimited.signUpAnonymously()
    const full = await project.signUp()
    const upgraded = await project.signUpAnonymously()
    await project.client(upgraded).post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })

    pass(10 * LIFETIME_DAYS)
    await sweep()

    expect(await exists(other, unlimited)).toBe(true)
    expect([await exists(full), await exists(upgraded)]).toEqual([true, true])
  })

  test('is removed by an hourly job', async () => {
    const { clock, database } = portico
    const housekeeping = new Housekeeping({
      clock,
      db: emittingDatabase(database.db, [audit]),
      log: createLog('silent'),
      settings: { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 },
    })
    await housekeeping.sweep()
    const user = await createIdleUser()

    clock.advance(59 * 60_000)
    await housekeeping.sweep()
    expect(await exists(user)).toBe(true)
    clock.advance(60_000)
    await housekeeping.sweep()

    expect(await exists(user)).toBe(false)
  })

  test('stays if and only if a concurrent refresh succeeds', async () => {
    const users = await Promise.all(Array.from({ length: USER_COUNT }, createIdleUser))

    const [statuses] = await Promise.all([Promise.all(users.map(refresh)), sweep()])

    for (const [index, user] of users.entries()) expect(await exists(user)).toBe(statuses[index] === 200)
  })

  test('becomes a full user or gets a new one when the sign-up coincides with the removal', async () => {
    const users = await Promise.all(Array.from({ length: USER_COUNT }, createIdleUser))

    const [answers] = await Promise.all([
      Promise.all(
        users.map((user) =>
          project
            .client(user)
            .post<SignedIn>('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD }),
        ),
      ),
      sweep(),
    ])

    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(await exists({ id: body.user_id })).toBe(true)
    }
  })
})

describe('anonymous_user_lifetime_days', () => {
  test.each([0, -1, 1.5, 3_651, '30', true])('refuses %j', async (days) => {
    const body = { config: { anonymous_user_lifetime_days: days } }

    expect((await project.admin().patch('/internal/projects/current', body)).status).toBe(400)
  })

  test('is 90 for a new project and accepts a number of days or null', async () => {
    const fresh = await portico.createProject()
    const admin = fresh.admin()
    const read = async (): Promise<unknown> =>
      (await admin.get<{ config: Record<string, unknown> }>('/internal/projects/current')).body.config[
        'anonymous_user_lifetime_days'
      ]
    expect(await read()).toBe(90)

    for (const days of [1, 3_650, null]) {
      await admin.patch('/internal/projects/current', { config: { anonymous_user_lifetime_days: days } })
      expect(await read()).toBe(days)
    }
  })
})
