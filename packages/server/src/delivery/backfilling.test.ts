import { createTestPortico, openTestDatabase, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest'

import { testOfBothEngines as test } from '../../test/engines.ts'
import {
  addNicknames,
  countNicknames,
  createUsers,
  forgetNicknames,
  makeRoom,
  nicknames,
  requireNicknames,
} from '../../test/nicknames.ts'
import { createPortico } from '../create-portico.ts'
import { later } from '../kernel/clock.ts'
import { unscoped } from '../kernel/statement.ts'
import { createLog } from '../platform/log/log.ts'
import { claimBackfill, listBackfills, type BackfillState } from '../platform/db/backfill-store.ts'
import type { Backfill } from '../platform/db/backfills.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { readSettings } from '../settings.ts'
import { Backfilling } from './backfilling.ts'

const USERS = 700
const migrations = [...readMigrations(), addNicknames, requireNicknames]
const options = { backfills: [nicknames] }
let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  await project.server().post('/users', { display_name: 'Ada' })
  await makeRoom(portico.database.db)
  await createUsers(portico, project.id, USERS)
})

beforeEach(() => forgetNicknames(portico.database))

afterAll(() => portico.close())

function newWorker(backfill: Backfill = nicknames): Backfilling {
  const worker = new Backfilling({
    backfills: [backfill],
    clock: portico.clock,
    db: portico.serviceDatabase,
    log: createLog('silent'),
  })
  worker.start()
  return worker
}

async function stateOf(): Promise<BackfillState | undefined> {
  const [state] = await portico.serviceDatabase.run(listBackfills(['nicknames']))
  return state
}

describe('a backfill', () => {
  test('writes the value of each row once, in pieces, with two workers', async () => {
    const workers = [newWorker(), newWorker()]

    await Promise.all(workers.map((worker) => worker.idle()))
    for (const worker of workers) await worker.idle()
    await Promise.all(workers.map((worker) => worker.stop()))

    const counts = await countNicknames(portico.database)
    const users = counts?.users ?? 0
    const pieces = await portico.database.db.run(unscoped.statement`select from pieces`)
    expect(users).toBeGreaterThan(USERS)
    expect(await stateOf()).toMatchObject({ doneAt: expect.any(Date), pass: 1 })
    // The owner of the project, a user of "internal", has no name.
    expect(counts).toMatchObject({ filled: users - 1, read: users })
    expect(pieces.count).toBeGreaterThan(1)
  })

  test('continues where a worker ended, once the lease of its piece has ended', async () => {
    const first = newWorker()
    while (((await stateOf())?.written ?? 0) === 0) await first.idle()
    await first.stop()
    const now = portico.clock.now()
    await portico.serviceDatabase.run(
      claimBackfill(['nicknames'], { now: later(now, 60_000), leaseEndsAt: later(now, 60_000) }),
    )

    const second = newWorker()
    await second.idle()
    const during = await stateOf()
    portico.clock.advance(60_000)
    await second.idle()
    await second.stop()

    const counts = await countNicknames(portico.database)
    expect(during?.claim).toBeGreaterThan(0)
    expect(await stateOf()).toMatchObject({ doneAt: expect.any(Date) })
    expect(counts?.read).toBe(counts?.users)
  })

  test('whose piece fails is tried again with growing pauses', async () => {
    const worker = newWorker({
      ...nicknames,
      fill: () => unscoped.statement`select 1 / 0`.map(() => ({ last: null, written: 0 })),
    })

    await worker.idle()
    const once = await stateOf()
    await worker.idle()
    const again = await stateOf()
    portico.clock.advance(60_000)
    await worker.idle()
    await worker.stop()

    expect([once?.attempts, again?.attempts]).toEqual([1, 1])
    expect(await stateOf()).toMatchObject({ attempts: 2, doneAt: null, written: 0 })
  })

  test('is run by the worker of a service, and its metrics show how far it is', async () => {
    const service = await createPortico({
      ...options,
      settings: readSettings({ PORTICO_SECRET: portico.secret, PORTICO_ARGON2_MEMORY_KIB: '256' }),
      db: portico.serviceDatabase,
      clock: portico.clock,
      log: createLog('silent'),
      dashboardFolder: null,
      packageFolders: null,
    })
    const before = await service.metrics.registry.metrics()

    await expect.poll(async () => (await stateOf())?.doneAt).toEqual(expect.any(Date))
    const after = await service.metrics.registry.metrics()
    await service.close()

    const counts = await countNicknames(portico.database)
    expect(before).toMatch(/^portico_backfills_open 1$/m)
    expect(after).toMatch(/^portico_backfills_open 0$/m)
    expect(after).toMatch(new RegExp(`^portico_backfill_rows\\{backfill="nicknames"\\} ${counts?.users}$`, 'm'))
  })
})

describe('a migration that needs a backfill', () => {
  test('is refused with a sentence until the backfill is complete', async () => {
    const { db } = portico.database

    await expect(migrate(db, migrations, options)).rejects.toMatchObject({
      name: 'StartupProblem',
      message:
        'Migration 9001 (nicknames_required) needs the backfill "nicknames", which is not complete: 0 rows are written.',
      nextStep: expect.stringMatching(
        /^Start version 0\.1\.0 with the role worker or all until its `portico-server doctor`/,
      ),
    })
    expect(await countNicknames(portico.database)).toMatchObject({ filled: 0, read: 0 })
    await db.run(unscoped.statement`update users set display_name = 'Owner' where display_name is null`)
    const worker = newWorker()
    await worker.idle()
    await worker.stop()
    await migrate(db, migrations, options)

    await expect(createUsers(portico, project.id, 1)).rejects.toThrow('nickname')
  })

  test('begins the backfill again if rows without the value were written since', async () => {
    const { db } = portico.database
    await db.run(unscoped.statement`update users set display_name = 'Owner' where display_name is null`)
    const work = async (): Promise<void> => {
      const worker = newWorker()
      await worker.idle()
      await worker.stop()
    }
    await work()
    await createUsers(portico, project.id, 1)

    await expect(migrate(db, migrations, options)).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('but nodes of an older release have written rows without it since.'),
      nextStep: expect.stringContaining('restart a worker of version 0.1.0'),
    })
    const begun = await stateOf()
    await work()
    await migrate(db, migrations, options)

    expect(begun).toMatchObject({ doneAt: null, pass: 2, position: null })
    expect(await stateOf()).toMatchObject({ doneAt: expect.any(Date), pass: 2 })
  })

  test('is applied to a database without rows, on which the backfill then never runs', async () => {
    const empty = await openTestDatabase()
    const { db } = empty

    await migrate(db, migrations, options)

    expect(await db.run(listBackfills(['nicknames']))).toMatchObject([{ doneAt: expect.any(Date), written: 0 }])
    expect(await db.run(claimBackfill(['nicknames'], { now: new Date(), leaseEndsAt: new Date() }))).toBeNull()
    await empty.close()
  })
})
