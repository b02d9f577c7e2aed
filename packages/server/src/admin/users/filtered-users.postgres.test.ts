import { oauthProviderIds, type UserServerRead } from '@portico/contract'
import { createTestPortico, TEST_PASSWORD, type HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

// Compares filtered lists with a list in memory. The rules do not depend on the engine; `filters.test.ts` runs each
// filter on both.

interface Model {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly isVerified: boolean
  readonly hasPassword: boolean
  readonly hasOtp: boolean
  readonly hasPasskey: boolean
  readonly providers: readonly string[]
  readonly hasSecondFactor: boolean
  readonly verifiesByPasskey: boolean
  readonly isAnonymous: boolean
  readonly isWaiting: boolean
  readonly suspendedUntil: 'infinity' | '2020-01-01' | null
  readonly isMember: boolean
  readonly signedUpAt: number
  readonly lastActiveAt: number
}

interface Page {
  readonly items: UserServerRead[]
  readonly pagination: { next_cursor: string | null; total?: number | null; is_total_capped?: boolean }
}

/** More users than a narrow filter reads at once. */
const USERS = 2_400
const FIRST_MOMENT = Date.UTC(2026, 0, 1)
const MINUTE = 60_000

let portico: TestPortico
let project: TestProject
let teamId: string
let users: Model[]

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { passkey_enabled: true } })
  teamId = (await project.server().post<{ id: string }>('/teams', { display_name: 'Readers' })).body.id
  const share = (percent: number): fc.Arbitrary<boolean> => fc.integer({ min: 1, max: 100 }).map((n) => n <= percent)
  users = fc.sample(
    fc.record({
      id: fc.uuid({ version: 4 }),
      name: fc.constantFrom('Ada', 'Grace', 'Emmy'),
      email: fc.option(fc.integer({ min: 0, max: 1e9 }).map((n) => `user-${n}@example.org`)),
      isVerified: fc.boolean(),
      hasPassword: fc.boolean(),
      hasOtp: share(10),
      hasPasskey: share(10),
      providers: fc.tuple(share(60), share(5)).map(([a, b]) => [...(a ? ['google'] : []), ...(b ? ['github'] : [])]),
      hasSecondFactor: share(10),
      verifiesByPasskey: fc.boolean(),
      isAnonymous: share(20),
      suspendedUntil: fc.constantFrom(
        ...Array.from({ length: 18 }, () => null),
        'infinity' as const,
        '2020-01-01' as const,
      ),
      isWaiting: share(10),
      isMember: share(30),
      // Several users have the same time.
      signedUpAt: fc.integer({ min: 0, max: USERS / 3 }).map((n) => FIRST_MOMENT + n * MINUTE),
      lastActiveAt: fc.integer({ min: 0, max: USERS / 3 }).map((n) => FIRST_MOMENT + n * MINUTE),
    }),
    { numRuns: USERS, seed: 17 },
  )
  await writeUsers()
})

afterAll(() => portico.close())

async function writeUsers(): Promise<void> {
  const stored = JSON.stringify(users)
  const { db } = portico.database
  await db.run(statement`
    insert into users (project_id, id, display_name, password_hash, otp_auth_enabled, totp_secret_sealed, is_anonymous,
      suspended_until, held_at, signed_up_at, last_active_at, active_days)
    select ${project.id}, u.id, u.name, case when u."hasPassword" then 'hash' end, u."hasOtp",
      case when u."hasSecondFactor" then 'sealed' end, u."isAnonymous", u."suspendedUntil", case when u."isWaiting" then now() end,
      'epoch'::timestamptz + u."signedUpAt" * interval '1 millisecond', 'epoch'::timestamptz + u."lastActiveAt" * interval '1 millisecond', 1
    from jsonb_to_recordset(${stored}::jsonb) as u (id uuid, name text, "hasPassword" boolean, "hasOtp" boolean,
      "hasSecondFactor" boolean, "isAnonymous" boolean, "suspendedUntil" timestamptz, "isWaiting" boolean, "signedUpAt" float8, "lastActiveAt" float8)`)
  await db.run(statement`
    insert into contact_channels (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
    select ${project.id}, gen_random_uuid(), u.id, 'email', u.email, true, u."isVerified", false, false, now()
    from jsonb_to_recordset(${stored}::jsonb) as u (id uuid, email text, "isVerified" boolean) where u.email is not null`)
  await db.run(statement`
    insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, created_at)
    select ${project.id}, provider, provider, u.id::text, u.id, now()
    from jsonb_to_recordset(${stored}::jsonb) as u (id uuid, providers jsonb), jsonb_array_elements_text(u.providers) provider`)
  await db.run(statement`
    insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up, has_verified,
      rp_id, created_at, last_used_at)
    select ${project.id}, u.id, sha256((n || u.id::text)::bytea), 'key', 0, 'multi_device', true, u."verifiesByPasskey", 'localhost', now(), now()
    from jsonb_to_recordset(${stored}::jsonb) as u (id uuid, "hasPasskey" boolean, "verifiesByPasskey" boolean), generate_series(1, 2) n where u."hasPasskey"`)
  await db.run(statement`
    insert into team_members (project_id, team_id, user_id, is_selected, created_at, user_signed_up_at)
    select project_id, ${teamId}, users.id, false, now(), signed_up_at
    from jsonb_to_recordset(${stored}::jsonb) as u (id uuid, "isMember" boolean) join users on users.id = u.id
    where u."isMember" and project_id = ${project.id}`)
}

type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | null>>

function pathOf(query: Parameters): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value.toString()]]))
  return `/users?${new URLSearchParams(given).toString()}`
}

async function read(of: HttpClient, query: Parameters): Promise<Page> {
  const { status, body, text } = await of.get<Page>(pathOf(query))
  expect([status, text.slice(0, status === 200 ? 0 : 300)]).toEqual([200, ''])
  return body
}

async function readAll(of: HttpClient, query: Parameters): Promise<string[]> {
  const ids: string[] = []
  let cursor = query['cursor'] ?? null
  do {
    const page: Page = await read(of, { ...query, cursor })
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.pagination.next_cursor
  } while (cursor !== null)
  return ids
}

const flags = fc.option(fc.boolean())
const moments = fc.option(fc.integer({ min: 0, max: USERS / 3 }).map((n) => FIRST_MOMENT + n * MINUTE))
const queries = fc.record({
  sign_in_methods: fc.option(fc.subarray(['password', 'otp', 'passkey', 'google', 'github'], { minLength: 1 })),
  verified: flags,
  suspended: flags,
  waiting: flags,
  has_second_factor: flags,
  query: fc.option(fc.constantFrom('ada', 'a', '9@example.org', 'nothing')),
  isOfTeam: fc.boolean(),
  kinds: fc.constantFrom('full', 'all', 'anonymous'),
  signedUp: fc.option(fc.tuple(moments, moments)),
  lastActive: fc.option(fc.tuple(moments, moments)),
  order_by: fc.constantFrom('signed_up_at', 'last_active_at'),
  desc: fc.boolean(),
  limit: fc.integer({ min: 1, max: 400 }).map((n) => Math.max(n, 40)),
})
type Query = typeof queries extends fc.Arbitrary<infer Value> ? Value : never

/** Returns bounds that do not contradict each other; the service refuses those that do. */
function boundsOf(range: readonly [number | null, number | null] | null): [number | null, number | null] {
  const [from, until] = range ?? [null, null]
  return from !== null && until !== null && from >= until ? [from, null] : [from, until]
}

function wireOf({ isOfTeam, kinds, signedUp, lastActive, ...query }: Query): Parameters {
  const [signedUpFrom, signedUpUntil] = boundsOf(signedUp)
  const [activeFrom, activeUntil] = boundsOf(lastActive)
  return {
    ...query,
    team_id: isOfTeam ? teamId : null,
    include_anonymous: kinds !== 'full',
    only_anonymous: kinds === 'anonymous',
    signed_up_from_millis: signedUpFrom,
    signed_up_until_millis: signedUpUntil,
    last_active_from_millis: activeFrom,
    last_active_until_millis: activeUntil,
  }
}

function expectedIds(query: Query): string[] {
  const isWithin = (moment: number, range: readonly [number | null, number | null] | null): boolean => {
    const [from, until] = boundsOf(range)
    return moment >= (from ?? -Infinity) && moment < (until ?? Infinity)
  }
  const momentOf = (user: Model): number => (query.order_by === 'signed_up_at' ? user.signedUpAt : user.lastActiveAt)
  const found = users.filter((user) => {
    const isSuspended = user.suspendedUntil === 'infinity'
    const hasRestricted = query.kinds !== 'full'
    const hasFactor = user.hasSecondFactor || (user.hasPasskey && user.verifiesByPasskey)
    const methods = [
      ...(user.hasPassword ? ['password'] : []),
      ...(user.hasOtp ? ['otp'] : []),
      ...(user.hasPasskey ? ['passkey'] : []),
      ...user.providers,
    ]
    const term = query.query
    return (
      (user.isAnonymous ? query.kinds !== 'full' : query.kinds !== 'anonymous') &&
      (query.suspended === null
        ? hasRestricted || query.waiting === true || !isSuspended
        : isSuspended === query.suspended) &&
      (query.waiting === null
        ? hasRestricted || query.suspended === true || !user.isWaiting
        : user.isWaiting === query.waiting) &&
      (query.verified === null || (user.email !== null && user.isVerified) === query.verified) &&
      (query.has_second_factor === null || hasFactor === query.has_second_factor) &&
      (query.sign_in_methods === null || query.sign_in_methods.some((method) => methods.includes(method))) &&
      (!query.isOfTeam || user.isMember) &&
      isWithin(user.signedUpAt, query.signedUp) &&
      isWithin(user.lastActiveAt, query.lastActive) &&
      (term === null || user.name.toLowerCase().includes(term) || (user.email?.includes(term) ?? false))
    )
  })
  const ordered = found.toSorted((a, b) => momentOf(a) - momentOf(b) || (a.id < b.id ? -1 : 1))
  return (query.desc ? ordered.toReversed() : ordered).map(({ id }) => id)
}

describe('a list of users', () => {
  test('contains exactly the users that match all filters, in order, and counts them', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const wire = wireOf(query)
        const expected = expectedIds(query)

        expect(await readAll(project.server(), wire)).toEqual(expected)
        const { pagination } = await read(project.server(), { ...wire, limit: 1, include_total: true })
        expect(pagination).toMatchObject({ total: expected.length, is_total_capped: false })
      }),
      { numRuns: 120 },
    )
  })

  test('follows sign-ins and deletions in the order of the last activity', async () => {
    const { clock } = portico
    const own = await portico.createProject()
    const [first, second, third] = [await own.signUp(), await own.signUp(), await own.signUp()]
    const signIn = ({ email }: { email: string }): Promise<unknown> =>
      own.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    const newest = { order_by: 'last_active_at', desc: true, limit: 1 }
    clock.advance(2 * MINUTE)
    await signIn(first)
    const { pagination } = await read(own.server(), newest)

    clock.advance(2 * MINUTE)
    await signIn(second)
    await own.server().delete(`/users/${third.id}`)

    expect(await readAll(own.server(), newest)).toEqual([second.id, first.id])
    // The next pages contain the remaining users, without the one who has become the most recent.
    expect(await readAll(own.server(), { ...newest, cursor: pagination.next_cursor })).toEqual([])
  })

  test('refuses the cursor of a list with other filters, of another project, and forged ones', async () => {
    const query = { order_by: 'last_active_at', limit: 1, verified: true }
    const { pagination } = await read(project.server(), query)
    const other = await portico.createProject()
    const { next_cursor: cursor } = pagination
    const of = (backend: HttpClient, given: Parameters): Promise<{ status: number }> =>
      backend.get(pathOf({ ...query, cursor, ...given }))

    for (const given of [{ verified: false }, { desc: true }, { cursor: randomUUID() }, { cursor: 'x' }]) {
      expect(await of(project.server(), given)).toMatchObject({ status: 400 })
    }
    expect(await of(other.server(), {})).toMatchObject({ status: 400 })
    expect(await of(project.server(), { limit: 5 })).toMatchObject({ status: 200 })
  })

  test.each([
    ['verified=true', 'query.limit is required with filters'],
    ['order_by=last_active_at', 'query.limit is required with filters'],
    ['limit=5&sign_in_methods=password,fax', `${oauthProviderIds.at(-1)}`],
    ['limit=5&sign_in_methods=', 'separated by commas'],
    ['limit=5&signed_up_from_millis=5&signed_up_until_millis=5', 'query.signed_up_until_millis must be after'],
    ['limit=5&last_active_from_millis=soon', 'query.last_active_from_millis must be milliseconds since 1970'],
    ['limit=5&cursor=x', 'query.cursor is not one of this list'],
    ['limit=5&order_by=name', 'query.order_by'],
  ])('refuses %s', async (query, message) => {
    const answer = await project.server().get(`/users?${query}`)

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(message) })
  })

  test('ends a page early, and counts up to a maximum, if few of many users match', async () => {
    const large = await portico.createProject()
    const { body: rare } = await large
      .server()
      .post<UserServerRead>('/users', { primary_email: 'a@example.org', primary_email_verified: true })
    await portico.database.db.run(statement`
      insert into users (project_id, id, otp_auth_enabled, signed_up_at, last_active_at)
      select ${large.id}, gen_random_uuid(), true, ${new Date(FIRST_MOMENT)}, ${new Date(FIRST_MOMENT)} from generate_series(1, 10100)`)

    const query = { verified: true, limit: 10 }
    expect(await read(large.server(), query)).toMatchObject({
      items: [],
      pagination: { next_cursor: expect.any(String) },
    })
    expect(await readAll(large.server(), query)).toEqual([rare.id])
    const { pagination: all } = await read(large.server(), { limit: 1, include_total: true })
    expect(all).toMatchObject({ total: 10_101, is_total_capped: false })
    await large.server().patch(`/users/${rare.id}`, { restricted_by_admin: true })
    const { pagination: others } = await read(large.server(), {
      limit: 1,
      include_total: true,
      include_anonymous: false,
    })
    expect(others).toMatchObject({ total: 10_100, is_total_capped: false })
    const counted = await read(large.server(), { sign_in_methods: 'otp', limit: 1, include_total: true })
    expect(counted.pagination).toMatchObject({ total: 10_000, is_total_capped: true })

    await portico.database.db.run(statement`
      insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, created_at)
      select project_id, 'google', 'google', id::text, id, signed_up_at from users
      where project_id = ${large.id} and otp_auth_enabled`)
    const ofProvider = { sign_in_methods: 'google', limit: 1, include_total: true }
    const { pagination: many } = await read(large.server(), ofProvider)
    expect(many).toMatchObject({ total: 10_000, is_total_capped: true })
    const { pagination: none } = await read(large.server(), { ...ofProvider, verified: true })
    expect(none).toMatchObject({ total: 0, is_total_capped: false })
  })
})
