import type { TestPortico } from '@portico/testkit'

import type { Database } from '../src/kernel/database.ts'
import { unscoped, type Statement } from '../src/kernel/statement.ts'
import type { Migration } from '../src/platform/db/apply-migrations.ts'
import type { Backfill, BackfilledPiece, BackfillKey } from '../src/platform/db/backfills.ts'
import { migrate, readMigrations } from '../src/platform/db/migrate.ts'

// A backfill of the users as a release declares one: a migration that makes room, the pieces, and a migration of a
// later release.

export const addNicknames: Migration = {
  version: 9_000,
  name: 'nicknames',
  text: '-- Test.\nalter table users add column nickname text; create table pieces (rows_read integer not null);',
}

export const requireNicknames: Migration = {
  version: 9_001,
  name: 'nicknames_required',
  text: '-- Test.\n-- Contraction: unused since 0.1.0.\n-- After backfill: nicknames.\nalter table users alter column nickname set not null;',
}

export const nicknames: Backfill = { name: 'nicknames', migration: addNicknames.version, fill: fillNicknames }

/** Records in `pieces` how many rows were read. */
function fillNicknames(after: BackfillKey | null, limit: number): Statement<BackfilledPiece> {
  const [projectId, id] = after ?? ['', '00000000-0000-0000-0000-000000000000']
  return unscoped.statement<BackfilledPiece>`
    with piece as materialized (
      select project_id, id from users where (project_id, id) > (${projectId}, ${id}::uuid)
      order by project_id, id limit ${limit} for no key update
    ), noted as (
      insert into pieces select count(*) from piece having count(*) > 0
    ), written as (
      update users set nickname = lower(display_name)
      from piece where users.project_id = piece.project_id and users.id = piece.id and users.nickname is null
      returning 1
    )
    select (select count(*)::integer from written) as written,
      (select array[project_id, id::text] from piece order by project_id desc, id desc limit 1) as last`.map(
    ({ rows }) => rows[0] ?? { last: null, written: 0 },
  )
}

/** Makes room for the nicknames, as the start of a new release does. */
export function makeRoom(db: Database): Promise<void> {
  return migrate(db, [...readMigrations(), addNicknames])
}

/** Creates users without a nickname, as nodes of an older release do. */
export async function createUsers({ database }: TestPortico, projectId: string, count: number): Promise<void> {
  await database.db.run(unscoped.statement`
    insert into users (project_id, id, display_name, signed_up_at, last_active_at)
    select ${projectId}, gen_random_uuid(), 'User ' || n, now(), now() from generate_series(1, ${count}::integer) n`)
}

export interface NicknameCounts {
  readonly users: number
  readonly filled: number
  /** The number of rows that all pieces have read. */
  readonly read: number
}

export async function countNicknames({ db }: { readonly db: Database }): Promise<NicknameCounts | undefined> {
  const { rows } = await db.run(unscoped.statement<NicknameCounts>`
    select count(*)::integer as users, count(*) filter (where nickname = lower(display_name))::integer as filled,
      (select coalesce(sum(rows_read), 0)::integer from pieces) as read
    from users`)
  return rows[0]
}

/** Undoes the backfill and the migration that requires it. */
export async function forgetNicknames({ db }: { readonly db: Database }): Promise<void> {
  await db.transaction((tx) =>
    tx.script(`
      alter table users alter column nickname drop not null;
      update users set nickname = null;
      delete from pieces; delete from backfills; delete from schema_migrations where version = ${requireNicknames.version}`),
  )
}
