import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

import { findPostgresBin } from '../../../../tools/programs.ts'
import {
  describeBackup,
  newFolder,
  rewrite,
  runCommand,
  startService,
  type Outcome,
  type Place,
} from '../../test/describe-backup.ts'
import {
  EARLIER_SECRET,
  readEarlierMigrations,
  writeEarlierBackup,
  writeEarlierDump,
} from '../../test/earlier-backup.ts'
import type { Database } from '../kernel/database.ts'
import { SqlName, statement } from '../kernel/statement.ts'
import { LAST_EARLIER_VERSION } from '../platform/db/earlier-schema.ts'
import { migrate, ownSchemaVersion, readMigrations } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { restorePostgres } from './backup/postgres-programs.ts'

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
  /** A database of the last version before the baseline, which the tests share and do not change. */
  let source: Place
  /** Its backup. */
  let file: string
  let written: Outcome

  beforeAll(async () => {
    source = await newPlace()
    file = path.join(await newFolder(), 'backup')
    const old = await openPostgres(source.DATABASE_URL ?? '', 1)
    await migrate(old, readMigrations().slice(0, 1))
    await old.run(statement`delete from schema_migrations`)
    for (const { name, version } of await readEarlierMigrations()) {
      await old.run(statement`insert into schema_migrations (version, name) values (${version}, ${name})`)
    }
    // `pg_restore` creates indexes after it has copied the data.
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

  test('is marked after the restore if its version is before the baseline, and leaves out extensions of others', async () => {
    const target = await newPlace()

    const restored = await runCommand(['restore', file], target)
    const service = await startService(target)
    const { rows } = await service.db.run(statement`select max(version) as version from schema_migrations`)
    const extensions = await service.db.run(statement<{ name: string }>`
      select extname as name from pg_extension where extname <> 'plpgsql' order by extname`)
    await service.stop()

    expect((JSON.parse(written.output) as { schema_version: number }).schema_version).toBeLessThan(ownSchemaVersion())
    expect(restored).toMatchObject({ code: 0 })
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

  test('goes past a pooler with the programs of PostgreSQL, whose settings would stay on shared connections', async () => {
    const [folder, target, wrapped] = [await newFolder(), await newPlace(), await newFolder()]
    const [called, copied] = [path.join(folder, 'called'), path.join(folder, 'backup')]
    for (const name of ['pg_dump', 'pg_restore']) {
      await writeProgram(path.join(wrapped, name), `echo ${name} "$@" >> ${called}\nexec ${bin}/${name} "$@"`)
    }
    usePath(wrapped)
    const behindPooler = ({ DATABASE_URL = '' }: Place): Place => ({
      DATABASE_URL,
      PORTICO_DATABASE_DIRECT_URL: `${DATABASE_URL}?application_name=direct`,
    })

    const ofOther = await runCommand(['backup', '--out', copied], { ...behindPooler(source), ...target })
    const backedUp = await runCommand(['backup', '--out', copied], behindPooler(source))
    const restored = await runCommand(['restore', copied], behindPooler(target))

    expect(ofOther.output).toContain('leads to another database')
    expect([backedUp.code, restored.code]).toEqual([0, 0])
    expect((await readFile(called, 'utf8')).trim().split('\n')).toEqual([
      expect.stringMatching(/^pg_dump .*application_name=direct/),
      expect.stringMatching(/^pg_restore .*application_name=direct/),
    ])
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

    const versions = `from schema version ${LAST_EARLIER_VERSION} to 9999 during the backup`
    expect(outcome).toEqual({ code: 1, output: expect.stringContaining(versions) })
    expect(await readdir(folder)).toEqual([])
  })

  test('leaves the database empty if its last step fails, and can be restored into it afterwards', async () => {
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

describe('a backup that the last version before the baseline wrote', () => {
  const countRows = statement`
    select (select count(*)::int from users where project_id <> 'internal') as users, (select count(*)::int from teams) as teams,
      (select count(*)::int from api_keys) as keys, (select count(*) > 0 from emails) as mails,
      (select count(*) > 4 from audit_events) as events`
  const whole = [{ users: 2, teams: 1, keys: 1, mails: true, events: true }]

  test('is restored and marked in one step, and a service starts with it', async () => {
    const target: Place = { ...(await newPlace()), PORTICO_SECRET: EARLIER_SECRET }

    const restored = await runCommand(['restore', await writeEarlierBackup()], target)
    const service = await startService(target)
    const { rows } = await service.db.run(countRows)
    await service.stop()

    expect(restored).toEqual({ code: 0, output: expect.stringContaining('is restored') })
    expect(rows).toEqual(whole)
  })

  test('is refused with fewer migrations before anything is written', async () => {
    const target: Place = { ...(await newPlace()), PORTICO_SECRET: EARLIER_SECRET }
    const partial = await rewrite(await writeEarlierBackup(), { schema_version: 184 }, EARLIER_SECRET)

    const refused = await runCommand(['restore', partial], target)
    const again = await runCommand(['restore', await writeEarlierBackup()], target)

    expect(refused).toEqual({ code: 1, output: expect.stringContaining('lacks some migrations') })
    expect(again.code).toBe(0)
  })

  test('is used after one command if another program restored it', async () => {
    const target: Place = { ...(await newPlace()), PORTICO_SECRET: EARLIER_SECRET }
    await restorePostgres(target.DATABASE_URL ?? '', createReadStream(await writeEarlierDump()))

    const start = startService(target)
    await expect(start).rejects.toThrow('not marked')
    const found = await runCommand(['doctor'], target)
    const marked = await runCommand(['mark-baseline'], target)
    const again = await runCommand(['mark-baseline'], target)
    const service = await startService(target)
    const { rows } = await service.db.run(countRows)
    await service.stop()

    expect(found.output).toContain('Make a backup, run `portico-server mark-baseline`')
    expect(marked).toEqual({ code: 0, output: 'The database is marked. Start the service with the same settings.' })
    expect(again).toEqual({ code: 0, output: 'The database needs no mark. Nothing was changed.' })
    expect(rows).toEqual(whole)
  })
})
