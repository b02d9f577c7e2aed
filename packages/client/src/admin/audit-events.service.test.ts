import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { PorticoAdminApp } from '../admin.ts'

// The audit log in the SDK, against the real service over the real network port.

let portico: TestPortico
let app: PorticoAdminApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  const { id, keys } = await portico.createProject()
  app = new PorticoAdminApp({
    projectId: id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
})

afterAll(() => portico.close())

describe('listAuditEvents', () => {
  test('lists the events that all options select, page by page', async () => {
    const from = portico.clock.now()
    const user = await app.createUser({ displayName: 'Ada' })
    await user.update({ displayName: 'Grace' })
    await user.update({ displayName: 'Hedy' })
    const until = new Date(portico.clock.now().getTime() + 1_000)
    const filter = {
      actorType: 'server',
      targetId: user.id,
      userId: user.id,
      action: 'user.updated',
      outcome: 'ok',
      from,
      until,
    } as const

    const first = await app.listAuditEvents({ ...filter, limit: 1 })
    const second = await app.listAuditEvents({ ...filter, limit: 1, cursor: first.nextCursor ?? '' })

    expect(first).toHaveLength(1)
    expect(first[0]).toEqual({
      id: expect.any(String),
      at: expect.any(Date),
      action: 'user.updated',
      outcome: 'ok',
      actor: { type: 'server', id: null, keySetId: expect.any(String) },
      targetId: user.id,
      teamId: null,
      permissionId: null,
      providerId: null,
      reason: null,
      changedFields: ['displayName'],
      requestId: expect.any(String),
      clientAddress: expect.any(String),
    })
    expect(second.map(({ id }) => id)).not.toEqual(first.map(({ id }) => id))
    expect([second.length, second.nextCursor]).toEqual([1, null])
    expect(await app.listAuditEvents({ ...filter, from: until, until: new Date(until.getTime() + 1) })).toHaveLength(0)
    expect(await app.listAuditEvents({ ...filter, actorId: user.id })).toHaveLength(0)
    expect(await app.listAuditEvents({ userId: user.id })).toHaveLength(3)
  })
})

describe('getAuditEvent', () => {
  test('reads one event, and is null for an unknown id', async () => {
    await app.createUser({})
    const [event] = await app.listAuditEvents({ limit: 1 })

    expect(await app.getAuditEvent(event?.id ?? '')).toEqual({ ...event, changes: null })
    expect(await app.getAuditEvent('00000000-0000-4000-8000-000000000000')).toBeNull()
    expect(await app.getAuditEvent('../projects/current')).toBeNull()
  })
})

describe('exportAuditEvents', () => {
  test('yields every selected event as a line of JSON', async () => {
    const user = await app.createUser({})
    await user.update({ displayName: 'Emmy' })

    const lines: string[] = []
    for await (const line of app.exportAuditEvents({ targetId: user.id })) lines.push(line)

    expect(lines.every((line) => line.endsWith('\n'))).toBe(true)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { action: 'user.updated', actor_type: 'server', target_id: user.id, changed_fields: ['displayName'] },
      { action: 'user.created', target_id: user.id },
    ])
  })
})
