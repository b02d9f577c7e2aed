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

test('files are uploaded in pieces, an upload continues, and the service imports them', async () => {
  const line = (index: number): string =>
    JSON.stringify({
      user_id: `auth0|${index}`,
      email: `sdk${index}@mail.example`,
      padding: 'x'.repeat(100_000),
      identities: [],
    })
  const content = new Blob([Array.from({ length: 24 }, (_, index) => line(index)).join('\n')])
  const dry = await app.createImport({ source: 'auth0', isDryRun: true })
  const stopping = new AbortController()
  const progress: number[] = []

  const stopped = app.uploadImportFile(dry.id, {
    name: 'users',
    content,
    onProgress: () => stopping.abort(),
    signal: stopping.signal,
  })
  await expect(stopped).rejects.toThrow('abort')
  const part = await app.listImportFiles(dry.id)
  await app.uploadImportFile(dry.id, { name: 'users', content, onProgress: (bytes) => progress.push(bytes) })
  const started = await app.startImport(dry.id, { files: { users: content.size } })
  await expect.poll(async () => (await app.getImport(dry.id))?.state).toBe('done')
  const run = await app.createImport({ source: 'auth0', isDryRun: false })
  await app.startImport(run.id, { filesFrom: dry.id })
  await expect.poll(async () => (await app.getImport(run.id))?.job?.state).toBe('done')

  expect(part).toMatchObject([{ name: 'users', bytes: 1_048_576, pieces: [{ index: 0 }] }])
  expect(progress).toEqual([1_048_576, 2_097_152, content.size])
  expect(started.job).toMatchObject({ bytesTotal: content.size, error: null })
  expect(started.filesExpireAt).toBeInstanceOf(Date)
  expect(await app.getImport(run.id)).toMatchObject({ state: 'done', users: 24, filesExpireAt: null })
})

test('the sources name their files and options, and a cancelled import has no files', async () => {
  const sources = await app.listImportSources()
  const { id } = await app.createImport({ source: 'firebase', isDryRun: true })
  await app.uploadImportFile(id, { name: 'users', content: new Blob(['{}']) })
  await app.deleteImportFile(id, 'users')
  const files = await app.listImportFiles(id)
  const cancelled = await app.cancelImport(id)

  expect(sources.find((source) => source.id === 'firebase')).toMatchObject({
    title: 'Firebase Authentication',
    files: [{ name: 'users', isRequired: true, description: expect.any(String) }],
    options: expect.arrayContaining([expect.objectContaining({ name: 'signer_key', isSecret: true })]),
  })
  expect(files).toEqual([])
  expect(cancelled).toMatchObject({ state: 'done', job: null })
})
