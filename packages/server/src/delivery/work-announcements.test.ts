import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../kernel/database.ts'
import { createLog } from '../platform/log/log.ts'
import { onAnnouncedWork, WorkAnnouncements } from './work-announcements.ts'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

/** Returns the queues that a worker was woken for. */
async function listenForWork(): Promise<string[]> {
  const woken: string[] = []
  const note = (work: string) => () => void woken.push(work)
  await onAnnouncedWork(portico.serviceDatabase, {
    mails: note('mails'),
    jobs: note('jobs'),
    webhooks: note('webhooks'),
  })
  return woken
}

test('announcements wake the workers for their queues, those of one moment together', async () => {
  const woken = await listenForWork()
  let statements = 0
  const counting: Database = {
    ...portico.serviceDatabase,
    run: (statement) => {
      statements += 1
      return portico.serviceDatabase.run(statement)
    },
  }
  const announcements = new WorkAnnouncements({ db: counting, log: createLog('silent') })

  announcements.announce('mails')
  for (let count = 0; count < 100; count += 1) announcements.announce('mails')
  announcements.announce('jobs')
  announcements.announce('webhooks')
  await announcements.idle()

  await expect.poll(() => woken).toStrictEqual(['mails', 'mails', 'jobs', 'webhooks'])
  expect(statements).toBe(2)
})

test('an announcement that fails is a warning, and the next one is sent', async () => {
  const woken = await listenForWork()
  const lines: string[] = []
  let isDown = true
  const db: Database = {
    ...portico.serviceDatabase,
    run: (statement) =>
      isDown ? Promise.reject(new Error('The database is down.')) : portico.serviceDatabase.run(statement),
  }
  const announcements = new WorkAnnouncements({
    db,
    log: createLog('warn', { write: (line) => void lines.push(line) }),
  })

  announcements.announce('jobs')
  await announcements.idle()
  isDown = false
  announcements.announce('mails')
  await announcements.idle()

  await expect.poll(() => woken).toContain('mails')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('could not be announced')
})
