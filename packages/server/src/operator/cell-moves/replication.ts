import { StartupProblem } from '../../kernel/startup-problem.ts'
import { toServerUrl } from '../../platform/db/libpq-url.ts'
import { quoteLiteral } from '../../platform/db/own-connection.ts'
import { conditionOf, type MovedTable, type Place, type Subject } from './place.ts'

/*
 * PostgreSQL's logical replication from one cell to another: a publication and a slot in the source, a subscription in
 * the target. A separate statement creates the slot: if the subscription created it, the two would wait for each other
 * on one server.
 */

/**
 * Checks that a subscription of an earlier attempt still has all changes. Another slot would begin at the present
 * position and leave out the changes before it.
 *
 * @throws StartupProblem, after which the move is undone
 */
export async function requireWholeReplication(source: Place, target: Place, name: string): Promise<void> {
  if ((await hasSubscription(target, name)) && !(await hasWholeSlot(source.at, name))) throw slotLost()
}

/**
 * Publishes the rows that move. A list of tables needs no superuser, and leaves out the tables about the schema itself.
 */
export async function publish(
  { at, schema }: Place,
  name: string,
  subject: Subject,
  tables: readonly MovedTable[],
): Promise<void> {
  if ((await at.query('select from pg_publication where pubname = $1', [name])).length === 0) {
    const published = tables.map((table) => {
      const condition = conditionOf(subject, table.name)
      return `${schema}.${table.name}${condition === null ? '' : ` where (${condition})`}`
    })
    await at.script(
      `create publication ${name} for table ${published.join(', ')} with (publish = 'insert, update, delete')`,
    )
  }
  if (await hasSlot(at, name)) return
  await at.query("select pg_create_logical_replication_slot($1, 'pgoutput')", [name])
}

export async function subscribe(target: Place, source: Place, name: string): Promise<void> {
  if (await hasSubscription(target, name)) return
  await target.at.script(
    `create subscription ${name} connection ${quoteLiteral(toServerUrl(source.url))} publication ${name} with (create_slot = false, slot_name = '${name}')`,
  )
}

export interface CopyProgress {
  readonly copied: number
  readonly tables: number
  /** Bytes of changes that the target has not confirmed. */
  readonly behind: number
  /** How often PostgreSQL could not apply or copy something. */
  readonly failures: number
}

/** @throws StartupProblem if changes are lost */
export async function readProgress(source: Place, target: Place, name: string): Promise<CopyProgress> {
  const [copy] = await target.at.query<Pick<CopyProgress, 'copied' | 'tables' | 'failures'>>(
    `select count(*) filter (where r.srsubstate = 'r')::integer as copied, count(*)::integer as tables,
       coalesce((select (e.apply_error_count + e.sync_error_count)::integer from pg_stat_subscription_stats e where e.subid = s.oid), 0) as failures
     from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1 group by s.oid`,
    [name],
  )
  const [slot] = await source.at.query<{ behind: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::double precision as behind
     from pg_replication_slots where slot_name = $1 and ${isWhole}`,
    [name],
  )
  if (!slot) throw slotLost()
  return { copied: 0, tables: 0, failures: 0, ...copy, behind: slot.behind }
}

/** Returns a position in the log of the source that is behind every change so far. */
export async function readPosition({ at }: Place): Promise<string> {
  const [position] = await at.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')
  return position?.lsn ?? '0/0'
}

/** Whether the target has everything before the position on its disk. */
export async function hasConfirmed({ at }: Place, name: string, lsn: string): Promise<boolean> {
  const confirmed = await at.query(
    'select from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn >= $2::pg_lsn',
    [name, lsn],
  )
  return confirmed.length > 0
}

/** Ends the replication and removes everything that belongs to it. Safe to call again. */
export async function endReplication(source: Place, target: Place, name: string): Promise<void> {
  if (await hasSubscription(target, name)) {
    // With its slot, the subscription also drops the slots of copies that have not ended.
    if (!(await hasSlot(source.at, name)))
      await target.at.script(`alter subscription ${name} disable; alter subscription ${name} set (slot_name = none)`)
    await target.at.script(`drop subscription ${name}`)
  }
  if (await hasSlot(source.at, name)) await source.at.query('select pg_drop_replication_slot($1)', [name])
  await source.at.script(`drop publication if exists ${name}`)
}

/** The server has not removed changes that the slot still needs (`max_slot_wal_keep_size`). */
const isWhole = "wal_status is distinct from 'lost'"

async function hasWholeSlot(at: Place['at'], name: string): Promise<boolean> {
  const found = await at.query(`select from pg_replication_slots where slot_name = $1 and ${isWhole}`, [name])
  return found.length > 0
}

function slotLost(): StartupProblem {
  return new StartupProblem(
    'The server of the source has dropped the replication slot of the move, or the changes that it needs.',
    'The move is undone and the source is as before. Check max_slot_wal_keep_size of that server, and run the command again.',
  )
}

async function hasSlot(at: Place['at'], name: string): Promise<boolean> {
  return (await at.query('select from pg_replication_slots where slot_name = $1', [name])).length > 0
}

async function hasSubscription({ at }: Place, name: string): Promise<boolean> {
  const found = await at.query(
    'select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())',
    [name],
  )
  return found.length > 0
}
