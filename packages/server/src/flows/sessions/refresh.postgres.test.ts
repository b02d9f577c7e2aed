import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'
import { openSecondNode, untilStatementsWait } from '../../../test/second-node.ts'

// Lock waits need several connections; the embedded engine has one.

let portico: TestPortico
let project: TestProject
let secondNode: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  secondNode = await openSecondNode(portico)
})

afterAll(async () => {
  await secondNode.close()
  await portico.close()
})

describe('refresh', () => {
  test('does not deadlock with a concurrent change of the user', async () => {
    const user = await project.signUp()
    // Long enough for the refresh to update the last activity of the user.
    portico.clock.advance(120_000)
    const started = Promise.withResolvers<void>()
    const refresh = started.promise.then(() => project.client(user).post('/auth/sessions/current/refresh'))

    // Like every change of credentials: lock the user first, then their sessions.
    await secondNode.transaction(async (tx) => {
      await tx.run(
        statement`update users set password_hash = null where project_id = ${project.id} and id = ${user.id}`,
      )
      started.resolve()
      await untilStatementsWait(portico)
      await tx.run(statement`delete from sessions where project_id = ${project.id} and user_id = ${user.id}`)
    })

    expect((await refresh).status).toBe(200)
    expect((await project.client(user).post('/auth/sessions/current/refresh')).status).toBe(401)
  })
})
