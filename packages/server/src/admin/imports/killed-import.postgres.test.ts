import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { IMPORT_FILES_KEPT_HOURS, type ImportRead } from '@portico/contract'
import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readStoredFigures, recountFigures } from '../../../test/figures.ts'
import { freePort } from '../../../test/free-port.ts'
import { statement } from '../../kernel/statement.ts'
import { sweepImportFiles } from '../../records/imports/sweep.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../../../../../node_modules/.cache/portico', import.meta.url))
/** A process starts with small pieces, so that the test kills it before this import ends. */
const USERS = 1_000

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  project = await portico.createProject()
})

afterAll(() => portico.close())

/** Creates an import of Auth0 users with these names, whose file is uploaded. */
async function upload(names: readonly string[], of = project): Promise<string> {
  const { body: run } = await of.admin().post<ImportRead>('/internal/imports', { source: 'auth0', is_dry_run: false })
  const lines = names.map((name) =>
    JSON.stringify({ user_id: `auth0|${name}`, name, email: `${name}@mail.example`, identities: [] }),
  )
  await of.admin().send('PUT', `/internal/imports/${run.id}/files/users/pieces/0`, undefined, {
    rawBody: new Uint8Array(Buffer.from(lines.join('\n'))),
    headers: { 'content-type': 'application/octet-stream' },
  })
  return run.id
}

async function read(id: string, of: TestProject): Promise<ImportRead> {
  return (await of.admin().get<ImportRead>(`/internal/imports/${id}`)).body
}

describe('a user whom the database cannot store', () => {
  /** More attempts than a faulty record gets before it is left out. */
  const TRIES = 8

  beforeAll(() =>
    portico.database.db.transaction((tx) =>
      tx.script(`
        create function obstruct() returns trigger language plpgsql as $$ begin
          if new.display_name = 'wrong' then raise exception 'broken'; end if;
          perform set_config('lock_timeout', '20', true), pg_advisory_xact_lock(38);
          return new;
        end $$;
        create trigger obstruct before insert on users for each row
          when (new.display_name in ('locked', 'wrong')) execute function obstruct();`),
    ),
  )

  /** Takes the lock that the user "locked" needs. Returns a function that releases it. */
  async function lock(): Promise<() => Promise<void>> {
    const [taken, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = portico.database.db.transaction(async (tx) => {
      await tx.script('select pg_advisory_xact_lock(38)')
      taken.resolve()
      await ended.promise
    })
    await taken.promise
    return () => {
      ended.resolve()
      return holder
    }
  }

  /** Lets the job make an attempt at its next piece. */
  async function attempt(): Promise<void> {
    await portico.service.idle()
    portico.clock.advance(120_000)
  }

  async function jobOf(of: TestProject): Promise<unknown> {
    const { rows } = await portico.database.db.run(statement<object>`
      select state, attempts, defects from jobs where project_id = ${of.id} order by created_at desc limit 1`)
    return rows[0]
  }

  test('is imported when the lock ends, and left out if the record itself is wrong', async () => {
    const of = await portico.createProject()
    const run = await upload(['before', 'locked', 'wrong', 'after'], of)
    const release = await lock()
    await of.admin().post(`/internal/imports/${run}/start`, {})
    for (let tries = 0; tries < TRIES + 2; tries += 1) await attempt()
    const whileLocked = { job: await jobOf(of), run: await read(run, of) }

    await release()
    for (let tries = 0; tries < TRIES; tries += 1) await attempt()

    expect(whileLocked).toMatchObject({ job: { state: 'running', defects: 0 }, run: { state: 'open', users: 1 } })
    expect(whileLocked.job).toHaveProperty(
      'attempts',
      expect.toSatisfy((attempts) => attempts >= TRIES),
    )
    expect(await read(run, of)).toMatchObject({ state: 'done', users: 3, counts: { created: 3, unreadable: 1 } })
    const findings = await of.admin().get<{ items: object[] }>(`/internal/imports/${run}/findings`)
    expect(findings.body.items).toMatchObject([{ line: 3, message: 'The service could not import this record.' }])
  })

  test('ends the job after many attempts; the next start continues the import', async () => {
    const of = await portico.createProject()
    const run = await upload(['before', 'locked', 'after'], of)
    const release = await lock()
    await of.admin().post(`/internal/imports/${run}/start`, {})
    for (let tries = 0; tries < 4; tries += 1) await attempt()
    await portico.database.db.run(statement`
      update jobs set attempts = 60 where project_id = ${of.id} and ended_at is null`)
    await attempt()
    const given = await read(run, of)

    await release()
    await of.admin().post(`/internal/imports/${run}/start`, {})
    await portico.service.idle()

    expect(given).toMatchObject({
      state: 'open',
      users: 1,
      job: { state: 'failed', error: expect.stringContaining('Start the import again to continue it.') },
    })
    expect(await read(run, of)).toMatchObject({
      state: 'done',
      users: 3,
      counts: { created: 3, already_imported: 0, unreadable: 0 },
    })
  })
})

test('files that expire while the import is started are not swept', async () => {
  const of = await portico.createProject()
  const run = await upload(['first', 'second'], of)
  const { db } = portico.database
  const [taken, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = db.transaction(async (tx) => {
    // The start has locked the run before it creates its job.
    await tx.script('lock table jobs in exclusive mode')
    taken.resolve()
    await ended.promise
  })
  await taken.promise
  const starting = of.admin().post<ImportRead>(`/internal/imports/${run}/start`, {})
  const unlocked = statement`select from import_runs where project_id = ${of.id} and id = ${run} for update skip locked`
  await expect.poll(async () => (await db.run(unlocked)).count, { interval: 5 }).toBe(0)

  portico.clock.advance(IMPORT_FILES_KEPT_HOURS * 3_600_000)
  const swept = await sweepImportFiles(db, portico.clock.now(), 1_000)
  ended.resolve()
  await holder
  const { status } = await starting
  await portico.service.idle()

  expect([swept, status]).toEqual([0, 200])
  expect(await read(run, of)).toMatchObject({ state: 'done', users: 2 })
})

test('a process that is killed during an import leaves no user out, and none is imported or counted twice', async () => {
  const { db } = portico.database
  const run = await upload(Array.from({ length: USERS }, (_, index) => `user${index}`))
  const { rows } = await db.run(statement<{ name: string }>`select current_database() as name`)
  const database = new URL(process.env.PORTICO_TEST_DATABASE_URL ?? '')
  database.pathname = `/${rows[0]?.name}`
  const importedUsers = async (): Promise<number> => {
    const { rows: found } = await db.run(statement<{ users: number }>`
      select users from import_runs where project_id = ${project.id} and id = ${run}`)
    return found[0]?.users ?? 0
  }
  const makeDue = (): Promise<unknown> => db.run(statement`update jobs set due_at = now() where ended_at is null`)
  await project.admin().post(`/internal/imports/${run}/start`, {})
  // From now on, only the process below imports.
  await portico.service.close()
  // Its clock differs from the clock of the tests.
  await makeDue()
  const before = await importedUsers()

  const killed = spawn(process.execPath, ['--conditions=@portico/source', main], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: compileCache,
      DATABASE_URL: database.toString(),
      PORTICO_SECRET: portico.secret,
      PORTICO_PORT: String(await freePort()),
      PORTICO_LOG: 'error',
    },
  })
  await expect.poll(importedUsers, { interval: 10 }).toBeGreaterThan(before)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const atKill = await importedUsers()
  // The lease of the killed process ends.
  await makeDue()
  await portico.start()
  await portico.service.idle()

  const { rows: totals } = await db.run(statement<{ users: number; imported: number }>`
    select (select count(*)::integer from users where project_id = ${project.id}) as users,
      (select count(*)::integer from imported_users where run_id = ${run}) as imported`)
  const { rows: runs } = await db.run(statement<object>`
    select state, created, already_imported, duplicate, refused, unreadable from import_runs where id = ${run}`)
  expect(atKill).toBeLessThan(USERS)
  expect(totals).toEqual([{ users: USERS, imported: USERS }])
  expect(await readStoredFigures(portico, project.id)).toEqual(await recountFigures(portico, project.id))
  expect(runs).toMatchObject([{ created: USERS, already_imported: 0, duplicate: 0, refused: 0, unreadable: 0 }])
})
