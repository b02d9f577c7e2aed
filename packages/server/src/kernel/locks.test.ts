import { expect, test } from 'vitest'

import { findLocks } from './locks.ts'

test.each([
  ['a change', 'update users set a = 1 from teams t where users.id = t.id', ['users no key update']],
  ['a deletion', 'delete from users using teams where a = 1', ['users update']],
  [
    'a replaced row',
    'insert into users (id) select 1 on conflict (id) do update set a = 1',
    ['users new', 'users no key update'],
  ],
  ['a new row', 'insert into users (id) select id from teams on conflict do nothing', ['users new']],
  [
    'a query',
    'select a from users u join teams on true where a is distinct from b for update',
    ['users update', 'teams update'],
  ],
  [
    'named tables',
    'select a from users u, teams as t, jobs for key share of u, t',
    ['users key share', 'teams key share'],
  ],
  [
    'parts of a query',
    'with tenant as materialized (select id from projects for share) select 1 from tenant, lateral (select 1 from users for no key update) u',
    ['projects share', 'users no key update'],
  ],
  ['a query in parentheses', 'select 1 from (select id from users offset 0) u for update', ['users update']],
  ['the result of a function', 'select 1 from unnest($1::text[]) wanted (id), users for update', ['users update']],
  ['a comment', '-- update teams\nselect id from users', []],
])('the locks of %s are found', (_what, text, locks) => {
  expect(findLocks(text).map(({ isNew, strength, table }) => `${table} ${isNew ? 'new' : strength}`)).toEqual(locks)
})

test('the locks that skip a locked row are found', () => {
  const text = 'delete from users where ctid = any (array(select ctid from users for update skip locked))'

  expect(findLocks(text).map(({ waits }) => waits)).toEqual([true, false])
})
