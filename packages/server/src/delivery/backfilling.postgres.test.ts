import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { countNicknames, createUsers, forgetNicknames, makeRoom, nicknames } from '../../test/nicknames.ts'
import { databaseUrlOf } from '../../test/second-node.ts'
import { statement } from '../kernel/statement.ts'
import { createLog } from '../platform/log/log.ts'
import { checkBackfills } from '../operator/doctor/work-checks.ts'
import type { DoctorFinding } from '../operator/doctor/check.ts'
import { listBackfills, type BackfillState } from '../platform/db/backfill-store.ts'
import { listNodeVersions } from '../platform/db/node-versions.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { readSettings } from '../settings.ts'
import { Backfilling } from './backfilling.ts'

const USERS = 2_000
let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
  await makeRoom(portico.database.db)
  await createUsers(portico, project.id, USERS)
})

beforeEach(() => forgetNicknames(portico.database))

afterAll(() => portico.close())

async function stateOf(): Promise<BackfillState | undefined> {
  const [state] = await portico.database.db.run(listBackfills(['nicknames']))
  return state
}

/** Lets a worker do the work that is due. */
async function work(): Promise<void> {
  const { clock, serviceDatabase: db } = portico
  const worker = new Backfilling({ backfills: [nicknames], clock, db, log: createLog('silent') })
  worker.start()
  await worker.idle()
  await worker.stop()
}

async function diagnose(): Promise<readonly DoctorFinding[]> {
  return checkBackfills([nicknames]).run({
    settings: readSettings({ PORTICO_SECRET: portico.secret }),
    db: portico.database.db,
    databaseProblem: null,
    now: () => new Date(),
    version: '0.2.0',
  })
}

test('a backfill whose worker is killed loses and repeats nothing', async () => {
  const file = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
  const program = `
    import { nicknames } from ${file('../../test/nicknames.ts')}
    import { createLog } from ${file('../platform/log/log.ts')}
    import { openPostgres } from ${file('../platform/db/postgres.ts')}
    import { Backfilling } from ${file('./backfilling.ts')}
    const db = await openPostgres(${JSON.stringify(await databaseUrlOf(portico))}, 2)
    const fill = (after, limit) => nicknames.fill(after, 20)
    new Backfilling({ backfills: [{ ...nicknames, fill }], clock: { now: () => new Date() }, db, log: createLog('silent') }).start()
    setInterval(() => {}, 1_000)`
  const killed = spawn(process.execPath, ['--conditions=@portico/source', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await expect.poll(async () => (await stateOf())?.written, { interval: 5 }).toBeGreaterThan(100)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const atTheKill = await stateOf()

  portico.clock.advance(60_000)
  await work()

  const counts = await countNicknames(portico.database)
  expect(atTheKill?.doneAt).toBeNull()
  expect(await stateOf()).toMatchObject({ doneAt: expect.any(Date), pass: 1, written: counts?.users })
  expect(counts?.read).toBe(counts?.users)
})

test('a backfill is complete only after a pass that began without nodes of an older release', async () => {
  const older = await openPostgres(await databaseUrlOf(portico), 1, undefined, { nodeVersion: '0.1.0' })
  await older.run(statement`select 1`)

  await work()
  const besideOlder = [await stateOf(), await diagnose()]
  await createUsers(portico, project.id, 10)
  for (let minute = 0; minute < 7; minute += 1) {
    portico.clock.advance(60_000)
    await work()
  }
  const stillBeside = [await stateOf(), await diagnose()]
  await older.close()
  // The server ends a connection shortly after its client closes it.
  await expect.poll(() => portico.database.db.run(listNodeVersions())).not.toContain('0.1.0')
  portico.clock.advance(60_000)
  await work()

  const counts = await countNicknames(portico.database)
  const users = counts?.users ?? 0
  expect(besideOlder).toMatchObject([
    { doneAt: null, pass: 2 },
    [
      {
        severity: 'note',
        problem: expect.stringMatching(
          /^The backfill "nicknames" is not complete: \d+ rows are written in 2 passes\.$/,
        ),
        fix: expect.stringContaining('Replace the nodes of the former release.'),
      },
    ],
  ])
  expect(stillBeside).toEqual([expect.objectContaining({ doneAt: null, pass: 2, attempts: 0 }), besideOlder[1]])
  expect(await stateOf()).toMatchObject({ doneAt: expect.any(Date), pass: 2 })
  expect(counts?.read).toBe(2 * users - 10)
  expect(await diagnose()).toEqual([])
})
