import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { describeSchema } from '../../../test/describe-schema.ts'
import { createPortico } from '../../create-portico.ts'
import { readSettings } from '../../settings.ts'
import { createLog } from '../log/log.ts'
import { openEmbedded } from './embedded.ts'
import { readMigrations } from './migrate.ts'
import { readStartImage, startImageFile } from './start-image.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'

describe('the start image', () => {
  let started: Database

  beforeAll(async () => {
    started = await openEmbedded({ dataDir: null })
  })
  afterAll(() => started.close())

  test('contains no rows, not even deleted ones, except the schema versions and the open set-up of the first admin', async () => {
    const { rows } = await started.run(statement<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
      order by relname`)
    const setup = await started.run(statement`select is_open, opening from first_admin_setup`)

    expect(rows.map(({ name }) => name)).toEqual(['first_admin_setup', 'schema_migrations'])
    expect(setup.rows).toEqual([{ is_open: true, opening: 0 }])
  })

  test('has no role with a password', async () => {
    const { rows } = await started.run(statement`select rolname from pg_authid where rolpassword is not null`)

    expect(rows).toEqual([])
  })

  test('requires no migration at the first start, which dates the schema', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'portico-start-image-'))
    const startedAt = Date.now()

    const db = await openEmbedded({ dataDir })
    onTestFinished(() => db.close())
    const { rows } = await db.run(statement<{ version: number; name: string; applied_at: Date }>`
      select * from schema_migrations order by version`)

    expect(rows.map(({ version, name }) => ({ version, name }))).toEqual(
      readMigrations().map(({ version, name }) => ({ version, name })),
    )
    for (const { applied_at } of rows) expect(applied_at.getTime()).toBeGreaterThan(startedAt - 1_000)
  })

  test('is not used for other migrations', async () => {
    const withNew = [...readMigrations(), { version: 9_000, name: 'new', text: 'select 1' }]

    expect(await readStartImage()).toBeInstanceOf(Blob)
    expect(await readStartImage(withNew)).toBeNull()
    expect(await readStartImage(readMigrations().slice(0, -1))).toBeNull()
  })

  test('is not used if the file is damaged, as after a power failure', async () => {
    const others = [...readMigrations(), { version: 9_001, name: 'other', text: 'select 1' }]
    const file = await startImageFile(others)
    onTestFinished(() => rm(file))

    await writeFile(file, 'damaged')

    expect(await readStartImage(others)).toBeNull()
  })

  test('may be missing, in which case the first start creates the database and migrates it to the schema of the image', async () => {
    const db = await openEmbedded({ dataDir: null, startImage: null })
    onTestFinished(() => db.close())
    const schema = await describeSchema(started)
    const { rows } = await db.run(statement`select to_regclass('schema_migrations') as found`)

    const service = await createPortico({
      settings: readSettings({ PORTICO_SECRET: randomBytes(33).toString('base64url') }),
      db,
      log: createLog('silent'),
    })
    onTestFinished(() => service.close())

    expect(rows).toEqual([{ found: null }])
    expect((await service.fetch(new Request('http://localhost/ready'))).status).toBe(200)
    expect(schema.length).toBeGreaterThan(100)
    expect(await describeSchema(db)).toEqual(schema)
  })

  test('is part of the published package', async () => {
    const packageFolder = fileURLToPath(new URL('../../../', import.meta.url))
    const file = fileURLToPath(await startImageFile(readMigrations()))
    const { files } = JSON.parse(await readFile(path.join(packageFolder, 'package.json'), 'utf8')) as {
      files: string[]
    }

    expect(existsSync(file)).toBe(true)
    expect(files).toContain(path.dirname(path.relative(packageFolder, file)))
  })
})
