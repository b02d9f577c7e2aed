import type { Database } from '../src/kernel/database.ts'
import { statement } from '../src/kernel/statement.ts'

/**
 * Describes everything that migrations can create: relations with their settings, columns in order, indexes,
 * constraints, triggers, functions without comments, and views.
 */
export async function describeSchema(db: Database): Promise<string[]> {
  const { rows } = await db.run(statement<{ line: string }>`
    with made as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relname <> 'schema_migrations')
    select concat_ws(' ', 'column', relname, row_number() over (partition by attrelid order by attnum), attname,
        format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity, attstorage, attislocal,
        pg_get_expr(adbin, adrelid), col_description(attrelid, attnum)) as line
      from pg_attribute join made on made.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text, reltuples, obj_description(oid, 'pg_class'))
      from pg_class where oid in (select oid from made)
    union all select pg_get_indexdef(indexrelid)
      from pg_index where indrelid in (select oid from made)
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where conrelid in (select oid from made)
    -- A restore writes fewer parentheses.
    union all select translate(pg_get_triggerdef(oid), '()', '') from pg_trigger where tgrelid in (select oid from made) and not tgisinternal
    union all select regexp_replace(pg_get_functiondef(oid), '^\\s*--.*\\n', '', 'gn') from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
    union all select pg_get_viewdef(oid) from pg_class where oid in (select oid from made) and relkind = 'v'
    order by line`)
  return rows.map(({ line }) => line)
}
