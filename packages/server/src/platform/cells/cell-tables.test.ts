import { openTestDatabase, type TestDatabase } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { test } from '../../../test/engines.ts'
import { everyRow, statement } from '../../kernel/statement.ts'
import { homeTables, tablesOfCells, tenantTables } from './cell-tables.ts'

/** Figures have no key, and a state is found without its project, so these tables cannot be replicated by project. */
const tablesWithoutProjectInKey = ['figure_deltas', 'oauth_transactions']

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(() => database.close())

describe('the lists of tables', () => {
  test('contain every table of the schema once', async () => {
    const tables = await database.db.run(
      statement<{ name: string }>`
        select table_name::text as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`.map(
        everyRow(({ name }) => name),
      ),
    )

    expect(tables).toEqual([...homeTables, ...tenantTables, ...tablesOfCells].toSorted())
  })

  test('name tables of projects whose primary key contains the project, with two exceptions', async () => {
    const keyed = await database.db.run(
      statement<{ name: string }>`
        select k.table_name::text as name
        from information_schema.table_constraints c
        join information_schema.key_column_usage k using (constraint_schema, constraint_name)
        where c.constraint_schema = current_schema() and c.constraint_type = 'PRIMARY KEY'
          and k.column_name = case when k.table_name = 'projects' then 'id' else 'project_id' end`.map(
        everyRow(({ name }) => name),
      ),
    )

    expect(tenantTables.filter((name) => !keyed.includes(name))).toEqual(tablesWithoutProjectInKey)
  })
})
