import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '../../kernel/database.ts'
import { SqlName, statement } from '../../kernel/statement.ts'
import type { Migration, MigrationLimits } from './apply-migrations.ts'
import { defaultLimits } from './connection.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'

// A separate database, because an index that is built concurrently waits for every transaction in its database.

const name = `portico_${randomUUID().replaceAll('-', '')}`
const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).toString()
const limits: MigrationLimits = {
  lockMillis: 300,
  concurrentLockMillis: 60_000,
  attempts: 1_000,
  pauseMillis: 20,
  pauseMaxMillis: 20,
}
const base = readMigrations()
let server: Database
/** The node that migrates. */
let node: Database
/** Other traffic. */
let other: Database

beforeAll(async () => {
  server = await openPostgres(serverUrl, 1)
  await server.run(statement`create database ${new SqlName(name)}`)
  node = await openPostgres(url, 1)
  other = await openPostgres(url, 4, { ...defaultLimits, statementMillis: 60_000 })
  await migrate(node)
  await other.transaction((tx) =>
    tx.script('create table busy (id int); insert into busy select generate_series(1, 100)'),
  )
})

afterEach(async () => {
  await other.run(statement`delete from schema_migrations where version >= 9000`)
})

afterAll(async () => {
  await Promise.all([node.close(), other.close()])
  await server.run(statement`drop database ${new SqlName(name)} with (force)`)
  await server.close()
})

function after(...texts: string[]): Migration[] {
  return [...base, ...texts.map((text, index) => ({ version: 9_000 + index, name: `test_${index}`, text }))]
}

/** Holds the lock of a read until `end`. */
async function holdRead(): Promise<{ end: () => Promise<void> }> {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  let transaction = Promise.resolve()
  await new Promise<void>((resolve) => {
    transaction = other.transaction(async (tx) => {
      await tx.script('set local idle_in_transaction_session_timeout = 0')
      // A write, so that a concurrent index build waits for this transaction too.
      await tx.run(statement`insert into busy values (0)`)
      resolve()
      await ended
    })
  })
  return {
    end: async () => {
      end()
      await transaction
    },
  }
}

describe('a migration whose table a long transaction uses', () => {
  test('lets other statements pass between its attempts and is applied when the transaction ends', async () => {
    const long = await holdRead()
    const steps: string[] = []
    const migrated = migrate(node, after('-- Test.\nalter table busy add column one int;'), {
      limits,
      onStep: (sentence) => steps.push(sentence),
    })
    // Each read waits behind an attempt of the migration, for as long as that attempt waits for its lock.
    while (steps.length < 4) await other.run(statement`select count(*) from busy`)
    await long.end()
    await migrated

    expect(steps[2]).toMatch(/^Migration 9000 \(test_0\) did not get its locks.* \(attempt \d+ of 1000\)/)
    expect(steps.at(-1)).toBe('Migration 9000 (test_0) is applied.')
    await other.run(statement`select one from busy`)
  })

  test('is given up after the last attempt with a sentence, and leaves nothing', async () => {
    const long = await holdRead()

    await expect(
      migrate(node, after('-- Test.\ncreate table half (id int); alter table busy add column two int;'), {
        limits: { ...limits, attempts: 2 },
      }),
    ).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('Migration 9000 (test_0) did not get its locks in 2 attempts'),
      nextStep: expect.stringContaining('pg_stat_activity'),
    })
    await long.end()

    const { rows } = await other.run(statement`select to_regclass('half') as half`)
    expect(rows).toEqual([{ half: null }])
  })
})

const index = (of: string, column: string): string =>
  `-- Concurrently. Test.\ncreate index concurrently if not exists ${of} on busy (${column});\n`

async function stateOf(found: string): Promise<unknown> {
  const { rows } = await other.run(
    statement`select indisvalid as valid from pg_index where indexrelid = to_regclass(${found})`,
  )
  return rows
}

test('a migration that ends in a deadlock with other transactions is tried again like one without its locks', async () => {
  const deadlocks = `
    do $$ begin
      if nextval('attempts_of_test') <= 7 then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
    end $$;`
  await other.transaction((tx) => tx.script('create sequence attempts_of_test'))
  const steps: string[] = []

  await migrate(node, after(`-- Test.\n${deadlocks}`), { limits, onStep: (sentence) => steps.push(sentence) })

  expect(steps[0]).toMatch(/^Migration 9000 \(test_0\) did not get its locks.* \(attempt 1 of 1000\)/)
  expect(steps.at(-1)).toBe('Migration 9000 (test_0) is applied.')
})

describe('an index that is built concurrently', () => {
  test('blocks no write while it waits for a long transaction, with several nodes and a pool of one', async () => {
    const nodes = await Promise.all([1, 1, 1].map((size) => openPostgres(url, size)))
    const long = await holdRead()
    const steps: string[] = []
    const migrated = Promise.all(
      nodes.map((each) =>
        migrate(each, after(index('busy_id', 'id')), { limits, onStep: (sentence) => steps.push(sentence) }),
      ),
    )
    await expect.poll(() => stateOf('busy_id')).toEqual([{ valid: false }])
    await other.run(statement`insert into busy values (101)`)
    const waiting = 'Another process migrates the database. This one waits until it has finished.'
    await expect.poll(() => steps.filter((step) => step === waiting)).toHaveLength(2)
    await long.end()
    await migrated
    await Promise.all(nodes.map((each) => each.close()))

    expect(await stateOf('busy_id')).toEqual([{ valid: true }])
    expect(steps.filter((step) => step.includes('is applied'))).toHaveLength(1)
  })

  test('is built again if a node was killed while it built it', async () => {
    const long = await holdRead()
    const killed = startMigration(after(index('busy_next', '(id + 1)')))
    await expect.poll(() => stateOf('busy_next')).toEqual([{ valid: false }])
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const { rows } = await other.run(statement<{ stopped: boolean }>`
      select pg_terminate_backend(pid) as stopped from pg_stat_activity where query like 'create index concurrently if not exists busy_next%'`)
    expect(rows).toEqual([{ stopped: true }])
    await long.end()
    expect(await stateOf('busy_next')).toEqual([{ valid: false }])

    await migrate(node, after(index('busy_next', '(id + 1)')), { limits })

    expect(await stateOf('busy_next')).toEqual([{ valid: true }])
  })
})

test('a migration whose node is killed in the middle leaves nothing, and the next node applies it', async () => {
  const migrations = after(
    '-- Test.\ncreate table before_the_kill (id int);',
    '-- Test.\ncreate table half (id int); select pg_sleep(1000);',
  )
  const killed = startMigration(migrations)
  await expect
    .poll(async () => (await other.run(statement`select to_regclass('before_the_kill') is not null as found`)).rows)
    .toEqual([{ found: true }])
  await expect.poll(sleeping).toHaveLength(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  // The server would notice the end of the process only at its next answer.
  await other.run(statement`
    select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(1000)%' and pid <> pg_backend_pid()`)

  await migrate(
    node,
    migrations.with(-1, { version: 9_001, name: 'test_1', text: '-- Test.\ncreate table half (id int);' }),
    { limits },
  )

  const { rows } = await other.run(
    statement`select version from schema_migrations where version >= 9000 order by version`,
  )
  expect(rows).toEqual([{ version: 9_000 }, { version: 9_001 }])
})

async function sleeping(): Promise<readonly object[]> {
  const { rows } = await other.run(statement`
    select pid from pg_stat_activity where query like '%pg_sleep(1000)%' and pid <> pg_backend_pid() and state = 'active'`)
  return rows
}

/** Migrates in a separate process. */
function startMigration(migrations: readonly Migration[]): ChildProcess {
  const program = `
    import { migrate } from ${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}
    import { openPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    await migrate(await openPostgres(${JSON.stringify(url)}, 1), ${JSON.stringify(migrations)})`
  return spawn(process.execPath, ['--conditions=@portico/source', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
