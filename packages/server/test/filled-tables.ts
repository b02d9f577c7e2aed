import { tenantTables } from '../src/platform/cells/cell-tables.ts'
import { OwnConnection } from '../src/platform/db/own-connection.ts'

/** A value of each type, as SQL text. */
const values: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: String.raw`'\x01'`,
  date: "'2026-01-02'",
  integer: '7',
  bigint: '7',
  smallint: '7',
  jsonb: `'{"a": 1}'`,
  json: `'{"a": 1}'`,
  text: "'some text'",
  'timestamp with time zone': "'2026-01-02T03:04:05Z'",
  uuid: 'gen_random_uuid()',
  ARRAY: "'{}'",
}

/**
 * Gives a project a row in each table without one. The rows refer to nothing and violate the checks, so the checks of
 * both places are dropped: the tables are for tests of copies.
 *
 * @param filled the place of the rows: URL and schema
 * @param other the place to which they are copied
 */
export async function fillTables(
  filled: readonly [url: string, schema: string],
  other: readonly [url: string, schema: string],
  projectId: string,
): Promise<void> {
  for (const [url, schema] of [filled, other]) {
    const at = await OwnConnection.open(url)
    const checks = await at.query<{ text: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
       from pg_constraint where contype = 'c' and connamespace = $1::regnamespace and conrelid::regclass::text !~ 'cell_directory'`,
      [schema],
    )
    for (const { text } of checks) await at.script(text)
    await at.close()
  }
  const [url, schema] = filled
  const at = await OwnConnection.open(url)
  await at.script('set session_replication_role = replica')
  const empty: string[] = []
  for (const table of tenantTables) {
    if (table === 'projects') continue
    const rows = await at.query(`select from ${schema}.${table} where project_id = $1`, [projectId])
    if (rows.length === 0) empty.push(table)
  }
  await insertRows(at, schema, projectId, empty)
  await at.close()
}

/**
 * Inserts a row into every table with the table's triggers, and rolls it back. Fails if a table refuses the row for
 * another reason than its checks and foreign keys.
 *
 * @returns the number of tables
 */
export async function tryEveryInsert(url: string, schema: string): Promise<number> {
  const at = await OwnConnection.open(url)
  try {
    await at.script('begin')
    const constraints = await at.query<{ text: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
       from pg_constraint where contype in ('c', 'f') and connamespace = $1::regnamespace and conparentid = 0`,
      [schema],
    )
    for (const { text } of constraints) await at.script(text)
    return await insertRows(
      at,
      schema,
      'project of a test',
      tenantTables.filter((table) => table !== 'projects'),
    )
  } finally {
    await at.script('rollback')
    await at.close()
  }
}

/** @returns the number of tables */
async function insertRows(
  at: OwnConnection,
  schema: string,
  projectId: string,
  tables: readonly string[],
): Promise<number> {
  for (const table of tables) {
    const columns = await at.query<{ name: string; type: string }>(
      `select column_name as name, data_type as type from information_schema.columns
       where table_schema = $1 and table_name = $2 and is_generated = 'NEVER' order by ordinal_position`,
      [schema, table],
    )
    const row = columns.map(({ name, type }) => {
      // Impersonation sessions do not move.
      const isImpersonator = table === 'sessions' && name.startsWith('impersonat')
      const value = name === 'project_id' ? `'${projectId}'` : isImpersonator ? 'null' : values[type]
      if (value === undefined) throw new Error(`${table}.${name} has the type ${type}, for which there is no value.`)
      return value
    })
    await at.query(
      `insert into ${schema}.${table} (${columns.map(({ name }) => name).join(', ')}) values (${row.join(', ')}) on conflict do nothing`,
    )
  }
  return tables.length
}
