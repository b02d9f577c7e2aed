import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Job, PorticoAdminApp } from '../admin.ts'

// Jobs against the real service over the real network port.

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

async function resultOf(job: Job): Promise<string> {
  let text = ''
  for await (const part of job.readResult()) text += part
  return text
}

describe('jobs of the admin app', () => {
  test('act on a selection or a filter, report their progress, and wait for the end', async () => {
    const [ada, ben] = [await app.createUser({ displayName: 'Ada' }), await app.createUser({ displayName: 'Ben' })]
    const seen: string[] = []

    const suspended = await app.suspendUsers({ userIds: [ada.id] }, { reason: 'Spam', until: null })
    const ended = await suspended.wait({ onProgress: ({ state }) => seen.push(state) })

    expect(ended).toMatchObject({ type: 'suspend_users', state: 'done', done: 1, failed: 0, total: 1 })
    expect(seen.at(-1)).toBe('done')
    expect(await app.getUser(ada.id)).toMatchObject({ isRestricted: true })
    await (await app.liftSuspensions({ filter: { suspended: true } })).wait()
    expect(await app.getUser(ada.id)).toMatchObject({ isRestricted: false })
    await (await app.endSessions({ filter: {} })).wait()
    const deleted = await (await app.deleteUsers({ filter: { query: 'Ben' } })).wait()
    expect(deleted).toMatchObject({ done: 1, total: 1, endedAt: expect.any(Date), resultExpiresAt: null })
    expect(await app.getUser(ben.id)).toBeNull()
    expect((await app.listJobs()).map(({ type }) => type)).toEqual([
      'delete_users',
      'end_sessions',
      'lift_suspensions',
      'suspend_users',
    ])
    expect(await app.getJob(deleted.id)).toMatchObject({ id: deleted.id, state: 'done' })
    expect(await app.getJob('00000000-0000-4000-8000-000000000000')).toBeNull()
    expect(await app.getJob('../api-keys')).toBeNull()
    expect((await deleted.cancel()).state).toBe('done')
    expect((await suspended.refresh()).state).toBe('done')
  })

  test('export users as CSV and as JSON', async () => {
    await app.createUser({ displayName: 'Zoë' })

    const csv = await app.exportUsers({ filter: { query: 'Zoë' } }, { format: 'csv', columns: ['display_name'] })
    const json = await app.exportUsers({ filter: { query: 'Zoë' } }, { format: 'json' })

    expect(await resultOf(await csv.wait())).toBe('"display_name"\r\n"Zoë"\r\n')
    expect(JSON.parse(await resultOf(await json.wait()))).toMatchObject([{ display_name: 'Zoë' }])
  })
})
