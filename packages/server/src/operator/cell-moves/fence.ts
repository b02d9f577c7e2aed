import { setTimeout as sleep } from 'node:timers/promises'

import { WRITE_HELD, isLockTimeout } from '../../platform/db/database-errors.ts'
import { quoteLiteral } from '../../platform/db/own-connection.ts'
import { conditionOf, type MovedTable, type Place, type Subject } from './place.ts'

/*
 * After the switch, no write reaches the former place of a project or a cell, even from a node that does not know the
 * new one. Triggers on the tables of the source ask a table of holds; each write takes a shared lock that the hold
 * takes exclusively, so that the hold waits for the transactions that have written, and those that write later see it.
 * The triggers exist during a move only.
 */

/** Each attempt blocks writers of one table for at most this long. */
const LOCK_MILLIS = 1_000
const ATTEMPTS = 30
const PAUSE_MILLIS = 200

const HOLD_TRIGGER = 'portico_move_hold'
const INCOMING_TRIGGER = 'portico_move_incoming'
const triggers = [HOLD_TRIGGER, INCOMING_TRIGGER].flatMap((name) => [name, `${name}_deletion`])

/** The setting with which a connection deletes rows that have moved. */
export const REMOVING = 'portico.removes_moved_rows'

const mayRemoveMovedRows = `current_setting('${REMOVING}', true) = 'on'`

/** Installs the triggers that refuse writes during a hold. No write is held yet. */
export async function installHold(source: Place, subject: Subject, tables: readonly MovedTable[]): Promise<void> {
  const { at, schema } = source
  await at.script(`
    create table if not exists ${schema}.held_writes (is_only_row boolean primary key default true check (is_only_row), held_until timestamptz);
    create or replace function ${schema}.refuse_held_writes() returns trigger language plpgsql as $$
    begin
      if ${mayRemoveMovedRows} then return coalesce(new, old); end if;
      perform pg_advisory_xact_lock_shared(${lockOf(source)});
      if exists (select from ${schema}.held_writes where held_until is null or held_until > clock_timestamp()) then
        raise exception using errcode = '${WRITE_HELD}', message = 'The rows are being moved to another cell.';
      end if;
      return coalesce(new, old);
    end $$`)
  for (const { name } of tables)
    await installTrigger(source, {
      trigger: HOLD_TRIGGER,
      table: name,
      subject,
      call: `${schema}.refuse_held_writes()`,
    })
}

/** The time until writes go on, in milliseconds. */
export type HoldTime = () => number

/**
 * Holds the writes until the time has ended, unless `keepHold` makes the hold last.
 *
 * @throws an error of the server if transactions that have written do not end in time
 */
export function holdWrites(source: Place, remaining: HoldTime): Promise<void> {
  const { at, schema } = source
  return at.transaction(async () => {
    await at.script(takeLock(source, remaining()))
    await at.query(
      `insert into ${schema}.held_writes (held_until) values (clock_timestamp() + make_interval(secs => $1))
       on conflict (is_only_row) do update set held_until = excluded.held_until`,
      [remaining() / 1_000],
    )
  })
}

/**
 * Makes the hold last for good. From then on, the move only goes forward. The lock prevents a write from seeing an
 * ended hold and committing after the hold was kept.
 *
 * @returns false if the hold has ended, so that writes may have taken place
 * @throws an error of the server if transactions that have written since do not end in time
 */
export function keepHold(source: Place, remaining: HoldTime): Promise<boolean> {
  const { at, schema } = source
  return at.transaction(async () => {
    await at.script(takeLock(source, remaining()))
    const kept = await at.query(
      `update ${schema}.held_writes set held_until = null where held_until > clock_timestamp() returning 1`,
    )
    return kept.length > 0
  })
}

export async function releaseWrites({ at, schema }: Place): Promise<void> {
  await at.script(`delete from ${schema}.held_writes`)
}

/** Whether the hold is permanent. */
export async function isHoldKept({ at, schema }: Place): Promise<boolean> {
  const [table] = await at.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${schema}.held_writes`,
  ])
  if (!table?.exists) return false
  return (await at.query(`select from ${schema}.held_writes where held_until is null`)).length > 0
}

/**
 * Hides the rows that arrive in a cell that serves other projects: its workers change none of them before the switch.
 * Rows that PostgreSQL replicates are not concerned, because its worker fires no such triggers.
 */
export async function installIncoming(target: Place, subject: Subject, tables: readonly MovedTable[]): Promise<void> {
  const { at, schema } = target
  await at.script(`
    create table if not exists ${schema}.incoming_rows (is_only_row boolean primary key default true check (is_only_row));
    insert into ${schema}.incoming_rows default values on conflict do nothing;
    create or replace function ${schema}.skip_incoming_rows() returns trigger language plpgsql as $$
    begin
      if ${mayRemoveMovedRows} then return coalesce(new, old); end if;
      if exists (select from ${schema}.incoming_rows) then return null; end if;
      return coalesce(new, old);
    end $$`)
  for (const { name } of tables)
    await installTrigger(target, {
      trigger: INCOMING_TRIGGER,
      table: name,
      subject,
      call: `${schema}.skip_incoming_rows()`,
    })
}

/** Lets the workers of the cell see the rows. */
export async function acceptIncoming({ at, schema }: Place): Promise<void> {
  await at.script(`delete from ${schema}.incoming_rows`)
}

/** Removes everything that this module has installed at the place. */
export async function removeFence({ at, schema }: Place, tables: readonly MovedTable[]): Promise<void> {
  if (tables.length === 0) return
  for (const { name } of tables)
    for (const trigger of triggers) await patiently(at, `drop trigger if exists ${trigger} on ${schema}.${name}`)
  await at.script(`
    drop function if exists ${schema}.refuse_held_writes(), ${schema}.skip_incoming_rows();
    drop table if exists ${schema}.held_writes, ${schema}.incoming_rows`)
}

async function installTrigger(
  { at, schema }: Place,
  { call, subject, table, trigger }: { trigger: string; table: string; subject: Subject; call: string },
): Promise<void> {
  const create = (name: string, rest: string): string =>
    `drop trigger if exists ${name} on ${schema}.${table};
     create trigger ${name} before ${rest} execute function ${call};`
  const ofRows = (row: string): string =>
    `on ${schema}.${table} for each row when (${row}.${conditionOf(subject, table)})`
  const text =
    subject.kind === 'cell'
      ? create(trigger, `insert or update or delete or truncate on ${schema}.${table} for each statement`)
      : create(trigger, `insert or update ${ofRows('new')}`) + create(`${trigger}_deletion`, `delete ${ofRows('old')}`)
  await patiently(at, text)
}

/** Repeats a statement that waits for a lock, so that writers do not wait behind it for long. */
async function patiently(at: Place['at'], text: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await at.transaction(() => at.script(`set local lock_timeout = ${LOCK_MILLIS}; ${text}`))
      return
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error
      await sleep(PAUSE_MILLIS)
    }
  }
}

/** Waits for the transactions that have written, until the end of the present one. */
function takeLock(source: Place, maxMillis: number): string {
  const millis = Math.ceil(Math.min(LOCK_MILLIS, maxMillis))
  return `set local lock_timeout = ${millis}; select pg_advisory_xact_lock(${lockOf(source)})`
}

function lockOf({ schema }: Place): string {
  return `hashtextextended(${quoteLiteral(`portico move ${schema}`)}, 0)`
}
