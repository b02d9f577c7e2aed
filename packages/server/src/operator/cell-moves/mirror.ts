import type { MovedTable, Place } from './place.ts'

/*
 * PostgreSQL replicates to tables with the same schema and name. If the schema of the target has another name, the rows
 * arrive in tables with the names of the source, and triggers there write them to the tables of the target. These
 * tables are dropped after the move.
 */

const TRIGGER = 'portico_move_mirror'

/** @throws Error if the database of the target has other tables with these names */
export async function createMirror(source: Place, target: Place, tables: readonly MovedTable[]): Promise<void> {
  if (source.schema === target.schema) return
  const { at } = target
  await at.script(`create schema if not exists ${source.schema}`)
  for (const table of tables) {
    const mirror = `${source.schema}.${table.name}`
    const own = `${target.schema}.${table.name}`
    if (await isMirror(at, source.schema, table.name)) continue
    await at.transaction(async () => {
      await at.script(`
        create table ${mirror} as select ${table.columns.join(', ')} from ${own} with no data;
        ${table.key.length > 0 ? `alter table ${mirror} add primary key (${table.key.join(', ')})` : ''};
        create function ${source.schema}.${functionOf(table)}() returns trigger language plpgsql as $$
        begin
          if tg_op = 'INSERT' then
            insert into ${own} (${table.columns.join(', ')}) values (${table.columns.map((column) => `new.${column}`).join(', ')});
          elsif tg_op = 'UPDATE' then
            update ${own} set ${table.columns.map((column) => `${column} = new.${column}`).join(', ')} where ${sameRow(table, own)};
          else
            delete from ${own} where ${sameRow(table, own)};
          end if;
          return null;
        end $$;
        create trigger ${TRIGGER} after insert or update or delete on ${mirror}
          for each row execute function ${source.schema}.${functionOf(table)}();
        alter table ${mirror} enable replica trigger ${TRIGGER};`)
    })
  }
}

/** Drops the mirror. The tables of the target stay as they are. */
export async function dropMirror(source: Place, target: Place, tables: readonly MovedTable[]): Promise<void> {
  if (source.schema === target.schema) return
  const { at } = target
  for (const table of tables)
    if (await isMirror(at, source.schema, table.name))
      await at.script(
        `drop table ${source.schema}.${table.name}; drop function ${source.schema}.${functionOf(table)}()`,
      )
  const [rest] = await at.query<{ isEmpty: boolean }>(
    `select not exists (select from pg_class where relnamespace = to_regnamespace($1))
       and not exists (select from pg_proc where pronamespace = to_regnamespace($1)) as "isEmpty"`,
    [source.schema],
  )
  if (rest?.isEmpty && source.schema !== 'public') await at.script(`drop schema if exists ${source.schema}`)
}

/** Returns the existing tables with the names of the mirror that are not part of a mirror. */
export async function findForeignTables(
  source: Place,
  target: Place,
  tables: readonly MovedTable[],
): Promise<string[]> {
  if (source.schema === target.schema) return []
  const found = await target.at.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relname = any($2)
       and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = $3)`,
    [source.schema, tables.map(({ name }) => name), TRIGGER],
  )
  return found.map(({ name }) => name)
}

async function isMirror(at: Place['at'], schema: string, table: string): Promise<boolean> {
  const found = await at.query('select from pg_trigger where tgrelid = to_regclass($1) and tgname = $2', [
    `${schema}.${table}`,
    TRIGGER,
  ])
  return found.length > 0
}

function functionOf({ name }: MovedTable): string {
  return `mirror_${name}`
}

/** The condition that finds the row of the target which equals the old row of the mirror. */
function sameRow({ columns, key }: MovedTable, own: string): string {
  if (key.length > 0) return key.map((column) => `${own}.${column} = old.${column}`).join(' and ')
  const same = columns.map((column) => `${column} is not distinct from old.${column}`).join(' and ')
  return `ctid = (select ctid from ${own} where ${same} limit 1)`
}
