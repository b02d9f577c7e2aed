import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { testOfBothEngines as test } from '../../test/engines.ts'
import { createLog } from '../platform/log/log.ts'
import { countWorkers } from '../records/workers/store.ts'
import { unscoped } from '../kernel/statement.ts'
import { Heartbeat } from './heartbeat.ts'

let portico: TestPortico

beforeAll(async () => {
  // The settings are those of a node that does no background work.
  portico = await createTestPortico({
    settings: { PORTICO_ROLE: 'api', DATABASE_URL: 'postgres://127.0.0.1/unused' },
  })
})

afterAll(() => portico.close())

function newHeartbeat(): Heartbeat {
  return new Heartbeat({ clock: portico.clock, db: portico.serviceDatabase, log: createLog('silent') })
}

const count = (): Promise<number> => portico.serviceDatabase.run(countWorkers(portico.clock.now()))

async function metric(): Promise<string | undefined> {
  return /^portico_workers (\d+)$/m.exec(await portico.service.metrics.registry.metrics())?.[1]
}

describe('the number of workers', () => {
  test('counts each process from its start to its stop, and not one with the role api', async () => {
    const [first, second] = [newHeartbeat(), newHeartbeat()]
    const before = await count()

    await first.start()
    await second.start()
    const both = [await count(), await metric()]
    await first.stop()
    await second.stop()

    expect(before).toBe(0)
    expect(both).toEqual([2, '2'])
    expect(await count()).toBe(0)
  })

  test('counts a process that was killed for 90 seconds, and one that reports for longer', async () => {
    const [killed, running] = [newHeartbeat(), newHeartbeat()]
    await killed.start()
    await running.start()

    portico.clock.advance(80_000)
    await running.beat()
    const soon = await count()
    portico.clock.advance(20_000)
    const later = await count()
    portico.clock.advance(25 * 60 * 60_000)
    const next = newHeartbeat()
    await next.start()
    const { rows } = await portico.database.db.run(unscoped.statement`select id from workers`)
    for (const heartbeat of [killed, running, next]) await heartbeat.stop()

    expect([soon, later]).toEqual([2, 1])
    expect(rows).toHaveLength(1)
  })
})
