import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPlan } from '../../../test/query-plan.ts'
import { statement } from '../../kernel/statement.ts'
import { examine } from '../../platform/lists/bounded-list.ts'
import { auditEventsOf, type AuditFilter } from './list.ts'

// The plans of PostgreSQL, with and without statistics about the project. `test/rows-read` counts the rows that the
// lists read.

const ENTRIES = 20_000

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  await portico.database.db.run(statement`alter table audit_events set (autovacuum_enabled = off)`)
})

afterAll(() => portico.close())

/** Writes entries with few different values, which PostgreSQL expects on every page. */
async function writeEntries(projectId: string): Promise<void> {
  await portico.database.db.run(statement`
    insert into audit_events (project_id, id, at, action, outcome, actor_type, actor_id, target_id)
    select ${projectId}, gen_random_uuid(), now() - n * interval '1 second', (array['user.signed_in', 'user.updated'])[1 + n % 2],
      case when n % 5 = 0 then 'refused' else 'ok' end, (array['user', 'admin'])[1 + n % 2], 'actor-' || n % 3, 'target-' || n % 3
    from generate_series(1, ${ENTRIES}::int) n`)
}

const noFilter: AuditFilter = {
  actorType: null,
  actorId: null,
  targetId: null,
  userId: null,
  action: null,
  outcome: null,
  at: { from: null, until: null },
}

/** Returns how the plan of a page reads entries. */
async function scansOf(projectId: string, filter: Partial<AuditFilter>, isGeneric: boolean): Promise<string[]> {
  const list = auditEventsOf(projectId, { ...noFilter, ...filter })
  const wanted = examine(list, { start: null, limit: 100, maxBytes: 1_000_000 }, 100)
  const plan = await readPlan(portico.database.db, wanted, { isGeneric })
  return plan
    .filter((line) => line.includes('on audit_events'))
    .map((line) => line.replace(/^[ >-]*(.*?) on .*$/, '$1'))
}

const scan = (index: string): string => `Index Scan Backward using ${index}`

const lists: [Partial<AuditFilter>, string[]][] = [
  [{}, [scan('audit_events_all')]],
  [{ outcome: 'ok' }, [scan('audit_events_all')]],
  [{ actorType: 'user' }, [scan('audit_events_all')]],
  [{ actorType: 'system' }, [scan('audit_events_by_actor_type')]],
  [{ actorType: 'admin' }, [scan('audit_events_by_actor_type'), scan('audit_events_of_early_owners')]],
  [{ outcome: 'refused' }, [scan('audit_events_refused')]],
  [{ action: 'user.updated' }, [scan('audit_events_by_action'), scan('audit_events_by_action')]],
  [{ action: 'user.updated', outcome: 'refused' }, [scan('audit_events_by_action')]],
  [{ actorId: 'actor-1', outcome: 'refused' }, [scan('audit_events_by_actor')]],
  [{ userId: 'actor-1' }, [scan('audit_events_by_target'), scan('audit_events_by_actor')]],
  [{ targetId: 'target-1', actorId: 'actor-1', action: 'user.updated' }, [scan('audit_events_by_target')]],
]

describe.each([
  ['without statistics', async () => {}],
  [
    'of a project that is newer than the statistics',
    async () => {
      await writeEntries('00000000-0000-4000-8000-000000000001')
      await portico.database.db.run(statement`analyze audit_events`)
    },
  ],
  [
    'of the largest project of the statistics',
    async () => {
      await writeEntries('00000000-0000-4000-8000-000000000002')
      await writeEntries('00000000-0000-4000-8000-000000000002')
      await portico.database.db.run(statement`analyze audit_events`)
    },
  ],
])('the audit log %s', (_name, prepare) => {
  beforeAll(prepare)

  test.each(lists)('reads the index of %j in its order', async (filter, scans) => {
    const projectId = '00000000-0000-4000-8000-000000000002'

    expect(await scansOf(projectId, filter, true)).toEqual(scans)
    expect(await scansOf(projectId, filter, false)).toEqual(scans)
  })
})
