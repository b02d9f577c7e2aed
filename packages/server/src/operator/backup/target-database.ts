import type { Database } from '../../kernel/database.ts'
import { StartupProblem } from '../../kernel/startup-problem.ts'
import { unscoped } from '../../kernel/statement.ts'

/** An object of a database, in the words of `drop`. */
interface DatabaseObject {
  readonly kind: string
  readonly name: string
}

/**
 * What a database can contain before a restore: providers of databases install extensions, with their routines, in each
 * new one.
 */
const allowedBefore: ReadonlySet<string> = new Set(['extension', 'routine', 'schema', 'type'])

/** The PostgreSQL database that a backup is restored into. */
export class TargetDatabase {
  readonly #db: Database
  readonly #before: ReadonlySet<string>

  private constructor(db: Database, before: readonly DatabaseObject[]) {
    this.#db = db
    this.#before = new Set(before.map(textOf))
  }

  /** @throws StartupProblem if the database has tables, views or sequences */
  static async require(db: Database): Promise<TargetDatabase> {
    const objects = await listObjects(db)
    const found = objects.find(({ kind }) => !allowedBefore.has(kind))
    // guard: a backup is restored into an empty PostgreSQL database only [backup.postgres]
    if (found) {
      throw new StartupProblem(
        `The database of DATABASE_URL is not empty: it contains the ${textOf(found)}.`,
        'Create an empty database and set DATABASE_URL to it. Nothing was restored.',
      )
    }
    return new TargetDatabase(db, objects)
  }

  /** Drops what was created since the check, and nothing else. */
  async empty(): Promise<void> {
    // guard: a restore into PostgreSQL that fails drops nothing of others (drop `filter`) [backup.postgres]
    const created = (await listObjects(this.#db)).filter((object) => !this.#before.has(textOf(object)))
    // An object may have been dropped together with the object that it belongs to.
    const drops = created.map(({ kind, name }) => `drop ${kind} if exists ${name} cascade;`)
    await this.#db.transaction((tx) =>
      // guard: a restore into PostgreSQL that fails drops what it has created (drop `...drops`) [backup.postgres]
      tx.script(['set local statement_timeout = 0;', 'set local client_min_messages = error;', ...drops].join('\n')),
    )
  }
}

function textOf({ kind, name }: DatabaseObject): string {
  return `${kind} ${name}`
}

/** Without objects of extensions and of the system. Names are quoted where necessary. */
async function listObjects(db: Database): Promise<readonly DatabaseObject[]> {
  const { rows } = await db.run(unscoped.statement<DatabaseObject>`
    with own_schema as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ),
    object as (
      select 1 as place, 'pg_class'::regclass as class, oid, oid::regclass::text as name,
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' when 'S' then 'sequence'
          else 'table' end as kind
      from pg_class where relnamespace in (select oid from own_schema) and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select 2, 'pg_proc'::regclass, oid, oid::regprocedure::text, 'routine'
      from pg_proc where pronamespace in (select oid from own_schema)
      union all
      select 3, 'pg_type'::regclass, oid, oid::regtype::text, 'type'
      from pg_type where typnamespace in (select oid from own_schema)
        and (typtype in ('d', 'e', 'r') or typrelid in (select oid from pg_class where relkind = 'c'))
      union all
      select 4, 'pg_extension'::regclass, oid, quote_ident(extname), 'extension' from pg_extension
      union all
      select 5, 'pg_namespace'::regclass, oid, quote_ident(nspname), 'schema' from own_schema
    )
    select kind, name from object
    where not exists (
      select from pg_depend d where d.classid = object.class and d.objid = object.oid and d.deptype = 'e')
    order by place, name`)
  return rows
}
