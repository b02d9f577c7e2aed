import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { createTestPortico } from '@portico/testkit'
import { expect, test } from 'vitest'

import { freePort } from '../../test/free-port.ts'
import { databaseUrlOf } from '../../test/second-node.ts'
import { startWebhookReceiver } from '../../test/webhook-receiver.ts'
import { statement } from '../kernel/statement.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/portico', import.meta.url))
const EVENTS = 1_000

test('a worker that is killed during 1,000 deliveries loses none, and makes each attempt once', async () => {
  const portico = await createTestPortico({ engine: 'postgres' })
  const { db } = portico.database
  const project = await portico.createProject()
  const receiver = await startWebhookReceiver()
  const { body: endpoint } = await project
    .admin()
    .post<{ id: string }>('/internal/webhook-endpoints', { url: receiver.url })
  // From here on, only the processes below deliver.
  await portico.service.close()
  await db.run(statement`
    insert into webhook_messages (project_id, id, type, endpoint_ids, source, created_at)
    select ${project.id}, gen_random_uuid(), 'team.deleted', array[${endpoint.id}::uuid], json_build_object('id', n), now()
    from generate_series(1, ${EVENTS}::int) n`)
  const databaseUrl = await databaseUrlOf(portico)
  const start = async (...args: string[]): Promise<ChildProcess> =>
    spawn(process.execPath, ['--conditions=@portico/source', main, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        DATABASE_URL: databaseUrl,
        PORTICO_SECRET: portico.secret,
        PORTICO_PORT: String(await freePort()),
        PORTICO_LOG: 'error',
      },
    })

  const killed = await start()
  await expect.poll(() => receiver.received.length, { interval: 2 }).toBeGreaterThan(EVENTS / 10)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const beforeKill = receiver.received.length
  // Ends the leases of the killed process.
  await db.run(statement`update webhook_deliveries set next_attempt_at = now() where state = 'pending'`)
  const next = await start('start', '--role', 'worker')
  await expect
    .poll(async () => {
      const { rows: waiting } = await db.run(statement`select from webhook_deliveries where state = 'pending' limit 1`)
      return waiting.length
    })
    .toBe(0)
  next.kill('SIGTERM')
  await once(next, 'exit')

  const arrivals = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']))
  const { rows: attempts } = await db.run(statement<{ messageId: string; attempts: number }>`
    select d.message_id as "messageId", count(*)::integer as attempts from webhook_attempts a
    join webhook_deliveries d on d.project_id = a.project_id and d.id = a.delivery_id
    group by d.message_id`)
  expect(beforeKill).toBeLessThan(EVENTS)
  expect(arrivals.size).toBe(EVENTS)
  for (const { attempts: made, messageId } of attempts) {
    expect(arrivals.get(messageId)?.length).toBeLessThanOrEqual(made)
  }
  await receiver.close()
  await portico.close()
})
