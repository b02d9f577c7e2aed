import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lockDataFolder } from './data-folder-lock.ts'
import { openEmbedded } from './embedded.ts'
import { findConcurrentIndex } from './apply-migrations.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Database } from '../../kernel/database.ts'
import { forProject } from './project-scope.ts'
import {
  constant,
  isAnyTouched,
  lookup,
  nothing,
  type Rows,
  sequence,
  statement,
  Statement,
  type Query,
  unscoped,
} from '../../kernel/statement.ts'
import { emit, systemCall } from '../../kernel/emit.ts'

let portico: TestPortico
let db: Database

beforeAll(async () => {
  portico = await createTestPortico()
  db = portico.database.db
})

afterAll(() => portico.close())

describe('a project-scoped handle', () => {
  test('refuses a statement of another project before it reaches the database', async () => {
    const scoped = forProject(db, 'internal')
    const usersOf = (projectId: string, ownerId: string): Statement<Rows> =>
      statement`select id from users where project_id = ${projectId} and id::text <> ${ownerId}`

    expect(() => scoped.run(usersOf('other', 'internal'))).toThrow('names another project')
    await expect(scoped.run(usersOf('internal', 'other'))).resolves.toBeDefined()
  })

  test.each([
    ['that is not restricted to a project', unscoped.statement`select id from users`],
    ['with a part that is not', statement`select 1 where exists (${unscoped.fragment`select from users`})`],
    ['that no template has created', new Statement([{ text: 'select id from users' } as Query], () => null)],
  ])('refuses a statement %s', (_which, refused) => {
    expect(() => forProject(db, 'internal').run<unknown>(refused)).toThrow('is not restricted to a project')
  })

  test('refuses a statement that emits an event of another project', () => {
    const event = emit(systemCall('other', new Date(0)), 'user.deleted', { userId: 'ada', teamIds: [] })

    expect(() => forProject(db, 'internal').run(event)).toThrow('an event of another project')
  })

  test('refuses the outer handle inside a transaction instead of waiting forever', async () => {
    await expect(db.transaction(async () => db.run(statement`select 1`))).rejects.toThrow('inside a transaction')
  })
})

describe('the count of a result', () => {
  test('is the number of rows that a query returned or changed, on both engines', async () => {
    const scope = portico.database.db
    await scope.run(statement`create table counted (id int)`)

    const results = await scope.batch({
      inserted: statement`insert into counted values (1), (2), (3)`,
      selected: statement`select id from counted`,
      isAnySelected: statement`select id from counted where id > 1`.map(isAnyTouched),
      isNoneSelected: statement`select id from counted where id > 3`.map(isAnyTouched),
      returned: statement`update counted set id = id where id > 1 returning id`,
      moved: statement`with gone as (delete from counted where id = 3 returning id) select id from gone`,
      deleted: statement`delete from counted where id = 9`,
    })

    const { inserted, selected, isAnySelected, isNoneSelected, returned, moved, deleted } = results
    const counts = [inserted, selected, returned, moved, deleted].map(({ count }) => count)
    expect(counts).toEqual([3, 3, 2, 1, 0])
    expect([isAnySelected, isNoneSelected]).toEqual([true, false])
    await scope.run(statement`drop table counted`)
  })
})

describe('values', () => {
  test('are the same on both engines after a round trip', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')

    const { rows } = await db.run(statement`
      select ${at}::timestamptz as at, ${2 ** 40}::bigint as big, ${JSON.stringify({ a: [1, null] })}::jsonb as object,
        ${JSON.stringify('text')}::jsonb as text, ${null}::jsonb as nothing, ${['a', '"b\\', '{c,d}', 'null']}::text[] as list,
        ${[1, 2]}::int[] as numbers, ${[]}::text[] as none,
        ${Buffer.from([0, 255])}::bytea as bytes, ${true}::boolean as yes`)

    expect(rows[0]).toMatchObject({
      at,
      big: 2 ** 40,
      object: { a: [1, null] },
      text: 'text',
      nothing: null,
      list: ['a', '"b\\', '{c,d}', 'null'],
      numbers: [1, 2],
      none: [],
      yes: true,
    })
    expect(Buffer.from((rows[0] as { bytes: Uint8Array }).bytes).toString('hex')).toBe('00ff')
  })

  test('are rolled back with a failed transaction', async () => {
    await db
      .transaction(async (tx) => {
        await tx.run(statement`update projects set display_name = 'Half done' where id = 'internal'`)
        throw new Error('stop')
      })
      .catch(() => {})

    const { rows } = await db.run(
      statement<{ display_name: string }>`select display_name from projects where id = 'internal'`,
    )
    expect(rows[0]?.display_name).toBe('Portico')
  })
})

describe('a batch', () => {
  const rename = (name: string): Statement<Rows> =>
    statement`update projects set display_name = ${name} where id = 'internal'`
  const nameOf = async (): Promise<string | undefined> =>
    (await db.run(statement<{ display_name: string }>`select display_name from projects where id = 'internal'`)).rows[0]
      ?.display_name

  test('can be sent again with statements that failed or were skipped when they were sent first', async () => {
    await db.run(statement`create table firsts (id int primary key)`)
    const insert = (id: number): Statement<Rows> => statement`insert into firsts values (${id})`
    const skipped = statement<{ count: number }>`select count(*)::int as count from firsts where id > 0`
    await db.run(statement`insert into firsts values (1)`)

    // Uses all connections of the pool, each of which prepares the statements.
    const refused = await Promise.allSettled(
      Array.from({ length: 20 }, () => db.batch({ inserted: insert(1), skipped })),
    )
    const accepted = await Promise.all(
      Array.from({ length: 20 }, (_, index) => db.batch({ inserted: insert(10 + index), skipped })),
    )

    expect(new Set(refused.map((one) => (one.status === 'rejected' ? one.reason.code : one.status)))).toEqual(
      new Set(['23505']),
    )
    expect(accepted.map(({ inserted }) => inserted.count)).toEqual(accepted.map(() => 1))
    await db.run(statement`drop table firsts`)
  })

  test('returns a result for each statement, and each statement sees the effects of earlier ones', async () => {
    const { renamed, read, nothing } = await db.batch({
      renamed: rename('Together'),
      read: statement`select display_name from projects where id = 'internal'`,
      nothing: statement`delete from projects where id = 'there is none'`,
    })

    expect(renamed.count).toBe(1)
    expect(read.rows).toEqual([{ display_name: 'Together' }])
    expect(nothing).toEqual({ rows: [], count: 0 })
    await db.batch([rename('Portico')])
  })

  test.each([1, 2])('is rolled back if one statement fails, and the connection stays usable (attempt %d)', async () => {
    const failing = db.batch([rename('Half done'), statement`select 1 / ${0}::int`, rename('More')])

    await expect(failing).rejects.toThrow('division by zero')

    expect(await nameOf()).toBe('Portico')
    await db.batch([rename('Portico'), statement`select 1 / ${1}::int`])
  })

  test('succeeds if more batches than connections write the same row', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Portico ${index}`)

    await Promise.all(names.map((name) => db.batch([rename(name), rename('Portico')])))

    expect(await nameOf()).toBe('Portico')
  })

  test.each(['outside of a transaction', 'inside a transaction'])(
    'translates a failure as its query declares, %s',
    async (place) => {
      class DividedByZero extends Error {}
      const divide = (divisor: number): Statement<Rows> =>
        statement`select 1 / ${divisor}::int`.explained((cause) => new DividedByZero('Divided by zero.', { cause }))
      const failing = [rename('Half done'), divide(1), sequence({ divided: divide(0) }), rename('More')]

      const work = place === 'inside a transaction' ? db.transaction((tx) => tx.batch(failing)) : db.batch(failing)

      await expect(work).rejects.toBeInstanceOf(DividedByZero)
      expect(await nameOf()).toBe('Portico')
    },
  )

  test('reports a commit that fails', async () => {
    const scope = portico.database.db
    await scope.run(statement`create table kept_unique (id int unique deferrable initially deferred)`)

    const failing = scope.batch([
      statement`insert into kept_unique values (1)`,
      statement`insert into kept_unique values (1)`,
    ])

    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect((await scope.run(statement`select id from kept_unique`)).count).toBe(0)
    await scope.run(statement`drop table kept_unique`)
  })

  test('is refused after the end of its transaction', async () => {
    const late = await db.transaction(async (tx) => () => tx.run(statement`select 1`))

    await expect(late()).rejects.toThrow('The transaction has ended.')
  })

  test('runs nested statements in the order written', async () => {
    const name = statement<{ display_name: string }>`select display_name from projects where id = 'internal'`.map(
      ({ rows }) => rows[0]?.display_name,
    )

    const results = await db.batch({
      nothing,
      first: sequence([rename('First'), name]).map(([, seen]) => seen),
      second: sequence({ renamed: rename('Portico'), seen: name }),
      given: constant(1),
    })

    expect(results).toMatchObject({ first: 'First', second: { renamed: { count: 1 }, seen: 'Portico' }, given: 1 })
  })

  test('does not affect batches of the same turn if it fails', async () => {
    const [first, refused, last] = await Promise.allSettled([
      db.batch([rename('Portico'), statement`select 1 as value`]),
      db.batch([rename('Half done'), statement`select 1 / ${0}::int`]),
      db.batch([rename('Portico'), statement`select 3 as value`]),
    ])

    expect(first).toMatchObject({ status: 'fulfilled', value: [{ count: 1 }, { rows: [{ value: 1 }] }] })
    expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
    expect(last).toMatchObject({ status: 'fulfilled', value: [{ count: 1 }, { rows: [{ value: 3 }] }] })
    expect(await nameOf()).toBe('Portico')
  })

  test('does not affect batches of the same turn if it has a value that cannot be encoded', async () => {
    const [unsendable, other] = await Promise.allSettled([
      db.batch([statement`select ${new Date(Number.NaN)}::timestamptz as value`]),
      db.batch([statement`select 2 as value`]),
    ])

    expect(unsendable.status).toBe('rejected')
    expect(other).toMatchObject({ status: 'fulfilled', value: [{ rows: [{ value: 2 }] }] })
  })

  test('runs in its own transaction, even if other callers write in the same turn', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [{ rows }] = await db.batch([statement<{ id: string }>`select pg_current_xact_id()::text as id`])
        return rows[0]?.id
      }),
    )

    expect(new Set(ids).size).toBe(5)
  })

  test('is written once if the connection of another batch of the same turn breaks', async () => {
    if (db.engine === 'embedded') return expect(await nameOf()).toBe('Portico')
    await db.run(statement`create table written_once (name text)`)
    const write = (name: string): Promise<unknown> => db.batch([statement`insert into written_once values (${name})`])

    const outcomes = await Promise.allSettled([
      write('a'),
      db.batch([statement`select pg_terminate_backend(pg_backend_pid())`]),
      write('b'),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await db.run(statement`select name from written_once order by name`)).rows).toEqual([
      { name: 'a' },
      { name: 'b' },
    ])
    await db.run(statement`drop table written_once`)
  })
})

describe('a column that is added while a node runs', () => {
  test('breaks no statement that was prepared before, in a lookup, a batch or a transaction', async () => {
    await db.transaction((tx) => tx.script('create table growing (id int); create table grown (id int);'))
    const reads = { fromGrowing: statement`select * from growing`, fromGrown: statement`select * from grown` }
    const add = statement`insert into growing values (1) returning *`
    const runAll = (): Promise<unknown> =>
      Promise.all([
        ...Array.from({ length: 12 }, () => db.batch(reads)),
        ...Array.from({ length: 4 }, () => db.run(lookup`select * from growing where id = 0`)),
        db.transaction(async (tx) => [await tx.run(add), await tx.run(reads.fromGrown)]),
      ])
    await runAll()

    await db.transaction((tx) =>
      tx.script("alter table growing add column note text default 'new'; alter table grown add column note text"),
    )
    await runAll()

    const { rows } = await db.run(reads.fromGrowing)
    expect(rows).toEqual([
      { id: 1, note: 'new' },
      { id: 1, note: 'new' },
    ])
    await db.transaction((tx) => tx.script('drop table growing; drop table grown'))
  })
})

describe('migrations', () => {
  test('change nothing in a migrated database, even with four concurrent runs', async () => {
    await Promise.all([migrate(db), migrate(db), migrate(db), migrate(db)])

    const { rows } = await db.run(statement<{ count: number }>`select count(*) from schema_migrations`)
    expect(rows[0]?.count).toBe(readMigrations().length)
  })

  test('refuse a database with a newer schema and name the next step', async () => {
    await expect(migrate(db, [{ version: 3, name: 'earlier', text: '' }])).rejects.toMatchObject({
      message: expect.stringContaining('supports versions up to 3'),
      nextStep: expect.stringContaining('newer'),
    })
  })

  test('leave nothing of a failed migration, and keep those before it', async () => {
    const broken = [
      ...readMigrations(),
      { version: 8_999, name: 'whole', text: 'create table whole (id int)' },
      { version: 9_000, name: 'broken', text: 'create table half (id int); select 1/0;' },
    ]

    await expect(migrate(db, broken)).rejects.toThrow('division by zero')

    const { rows } = await db.run(statement<{ half: string | null; whole: string | null }>`
      select to_regclass('half')::text as half, to_regclass('whole')::text as whole`)
    expect(rows).toEqual([{ half: null, whole: 'whole' }])
    await db.batch([statement`drop table whole`, statement`delete from schema_migrations where version = 8999`])
  })

  test('accept a newer schema that works with this version', async () => {
    await db.run(statement`
      insert into schema_migrations (version, name, minimum_version) values (9001, 'later', ${readMigrations().at(-1)?.version})`)

    await expect(migrate(db)).resolves.toBeUndefined()

    await db.run(statement`delete from schema_migrations where version = 9001`)
  })

  test('refuse a newer schema whose minimum is a later release, and name that release', async () => {
    await db.run(statement`
      insert into schema_migrations (version, name, minimum_version, minimum_release)
      values (9001, 'later', 8800, '0.9.0'), (9002, 'latest', 8800, '0.9.0')`)

    await expect(migrate(db)).rejects.toMatchObject({
      message: expect.stringContaining('has schema version 9002'),
      nextStep: expect.stringContaining('Start version 0.9.0 or newer'),
    })

    await db.run(statement`delete from schema_migrations where version > 9000`)
  })

  test('record the release before them as the minimum', async () => {
    const { rows } = await db.run(statement`
      select minimum_version as version, minimum_release as release from schema_migrations order by schema_migrations.version`)

    expect(rows[0]).toEqual({ version: 200, release: null })
    for (const row of rows.slice(1)) expect(row).toEqual({ version: 200, release: '0.1.0' })
  })

  test('build an index concurrently where they say so', async () => {
    await db.transaction((tx) => tx.script('create table built (id int)'))
    const index = {
      version: 8_998,
      name: 'built',
      text: '-- Concurrently. For a test.\ncreate index concurrently if not exists built_id on built (id);\n',
    }

    await migrate(db, [...readMigrations(), index])
    await db.run(statement`delete from schema_migrations where version = 8998`)
    await migrate(db, [...readMigrations(), index])

    const { rows } = await db.run(statement`select indisvalid from pg_index where indexrelid = to_regclass('built_id')`)
    expect(rows).toEqual([{ indisvalid: true }])
    await db.batch([statement`drop table built`, statement`delete from schema_migrations where version = 8998`])
  })

  test('do nothing else if they build an index concurrently', () => {
    const index = 'create index concurrently if not exists a on b (c);'

    expect(findConcurrentIndex(`-- Why.\n${index}`)).toBeNull()
    expect(findConcurrentIndex(`-- Concurrently. Why.\n${index}\n`)).toEqual({ name: 'a', definition: index })
    for (const text of [`${index} select 1;`, 'create index a on b (c);', `drop table b; ${index}`]) {
      expect(() => findConcurrentIndex(`-- Concurrently. Why.\n${text}`)).toThrow('has one "create index')
    }
    expect(readMigrations().map(({ text }) => findConcurrentIndex(text))).toBeDefined()
  })

  test('lead to a schema that Citus can place: row triggers, no identity columns or parents, functions with their path', async () => {
    const { rows } = await db.run(statement`
      select 'transition table' as problem, tgname as name from pg_trigger where tgnewtable is not null or tgoldtable is not null
      union all
      select 'identity column', attrelid::regclass || '.' || attname from pg_attribute where attidentity <> ''
      union all
      select 'parent', inhrelid::regclass::text from pg_inherits
      union all
      select 'function without its path', proname from pg_proc p
      where pronamespace = 'public'::regnamespace and prosqlbody is null
        and not coalesce('search_path' = any (select split_part(unnest(proconfig), '=', 1)), false)
        -- It names no table.
        and proname <> 'refuse_change_of_audit_events'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`)

    expect(rows).toEqual([])
  })

  test('have unique numbers and a first line that states their purpose', () => {
    const migrations = readMigrations()

    expect(new Set(migrations.map(({ version }) => version)).size).toBe(migrations.length)
    for (const { text } of migrations) expect(text).toMatch(/^-- /)
  })
})

describe('the embedded engine', () => {
  const temporary = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'portico-embedded-'))

  test('starts with a new database after an interrupted first start', async () => {
    const dataDir = await temporary()
    await mkdir(path.join(dataDir, 'postgres'))
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18')
    await writeFile(path.join(dataDir, 'postgres.incomplete'), '')

    const first = await openEmbedded({ dataDir })
    await first.run(statement`create table kept (id int)`)
    await first.close()
    const second = await openEmbedded({ dataDir })

    await expect(second.run(statement`select id from kept`)).resolves.toMatchObject({ count: 0 })
    expect(await readdir(dataDir)).toContain('postgres')
    expect(await readdir(dataDir)).not.toContain('postgres.incomplete')
    await second.close()
  })

  test('reports damaged files and releases the lock of the folder', async () => {
    const dataDir = await temporary()
    await mkdir(path.join(dataDir, 'postgres'))
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '1')

    for (const _attempt of ['first', 'second']) {
      await expect(openEmbedded({ dataDir })).rejects.toMatchObject({
        name: 'StartupProblem',
        message: expect.stringContaining('damaged'),
        nextStep: expect.stringContaining('backup'),
      })
    }
  })
})

describe('the lock of a data folder', () => {
  const folder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'portico-lock-'))

  test('excludes a second holder until it is released', async () => {
    const dataDir = await folder()
    const lock = await lockDataFolder(dataDir)

    await expect(lockDataFolder(dataDir)).rejects.toThrow(`process ${process.pid}`)
    await lock.release()
    await (await lockDataFolder(dataDir)).release()
  })

  test('reports a folder that is not writable and names the next step', async () => {
    const dataDir = await folder()
    // Makes writing this file fail, as on a read-only file system.
    await mkdir(path.join(dataDir, `portico.lock.${process.pid}`))

    await expect(lockDataFolder(dataDir)).rejects.toMatchObject({
      name: 'StartupProblem',
      message: `The data folder ${dataDir} cannot be written to (EISDIR).`,
      nextStep: expect.stringContaining('PORTICO_DATA_DIR'),
    })
  })

  test('replaces a dead holder', async () => {
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'portico.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null }))

    const lock = await lockDataFolder(dataDir)

    expect(JSON.parse(await readFile(path.join(dataDir, 'portico.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  test('goes to exactly one of eight processes that find a dead holder', async () => {
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'portico.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null }))
    const script = `
      import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)}
      await lockDataFolder(${JSON.stringify(dataDir)}).then(() => console.log('held'), () => console.log('refused'))
      process.stdin.resume()`
    const args = ['--conditions=@portico/source', '--input-type=module', '--eval', script]
    // Each process lives until all have answered, because the end of the holder frees the folder.
    const starters = Array.from({ length: 8 }, () =>
      spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
    )
    const outputs = await Promise.all(
      starters.map(async ({ stdout }) => {
        const [first] = (await once(stdout, 'data')) as [Buffer]
        return first.toString().trim()
      }),
    )
    for (const { stdin } of starters) stdin.end()

    expect(outputs.filter((output) => output === 'held')).toHaveLength(1)
    expect(outputs.filter((output) => output === 'refused')).toHaveLength(7)
  })

  describe.runIf(process.platform === 'linux')('a killed holder', () => {
    /** Starts a process that holds the lock, with a parent that never reaps its child. */
    async function startHolder(dataDir: string): Promise<{ pid: number; parent: ChildProcess }> {
      const script = `
        import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)}
        await lockDataFolder(${JSON.stringify(dataDir)})
        // Memory that takes the kernel a moment to reclaim.
        globalThis.memory = Buffer.alloc(256 * 2 ** 20, 1)
        console.log(process.pid)
        setInterval(() => {}, 60_000)`
      const holder = [process.execPath, '--conditions=@portico/source', '--input-type=module', '--eval', script]
      const parent = spawn('sh', ['-c', '"$@" & exec sleep 60', 'sh', ...holder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
      return { pid: Number(pid.toString()), parent }
    }

    test('does not hold the folder while it is a zombie', async () => {
      const dataDir = await folder()
      const { pid, parent } = await startHolder(dataDir)
      await expect(lockDataFolder(dataDir)).rejects.toThrow(`process ${pid}`)
      process.kill(pid, 'SIGKILL')
      await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')

      const lock = await lockDataFolder(dataDir)

      expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
      await lock.release()
      parent.kill()
    })

    test('is waited for while it is ending, with a message', async () => {
      const dataDir = await folder()
      const { pid, parent } = await startHolder(dataDir)
      const messages: string[] = []
      process.kill(pid, 'SIGKILL')

      const lock = await lockDataFolder(dataDir, (message) => messages.push(message))

      // There is no message if the process ends before the check.
      for (const message of messages) expect(message).toContain(`Waiting for process ${pid} to end`)
      expect(messages.length).toBeLessThanOrEqual(1)
      await lock.release()
      parent.kill()
    })
  })

  test('replaces a holder with the same process id and another start time', async () => {
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'portico.lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))

    await expect(lockDataFolder(dataDir)).resolves.toBeDefined()
  })
})
