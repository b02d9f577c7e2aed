import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPostgresBin } from '../../../../../tools/programs.ts'
import { addNicknames, nicknames } from '../../../test/nicknames.ts'
import { runOperator } from '../../../test/operator.ts'
import { statement } from '../../kernel/statement.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { rehearseUpgrade } from './rehearse.ts'

let portico: TestPortico
let databaseUrl: string
const ownPath = process.env.PATH

beforeAll(async () => {
  process.env.PATH = `${findPostgresBin()}:${ownPath}`
  portico = await createTestPortico({ engine: 'postgres' })
  await (await portico.createProject()).signUp()
  const { rows } = await portico.database.db.run(statement<{ name: string }>`select current_database() as name`)
  databaseUrl = Object.assign(new URL(process.env.PORTICO_TEST_DATABASE_URL ?? ''), {
    pathname: `/${rows[0]?.name}`,
  }).toString()
})

afterAll(async () => {
  process.env.PATH = ownPath
  await portico.close()
})

async function listRehearsals(): Promise<readonly object[]> {
  const { rows } = await portico.database.db.run(
    statement`select datname from pg_database where datname like 'portico_rehearsal%'`,
  )
  return rows
}

const settings = { databaseDirectUrl: null, databasePool: 1, databaseWaitSeconds: 60, dataDir: '', cells: [] }

function rehearse(
  texts: readonly string[],
  other: Partial<Parameters<typeof rehearseUpgrade>[0]> & { readonly hasRows?: boolean } = {},
): ReturnType<typeof rehearseUpgrade> {
  const pending = texts.map((text, index) => ({ version: 9_000 + index, name: `test_${index}`, text }))
  const migrations = [...readMigrations(), ...pending]
  return rehearseUpgrade(
    { ...settings, databaseUrl, ...other },
    { backfills: [nicknames], migrations, hasRows: other.hasRows ?? false },
  )
}

describe('a rehearsal', () => {
  test('reports locks, rewrites and complete reads of each pending migration, and leaves nothing behind', async () => {
    const rehearsed = await rehearse([
      '-- Test.\nalter table users add column nickname text;',
      '-- Test.\nalter table job_results alter column part type bigint;',
      '-- Test.\nalter table api_keys add constraint api_keys_test check (id is not null);',
      '-- Concurrently. Test.\ncreate index concurrently if not exists users_test on users (id);\n',
      '-- Test.\ncreate table things (id int);',
    ])

    expect(rehearsed.warnings).toEqual([])
    expect(rehearsed.migrations).toMatchObject([
      {
        version: 9_000,
        isConcurrent: false,
        tables: [{ table: 'users', locks: ['AccessExclusiveLock'], isRewritten: false, isScanned: false }],
      },
      { tables: [{ table: 'job_results', locks: ['AccessExclusiveLock', 'ShareLock'], isRewritten: true }] },
      { tables: [{ table: 'api_keys', locks: ['AccessExclusiveLock'], isRewritten: false, isScanned: true }] },
      { isConcurrent: true, tables: [{ table: 'users', locks: [], isScanned: true, bytes: expect.any(Number) }] },
      { name: 'test_4', tables: [] },
    ])
    expect(await listRehearsals()).toEqual([])
  })

  test('leaves nothing behind if a migration fails', async () => {
    await expect(rehearse(['-- Test.\nselect 1 / 0;'])).rejects.toThrow('division by zero')

    expect(await listRehearsals()).toEqual([])
    const { rows } = await portico.database.db.run(
      statement`select version from schema_migrations where version >= 9000`,
    )
    expect(rows).toEqual([])
  })

  test('reports that pg_restore fails while pg_dump still writes, and leaves nothing behind', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'portico-restore-'))
    const script = '#!/bin/sh\nhead -c 1000 > /dev/null\necho "pg_restore: error: disk full" >&2\nexit 1\n'
    await writeFile(path.join(folder, 'pg_restore'), script, { mode: 0o755 })
    const programs = process.env.PATH
    process.env.PATH = `${folder}:${programs}`

    const [rehearsed] = await Promise.allSettled([rehearse(['-- Test.\ncreate table things (id int);'])])
    process.env.PATH = programs
    await rm(folder, { recursive: true })

    expect(rehearsed).toMatchObject({ reason: { message: 'pg_restore failed: disk full' } })
    expect(await listRehearsals()).toEqual([])
  })

  test('copies the rows on request, with statistics like those of the database', async () => {
    const { db } = portico.database
    const { rows } = await db.run(statement<{ users: number }>`select count(*)::integer as users from users`)
    const failing = (count: number): string => `-- Test.
      do $$ begin
        if (select reltuples from pg_class where relname = 'users') <> ${count} or (select count(*) from users) <> ${count}
        then raise exception 'the rows or statistics are missing'; end if;
      end $$;`

    const rehearsed = await rehearse([failing(rows[0]?.users ?? 0)], { hasRows: true })
    const without = rehearse([failing(rows[0]?.users ?? 0)])

    expect(rehearsed.migrations).toMatchObject([{ name: 'test_0' }])
    await expect(without).rejects.toThrow('the rows or statistics are missing')
    expect(await listRehearsals()).toEqual([])
  })

  test('uses the direct address, past a pooler', async () => {
    const pooled = { databaseUrl: 'postgres://portico@127.0.0.1:1/pooled', databaseDirectUrl: databaseUrl }

    expect((await rehearse(['-- Test.\ncreate table things (id int);'], pooled)).migrations).toHaveLength(1)
  })

  test('warns about nodes that are too old, a backfill that is not complete, other cells and a copy that was left', async () => {
    const { db } = portico.database
    const older = await openPostgres(databaseUrl, 1, undefined, { nodeVersion: '0.0.9' })
    await older.run(statement`select 1`)
    await db.transaction((tx) => tx.scriptOutside('create database portico_rehearsal_left', 10_000))

    const settled = await Promise.allSettled([
      rehearse([addNicknames.text, '-- Test.\n-- After backfill: nicknames.\ncreate table things (id int);'], {
        cells: [{ name: 'eu' }],
      }),
    ])
    await older.close()
    await db.transaction((tx) => tx.scriptOutside('drop database portico_rehearsal_left', 10_000))

    expect(settled).toMatchObject([
      {
        status: 'fulfilled',
        value: {
          warnings: [
            expect.stringMatching(/^A rehearsal that was killed has left the database portico_rehearsal_left\./),
            'Nodes of version 0.0.9 are connected, and do not work with the new schema. Upgrade them to 0.1.0 first.',
            expect.stringMatching(/^The backfill "nicknames" is not complete/),
            expect.stringMatching(/^Only the home cell is rehearsed\. The same migrations follow in the cells eu,/),
          ],
        },
      },
    ])
  })

  test('returns the warnings of a release without backfills, and the problem that stops the migrations', async () => {
    const { db } = portico.database
    const needing = '-- Test.\n-- After backfill: nicknames.\ncreate table things (id int);'
    const warning = expect.stringMatching(/^The backfill "nicknames" is not complete/)
    await db.run(statement`alter table backfills rename to backfills_hidden`)

    const adding = '-- Test.\nalter table backfills_hidden rename to backfills;'
    const [withoutTable] = await Promise.allSettled([rehearse([adding, addNicknames.text, needing])])
    await db.run(statement`alter table backfills_hidden rename to backfills`)
    const withRows = await rehearse([addNicknames.text, needing], { hasRows: true })

    expect(withoutTable).toMatchObject({ status: 'fulfilled', value: { problem: null, warnings: [warning] } })
    expect(withRows).toMatchObject({
      migrations: [{ name: 'test_0' }],
      problem: { message: expect.stringContaining('nicknames') },
      warnings: [warning],
    })
    expect(await listRehearsals()).toEqual([])
  })

  test('says as a command that no migration is pending, and names the switch', async () => {
    const environment = { DATABASE_URL: databaseUrl, PORTICO_SECRET: portico.secret }

    const [rehearsed, without] = await Promise.all([
      runOperator(['upgrade', '--rehearse'], environment),
      runOperator(['upgrade'], environment),
    ])

    expect(rehearsed).toMatchObject({ code: 0, output: expect.stringContaining('No migration is pending.') })
    expect(without).toMatchObject({ code: 2, output: expect.stringContaining('--rehearse') })
  })
})
