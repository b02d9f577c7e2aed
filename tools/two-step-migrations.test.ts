import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'

import { checkMigrations, findContractions } from './two-step-migrations.ts'

// Loads the parser of PostgreSQL.
beforeAll(() => loadModule())

test('every migration after the baseline works beside the release before it', () => {
  expect(checkMigrations(join(import.meta.dirname, '..'))).toEqual({})
})

test('every migration has a number of its own, because a database keeps the numbers of those that it has', () => {
  const folder = join(import.meta.dirname, '../packages/server/src/platform/db/migrations')
  const numbers = readdirSync(folder).map((file) => file.slice(0, 4))

  expect(numbers).toEqual([...new Set(numbers)])
})

test.each([
  'alter table users add column nickname text;',
  "alter table users add column kind text not null default 'person', add column size integer not null generated always as (1) stored;",
  'alter table users add price numeric(10,2) not null default 0;',
  'create table notes (id uuid not null, primary key (id));',
  "create index concurrently users_by_kind on users (kind); comment on column users.kind is 'drop table';",
  '-- drop table users\nalter table users add constraint users_kind check (kind is not null) not valid;',
  'alter table users alter column kind drop not null;',
  'create table notes (id uuid); alter table notes add column user_id uuid not null; create unique index notes_of_user on notes (user_id);',
  'create or replace function f() returns integer language sql as $$ select 1 $$; create trigger t after insert on users execute function f();',
  "update users set kind = 'person' where kind is null; insert into figures select * from users; comment on table users is 'people';",
])('an expansion is accepted: %s', (text) => {
  expect(findContractions(text, [])).toEqual([])
})

test.each([
  ['drop table users', /drops/],
  ['alter table users\n  drop column nickname', /drops/],
  ['alter table users rename column nickname to name', /renames/],
  ['alter table users rename to people', /renames/],
  ['alter table users alter column size type bigint', /type/],
  ['alter table users alter column kind set not null', /requires/],
  ['alter table users alter column kind drop default', /requires/],
  ['alter table users add column kind text not null', /adds a column/],
  ['alter table users add nickname text not null', /adds a column/],
  ['alter table users add column price numeric(10,2) not null', /adds a column/],
  ['alter table users drop nickname', /drops/],
  ['alter table users drop constraint users_pkey', /drops/],
  ['drop index users_by_kind', /drops/],
  ['drop extension pg_trgm', /drops/],
  ['drop schema public cascade', /drops/],
  ['create unique index on users (kind)', /refuses rows/],
  ['alter table users add unique (kind)', /refuses rows/],
  ["alter table users add check (kind <> '')", /refuses rows/],
  ['do $$ begin drop table users; end $$', /cannot read/],
  ['truncate users', /cannot read/],
])('a contraction is refused without the release that stopped the use: %s', (text, problem) => {
  expect(findContractions(`-- Why.\n${text};`, ['0.1.0'])).toEqual([expect.stringMatching(problem)])
  expect(findContractions(`-- Why.\n-- Contraction: unused since 0.1.0.\n${text};`, ['0.1.0'])).toEqual([])
  expect(findContractions(`-- Why.\n-- Contraction: unused since 0.2.0.\n${text};`, ['0.1.0'])).toHaveLength(1)
})
