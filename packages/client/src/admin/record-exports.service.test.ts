import type { MovedRecord } from '@portico/contract'
import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { PorticoAdminApp } from '../admin.ts'
import { serverPorts } from '../transport/server-ports.ts'
import type { Ports } from '../transport/ports.ts'
import { ConnectionError } from '../transport/connection-error.ts'

// Exports of the real service over the real network port.

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function createApp(ports?: Ports): Promise<PorticoAdminApp<false>> {
  const { id, keys } = await portico.createProject()
  const app = new PorticoAdminApp<false>({ ...keys, projectId: id, baseUrl: portico.baseUrl, tokenStore: null }, ports)
  await app.createUser({ displayName: 'Kim ✓', primaryEmail: 'kim@mail.example', password: 'a long enough password' })
  return app
}

async function read(app: PorticoAdminApp<false>, includeHashes?: boolean): Promise<MovedRecord[]> {
  const records: MovedRecord[] = []
  for await (const record of app.exportRecords(includeHashes === undefined ? {} : { includeHashes }))
    records.push(record)
  return records
}

test('exportRecords yields the records of the project, with hashes on request', async () => {
  const app = await createApp()

  const users = (await read(app)).filter(({ kind }) => kind === 'user')
  const withHashes = (await read(app, true)).filter(({ kind }) => kind === 'user')

  expect(users).toMatchObject([{ display_name: 'Kim ✓', lost_password: 'no_hash' }])
  expect(users[0]).not.toHaveProperty('password_hash')
  expect(withHashes).toMatchObject([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }])
})

test('exportRecords throws the error of the service', async () => {
  const app = await createApp()
  await app.getProject().then((project) => project.delete())

  await expect(read(app)).rejects.toMatchObject({ statusCode: expect.any(Number) })
})

test.each([
  ['is cut off between two lines', (text: string) => text.slice(0, text.indexOf('{"kind":"end"'))],
  ['is cut off within a line', (text: string) => text.slice(0, -20)],
  ['lacks a line', (text: string) => text.slice(text.indexOf('\n') + 1)],
])('exportRecords throws if the answer %s', async (_, change) => {
  const fetch: Ports['fetch'] = async (url, init) => {
    const response = await serverPorts.fetch(url, init)
    if (!url.includes('/internal/export')) return response
    return new Response(change(await response.text()), { headers: response.headers })
  }
  const app = await createApp({ ...serverPorts, fetch })

  await expect(read(app)).rejects.toThrow(ConnectionError)
  await expect(read(app)).rejects.toThrow('The export ended before it was complete. Start it again.')
})
