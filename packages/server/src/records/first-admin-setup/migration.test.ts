import { expect, test } from 'vitest'

import { openUnmigrated } from '../../../test/unmigrated-database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { findSetup } from './store.ts'

test.each([
  ['no users', '', true],
  [
    'an owner',
    `insert into projects (id, display_name, config, created_at) values ('internal', 'x', '{}', now());
     insert into users (project_id, id, server_metadata, signed_up_at, last_active_at)
     values ('internal', gen_random_uuid(), '{"managedProjectIds": ["internal"]}', now(), now());`,
    false,
  ],
  [
    'a deleted owner',
    `insert into projects (id, display_name, config, created_at) values ('internal', 'x', '{}', now());
     insert into audit_events (project_id, id, action, outcome, actor_type, at)
     values ('internal', gen_random_uuid(), 'service.first_admin_created', 'ok', 'system', now());`,
    false,
  ],
])('the set-up of the first admin is migrated for an earlier installation with %s', async (_what, rows, isOpen) => {
  const migrations = readMigrations()
  const db = await openUnmigrated()
  await migrate(
    db,
    migrations.filter(({ name }) => name !== 'first_admin_setup'),
  )
  await db.transaction((tx) => tx.script(rows))

  await migrate(db, migrations)

  expect(await db.run(findSetup())).toMatchObject({ isOpen })
})
