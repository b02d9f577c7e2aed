import { setTimeout as sleep } from 'node:timers/promises'

import { createTestPortico, type Answer, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openPostgres } from '../db/postgres.ts'
import type { Database, Transaction } from '../db/sql.ts'

// Statements wait for each other on a server only; the embedded engine has one connection.

const POLL_MILLIS = 10

let portico: TestPortico
let project: TestProject
/** The connection of another node. */
let otherNode: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  const { rows } = await portico.database.db.sql<{ name: string }>`select current_database() as name`
  const url = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  otherNode = await openPostgres(url.toString(), 1)
})

afterAll(async () => {
  await otherNode.close()
  await portico.close()
})

/** Signs in with a right password while another node changes the user: the new session waits for that change. */
async function signInDuring(user: TestUser, change: (tx: Transaction) => Promise<unknown>): Promise<Answer> {
  const { email, password } = user
  const started = Promise.withResolvers<void>()
  const signIn = started.promise.then(() => project.client().post('/auth/password/sign-in', { email, password }))
  await otherNode.transaction(async (tx) => {
    await change(tx)
    started.resolve()
    await untilStatementWaits()
  })
  return signIn
}

async function untilStatementWaits(): Promise<void> {
  for (;;) {
    const { rows } = await portico.database.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length > 0) return
    await sleep(POLL_MILLIS)
  }
}

const refused = { status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } }

describe('a sign-in with a right password', () => {
  test('succeeds after an unrelated change of the user', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(
      user,
      (tx) => tx.sql`update users set display_name = 'Ada' where project_id = ${project.id} and id = ${user.id}`,
    )

    expect(answer.status).toBe(200)
  })

  test('is refused if the password changes before the session is written', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(
      user,
      (tx) => tx.sql`
        update users set password_hash = password_hash || 'x' where project_id = ${project.id} and id = ${user.id}`,
    )

    expect(answer).toMatchObject(refused)
  })

  test('is refused if a second factor is added before the session is written', async () => {
    const user = await project.signUp()

    const answer = await signInDuring(
      user,
      (tx) => tx.sql`
        update users set totp_secret_sealed = 'sealed' where project_id = ${project.id} and id = ${user.id}`,
    )

    expect(answer).toMatchObject(refused)
  })
})
