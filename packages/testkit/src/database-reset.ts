import { statement, type Database } from '@portico/server'

interface DatabaseState {
  /** Changes with each change of the schema, and with each collection of statistics. */
  readonly schema: string
  readonly bytes: number
}

/** How much the tables may grow. Old row versions make scans slower than in a new database. */
const GROWTH_MAX_BYTES = 8 * 1_024 * 1_024

/** PostgreSQL gives the objects of users ids from here. */
const FIRST_ID = 16_384

/** A change of the system catalog writes a new row version, which has the id of its transaction. */
const readState = statement<{ schema: string; bytes: string }>`
  select concat_ws('-',
      (select sum(xmin::text::bigint) from pg_class where oid >= ${FIRST_ID}),
      (select sum(xmin::text::bigint) from pg_constraint where oid >= ${FIRST_ID}),
      (select sum(xmin::text::bigint) from pg_trigger where oid >= ${FIRST_ID}),
      (select sum(xmin::text::bigint) from pg_proc where oid >= ${FIRST_ID}),
      (select sum(xmin::text::bigint) from pg_namespace),
      (select sum(xmin::text::bigint) from pg_statistic where starelid >= ${FIRST_ID})) as schema,
    (select sum(pg_relation_size(oid)) from pg_class where oid >= ${FIRST_ID} and relkind = 'r') as bytes`.map(
  ({ rows: [row] }): DatabaseState => ({ schema: row?.schema ?? '', bytes: Number(row?.bytes) }),
)

/** A statement that sets `portico_test.reset` to a script, which deletes all rows and inserts those that exist now. */
const WRITE_SCRIPT = `do $$
  declare
    name text;
    content jsonb;
    script text := 'set local session_replication_role = replica;';
  begin
    for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      script := script || format('delete from %I;', name);
      execute format('select jsonb_agg(t) from %I t', name) into content;
      if content is not null then
        script := script || format('insert into %1$I select * from jsonb_populate_recordset(null::%1$I, %2$L);', name, content);
      end if;
    end loop;
    for name in select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
      script := script || format('select setval(%L, 1, false);', name);
    end loop;
    perform set_config('portico_test.reset', script, true);
  end $$`

/** Makes a database that a test has used equal to a new one, in a fraction of the time that a new one takes. */
export class DatabaseReset {
  readonly #script: string
  readonly #initial: DatabaseState

  private constructor(script: string, initial: DatabaseState) {
    this.#script = script
    this.#initial = initial
  }

  /** @param db a new, migrated database */
  static async of(db: Database): Promise<DatabaseReset> {
    const script = await db.transaction(async (tx) => {
      await tx.script(WRITE_SCRIPT)
      const { rows } = await tx.run(
        statement<{ script: string }>`select current_setting('portico_test.reset') as script`,
      )
      return rows[0]?.script ?? ''
    })
    return new DatabaseReset(script, await db.run(readState))
  }

  /**
   * Deletes what the test wrote. Fails if a connection that it left open has locks.
   *
   * @returns whether the database can be used: its schema is unchanged and it has not grown too much
   */
  async apply(db: Database): Promise<boolean> {
    try {
      const { schema, bytes } = await db.run(readState)
      if (schema !== this.#initial.schema || bytes > this.#initial.bytes + GROWTH_MAX_BYTES) return false
      await db.transaction((tx) => tx.script(this.#script))
      await dateSchema(db)
      return true
    } catch {
      return false
    }
  }
}

/** Sets the date of the schema to the present, as in a new database. */
export async function dateSchema(db: Database): Promise<void> {
  await db.transaction((tx) => tx.script('update schema_migrations set applied_at = now()'))
}
