import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { TEAM_LIST_MAX_BYTES } from '@portico/contract'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'

interface ListAnswer {
  readonly items: readonly Record<string, unknown>[]
  readonly is_paginated: boolean
  readonly pagination?: { readonly next_cursor: string | null }
}

let portico: TestPortico
let project: TestProject
/** Contains no teams except those of the test that lists them. */
let emptyProject: TestProject
/** Contains no memberships except those of the test that lists them. The keys have the form `<team>/<user>`. */
let crowded: { project: TestProject; keys: string[] }
let userIds: string[]

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  emptyProject = await portico.createProject()
  crowded = { project: await portico.createProject(), keys: [] }
  const teamIds = [await crowded.project.createTeam(), await crowded.project.createTeam()]
  for (let count = 0; count < 5; count += 1) {
    const userId = await create('/users', {}, crowded.project)
    crowded.keys.push(...teamIds.map((teamId) => `${teamId}/${userId}`))
  }
  userIds = []
  for (let count = 0; count < 10; count += 1) {
    portico.clock.advance(count % 2)
    userIds.push(await create('/users', {}))
  }
})

afterAll(() => portico.close())

async function create(path: string, body: object, of = project): Promise<string> {
  const answer = await of.server().post<{ id: string }>(path, body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

async function createTeams(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push(await project.createTeam())
  return ids
}

async function remove(path: string, of = project): Promise<void> {
  expect((await of.server().delete(path)).status).toBe(200)
}

async function read(path: string, of = project): Promise<ListAnswer> {
  const { status, body } = await of.server().get<ListAnswer>(path)
  expect(status).toBe(200)
  return body
}

/** A list whose items are added and removed between its pages. */
interface ChangingList {
  readonly path: string
  readonly keyOf: (item: Record<string, unknown>) => string
  /** Keys that can be added to the list, in any order. */
  readonly candidates: readonly string[]
  readonly add: (key: string) => Promise<string>
  readonly remove: (key: string) => Promise<void>
  /** Default: `project`. */
  readonly of?: TestProject
}

/** Creates an empty list of each kind. */
const lists: Record<string, () => Promise<ChangingList>> = {
  'teams of a user': async () => {
    const userId = await create('/users', {})
    return {
      path: `/teams?user_id=${userId}`,
      keyOf: ({ id }) => String(id),
      candidates: await createTeams(10),
      add: (teamId) => project.addMember(teamId, { id: userId }).then(() => teamId),
      remove: (teamId) => remove(`/team-memberships/${teamId}/${userId}`),
    }
  },
  'teams of the project': () =>
    Promise.resolve({
      path: '/teams?',
      keyOf: ({ id }) => String(id),
      candidates: Array.from({ length: 10 }, String),
      add: () => emptyProject.createTeam(),
      remove: (teamId) => remove(`/teams/${teamId}`, emptyProject),
      of: emptyProject,
    }),
  'members of a team': async () => {
    const teamId = await project.createTeam()
    return {
      path: `/team-member-profiles?team_id=${teamId}`,
      keyOf: (item) => String(item['user_id']),
      ...membersOf(teamId),
    }
  },
  'memberships of a user': async () => {
    const userId = await create('/users', {})
    return {
      path: `/team-member-profiles?user_id=${userId}`,
      keyOf: (item) => String(item['team_id']),
      candidates: await createTeams(10),
      add: (teamId) => project.addMember(teamId, { id: userId }).then(() => teamId),
      remove: (teamId) => remove(`/team-memberships/${teamId}/${userId}`),
    }
  },
  'memberships of the project': () =>
    Promise.resolve({
      path: '/team-member-profiles?',
      keyOf: (item) => `${String(item['team_id'])}/${String(item['user_id'])}`,
      candidates: crowded.keys,
      add: async (key) => {
        await create(`/team-memberships/${key}`, {}, crowded.project)
        return key
      },
      remove: (key) => remove(`/team-memberships/${key}`, crowded.project),
      of: crowded.project,
    }),
  'users of a team': async () => {
    const teamId = await project.createTeam()
    return { path: `/users?team_id=${teamId}`, keyOf: ({ id }) => String(id), ...membersOf(teamId) }
  },
  'users of a team, newest first': async () => {
    const teamId = await project.createTeam()
    return { path: `/users?desc=true&team_id=${teamId}`, keyOf: ({ id }) => String(id), ...membersOf(teamId) }
  },
}

function membersOf(teamId: string): Pick<ChangingList, 'candidates' | 'add' | 'remove'> {
  return {
    candidates: userIds,
    add: (userId) => project.addMember(teamId, { id: userId }).then(() => userId),
    remove: (userId) => remove(`/team-memberships/${teamId}/${userId}`),
  }
}

/** What happens after a page has been read. */
interface Step {
  readonly limit: number
  readonly change: 'add' | 'remove' | 'none'
  readonly index: number
}

const steps = fc.array(
  fc.record<Step>({
    limit: fc.integer({ min: 1, max: 4 }),
    change: fc.constantFrom('add', 'remove', 'none'),
    index: fc.nat(20),
  }),
  { minLength: 1, maxLength: 6 },
)

/** Tracks the keys of a list while items are added and removed. */
class Contents {
  readonly keys: string[] = []
  readonly #list: ChangingList
  readonly #spare: string[]

  constructor(list: ChangingList) {
    this.#list = list
    this.#spare = [...list.candidates]
  }

  async add(index: number): Promise<void> {
    // Some items have the same time, so that the id decides.
    portico.clock.advance(index % 2)
    const [candidate] = this.#spare.splice(index % this.#spare.length, 1)
    if (candidate !== undefined) this.keys.push(await this.#list.add(candidate))
  }

  async remove(index: number): Promise<void> {
    const [key] = this.keys.splice(index % this.keys.length, 1)
    if (key !== undefined) await this.#list.remove(key)
  }
}

describe.each(Object.entries(lists))('the list of %s', (_name, createList) => {
  test('loses and repeats nothing that stays while others come and go between its pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 8 }), steps, async (initial, taken) => {
        const list = await createList()
        const contents = new Contents(list)
        for (const index of initial) await contents.add(index)
        const whole = (await read(list.path, list.of)).items.map(list.keyOf)
        expect(whole.toSorted()).toEqual(contents.keys.toSorted())

        const found: string[] = []
        const remaining = [...taken]
        for (let cursor: string | null = ''; cursor !== null;) {
          const { limit, change, index } = remaining.shift() ?? { limit: 2, change: 'none', index: 0 }
          const page: ListAnswer = await read(`${list.path}&limit=${limit}${cursor && `&cursor=${cursor}`}`, list.of)
          expect(page.items.length).toBeLessThanOrEqual(limit)
          found.push(...page.items.map(list.keyOf))
          cursor = page.pagination?.next_cursor ?? null
          if (change !== 'none') await contents[change](index)
        }

        const stayed = whole.filter((key) => contents.keys.includes(key))
        expect(found.filter((key) => stayed.includes(key))).toEqual(stayed)
        expect(new Set(found).size).toBe(found.length)
        for (const key of contents.keys) await list.remove(key)
      }),
      { numRuns: 10 },
    )
  })
})

describe.each(['/teams?', '/team-member-profiles?'])('the pages of %s', (path) => {
  let own: TestProject

  beforeAll(async () => {
    own = await portico.createProject()
    const member = await create('/users', {}, own)
    for (let count = 0; count < 3; count += 1) {
      await create('/teams', { display_name: '', creator_user_id: member }, own)
    }
  })

  test('have a cursor if the call sends a limit or a cursor', async () => {
    const first = await read(`${path}limit=2`, own)
    const cursor = first.pagination?.next_cursor

    const whole = await read(path, own)
    expect(whole).toEqual({ items: expect.any(Array), is_paginated: false })
    expect(first).toEqual({
      items: whole.items.slice(0, 2),
      is_paginated: true,
      pagination: { next_cursor: expect.any(String) },
    })
    for (const rest of [`cursor=${cursor}`, `limit=1&cursor=${cursor}`]) {
      expect(await read(path + rest, own)).toEqual({
        items: whole.items.slice(2),
        is_paginated: true,
        pagination: { next_cursor: null },
      })
    }
    expect(await read(`${path}limit=3`, own)).toMatchObject({ pagination: { next_cursor: null } })
  })

  test('refuse a cursor of another project, of other filters, or none at all', async () => {
    const cursor = (await read(`${path}limit=1`, own)).pagination?.next_cursor
    const refused = { status: 400, text: expect.stringContaining('cursor') }

    expect(await own.server().get(`${path}user_id=${randomUUID()}&cursor=${cursor}`)).toMatchObject(refused)
    expect(await project.server().get(`${path}cursor=${cursor}`)).toMatchObject(refused)
    expect(await own.server().get(`${path}cursor=x`)).toMatchObject(refused)
    for (const limit of ['0', '-1', '1.5', 'x']) {
      expect(await own.server().get(`${path}limit=${limit}`)).toMatchObject({
        status: 400,
        body: { code: 'SCHEMA_ERROR' },
      })
    }
  })
})

describe('teams with filters', () => {
  const FIRST_MOMENT = Date.UTC(2026, 0, 1)
  const TEAMS = 60
  let filtered: TestProject
  let teams: { id: string; name: string; createdAt: number }[]

  beforeAll(async () => {
    filtered = await portico.createProject()
    teams = Array.from({ length: TEAMS }, (_, n) => ({
      id: randomUUID(),
      name: `${['Reading circle', 'Press', '100% Ärzte'][n % 3]} ${n}`,
      // Several teams have the same time.
      createdAt: FIRST_MOMENT + Math.floor(n / 3) * 1_000,
    }))
    await portico.database.db.run(statement`
      insert into teams (project_id, id, display_name, created_at)
      select ${filtered.id}, id, name, 'epoch'::timestamptz + "createdAt" * interval '1 millisecond'
      from jsonb_to_recordset(${JSON.stringify(teams)}::jsonb) as t (id uuid, name text, "createdAt" float8)`)
  })

  const bounds = fc.option(fc.integer({ min: 0, max: TEAMS / 3 }).map((n) => FIRST_MOMENT + n * 1_000))
  const queries = fc
    .record({
      query: fc.constantFrom('', 'reading', 'PRESS', '100%', '1', 'nothing'),
      desc: fc.boolean(),
      from: bounds,
      until: bounds,
      limit: fc.integer({ min: 7, max: TEAMS }),
    })
    .filter(({ from, until }) => from === null || until === null || from < until)

  test('are listed in order, page by page, and counted', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async ({ query, desc, from, until, limit }) => {
        const path = `/teams?${new URLSearchParams({
          query,
          desc: String(desc),
          limit: String(limit),
          include_total: 'true',
          ...(from !== null && { created_from_millis: String(from) }),
          ...(until !== null && { created_until_millis: String(until) }),
        }).toString()}`
        const ids: unknown[] = []
        let page = await read(path, filtered)
        const total = page.pagination
        for (;;) {
          ids.push(...page.items.map(({ id }) => id))
          const cursor = page.pagination?.next_cursor
          if (typeof cursor !== 'string') break
          page = await read(`${path}&cursor=${cursor}`, filtered)
        }

        const expected = teams
          .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
          .filter(({ createdAt }) => createdAt >= (from ?? 0) && createdAt < (until ?? Infinity))
          .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
          .map(({ id }) => id)
        expect(ids).toEqual(desc ? expected.toReversed() : expected)
        expect(total).toMatchObject({ total: expected.length, is_total_capped: false })
      }),
      { numRuns: 30 },
    )
  })

  test('are found by their id, and only in their project', async () => {
    const { id } = teams[7] ?? { id: '' }

    expect(await read(`/teams?query=${id}&limit=5`, filtered)).toMatchObject({ items: [{ id }] })
    const foreign = await read(`/teams?query=${id}&limit=5`)
    expect(foreign).toMatchObject({ items: [], pagination: { next_cursor: null } })
  })

  test('have summaries if the call asks for them', async () => {
    const of = await portico.createProject()
    const used = await of.createTeam()
    portico.clock.advance(1)
    const unused = await of.createTeam()
    const members = [await of.signUp(), await of.signUp()]
    for (const member of members) await of.addMember(used, member)
    portico.clock.advance(1_000)
    // This user has never been active.
    const created = await of.server().post<{ id: string }>('/users', {})
    for (const teamId of [used, unused]) await of.addMember(teamId, created.body)
    await of.server().post('/team-invitations/send-code', {
      team_id: used,
      email: 'invited@example.org',
      callback_url: 'http://localhost:3000/handler/x',
    })
    const { body: last } = await of.server().get<{ last_active_at_millis: number }>(`/users/${members[1]?.id}`)

    const { items } = await read('/teams?limit=10&include_summary=true', of)

    expect(items).toMatchObject([
      {
        id: used,
        summary: {
          member_count: 3,
          is_member_count_capped: false,
          open_invitation_count: 1,
          last_active_at_millis: last.last_active_at_millis,
        },
      },
      { id: unused, summary: { member_count: 1, open_invitation_count: 0, last_active_at_millis: null } },
    ])
    expect((await read('/teams?limit=10', of)).items[0]).not.toHaveProperty('summary')
  })

  test.each([
    ['include_summary=true', 'query.limit must be at most 100 with include_summary'],
    ['limit=101&include_summary=true', 'query.limit must be at most 100 with include_summary'],
    ['include_total=true', 'query.limit is required with include_total'],
    ['created_from_millis=5&created_until_millis=5', 'query.created_until_millis must be after created_from_millis'],
  ])('refuse %s', async (query, message) => {
    const answer = await filtered.server().get(`/teams?${query}`)

    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(message) })
  })

  test('are not filtered by clients', async () => {
    const user = await filtered.signUp()

    for (const query of ['query=a', 'desc=true', 'include_summary=true&limit=1']) {
      expect(await filtered.client(user).get(`/teams?user_id=me&${query}`)).toMatchObject({ status: 400 })
    }
  })
})

describe('large teams and users', () => {
  let large: TestProject
  let teamId: string

  /** A hundred users who have selected a team with large metadata, and a hundred large teams. */
  beforeAll(async () => {
    large = await portico.createProject()
    teamId = await large.createTeam()
    const now = portico.clock.now()
    const { db } = portico.database
    await db.run(statement`
      insert into users (project_id, id, signed_up_at, last_active_at)
      select ${large.id}, gen_random_uuid(), ${now}, ${now} from generate_series(1, 100)`)
    await db.run(statement`
      insert into team_members (project_id, team_id, user_id, is_selected, created_at, user_signed_up_at)
      select ${large.id}, ${teamId}, id, true, ${now}, signed_up_at from users where project_id = ${large.id}`)
    await db.run(statement`
      insert into teams (project_id, id, display_name, created_at)
      select ${large.id}, gen_random_uuid(), '', ${now} from generate_series(1, 99)`)
    await db.run(statement`
      update teams set client_metadata = jsonb_build_object('text', repeat('x', 65000)),
        client_read_only_metadata = jsonb_build_object('text', repeat('x', 65000)),
        server_metadata = jsonb_build_object('text', repeat('x', 65000))
      where project_id = ${large.id}`)
  })

  const paths: Record<string, () => string> = {
    teams: () => '/teams?',
    'team members': () => `/team-member-profiles?team_id=${teamId}`,
    users: () => `/users?team_id=${teamId}`,
  }

  test.each(Object.entries(paths))('fill pages of a bounded size: %s', async (name, pathOf) => {
    const path = pathOf()
    const first = await large.server().get<ListAnswer>(`${path}&limit=1000`)
    expect(first.status).toBe(200)
    const rest = await read(`${path}&limit=1000&cursor=${first.body.pagination?.next_cursor}`, large)
    const whole = await large.server().get(path)

    expect(first.text.length).toBeGreaterThan(TEAM_LIST_MAX_BYTES * 0.9)
    expect(first.text.length).toBeLessThan(TEAM_LIST_MAX_BYTES * 1.1)
    expect(first.body.items.length + rest.items.length).toBe(100)
    expect(rest.pagination?.next_cursor).toBeNull()
    expect(whole).toMatchObject({
      status: 400,
      text: `The list of ${name} is larger than 16 MiB. Send limit, and read the next pages with cursor.`,
    })
  })
})
