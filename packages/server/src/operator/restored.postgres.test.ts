import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { entriesOf } from '../../test/audit-entries.ts'
import { runOperator } from '../../test/operator.ts'
import { statement } from '../kernel/statement.ts'

// The command opens the database of the service by its URL.

let portico: TestPortico
let project: TestProject
let databaseUrl: string

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  databaseUrl = Object.assign(new URL(process.env.PORTICO_TEST_DATABASE_URL ?? ''), {
    pathname: `/${rows[0]?.name}`,
  }).toString()
})

afterAll(() => portico.close())

type Holder = Pick<TestUser, 'refreshToken'>

async function renew({ refreshToken }: Holder): Promise<{ status: number; code: unknown } & Holder> {
  const { body, status } = await project
    .client()
    .with({ refreshToken })
    .post<{ code?: string; refresh_token?: string }>('/auth/sessions/current/refresh', { rotate_refresh_token: true })
  portico.clock.advance(60_000)
  return { status, code: body.code, refreshToken: body.refresh_token ?? '' }
}

/**
 * Refreshes the session, restores its earlier state, and runs the command. Returns the tokens from before, at and after
 * the backup.
 */
async function restoreAfterRefreshes(user: TestUser): Promise<{ old: Holder; known: Holder; newer: Holder }> {
  const { db } = portico.database
  const known = await renew(await renew(user))
  const saved = await db.run(statement<{ row: object }>`
    select to_jsonb(sessions) as row from sessions where project_id = ${project.id} and user_id = ${user.id}`)
  const newer = await renew(await renew(known))
  await db.batch([
    statement`delete from sessions where project_id = ${project.id} and user_id = ${user.id}`,
    statement`insert into sessions select * from jsonb_populate_record(null::sessions, ${JSON.stringify(saved.rows[0]?.row)}::text::jsonb)`,
  ])
  const outcome = await runOperator(['restored'], { DATABASE_URL: databaseUrl, PORTICO_SECRET: portico.secret })
  // The command uses the clock of the database, and the service uses the test's clock.
  await db.run(statement`update projects set restored_at = ${portico.clock.now()} where restored_at is not null`)
  expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('sign in again, without an alarm') })
  return { old: user, known, newer }
}

describe('after a restore', () => {
  test.each(['newer', 'old'] as const)(
    'a token that is %s asks the user to sign in again, without an alarm',
    async (which) => {
      const user = await project.signUp()
      const tokens = await restoreAfterRefreshes(user)
      let answer

      const entries = await entriesOf(portico, project.id, async () => {
        answer = await renew(tokens[which])
      })

      expect(answer).toMatchObject({ status: 401, code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' })
      expect(entries).toMatchObject([{ action: 'session.ended', outcome: 'ok', reason: 'RESTORED' }])
      expect((await renew(tokens.known)).status).toBe(401)
    },
  )

  test('a session that was renewed since has its alarm back', async () => {
    const user = await project.signUp()
    const { known, old } = await restoreAfterRefreshes(user)
    const renewed = await renew(known)

    const entries = await entriesOf(portico, project.id, () => renew(old))

    expect(entries).toMatchObject([{ action: 'session.reuse_detected', outcome: 'refused' }])
    expect((await renew(renewed)).status).toBe(401)
  })

  test('the audit log of the service says so', async () => {
    const entries = await entriesOf(portico, 'internal', () =>
      runOperator(['restored'], { DATABASE_URL: databaseUrl, PORTICO_SECRET: portico.secret }),
    )

    expect(entries).toMatchObject([{ action: 'service.restored', outcome: 'ok', actorType: 'system' }])
  })
})
