import { expect, test } from 'vitest'

import { openUnmigrated } from '../../../test/unmigrated-database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { statement } from '../../kernel/statement.ts'
import { lastDays, rangeOf } from './days.ts'
import { readFigures } from './store.ts'
import { writeActivity } from '../users/activity.ts'

const FIGURES = 45

test('the migration counts existing users, and a later activity on the same day does not count again', async () => {
  const db = await openUnmigrated()
  const migrations = readMigrations()
  await migrate(
    db,
    migrations.filter(({ version }) => version < FIGURES),
  )
  const userId = '00000000-0000-4000-8000-000000000001'
  await db.transaction((tx) =>
    tx.script(`
      insert into projects (id, display_name, config, created_at) values ('a', 'A', '{}', now()), ('b', 'B', '{}', now());
      insert into users (project_id, id, password_hash, otp_auth_enabled, is_anonymous, signed_up_at, last_active_at) values
        ('a', '${userId}', 'hash', true, false, '2026-03-01T23:59:59Z', '2026-03-02T12:00:00Z'),
        ('a', '00000000-0000-4000-8000-000000000002', null, false, true, '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z'),
        ('b', '00000000-0000-4000-8000-000000000003', null, false, false, '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z');
      insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, created_at)
      values ('a', 'google', 'google', '1', '${userId}', now()), ('a', 'github', 'github', '1', '${userId}', now());`),
  )

  await migrate(db, migrations)
  for (const at of ['2026-03-02T13:00:00Z', '2026-03-03T13:00:00Z', '2026-03-02T14:00:00Z', '2026-03-03T14:00:00Z']) {
    await db.run(writeActivity('a', userId, { at: new Date(at), country: 'DE' }))
  }

  const days = rangeOf(lastDays(new Date('2026-03-03T23:00:00Z'), 31))
  expect(await db.run(readFigures('a', days))).toEqual({
    users: 2,
    signUps: new Map([
      ['2026-03-01', 1],
      ['2026-03-02', 1],
    ]),
    activeUsers: new Map([
      ['2026-03-02', 2],
      ['2026-03-03', 1],
    ]),
    methods: new Map([
      ['github', 1],
      ['google', 1],
      ['otp', 1],
      ['password', 1],
    ]),
    countries: new Map([['DE', 1]]),
  })
  expect((await db.run(readFigures('b', days))).users).toBe(1)
  expect((await db.run(statement`select 1 from users where last_active_at = '2026-03-03T14:00:00Z'`)).count).toBe(1)
})
