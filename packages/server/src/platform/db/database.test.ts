import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { lockDataFolder } from './data-folder-lock.ts'
import { openEmbedded } from './embedded.ts'
import { readEmptyDatabase } from './empty-database.ts'
import { migrate, readMigrations } from './migrate.ts'
import type { Database, Row, Rows, Sql } from '../../kernel/database.ts'
import { forProject } from './sql.ts'

let portico: TestPortico
let db: Database

beforeAll(async () => {
  portico = await createTestPortico()
  db = portico.database.db
})

afterAll(() => portico.close())

describe('a project-scoped handle', () => {
  test('given a statement that does not name the project, when run, then it is refused before it reaches the database', async () => {
    const scoped = forProject(db, 'internal')

    expect(() => scoped.sql`select id from users`).toThrow('does not name its project')
    await expect(scoped.sql`select id from users where project_id = ${'internal'}`).resolves.toBeDefined()
  })

  test('given the outer handle inside a transaction, when used, then it is refused instead of waiting for ever', async () => {
    await expect(db.transaction(async () => db.sql`select 1`)).rejects.toThrow('inside a transaction')
  })
})

describe('values', () => {
  test('given each kind of value, when written and read, then both engines give the same', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')

    const { rows } = await db.sql`
      select ${at}::timestamptz as at, ${2 ** 40}::bigint as big, ${JSON.stringify({ a: [1, null] })}::jsonb as object,
        ${JSON.stringify('text')}::jsonb as text, ${null}::jsonb as nothing, ${['a', '"b\\', '{c,d}', 'null']}::text[] as list,
        ${[1, 2]}::int[] as numbers, ${[]}::text[] as none,
        ${Buffer.from([0, 255])}::bytea as bytes, ${true}::boolean as yes`

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

  test('given statements sent together of which one fails, when the errors come back, then the first one is thrown', async () => {
    const insertTwice = db.transaction(async (tx) => {
      const first = tx.sql`insert into projects select * from projects`
      const second = tx.sql`select 1`
      // As it is when the first error has to come through the hands of more functions than the second.
      const late = first.catch(async (error: unknown) => {
        await second.catch(() => undefined)
        throw error
      })
      await Promise.all([late, second])
    })

    await expect(insertTwice).rejects.toMatchObject({ code: '23505' })
  })

  test('given a transaction that fails, when read afterwards, then nothing of it is there', async () => {
    await db
      .transaction(async (tx) => {
        await tx.sql`update projects set display_name = 'Half done' where id = 'internal'`
        throw new Error('stop')
      })
      .catch(() => {})

    const { rows } = await db.sql<{ display_name: string }>`select display_name from projects where id = 'internal'`
    expect(rows[0]?.display_name).toBe('Portico')
  })
})

describe('statements sent together', () => {
  const rename = (tx: Sql, name: string): Promise<Rows<Row>> =>
    tx.sql`update projects set display_name = ${name} where id = 'internal'`
  const nameOf = async (): Promise<string | undefined> =>
    (await db.sql<{ display_name: string }>`select display_name from projects where id = 'internal'`).rows[0]
      ?.display_name

  test('given several, when they are answered, then each has its own answer and sees what stands before it', async () => {
    const [renamed, read, nothing] = await db.together((tx) => [
      rename(tx, 'Together'),
      tx.sql`select display_name from projects where id = 'internal'`,
      tx.sql`delete from projects where id = 'there is none'`,
    ])

    expect(renamed.count).toBe(1)
    expect(read.rows).toEqual([{ display_name: 'Together' }])
    expect(nothing).toEqual({ rows: [], count: 0 })
    await db.together((tx) => [rename(tx, 'Portico')])
  })

  test.each([1, 2])(
    'given one that fails, when tried %d times, then nothing of any is there and the connection goes on',
    async () => {
      const failing = db.together((tx) => [rename(tx, 'Half done'), tx.sql`select 1 / ${0}::int`, rename(tx, 'More')])

      await expect(failing).rejects.toThrow('division by zero')

      expect(await nameOf()).toBe('Portico')
      await db.together((tx) => [rename(tx, 'Portico'), tx.sql`select 1 / ${1}::int`])
    },
  )

  test('given a part that fails on its own, when the others are ready, then nothing is sent', async () => {
    const sending = db.together((tx) => [rename(tx, 'Half done'), Promise.reject(new Error('stop'))])

    await expect(sending).rejects.toThrow('stop')

    expect(await nameOf()).toBe('Portico')
  })

  test('given a statement that comes after an answer, when it comes, then it is refused', async () => {
    const late = db.together((tx) => [rename(tx, 'Portico').then(() => rename(tx, 'Too late'))])

    await expect(late).rejects.toThrow('came after')

    expect(await nameOf()).toBe('Portico')
  })

  test('given more of them at once than connections, when they write the same row, then all are through', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `Portico ${index}`)

    await Promise.all(names.map((name) => db.together((tx) => [rename(tx, name), rename(tx, 'Portico')])))

    expect(await nameOf()).toBe('Portico')
  })

  test('given several in the same turn, when one is refused, then only that one fails and the others happen', async () => {
    const [first, refused, last] = await Promise.allSettled([
      db.together((tx) => [rename(tx, 'Portico'), tx.sql`select 1 as value`]),
      db.together((tx) => [rename(tx, 'Half done'), tx.sql`select 1 / ${0}::int`]),
      db.together((tx) => [rename(tx, 'Portico'), tx.sql`select 3 as value`]),
    ])

    expect(first).toMatchObject({ status: 'fulfilled', value: [{ count: 1 }, { rows: [{ value: 1 }] }] })
    expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
    expect(last).toMatchObject({ status: 'fulfilled', value: [{ count: 1 }, { rows: [{ value: 3 }] }] })
    expect(await nameOf()).toBe('Portico')
  })

  test('given several in the same turn, when one holds a value that cannot be sent, then only that one fails', async () => {
    const [unsendable, other] = await Promise.allSettled([
      db.together((tx) => [tx.sql`select ${new Date(Number.NaN)}::timestamptz as value`]),
      db.together((tx) => [tx.sql`select 2 as value`]),
    ])

    expect(unsendable.status).toBe('rejected')
    expect(other).toMatchObject({ status: 'fulfilled', value: [{ rows: [{ value: 2 }] }] })
  })

  test('keeps what several callers write in the same turn in transactions of their own', async () => {
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const [{ rows }] = await db.together((tx) => [tx.sql<{ id: string }>`select pg_current_xact_id()::text as id`])
        return rows[0]?.id
      }),
    )

    expect(new Set(ids).size).toBe(5)
  })

  test('writes the others of the same turn once when the connection of one breaks', async () => {
    if (db.engine === 'embedded') return expect(await nameOf()).toBe('Portico')
    await db.sql`create table written_once (name text)`
    const write = (name: string): Promise<unknown> =>
      db.together((tx) => [tx.sql`insert into written_once values (${name})`])

    const outcomes = await Promise.allSettled([
      write('a'),
      db.together((tx) => [tx.sql`select pg_terminate_backend(pg_backend_pid())`]),
      write('b'),
    ])

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await db.sql`select name from written_once order by name`).rows).toEqual([{ name: 'a' }, { name: 'b' }])
    await db.sql`drop table written_once`
  })
})

describe('migrations', () => {
  test('given a migrated database, when migrated again by four at once, then nothing changes', async () => {
    await Promise.all([migrate(db), migrate(db), migrate(db), migrate(db)])

    const { rows } = await db.sql<{ count: number }>`select count(*) from schema_migrations`
    expect(rows[0]?.count).toBe(readMigrations().length)
  })

  test('given a database a newer version has migrated, when an older one starts, then it refuses and says what to do', async () => {
    await expect(migrate(db, readMigrations().slice(0, 3))).rejects.toMatchObject({
      message: expect.stringContaining('knows versions up to 3'),
      nextStep: expect.stringContaining('newer'),
    })
  })

  test('given a migration that fails, when it is run, then neither it nor its record stays', async () => {
    const broken = [
      ...readMigrations(),
      { version: 9_000, name: 'broken', text: 'create table half (id int); select 1/0;' },
    ]

    await expect(migrate(db, broken)).rejects.toThrow('division by zero')

    const { rows } = await db.sql<{ exists: boolean }>`select to_regclass('half') is not null as exists`
    expect(rows[0]?.exists).toBe(false)
  })

  test('have each a number of their own and a first line that says why they exist', () => {
    const migrations = readMigrations()

    expect(new Set(migrations.map(({ version }) => version)).size).toBe(migrations.length)
    for (const { text } of migrations) expect(text).toMatch(/^-- /)
  })
})

describe('the embedded engine', () => {
  const temporary = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'portico-embedded-'))

  test('given the engine as it is installed, when a database is new, then its files come with the package', async () => {
    // Without them each first start takes two seconds more; `npm run generate` makes them.
    await expect(readEmptyDatabase()).resolves.toBeInstanceOf(Blob)
  })

  test('given a first start that was broken off, when started again, then it begins anew', async () => {
    const dataDir = await temporary()
    await mkdir(path.join(dataDir, 'postgres'))
    await writeFile(path.join(dataDir, 'postgres', 'PG_VERSION'), '18')
    await writeFile(path.join(dataDir, 'postgres.incomplete'), '')

    const first = await openEmbedded({ dataDir })
    await first.sql`create table kept (id int)`
    await first.close()
    const second = await openEmbedded({ dataDir })

    await expect(second.sql`select id from kept`).resolves.toMatchObject({ count: 0 })
    expect(await readdir(dataDir)).toContain('postgres')
    expect(await readdir(dataDir)).not.toContain('postgres.incomplete')
    await second.close()
  })

  test('given a folder with damaged files, when opened, then a sentence says so, and the folder is not left locked', async () => {
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

  test('given a locked folder, when locked again, then it is refused; once released, it is free', async () => {
    const dataDir = await folder()
    const lock = await lockDataFolder(dataDir)

    await expect(lockDataFolder(dataDir)).rejects.toThrow(`process ${process.pid}`)
    await lock.release()
    await (await lockDataFolder(dataDir)).release()
  })

  test('given a folder nothing can be written to, when locked, then it says so and what to do', async () => {
    const dataDir = await folder()
    // As on a file system that is read-only, where writing this file fails as well.
    await mkdir(path.join(dataDir, `portico.lock.${process.pid}`))

    await expect(lockDataFolder(dataDir)).rejects.toMatchObject({
      name: 'StartupProblem',
      message: `The data folder ${dataDir} cannot be written to (EISDIR).`,
      nextStep: expect.stringContaining('PORTICO_DATA_DIR'),
    })
  })

  test('given a lock whose holder has died, when locked, then it is taken over', async () => {
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'portico.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null }))

    const lock = await lockDataFolder(dataDir)

    expect(JSON.parse(await readFile(path.join(dataDir, 'portico.lock'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  test('given a dead holder, when eight processes start at the same moment, then one gets the folder', async () => {
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'portico.lock'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: null }))
    const script = `
      import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)}
      await lockDataFolder(${JSON.stringify(dataDir)}).then(() => console.log('held'), () => console.log('refused'))
      process.stdin.resume()`
    const args = ['--conditions=@portico/source', '--input-type=module', '--eval', script]
    // Each lives until all have answered, however slowly they start: a folder whose holder has ended is free again.
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
    /** Starts a process that holds the lock, below a parent that never asks how its child ended. */
    async function startHolder(dataDir: string): Promise<{ pid: number; parent: ChildProcess }> {
      const script = `
        import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)}
        await lockDataFolder(${JSON.stringify(dataDir)})
        // Memory that takes the kernel a while to take back.
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

    test('that its parent has not reaped no longer holds the folder', async () => {
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

    test('that is still ending is waited for, and a sentence says so', async () => {
      const dataDir = await folder()
      const { pid, parent } = await startHolder(dataDir)
      const said: string[] = []
      process.kill(pid, 'SIGKILL')

      const lock = await lockDataFolder(dataDir, (sentence) => said.push(sentence))

      // None if it was faster than we are.
      for (const sentence of said) expect(sentence).toContain(`Waiting for process ${pid} to end`)
      expect(said.length).toBeLessThanOrEqual(1)
      await lock.release()
      parent.kill()
    })
  })

  test('given a lock that names another process with our id, when locked, then it is taken over', async () => {
    const dataDir = await folder()
    await writeFile(path.join(dataDir, 'portico.lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))

    await expect(lockDataFolder(dataDir)).resolves.toBeDefined()
  })
})
