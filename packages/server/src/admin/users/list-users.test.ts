import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { USER_LIST_MAX_BYTES, type UserServerRead } from '@portico/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import { hasTrigram } from '../../platform/lists/search.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const server = (): ReturnType<TestProject['server']> => project.server()

describe('the list of users', () => {
  let listed: TestProject
  let ids: string[]
  let anonymousId: string

  beforeAll(async () => {
    listed = await portico.createProject()
    ids = []
    // Pairs of users have the same sign-up time, so that the id decides.
    for (let pair = 0; pair < 3; pair += 1) {
      const created = [await add(listed), await add(listed)].toSorted()
      await portico.database.db.run(statement`
        update users set signed_up_at = ${portico.clock.now()} where project_id = ${listed.id} and id::text = any (${created}::text[])`)
      ids.push(...created)
      portico.clock.advance(1_000)
    }
    anonymousId = (await listed.signUpAnonymously()).id
  })

  async function add(to: TestProject, body: object = {}): Promise<string> {
    return (await to.server().post<UserServerRead>('/users', body)).body.id
  }

  interface Page {
    ids: string[]
    next: string | null
  }

  async function list(query = '', of = listed): Promise<Page> {
    const answer = await of.server().get<{
      items: UserServerRead[]
      is_paginated: boolean
      pagination: { next_cursor: string | null }
    }>(`/users${query}`)
    expect(answer.status).toBe(200)
    expect(answer.body.is_paginated).toBe(true)
    return { ids: answer.body.items.map(({ id }) => id), next: answer.body.pagination.next_cursor }
  }

  test('contains all users without a limit, oldest first', async () => {
    expect(await list()).toEqual({ ids, next: null })
    expect(await list('?order_by=signed_up_at&desc=false')).toEqual({ ids, next: null })
  })

  test('is reversed by desc', async () => {
    expect(await list('?desc=true')).toEqual({ ids: ids.toReversed(), next: null })
    expect(await list('?desc=1')).toEqual({ ids: ids.toReversed(), next: null })
  })

  test.each(['false', 'true'])('is read page by page with desc=%s', async (desc) => {
    const pages: Page[] = []
    for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
      pages.push(await list(`?limit=4&desc=${desc}${cursor && `&cursor=${cursor}`}`))
    }

    expect(pages.flatMap((page) => page.ids)).toEqual(desc === 'true' ? ids.toReversed() : ids)
    expect(pages.map((page) => page.ids.length)).toEqual([4, 2])
    // Programs of the protocol use the id of the first user of a page as its cursor.
    expect(await list(`?limit=4&desc=${desc}&cursor=${pages[1]?.ids[0]}`)).toEqual(pages[1])
  })

  describe('the list of large users', () => {
    let large: TestProject
    let largeIds: string[]

    beforeAll(async () => {
      large = await portico.createProject()
      largeIds = []
      for (let count = 0; count < 100; count += 1) {
        const { body } = await large.server().post<{ id: string }>('/users', { display_name: `common ${count}` })
        largeIds.push(body.id)
        // Different sign-up times give the list the order of creation.
        portico.clock.advance(1)
      }
      await portico.database.db.run(statement`
        update users set client_metadata = jsonb_build_object('text', repeat('x', 65000)),
          client_read_only_metadata = jsonb_build_object('text', repeat('x', 65000)),
          server_metadata = jsonb_build_object('text', repeat('x', 65000))
        where project_id = ${large.id}`)
    })

    test.each(['', '&desc=true', '&query=common', '&query=co'])(
      'ends a page before the bound of an answer (%s)',
      async (query) => {
        const pages: Page[] = []
        const sizes: number[] = []
        for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
          const path = `/users?limit=1000${query}${cursor && `&cursor=${cursor}`}`
          const answer = await large
            .server()
            .get<{ items: { id: string }[]; pagination: { next_cursor: string | null } }>(path)
          expect(answer.status).toBe(200)
          pages.push({ ids: answer.body.items.map(({ id }) => id), next: answer.body.pagination.next_cursor })
          sizes.push(answer.text.length)
        }

        const read = pages.flatMap((page) => page.ids)
        expect(read).toEqual(query.includes('desc') ? largeIds.toReversed() : largeIds)
        expect(pages.length).toBe(2)
        expect(sizes[0]).toBeGreaterThan(USER_LIST_MAX_BYTES * 0.9)
        expect(sizes[0]).toBeLessThan(USER_LIST_MAX_BYTES * 1.1)
      },
    )

    test('is refused without a limit, with advice', async () => {
      expect(await large.server().get('/users')).toMatchObject({
        status: 400,
        text: 'The list of users is larger than 16 MiB. Send limit, and read the next pages with cursor.',
      })
    })
  })

  test('has no next page if the limit is exactly reached', async () => {
    expect(await list('?limit=6')).toEqual({ ids, next: null })
  })

  test('refuses an unknown cursor, also one of another project, because an empty page would look like the end', async () => {
    const { id } = await project.signUp()
    await project.signUp()
    const { next } = await list('?limit=1', project)

    for (const cursor of [randomUUID(), id, next]) {
      for (const filter of ['', '&limit=2&verified=false', '&query=ada']) {
        expect(await listed.server().get(`/users?cursor=${cursor}${filter}`)).toMatchObject({
          status: 400,
          body: { code: 'SCHEMA_ERROR', error: expect.stringContaining('query.cursor') },
        })
      }
    }
  })

  describe('the list of users of a team', () => {
    let teamed: TestProject
    let teamId: string
    let ada: string
    let grace: string
    let suspended: string
    let visitor: string

    beforeAll(async () => {
      teamed = await portico.createProject()
      teamId = await addTeam(teamed)
      // Members join in another order than they sign up.
      visitor = await add(teamed, { is_anonymous: true, display_name: 'Visiting Ada' })
      portico.clock.advance(1)
      ada = await add(teamed, { display_name: 'Ada', primary_email: 'ada@team.example' })
      portico.clock.advance(1)
      suspended = await add(teamed, { display_name: 'Suspended Ada' })
      portico.clock.advance(1)
      grace = await add(teamed, { display_name: 'Grace' })
      await add(teamed, { display_name: 'Ada of no team' })
      for (const id of [grace, visitor, suspended, ada]) await join(teamed, teamId, id)
      await teamed.server().patch(`/users/${suspended}`, { restricted_by_admin: true })
      await join(teamed, await addTeam(teamed), grace)
    })

    async function addTeam(to: TestProject): Promise<string> {
      return to.createTeam()
    }

    async function join(to: TestProject, team: string, userId: string): Promise<void> {
      expect((await to.server().post(`/team-memberships/${team}/${userId}`, {})).status).toBe(201)
    }

    test.each([
      ['', 'ada grace'],
      ['&desc=true', 'grace ada'],
      ['&include_restricted=true', 'ada suspended grace'],
      ['&include_anonymous=true', 'visitor ada suspended grace'],
      ['&include_anonymous=true&only_anonymous=true', 'visitor'],
      ['&query=ada', 'ada'],
      ['&query=ad', 'ada'],
      ['&query=ADA@team.example', 'ada'],
      ['&query=ada&include_anonymous=true&desc=true', 'suspended ada visitor'],
      ['&query=of%20no%20team', ''],
      ['&query=no', ''],
    ])('contains its members, filtered by %s', async (filters, expected) => {
      const names = new Map([
        [ada, 'ada'],
        [grace, 'grace'],
        [suspended, 'suspended'],
        [visitor, 'visitor'],
      ])

      const { ids: found } = await list(`?team_id=${teamId}${filters}`, teamed)

      expect(found.map((id) => names.get(id)).join(' ')).toBe(expected)
    })

    test('contains the user with an exact id if they are a member', async () => {
      const [stranger] = (await list('?query=of%20no', teamed)).ids

      expect((await list(`?team_id=${teamId}&query=${ada}`, teamed)).ids).toEqual([ada])
      expect((await list(`?team_id=${teamId}&query=${stranger}`, teamed)).ids).toEqual([])
    })

    test('is read page by page', async () => {
      for (const query of [`?team_id=${teamId}`, `?team_id=${teamId}&query=a`]) {
        const { ids: whole } = await list(`${query}&include_anonymous=true`, teamed)
        const { ids: first, next } = await list(`${query}&include_anonymous=true&limit=2`, teamed)
        const { ids: rest } = await list(`${query}&include_anonymous=true&limit=2&cursor=${next}`, teamed)

        expect([...first, ...rest]).toEqual(whole)
      }
    })

    test('is empty for an unknown team, and for a team of another project', async () => {
      expect(await list(`?team_id=${randomUUID()}`, teamed)).toEqual({ ids: [], next: null })
      expect(await list(`?team_id=${teamId}`)).toEqual({ ids: [], next: null })
      expect(await list(`?team_id=${teamId}&query=ada`)).toEqual({ ids: [], next: null })
    })
  })

  test('contains anonymous users only if the query includes them', async () => {
    expect(await list('?include_anonymous=true')).toEqual({ ids: [...ids, anonymousId], next: null })
    expect(await list('?include_anonymous=true&desc=true&limit=2')).toEqual({
      ids: [anonymousId, ids[5]],
      next: expect.any(String),
    })
    expect(await list('?include_anonymous=true&only_anonymous=true')).toEqual({ ids: [anonymousId], next: null })
    expect(await list('?include_restricted=true')).toEqual({ ids, next: null })
  })

  test('contains no user of another project', async () => {
    const empty = await portico.createProject()

    expect(await list('', empty)).toEqual({ ids: [], next: null })
  })

  test('is complete and without repetition if it takes several statements', async () => {
    const long = await portico.createProject()
    const added: string[] = []
    for (let group = 0; group < 6; group += 1) {
      added.push(...(await Promise.all(Array.from({ length: 100 }, () => add(long)))))
    }

    expect((await list('', long)).ids.toSorted()).toEqual(added.toSorted())
    const { ids: first, next } = await list('?limit=550', long)
    const { ids: rest } = await list(`?limit=550&cursor=${next}`, long)
    expect([first.length, rest.length]).toEqual([550, 50])
    expect([...first, ...rest].toSorted()).toEqual(added.toSorted())
  })

  test.each([
    ['limit=0', 'query.limit must be a positive integer'],
    ['limit=-1', 'query.limit must be a positive integer'],
    ['limit=1.5', 'query.limit must be a positive integer'],
    ['limit=x', 'query.limit must be a positive integer'],
    ['cursor=x', 'query.cursor is not one of this list'],
    ['team_id=x', 'query.team_id must be a UUID'],
    ['order_by=id', 'query.order_by must be one of: signed_up_at'],
    ['desc=yes', 'query.desc must be true or false'],
    ['include_anonymous=1', 'query.include_anonymous must be true or false'],
    ['only_anonymous=true', 'query.only_anonymous needs include_anonymous'],
    ['only_anonymous=true&include_anonymous=false', 'query.only_anonymous needs include_anonymous'],
    ['offset=1', 'query contains unknown properties: offset'],
    ['query=a%00', 'NUL'],
  ])('refuses %s with SCHEMA_ERROR', async (query, sentence) => {
    const answer = await server().get(`/users?${query}`)

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(sentence)
  })

  describe('a search of users', () => {
    let searched: TestProject
    let ada: string
    let percent: string

    beforeAll(async () => {
      searched = await portico.createProject()
      ada = await add(searched, { display_name: 'Ada Ünlü O’Hara', primary_email: 'countess@Lovelace.example' })
      percent = await add(searched, { display_name: String.raw`100%_sure\now` })
      await add(searched, { display_name: 'Grace' })
    })

    test.each([
      ['ada', 'ada'],
      ['ÜNLÜ', 'ada'],
      ['a ü', 'ada'],
      ['o’h', 'ada'],
      ['COUNTESS@love', 'ada'],
      ['ünl', 'ada'],
      ['%_', 'percent'],
      [String.raw`e\n`, 'percent'],
      ['%', 'percent'],
      ['_', 'percent'],
      ['\\', 'percent'],
      ["'", 'none'],
      ['ad_', 'none'],
      ['a%a', 'none'],
    ])('%s finds %s', async (query, expected) => {
      const found = { ada: [ada], percent: [percent], none: [] }[expected]

      expect((await list(`?query=${encodeURIComponent(query)}`, searched)).ids).toEqual(found)
    })

    test.each([
      ['a decomposed letter', 'Zoe\u0308', true],
      ['an accent between letters', 'b\u0301er', true],
      ['a letter that becomes two', 'aß', true],
      ['one syllable of three parts', '\u1100\u1161\u11a8', false],
      ['two letters with accents', 'e\u0301\u0301a', false],
    ])('uses the index only if it contains a part of the text: %s', (_name, term, isInIndex) => {
      expect(hasTrigram(term)).toBe(isInIndex)
    })

    test('is no search for accents alone', async () => {
      const accented = await portico.createProject()
      // A user without a name and an address.
      const ids = [await add(accented, {}), await add(accented, { display_name: 'Zoë' })].toSorted()

      for (const filter of ['', '&has_second_factor=false&limit=5'])
        expect((await list(`?query=%CC%81${filter}`, accented)).ids.toSorted()).toEqual(ids)
    })

    test('ignores accents and case in names and addresses, in both directions', async () => {
      const european = await portico.createProject()
      const names = [
        'Jan Novák',
        'ÜBERG Groß',
        'Łukasz Sørensen-Đặng',
        'Ærø Þór',
        'Γιώργος',
        'Ёлкин',
        '김철수',
        'محمّد',
        'Plain Name',
      ]
      const ids = await Promise.all(names.map((display_name) => add(european, { display_name })))
      const addressed = await add(european, { primary_email: 'rene@muller.example' })
      const decomposed = await add(european, { display_name: 'Zoe\u0308' })
      const nameOf = new Map([
        ...ids.map((id, at) => [id, names[at]] as const),
        [addressed, 'rene@muller.example'],
        [decomposed, 'Zoë'],
      ])
      const cases = [
        ['novak', 'Jan Novák'],
        ['NÓVÀK', 'Jan Novák'],
        ['uberg', 'ÜBERG Groß'],
        ['gross', 'ÜBERG Groß'],
        ['lukasz', 'Łukasz Sørensen-Đặng'],
        ['sorensen-dang', 'Łukasz Sørensen-Đặng'],
        ['aero thor', 'Ærø Þór'],
        ['γιωργος', 'Γιώργος'],
        ['елкин', 'Ёлкин'],
        ['김철', '김철수'],
        ['محمد', 'محمّد'],
        ['pláin', 'Plain Name'],
        ['rené@MÜLLER', 'rene@muller.example'],
        ['zoë', 'Zoë'],
        ['zoe', 'Zoë'],
      ]

      const found: string[][] = []
      for (const [query = ''] of cases) {
        // With the filter, and in the list without a filter.
        const term = encodeURIComponent(query)
        const lists = [
          await list(`?query=${term}`, european),
          await list(`?query=${term}&has_second_factor=false&limit=5`, european),
        ]
        found.push(lists.flatMap((one) => one.ids.map((id) => nameOf.get(id) ?? id)))
      }

      expect(found).toEqual(cases.map(([, name]) => [name, name]))
    })

    test('finds a user by the exact id, decorated or not', async () => {
      expect((await list(`?query=${ada}`, searched)).ids).toEqual([ada])
      expect((await list(`?query=${encodeURIComponent(`"${ada}" `)}`, searched)).ids).toEqual([ada])
      expect((await list(`?query=${ada.slice(0, -1)}`, searched)).ids).toEqual([])
    })

    test('finds the users of a complete address, and addresses that contain it only if no user has it', async () => {
      const of = await portico.createProject()
      const ann = await add(of, { primary_email: 'ann@corp.example' })
      const joann = await add(of, { primary_email: 'joann@corp.example' })
      const named = await add(of, { display_name: 'ANN@corp.example' })

      expect((await list('?query=Ann@Corp.example', of)).ids.toSorted()).toEqual([ann, named].toSorted())
      expect((await list('?query=oann@corp.example', of)).ids).toEqual([joann])
    })

    test('finds nothing in another project', async () => {
      expect((await list(`?query=${ada}`)).ids).toEqual([])
      expect((await list('?query=countess')).ids).toEqual([])
    })

    test('is not a filter if it is empty', async () => {
      expect((await list('?query=', searched)).ids).toHaveLength(3)
    })

    test('finds a term that more users contain than the indexes report, page by page', async () => {
      const large = await portico.createProject()
      const backend = large.server()
      const { body: rare } = await backend.post<UserServerRead>('/users', { display_name: 'Common and rare' })
      await portico.database.db.run(statement`
        insert into users (project_id, id, display_name, signed_up_at, last_active_at)
        select ${large.id}, overlay(overlay(md5(n::text) placing '4' from 13) placing '8' from 17)::uuid, 'Common ' || n,
          ${portico.clock.now()}, ${portico.clock.now()}
        from generate_series(1, 1500) n`)

      expect((await list('?query=common&limit=1000', large)).ids).toHaveLength(1_000)
      expect((await list('?query=common', large)).ids).toHaveLength(1_501)
      expect((await list('?query=RARE', large)).ids).toEqual([rare.id])
      expect((await list('?query=common%201500', large)).ids).toHaveLength(1)
    })

    test('is read page by page', async () => {
      const { ids: first, next } = await list('?query=a&limit=1', searched)
      const { ids: second } = await list(`?query=a&cursor=${next}`, searched)

      expect([first.length, first.length + second.length]).toEqual([1, (await list('?query=a', searched)).ids.length])
    })
  })
})
