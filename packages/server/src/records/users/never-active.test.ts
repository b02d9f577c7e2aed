import { expect, test } from 'vitest'

import { openUnmigrated } from '../../../test/unmigrated-database.ts'
import { statement } from '../../kernel/statement.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'

const ORDER_OF_ACTIVITY = 76

test('the migration puts existing users who have never been active before all others, and no one else', async () => {
  const db = await openUnmigrated()
  const migrations = readMigrations()
  await migrate(
    db,
    migrations.filter(({ version }) => version < ORDER_OF_ACTIVITY),
  )
  const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
  await db.transaction((tx) =>
    tx.script(`
      insert into projects (id, display_name, config, created_at) values ('a', 'A', '{}', now());
      insert into users (project_id, id, display_name, signed_up_at, last_active_at, active_on, active_days) values
        ('a', '${idOf(1)}', 'never active', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', null, 0),
        ('a', '${idOf(2)}', 'from before the figures', '2026-01-01T12:00:00Z', '2026-01-02T12:00:00Z', null, 1),
        ('a', '${idOf(3)}', 'active at the sign-up', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00Z', '2026-03-01', 1)`),
  )

  await migrate(db, migrations)

  const { rows } = await db.run(statement<{ name: string; at: Date }>`
    select u.display_name as name, a.last_active_at as at
    from user_activity a join users u on u.project_id = a.project_id and u.id = a.user_id
    order by a.last_active_at, name`)
  expect(rows).toEqual([
    { name: 'never active', at: new Date(0) },
    { name: 'from before the figures', at: new Date('2026-01-02T12:00:00Z') },
    { name: 'active at the sign-up', at: new Date('2026-03-01T12:00:00Z') },
  ])
})
