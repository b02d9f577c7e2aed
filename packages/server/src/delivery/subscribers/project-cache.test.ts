import { setTimeout as sleep } from 'node:timers/promises'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { emit, systemCall } from '../../kernel/emit.ts'
import { statement } from '../../kernel/statement.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { ProjectCache } from '../../records/projects/project-cache.ts'
import { findProjectWithKeys } from '../../records/queries/projects/project-with-keys.ts'
import { projectInvalidation } from './project-cache.ts'

let portico: TestPortico
let project: TestProject
let db: Database
const forgotten: string[] = []
const notified: string[] = []

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  db = emittingDatabase(portico.database.db, [projectInvalidation((projectId) => forgotten.push(projectId))])
  await db.listen('portico_project', (projectId) => notified.push(projectId))
  // Notifications arrive in order, so those about the creation of the project have arrived before this one.
  await db.run(statement`select pg_notify('portico_project', 'last')`)
  while (!notified.includes('last')) await sleep(5)
})

afterAll(() => portico.close())

describe('a cached project', () => {
  const call = systemCall('shop', new Date(0))

  test.each([
    emit(call, 'project.created', { projectId: 'shop' }),
    emit(call, 'project.updated', { projectId: 'shop', changedFields: [] }),
    emit(call, 'project.seeded', {}),
    emit(call, 'project.deleted', { projectId: 'shop' }),
    emit(call, 'project.signing_key_rotated', { projectId: 'shop' }),
    emit(call, 'project.secrets_resealed', {}),
    emit(call, 'internal_api_key.created', { keyId: 'key' }),
    emit(call, 'internal_api_key.updated', { keyId: 'key', changedFields: ['keys'] }),
    emit(call, 'internal_api_key.revoked', { keyId: 'key' }),
    emit(call, 'connection_domain.proved', { connectionId: 'acme', teamId: 'team', reason: 'acme.example' }),
    emit(call, 'connection_domain.released', { connectionId: 'acme', teamId: 'team', reason: 'acme.example' }),
    emit(call, 'connection_domain.lost', { connectionId: 'acme', teamId: 'team', reason: 'acme.example' }),
    emit(call, 'team_connection.deleted', { connectionId: 'acme', teamId: 'team' }),
  ])('is invalidated here and on every other node: %#', async (change) => {
    forgotten.length = 0
    notified.length = 0

    await db.run(change)

    expect(forgotten).toEqual(['shop'])
    await expect.poll(() => notified.filter((projectId) => projectId === 'shop')).toHaveLength(1)
  })

  test('is kept when its users change', async () => {
    forgotten.length = 0

    await db.run(emit(call, 'user.deleted', { userId: 'ada', teamIds: [] }))

    expect(forgotten).toEqual([])
  })

  test('is never read stale after the answer to its change', async () => {
    for (const name of ['First', 'Second', 'Third']) {
      await project.admin().patch('/internal/projects/current', { display_name: name })

      const { body } = await project.client().get('/projects/current')

      expect(body.display_name).toBe(name)
    }
  })

  test('is read again after notifications may have been lost', async () => {
    const { clock } = portico
    let reportMissed = (): void => {}
    const cache = await ProjectCache.start({
      db: {
        ...db,
        listen: async (_channel, _onPayload, onMissed) => {
          if (onMissed) reportMissed = onMissed
          return { completeUntil: () => performance.now() }
        },
      },
      clock,
      secret: new MasterSecret([portico.secret]),
      findProjectWithKeys: (projectId) => findProjectWithKeys(projectId, clock.now()),
    })
    await cache.get(project.id)

    reportMissed()
    await cache.get(project.id)

    expect(cache.lookups).toEqual({ hits: 0, misses: 2 })
  })

  test.each([
    ['is used while no notification can be missing', { age: 59_000, silence: 2_000, isUsed: true }],
    ['is read again if a notification may be missing', { age: 5_001, silence: 5_001, isUsed: false }],
    ['is used for five seconds although a notification may be missing', { age: 4_000, silence: 60_000, isUsed: true }],
    ['is read again after a minute in any case', { age: 60_001, silence: 0, isUsed: false }],
  ])('%s', async (_title, { age, isUsed, silence }) => {
    const time = vi.spyOn(performance, 'now').mockReturnValue(100_000)
    const cache = await ProjectCache.start({
      db: { ...db, listen: () => Promise.resolve({ completeUntil: () => performance.now() - silence }) },
      clock: portico.clock,
      secret: new MasterSecret([portico.secret]),
      findProjectWithKeys: (projectId) => findProjectWithKeys(projectId, portico.clock.now()),
    })
    await cache.get(project.id)

    time.mockReturnValue(100_000 + age)
    await cache.get(project.id)
    time.mockRestore()

    expect(cache.lookups).toEqual(isUsed ? { hits: 1, misses: 1 } : { hits: 0, misses: 2 })
  })
})
