import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { ImportRead } from '@portico/contract'
import { createTestPortico } from '@portico/testkit'
import { expect, test } from 'vitest'

import { freePort } from '../../../test/free-port.ts'
import { statement } from '../../kernel/statement.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../../../../../node_modules/.cache/portico', import.meta.url))
const USERS = 3_000

test('a process that is killed during an import leaves no user out, and none is imported twice', async () => {
  const portico = await createTestPortico({ engine: 'postgres' })
  const { db } = portico.database
  const project = await portico.createProject()
  const { body: run } = await project
    .admin()
    .post<ImportRead>('/internal/imports', { source: 'auth0', is_dry_run: false })
  const lines = Array.from({ length: USERS }, (_, index) =>
    JSON.stringify({ user_id: `auth0|${index}`, email: `user${index}@mail.example`, identities: [] }),
  )
  await project.admin().send('PUT', `/internal/imports/${run.id}/files/users/pieces/0`, undefined, {
    rawBody: new Uint8Array(Buffer.from(lines.join('\n'))),
    headers: { 'content-type': 'application/octet-stream' },
  })
  const { rows } = await db.run(statement<{ name: string }>`select current_database() as name`)
  const database = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  database.pathname = `/${rows[0]?.name}`
  const launch = async (): Promise<ChildProcess> =>
    spawn(process.execPath, ['--conditions=@portico/source', main], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: database.toString(),
        PORTICO_SECRET: portico.secret,
        PORTICO_PORT: String(await freePort()),
        PORTICO_LOG: 'error',
      },
    })
  const importedUsers = async (): Promise<number> => {
    const { rows: found } = await db.run(statement<{ users: number }>`
      select users from import_runs where project_id = ${project.id} and id = ${run.id}`)
    return found[0]?.users ?? 0
  }
  await project.admin().post(`/internal/imports/${run.id}/start`, {})
  // From now on, only the processes below import.
  await portico.service.close()

  const killed = await launch()
  await expect.poll(importedUsers, { interval: 2 }).toBeGreaterThan(USERS / 20)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const atKill = await importedUsers()
  // The lease of the killed process ends.
  await db.run(statement`update jobs set due_at = now() where ended_at is null`)
  const next = await launch()
  await expect.poll(importedUsers).toBe(USERS)
  next.kill('SIGTERM')
  await once(next, 'exit')

  const { rows: totals } = await db.run(statement<{ users: number; imported: number }>`
    select (select count(*)::integer from users where project_id = ${project.id}) as users,
      (select count(*)::integer from imported_users where run_id = ${run.id}) as imported`)
  const { rows: runs } = await db.run(statement<object>`
    select state, created, already_imported, duplicate, refused, unreadable from import_runs where id = ${run.id}`)
  expect(atKill).toBeLessThan(USERS)
  expect(totals).toEqual([{ users: USERS, imported: USERS }])
  expect(runs).toMatchObject([{ created: USERS, already_imported: 0, duplicate: 0, refused: 0, unreadable: 0 }])
  await portico.close()
})
