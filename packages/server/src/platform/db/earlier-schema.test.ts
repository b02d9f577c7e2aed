import { openTestDatabase, type TestDatabase } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { describeSchema } from '../../../test/describe-schema.ts'
import { readEarlierMigrations, readEarlierSchema } from '../../../test/earlier-backup.ts'
import type { Database } from '../../kernel/database.ts'
import { statement } from '../../kernel/statement.ts'
import { listApplied } from './applied-migrations.ts'
import { markBaseline } from './earlier-schema.ts'
import { migrate, readMigrations } from './migrate.ts'

type EarlierMigration = Awaited<ReturnType<typeof readEarlierMigrations>>[number]

describe('a database of the last version before the baseline', () => {
  let database: TestDatabase
  let db: Database
  let schemaOfNew: readonly string[]
  let earlier: readonly EarlierMigration[]

  beforeAll(async () => {
    database = await openTestDatabase()
    db = database.db
    schemaOfNew = await describeSchema(db)
    earlier = await readEarlierMigrations()
    const schema = await readEarlierSchema()
    await db.transaction((tx) => tx.script('drop schema public cascade; create schema public'))
    await db.transaction((tx) => tx.script(schema))
    await record(earlier)
  })

  afterAll(() => database.close())

  async function record(migrations: readonly EarlierMigration[]): Promise<void> {
    await db.run(statement`delete from schema_migrations`)
    await db.run(statement`
      insert into schema_migrations (version, name)
      select version, name from unnest(${migrations.map(({ version }) => version)}::int[],
        ${migrations.map(({ name }) => name)}::text[]) given (version, name)`)
  }

  test('is refused without the mark, and the sentence names the command', async () => {
    await expect(migrate(db)).rejects.toMatchObject({
      name: 'StartupProblem',
      message: expect.stringContaining('not marked'),
      nextStep: expect.stringContaining('portico-server mark-baseline'),
    })
  })

  test.each([
    ['the last one', (all: readonly EarlierMigration[]) => all.slice(0, -1)],
    ['one in between', (all: readonly EarlierMigration[]) => all.toSpliced(70, 1)],
    ['all but the first', (all: readonly EarlierMigration[]) => all.slice(0, 1)],
  ])('is refused by the start and by the mark if it lacks %s, and stays unchanged', async (_what, select) => {
    const some = select(earlier)
    await record(some)
    const refused = {
      name: 'StartupProblem',
      message: expect.stringContaining('lacks some migrations'),
      nextStep: expect.stringMatching(/versions before the release \(commits b5a4fa7e and 3d468aa1 .* mark-baseline/),
    }

    await expect(migrate(db)).rejects.toMatchObject(refused)
    await expect(markBaseline(db)).rejects.toMatchObject(refused)

    expect((await db.run(listApplied())).map(({ version, name }) => ({ version, name }))).toEqual(some)
  })

  test('is marked once, also by two commands at once, and has the schema of a new database', async () => {
    await record(earlier)

    const marked = await Promise.all([markBaseline(db), markBaseline(db)])
    await migrate(db)

    expect(marked.filter(Boolean)).toEqual([true])
    expect(await db.run(listApplied())).toMatchObject(readMigrations().map(({ version, name }) => ({ version, name })))
    expect(await describeSchema(db)).toEqual(schemaOfNew)
    expect(schemaOfNew.length).toBeGreaterThan(1_000)
  })
})
