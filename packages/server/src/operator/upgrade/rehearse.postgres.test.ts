import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findPostgresBin } from '../../../../../tools/programs.ts'
import { runOperator } from '../../../test/operator.ts'
import { statement } from '../../kernel/statement.ts'
import { readMigrations } from '../../platform/db/migrate.ts'
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

function rehearse(...texts: string[]): ReturnType<typeof rehearseUpgrade> {
  const pending = texts.map((text, index) => ({ version: 9_000 + index, name: `test_${index}`, text }))
  const settings = { databaseUrl, databaseDirectUrl: null, databasePool: 1, databaseWaitSeconds: 60, dataDir: '' }
  return rehearseUpgrade(settings, [...readMigrations(), ...pending])
}

describe('a rehearsal', () => {
  test('reports locks, rewrites and complete reads of each pending migration, and leaves nothing behind', async () => {
    const rehearsed = await rehearse(
      '-- Test.\nalter table users add column nickname text;',
      '-- Test.\nalter table job_results alter column part type bigint;',
      '-- Test.\nalter table api_keys add constraint api_keys_test check (id is not null);',
      '-- Concurrently. Test.\ncreate index concurrently if not exists users_test on users (id);\n',
      '-- Test.\ncreate table things (id int);',
    ).catch((error: unknown) => error)

    expect(rehearsed).toMatchObject([
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
    await expect(rehearse('-- Test.\nselect 1 / 0;')).rejects.toThrow('division by zero')

    expect(await listRehearsals()).toEqual([])
    const { rows } = await portico.database.db.run(
      statement`select version from schema_migrations where version >= 9000`,
    )
    expect(rows).toEqual([])
  })

  test('as a command says if no migration is pending, and names the switch', async () => {
    const environment = { DATABASE_URL: databaseUrl, PORTICO_SECRET: portico.secret }

    const [rehearsed, without] = await Promise.all([
      runOperator(['upgrade', '--rehearse'], environment),
      runOperator(['upgrade'], environment),
    ])

    expect(rehearsed).toMatchObject({ code: 0, output: expect.stringContaining('No migration is pending.') })
    expect(without).toMatchObject({ code: 2, output: expect.stringContaining('--rehearse') })
  })
})
