import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openPostgres } from '../../platform/db/postgres.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

// Statements wait for each other on a server only; the embedded engine has one connection.

let portico: TestPortico
let project: TestProject
/** A handle of another node. */
let elsewhere: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  const url = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  elsewhere = await openPostgres(url.toString(), 1)
})

afterAll(async () => {
  await elsewhere.close()
  await portico.close()
})

describe('a refresh', () => {
  test('given a change of the user under way, when refreshed, then neither waits for the other in turn', async () => {
    const user = await project.signUp()
    // Long enough for the refresh to note that the user is active again.
    portico.clock.advance(120_000)
    const started = Promise.withResolvers<void>()
    const refresh = started.promise.then(() => project.client(user).post('/auth/sessions/current/refresh'))

    // As every change of credentials does it: first the user, then their sessions.
    await elsewhere.transaction(async (tx) => {
      await tx.run(
        statement`update users set password_hash = null where project_id = ${project.id} and id = ${user.id}`,
      )
      started.resolve()
      await Promise.race([refresh, new Promise((resolve) => setTimeout(resolve, 300))])
      await tx.run(statement`delete from sessions where project_id = ${project.id} and user_id = ${user.id}`)
    })

    expect((await refresh).status).toBe(200)
    expect((await project.client(user).post('/auth/sessions/current/refresh')).status).toBe(401)
  })
})
