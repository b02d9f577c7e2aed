import type { ImportRead } from '@portico/contract'
import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '../delivery/subscribers/audit.ts'
import { emittingDatabase } from '../platform/db/emitting-database.ts'
import type { Database } from '../kernel/database.ts'
import { removeIdleAnonymousUsers } from './remove-idle-anonymous-users.ts'
import { statement } from '../kernel/statement.ts'
import { callDuring, openSecondNode } from '../../test/second-node.ts'

// Lock waits need several connections; the embedded engine has one.

let portico: TestPortico
let project: TestProject
let secondNode: Database

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject({ config: { anonymous_enabled: true, anonymous_user_lifetime_days: 30 } })
  secondNode = await openSecondNode(portico)
})

afterAll(async () => {
  await secondNode.close()
  await portico.close()
})

describe('removal of an idle anonymous user', () => {
  test('waits for a concurrent refresh and then keeps the user', async () => {
    const { clock, database } = portico
    const user = await project.signUpAnonymously()
    clock.advance(31 * 24 * 60 * 60_000)
    // Like a refresh that finds the user locked: it updates the session but not the user.
    const renewal = statement`
      update sessions set last_used_at = ${clock.now()} where project_id = ${project.id} and user_id = ${user.id}`

    await callDuring(
      portico,
      secondNode,
      (tx) => tx.run(renewal),
      () => removeIdleAnonymousUsers({ clock, db: emittingDatabase(database.db, [audit]) }),
    )

    const client = project.client().with({ refreshToken: user.refreshToken })
    expect((await client.post('/auth/sessions/current/refresh', {})).status).toBe(200)
  })

  test('does not wait for a session of another project, whose imported user has the same id', async () => {
    const { clock, database } = portico
    const user = await project.signUpAnonymously()
    const other = await portico.createProject()
    await importUser(other, user.id)
    expect((await other.server().post('/auth/sessions', { user_id: user.id })).status).toBe(200)
    clock.advance(31 * 24 * 60 * 60_000)

    await secondNode.transaction(async (tx) => {
      await tx.run(statement`
        select id from sessions where project_id = ${other.id} and user_id = ${user.id} for update`)
      // Throws if it waits, because waits for locks have a limit.
      await removeIdleAnonymousUsers({ clock, db: emittingDatabase(database.db, [audit]) })
    })

    expect((await project.server().get(`/users/${user.id}`)).status).toBe(404)
    expect((await other.server().get(`/users/${user.id}`)).status).toBe(200)
  })
})

async function importUser(into: TestProject, id: string): Promise<void> {
  const run = await into.admin().post<ImportRead>('/internal/imports', { source: 'portico', is_dry_run: false })
  const path = `/internal/imports/${run.body.id}`
  const record = { kind: 'user', source_id: id, id, addresses: [] }
  await into.admin().post(`${path}/records`, { lines: [{ line: 1, record }] })
  await into.admin().post(`${path}/finish`, {})
}
