import { expect, test } from 'vitest'

import { summaryOf } from './statement-summary.ts'

test.each([
  ['select id as "id" from users where project_id = $1', 'select users'],
  ['select 1 from users u\n  where id = $1 for no key update', 'select users'],
  ['insert into sessions (id) values ($1) on conflict (id) do update set at = $2', 'insert sessions'],
  ['update users set name = $1', 'update users'],
  ['delete from verification_codes where id = $1', 'delete verification_codes'],
  ['with found as (select id from teams for update) update team_members set x = $1 from found', 'update team_members'],
  ['with found as (select id from teams) select * from found', 'select teams'],
  ['select current_setting($1) as version', 'select'],
  ['begin', 'begin'],
])('%s is called %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary)
})
