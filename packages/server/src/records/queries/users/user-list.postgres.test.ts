import { createTestPortico, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readPlan } from '../../../../test/query-plan.ts'
import { statement, type Statement } from '../../../kernel/statement.ts'
import { examine, selectNarrow } from '../../../platform/lists/bounded-list.ts'
import {
  narrowFilter,
  usersOf,
  type NarrowUsers,
  type UserList,
  type UserOrder,
  type UserSelection,
} from './user-list.ts'

// The plans of PostgreSQL, with and without statistics about the project. `test/rows-read` counts the rows that the
// lists read.

const USERS = 5_000
const TEAM_ID = '1a26e000-0000-4000-8000-000000000001'

let portico: TestPortico
let projectId: string

beforeAll(async () => {
  portico = await createTestPortico({ engine: 'postgres' })
  projectId = (await portico.createProject()).id
  await portico.database.db.run(statement`
    do $$
    declare
      name text;
    begin
      foreach name in array array['users', 'user_activity', 'contact_channels', 'oauth_accounts', 'team_members'] loop
        execute format('alter table %I set (autovacuum_enabled = off)', name);
      end loop;
    end $$`)
})

afterAll(() => portico.close())

async function writeUsers(project: string): Promise<void> {
  const { db } = portico.database
  await db.run(statement`
    insert into users (project_id, id, display_name, suspended_until, held_at, is_anonymous, signed_up_at, last_active_at, active_days)
    select ${project}, gen_random_uuid(), 'User', case when n % 50 = 0 then 'infinity'::timestamptz end, case when n % 50 = 1 then now() end, n % 5 = 0,
      now() - n * interval '1 second', now() - n * interval '1 second', 1
    from generate_series(1, ${USERS}::int) n`)
  await db.run(statement`
    insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
    select ${project}, gen_random_uuid(), id, 'email', id || '@example.org', true, true, true, false, now()
    from users where project_id = ${project}`)
  await db.run(statement`
    insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, created_at)
    select ${project}, 'google', 'google', id::text, id, now() from users where project_id = ${project}`)
}

const noFilter: UserSelection = {
  teamId: null,
  hasFullUsers: true,
  hasAnonymousUsers: true,
  isSuspended: null,
  isWaiting: null,
  isVerified: null,
  hasSecondFactor: null,
  signInMethods: null,
  signedUp: { from: null, until: null },
  lastActive: { from: null, until: null },
  term: null,
  exactId: null,
  exactAddress: null,
}

/** Returns how the plan of a statement reads its tables. */
async function scansOf(wanted: Statement<unknown>, isGeneric: boolean): Promise<string[]> {
  const plan = await readPlan(portico.database.db, wanted, { isGeneric })
  return plan.filter((line) => /Scan|hashed/.test(line)).map((line) => line.trim().replace(/^-> */, ''))
}

const window = { start: null, limit: 50, maxBytes: 1_000_000 }
const examined = (list: UserList): Statement<unknown> => examine(usersOf(list), window, 100)
const selected =
  (filter: NarrowUsers) =>
  (list: UserList): Statement<unknown> =>
    selectNarrow(usersOf(list), narrowFilter(list, filter), window)

/** The indexes that find the users of a list. Each user is then looked up by the primary key. */
const lists: [string, UserOrder, Partial<UserSelection>, (list: UserList) => Statement<unknown>, string[]][] = [
  ['all by sign-up', 'signedUpAt', { isVerified: true }, examined, ['users_sign_up', 'users_anonymous_sign_up']],
  [
    'all by activity',
    'lastActiveAt',
    { isVerified: true, signInMethods: ['google', 'passkey'] },
    examined,
    ['user_activity_of_full', 'user_activity_of_anonymous'],
  ],
  ['members', 'signedUpAt', { teamId: TEAM_ID }, examined, ['team_members_by_sign_up']],
  ['waiting', 'signedUpAt', { isWaiting: true }, examined, ['users_waiting']],
  ['waiting', 'lastActiveAt', { isWaiting: true }, selected('waiting'), ['users_waiting']],
  ['suspended', 'signedUpAt', { isSuspended: true }, examined, ['users_suspended']],
  ['suspended', 'lastActiveAt', { isSuspended: true }, selected('suspended'), ['users_suspended']],
  ['of providers', 'signedUpAt', { signInMethods: ['google'] }, selected('providers'), ['oauth_accounts_by_provider']],
  [
    'by second factor',
    'signedUpAt',
    { hasSecondFactor: true },
    selected('secondFactor'),
    ['users_with_second_factor', 'user_passkeys_by_project'],
  ],
  ['without a second factor', 'signedUpAt', { hasSecondFactor: false }, examined, ['users_sign_up']],
  ['active since', 'signedUpAt', {}, selected('lastActive'), ['user_activity_of_full', 'user_activity_of_anonymous']],
  ['signed up since', 'lastActiveAt', {}, selected('signedUp'), ['users_sign_up', 'users_anonymous_sign_up']],
]

describe.each([
  ['without statistics', async () => {}],
  [
    'newer than the statistics',
    async () => {
      await writeUsers((await portico.createProject()).id)
      await portico.database.db.run(statement`analyze`)
    },
  ],
  [
    'known to the statistics',
    async () => {
      await writeUsers(projectId)
      await portico.database.db.run(statement`analyze`)
    },
  ],
])('the lists of users of a project %s', (_name, prepare) => {
  beforeAll(prepare)

  test.each(lists)('read the index of %s (%s, %j)', async (_list, order, filter, read, indexes) => {
    const selection = { ...noFilter, ...filter }
    const list: UserList = { projectId, selection, order, isNewestFirst: true, now: new Date() }
    for (const isGeneric of [true, false]) {
      const scans = await scansOf(read(list), isGeneric)

      expect(scans.filter((scan) => /Seq Scan|Bitmap|hashed/.test(scan))).toEqual([])
      for (const index of [...indexes, 'users_pkey']) expect(scans.join('\n')).toContain(` using ${index} `)
    }
  })

  test.each<[string, UserOrder, Partial<UserSelection>]>([
    ['sign-up', 'signedUpAt', { signedUp: { from: new Date(Date.now() - 10 * 60_000), until: null } }],
    ['activity', 'lastActiveAt', { lastActive: { from: new Date(Date.now() - 10 * 60_000), until: null } }],
  ])('read a range of %s from its bound', async (_name, order, range) => {
    const blocksOf = async (isNewestFirst: boolean, selection: Partial<UserSelection>): Promise<number> => {
      const list = { projectId, selection: { ...noFilter, ...selection }, order, isNewestFirst, now: new Date() }
      const plan = await readPlan(portico.database.db, examined(list), { isGeneric: true, isExecuted: true })
      return Number(/Buffers: shared hit=(\d+)/.exec(plan.join('\n'))?.[1])
    }
    // The first execution reads the tables into the server's memory.
    await blocksOf(false, range)

    expect(await blocksOf(false, range)).toBeLessThan((await blocksOf(true, range)) + 10)
  })
})
