import { createTestPortico, someEmail, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { PorticoAdminApp } from '../admin.ts'

// Imports against the real service over the real network port.

let portico: TestPortico
let app: PorticoAdminApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  const { id, keys } = await portico.createProject()
  app = new PorticoAdminApp<false>({
    projectId: id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
})

afterAll(() => portico.close())

test('an import creates users, reports the other lines, and is undone', async () => {
  const value = someEmail()
  const address = { value, is_primary: true, is_verified: true, used_for_auth: true }
  const { id } = await app.createImport({ source: 'clerk', name: 'users.csv', isDryRun: false })

  const { outcomes } = await app.importRecords(id, [
    { line: 2, record: { kind: 'user', source_id: 'user_1', addresses: [address] } },
    { line: 3, record: { kind: 'user', source_id: 'user_2', addresses: [address], lost_password: 'no_hash' } },
  ])
  await app.addImportProblems(id, [{ line: 4, problem: 'The line is not JSON.' }])
  const run = await app.finishImport(id)

  const userId = outcomes[0]?.userId ?? ''
  expect(outcomes).toMatchObject([{ outcome: 'created', message: null }, { outcome: 'duplicate' }])
  expect(run).toMatchObject({ state: 'done', name: 'users.csv', users: 1, affected: { lostPassword: 0 } })
  expect(run.counts).toEqual({ created: 1, alreadyImported: 0, refused: 0, duplicate: 1, unreadable: 1 })
  expect(await app.listImports()).toEqual([run])
  expect(await app.getImport(id)).toEqual(run)
  expect(await app.getImport('unknown')).toBeNull()
  const first = await app.listImportFindings(id, { limit: 1 })
  const second = await app.listImportFindings(id, { cursor: first.nextCursor ?? '' })
  expect([...first.findings, ...second.findings]).toMatchObject([
    { line: 3, outcome: 'duplicate', kind: 'user', sourceId: 'user_2' },
    { line: 4, outcome: 'unreadable', kind: null, sourceId: null },
  ])
  expect(await app.getUser(userId)).not.toBeNull()

  const states: string[] = []
  const undone = await app.undoImport(id, { onProgress: ({ state }) => states.push(state) })

  expect(undone.undo).toEqual({ removed: 1, kept: 0 })
  expect(states.at(-1)).toBe('undone')
  expect(await app.getUser(userId)).toBeNull()
})
