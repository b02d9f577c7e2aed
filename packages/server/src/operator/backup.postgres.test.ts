import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { findPostgresBin } from '../../../../tools/programs.ts'
import {
  describeBackup,
  newFolder,
  runCommand,
  startService,
  type Outcome,
  type Place,
} from '../../test/describe-backup.ts'
import type { Database } from '../kernel/database.ts'
import { SqlName, statement } from '../kernel/statement.ts'
import { migrate, ownSchemaVersion, readMigrations } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'

const bin = findPostgresBin() ?? ''
const serverUrl = process.env.PORTICO_TEST_DATABASE_URL ?? ''
const names: string[] = []
let server: Database

/** Debian does not add the programs of the server to the PATH. */
const usePath = (...folders: string[]): void => void vi.stubEnv('PATH', [...folders, process.env.PATH].join(':'))

async function newPlace(): Promise<Place> {
  const name = `portico_${randomUUID().replaceAll('-', '')}`
  await server.run(statement`create database ${new SqlName(name)}`)
  names.push(name)
  // The server of the tests accepts every password.
  return {
    DATABASE_URL: Object.assign(new URL(serverUrl), { pathname: `/${name}`, password: 'p%40ss word' }).toString(),
  }
}

async function writeProgram(file: string, command: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${command}\n`)
  await chmod(file, 0o755)
}

beforeAll(async () => {
  server = await openPostgres(serverUrl, 1)
  usePath(bin)
})

afterEach(() => {
  vi.unstubAllEnvs()
  usePath(bin)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  for (const name of names) await server.run(statement`drop database ${new SqlName(name)} with (force)`)
  await server.close()
})

describeBackup(newPlace)

describe('a backup of PostgreSQL', () => {
  /** A database of an older schema, whose migrations take seconds, so that the tests share it. They leave it as it was. */
  let source: Place
  /** Its backup. */
  let file: string
  let written: Outcome

  beforeAll(async () => {
    source = await newPlace()
    file = path.join(await newFolder(), 'backup')
    const old = await openPostgres(source.DATABASE_URL ?? '', 1)
    await migrate(old, readMigrations().slice(0, -1))
    // `pg_restore` creates indexes last, when the data is there.
    await old.transaction((tx) =>
      tx.script(`
        create extension hstore;
        create schema of_others;
        create type of_others.size as enum ('small');
        create table of_others.things (size of_others.size);
        insert into of_others.things values ('small');
        create function of_others.weigh(of_others.size) returns integer immutable language plpgsql as
          'begin if current_setting(''portico.fails'', true) = ''on'' then raise exception ''out of luck''; end if; return 1; end';
        create index on of_others.things (of_others.weigh(size))`),
    )
    await old.close()
    written = await runCommand(['backup', '--out', file, '--json'], source)
  })

  test('of an older schema is migrated after the restore, and leaves out extensions of others', async () => {
    const target = await newPlace()

    const restored = await runCommand(['restore', file], target)
    const service = await startService(target)
    const { rows } = await service.db.run(statement`select max(version) as version from schema_migrations`)
    const extensions = await service.db.run(statement<{ name: string }>`
      select extname as name from pg_extension where extname <> 'plpgsql' order by extname`)
    await service.stop()

    expect((JSON.parse(written.output) as { schema_version: number }).schema_version).toBeLessThan(ownSchemaVersion())
    expect(restored.code).toBe(0)
    expect(rows).toEqual([{ version: ownSchemaVersion() }])
    expect(extensions.rows).toEqual([{ name: 'btree_gin' }, { name: 'pg_trgm' }])
  })

  test('shows the password of the database in no argument of a process', async () => {
    const [folder, wrapped] = [await newFolder(), await newFolder()]
    const wrapper = path.join(wrapped, 'pg_dump')
    await writeFile(wrapper, `#!/bin/sh\necho "$PGPASSWORD" "$@" > ${folder}/called\nexec ${bin}/pg_dump "$@"\n`)
    await chmod(wrapper, 0o755)
    usePath(wrapped)

    const outcome = await runCommand(['backup', '--out', path.join(folder, 'backup')], source)

    const [password, ...args] = (await readFile(path.join(folder, 'called'), 'utf8')).split(' --')
    expect(outcome.code).toBe(0)
    expect(password).toBe('p@ss word')
    expect(args.join(' ')).toContain('dbname=postgres://')
    expect(args.join(' ')).not.toMatch(/ss(?: |%20)word/)
  })

  test('names what is missing if the programs of PostgreSQL are not installed or fail', async () => {
    const target = await newPlace()
    const [folder, broken] = [await newFolder(), await newFolder()]
    const without = path.join(folder, 'no-programs')
    await mkdir(without)

    vi.stubEnv('PATH', without)
    const missing = await runCommand(['backup', '--out', path.join(folder, 'backup')], source)
    await writeFile(path.join(broken, 'pg_restore'), '#!/bin/sh\necho "pg_restore: error: out of luck" >&2\nexit 1\n')
    await chmod(path.join(broken, 'pg_restore'), 0o755)
    usePath(broken)
    const failed = await runCommand(['restore', file], target)

    expect(missing).toEqual({ code: 1, output: 'The program pg_dump is not installed, or not in the PATH.' })
    expect(failed).toEqual({ code: 1, output: 'pg_restore failed: out of luck' })
  })

  test('is discarded if the schema changes between its header and its end', async () => {
    const [folder, wrapped] = [await newFolder(), await newFolder()]
    const change = "insert into schema_migrations (version, name) values (9999, 'of a newer version')"
    await writeProgram(
      path.join(wrapped, 'pg_dump'),
      `${bin}/psql -q -c "${change}" '${source.DATABASE_URL}' && exec ${bin}/pg_dump "$@"`,
    )
    usePath(wrapped)

    const outcome = await runCommand(['backup', '--out', path.join(folder, 'backup')], source)
    const db = await openPostgres(source.DATABASE_URL ?? '', 1)
    await db.run(statement`delete from schema_migrations where version = 9999`)
    await db.close()

    const versions = `from schema version ${readMigrations().at(-2)?.version} to 9999 during the backup`
    expect(outcome).toEqual({ code: 1, output: expect.stringContaining(versions) })
    expect(await readdir(folder)).toEqual([])
  })

  test('whose last step fails leaves the database empty, and can be restored into it afterwards', async () => {
    const [target, wrapped] = [await newPlace(), await newFolder()]
    const restored = await openPostgres(target.DATABASE_URL ?? '', 1)
    await restored.transaction((tx) =>
      tx.script('create extension hstore; create function installed() returns integer language sql return 1'),
    )
    const contents = async (): Promise<unknown> =>
      (
        await restored.run(statement`
          select (select array_agg(extname::text order by extname) from pg_extension) as extensions,
            (select array_agg(proname::text) from pg_proc where proname in ('installed', 'weigh')) as routines,
            (select array_agg(oid::regtype::text) from pg_type where typname = 'size') as types,
            (select array_agg(nspname::text) from pg_namespace where nspname in ('of_others', 'public')) as schemas,
            (select count(*)::int from pg_class where relkind in ('r', 'v', 'S') and relnamespace > 16384) as relations,
            to_regclass('users')::text as users`)
      ).rows[0]
    const before = await contents()

    vi.stubEnv('PGOPTIONS', '-c portico.fails=on')
    const atItsEnd = await runCommand(['restore', file], target)
    const afterItsEnd = await contents()
    vi.stubEnv('PGOPTIONS', undefined)
    const block = 'alter table schema_migrations add constraint blocked check (false) not valid'
    await writeProgram(
      path.join(wrapped, 'pg_restore'),
      `${bin}/pg_restore "$@" && exec ${bin}/psql -q -c "${block}" '${target.DATABASE_URL}'`,
    )
    usePath(wrapped)
    const atMigration = await runCommand(['restore', file], target)
    const afterMigration = await contents()
    usePath(bin)
    const again = await runCommand(['restore', file], target)
    await restored.close()

    expect(atItsEnd).toEqual({ code: 1, output: 'pg_restore failed: could not execute query: ERROR:  out of luck' })
    expect(atMigration).toEqual({
      code: 1,
      output: expect.stringMatching(/^The restore failed after .* and the database is empty again: .*blocked/),
    })
    expect(before).toMatchObject({ extensions: ['hstore', 'plpgsql'], routines: ['installed'], users: null })
    expect([afterItsEnd, afterMigration]).toEqual([before, before])
    expect(again).toMatchObject({ code: 0 })
  })
})
