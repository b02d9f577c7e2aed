import { StartupProblem } from '../../kernel/startup-problem.ts'
import { findForeignTables } from './mirror.ts'
import { conditionOf, type MovedTable, type Place, type Subject } from './place.ts'

const MINIMUM_VERSION = 150_000
const MINIMUM_VERSION_WITH_ROLE = 160_000
/** One for the subscription, and PostgreSQL's default number of concurrent table copies. */
const SLOTS = 3

interface ServerFacts {
  readonly version: number
  readonly isStandby: boolean
  readonly walLevel: string
  readonly freeSlots: number
  readonly freeSenders: number
  readonly canReplicate: boolean
  readonly canPublish: boolean
  readonly isSuperuser: boolean
  readonly canSubscribe: boolean
  readonly replicationWorkers: number
  readonly ownsTables: boolean
  /** Identifies the database. */
  readonly database: string
}

async function readFacts({ at, schema }: Place): Promise<ServerFacts> {
  const [facts] = await at.query<ServerFacts>(
    `select current_setting('server_version_num')::integer as version, pg_is_in_recovery() as "isStandby",
       current_setting('wal_level') as "walLevel",
       current_setting('max_replication_slots')::integer - (select count(*) from pg_replication_slots)::integer as "freeSlots",
       current_setting('max_wal_senders')::integer - (select count(*) from pg_stat_replication)::integer as "freeSenders",
       r.rolreplication or r.rolsuper as "canReplicate", r.rolsuper as "isSuperuser",
       has_database_privilege(current_database(), 'create') as "canPublish",
       exists (select from pg_roles g where g.rolname = 'pg_create_subscription' and pg_has_role(g.oid, 'usage')) as "canSubscribe",
       current_setting('max_logical_replication_workers')::integer as "replicationWorkers",
       not exists (select from pg_class c where c.relnamespace = to_regnamespace($1) and c.relkind = 'r' and not pg_has_role(c.relowner, 'usage')) as "ownsTables",
       (select system_identifier::text from pg_control_system()) || '/' || current_database() as database
     from pg_roles r where r.rolname = current_user`,
    [schema],
  )
  if (!facts) throw new Error('PostgreSQL does not know the role of the connection.')
  return facts
}

/**
 * Checks what PostgreSQL needs for the move, before anything is changed.
 *
 * @throws StartupProblem with what the operator has to do
 */
export async function requireReplication(source: Place, target: Place): Promise<void> {
  const from = await readFacts(source)
  const to = await readFacts(target)
  for (const [place, facts] of [
    [source, from],
    [target, to],
  ] as const) {
    if (facts.version < MINIMUM_VERSION) {
      throw refusal(
        `The server of ${nameOf(place)} is older than PostgreSQL 15.`,
        'Upgrade it to PostgreSQL 15 or newer.',
      )
    }
    if (facts.isStandby) {
      throw refusal(`The server of ${nameOf(place)} is a standby.`, 'Use the address of the primary.')
    }
    if (!facts.ownsTables) {
      throw refusal(
        `The role of ${nameOf(place)} does not own the tables in the schema ${place.schema}.`,
        'Run the command with the role that has migrated the cell, in the settings, also in PORTICO_CELL_MOVE_URL.',
      )
    }
  }
  if (from.database === to.database) {
    throw refusal(
      `${nameOf(source)} and ${nameOf(target)} are in one database, between whose schemas PostgreSQL does not replicate.`,
      'Move to a cell in another database, or move one of the cells to another database first: set PORTICO_CELL_MOVE_URL and run portico-server cells move <cell>.',
    )
  }
  if (from.walLevel !== 'logical') {
    throw refusal(
      `The server of ${nameOf(source)} has wal_level = ${from.walLevel}, which does not suffice for logical replication.`,
      'Set wal_level = logical in postgresql.conf, restart PostgreSQL, and run the command again.',
    )
  }
  if (!from.canReplicate || !from.canPublish) {
    throw refusal(
      `The role of ${nameOf(source)} may not replicate.`,
      'Run the command with a role that has the attribute REPLICATION and the right CREATE on the database: alter role … replication; grant create on database … to ….',
    )
  }
  if (from.freeSlots < SLOTS || from.freeSenders < SLOTS) {
    throw refusal(
      `The server of ${nameOf(source)} has fewer than ${SLOTS} free replication slots or senders.`,
      'Raise max_replication_slots and max_wal_senders, or drop slots that are no longer used (pg_replication_slots).',
    )
  }
  if (!to.isSuperuser && !(to.canSubscribe && to.canPublish)) {
    throw refusal(
      `The role of ${nameOf(target)} may not create a subscription.`,
      to.version < MINIMUM_VERSION_WITH_ROLE
        ? 'Before PostgreSQL 16, only a superuser may: run the command with such a role.'
        : 'Run the command with a superuser, or grant pg_create_subscription and CREATE on the database to its role.',
    )
  }
  if (to.replicationWorkers < SLOTS) {
    throw refusal(
      `The server of ${nameOf(target)} has max_logical_replication_workers = ${to.replicationWorkers}.`,
      `Raise it to ${SLOTS} or more, and restart PostgreSQL.`,
    )
  }
}

/** @throws StartupProblem if the tables of the mirror would replace others */
export async function requireFreeMirror(source: Place, target: Place, tables: readonly MovedTable[]): Promise<void> {
  const [foreign] = await findForeignTables(source, target, tables)
  if (foreign === undefined) return
  throw refusal(
    `The database of ${nameOf(target)} has a table ${source.schema}.${foreign}, which PostgreSQL would replicate to.`,
    `Move to a database without the schema ${source.schema}, or to a cell whose schema is ${source.schema}.`,
  )
}

/** @throws StartupProblem if the target has rows of the project already */
export async function requireNoRows(target: Place, subject: Subject, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of tables) {
    const condition = conditionOf(subject, name) ?? 'true'
    const found = await target.at.query(`select from ${target.schema}.${name} where ${condition} limit 1`)
    if (found.length === 0) continue
    throw refusal(
      `${nameOf(target)} has rows in the table ${name} already, which the move did not copy.`,
      'Delete them, or choose another place. The move has changed nothing.',
    )
  }
}

/**
 * The workers of the target do not run a backfill again that is complete there (decision 109).
 *
 * @throws StartupProblem if rows of the source can lack a value
 */
export async function requireBackfilled(source: Place): Promise<void> {
  const [open] = await source.at.query<{ name: string }>(
    `select name from ${source.schema}.backfills where done_at is null limit 1`,
  )
  if (!open) return
  throw refusal(
    `The backfill "${open.name}" of ${nameOf(source)} is not complete.`,
    'Wait until `portico-server doctor` does not report it any more, and run the command again.',
  )
}

/** @throws StartupProblem if the schema cannot be renamed after the move */
export async function requireOwnSchema(source: Place): Promise<void> {
  const [extension] = await source.at.query<{ name: string }>(
    'select extname as name from pg_extension where extnamespace = to_regnamespace($1) limit 1',
    [source.schema],
  )
  if (!extension) return
  throw refusal(
    `The schema ${source.schema} of ${nameOf(source)} contains the extension ${extension.name}, and the move renames the schema.`,
    `Move the extension to another schema first: alter extension ${extension.name} set schema ….`,
  )
}

function nameOf({ name }: Place): string {
  return `the cell "${name}"`
}

function refusal(message: string, nextStep: string): StartupProblem {
  return new StartupProblem(message.charAt(0).toUpperCase() + message.slice(1), nextStep)
}
