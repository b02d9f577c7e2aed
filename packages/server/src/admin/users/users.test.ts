import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { USER_LIST_MAX_BYTES, type UserServerRead } from '@portico/contract'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../../kernel/statement.ts'
import { hasTrigram } from '../../records/queries/user-list.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: {
      oauth_providers: lookAlikeProviders
        .filter(({ id }) => id !== 'x')
        .map((provider) => ({ ...provider, enabled: provider.id !== 'discord' })),
      magic_link_enabled: true,
    },
  })
})

afterAll(() => portico.close())

const server = (): ReturnType<TestProject['server']> => project.server()

async function create(body: object = {}): Promise<UserServerRead> {
  const answer = await server().post<UserServerRead>('/users', body)
  expect(answer.status).toBe(201)
  return answer.body
}

describe('creation by a server', () => {
  test('answers 201 with every field empty or off for an empty body', async () => {
    const before = portico.clock.now().getTime()

    const user = await create()

    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      primary_email: null,
      primary_email_verified: false,
      primary_email_auth_enabled: false,
      display_name: null,
      profile_image_url: null,
      client_metadata: null,
      client_read_only_metadata: null,
      server_metadata: null,
      signed_up_at_millis: user.last_active_at_millis,
      last_active_at_millis: expect.any(Number),
      has_been_active: false,
      has_password: false,
      otp_auth_enabled: false,
      passkey_auth_enabled: false,
      auth_with_email: false,
      requires_totp_mfa: false,
      is_anonymous: false,
      is_restricted: false,
      restricted_reason: null,
      restricted_by_admin: false,
      restricted_by_admin_reason: null,
      restricted_by_admin_private_details: null,
      restricted_by_admin_until_millis: null,
      country_code: null,
      risk_scores: { sign_up: { bot: 0, free_trial_abuse: 0 } },
      oauth_providers: [],
      selected_team_id: null,
      selected_team: null,
      has_sign_in_address: false,
    })
    expect(user.signed_up_at_millis).toBeGreaterThanOrEqual(before)
  })

  test('stores every field and returns it from then on', async () => {
    const email = someEmail()
    const written = {
      display_name: 'Ada Lovelace',
      profile_image_url: 'https://images.example/ada.png',
      client_metadata: { a: [1, null] },
      client_read_only_metadata: 'text',
      server_metadata: { b: { c: true } },
      primary_email: email.toUpperCase(),
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      password: TEST_PASSWORD,
      otp_auth_enabled: true,
      passkey_auth_enabled: true,
      country_code: 'de',
      risk_scores: { sign_up: { bot: 7, free_trial_abuse: 100 } },
      oauth_providers: [{ id: 'google', account_id: randomUUID(), email: 'ada@gmail.example' }],
    }

    const created = await create(written)
    const read = await server().get(`/users/${created.id}`)

    expect(read.body).toEqual(created)
    const { password: _password, oauth_providers: _accounts, ...fields } = written
    expect(created).toMatchObject({
      ...fields,
      primary_email: email,
      passkey_auth_enabled: false,
      country_code: 'DE',
      has_password: true,
      auth_with_email: true,
      oauth_providers: [
        {
          id: 'google',
          type: 'google',
          account_id: written.oauth_providers[0]?.account_id,
          provider_user_id: written.oauth_providers[0]?.account_id,
          email: 'ada@gmail.example',
        },
      ],
    })
  })

  test('yields a user who signs in with the password', async () => {
    const email = someEmail()
    const { id } = await create({ primary_email: email, primary_email_auth_enabled: true, password: TEST_PASSWORD })

    const signIn = await project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })

    expect(signIn).toMatchObject({ status: 200, body: { user_id: id } })
  })

  test('yields a user who signs in with the account of a provider', async () => {
    const sub = '109876543210987650001'
    const { id } = await create({ oauth_providers: [{ id: 'google', account_id: sub }] })

    const signIn = await project.signInAt('google', { sub, email: someEmail() })

    const { body } = await signIn.exchange<{ access_token: string; is_new_user: boolean }>()
    const me = await project.client({ accessToken: body.access_token, refreshToken: '' }).get('/users/me')
    expect(body.is_new_user).toBe(false)
    expect(me.body).toMatchObject({ id })
  })

  test('requires the authenticator app whose secret it sets', async () => {
    const email = someEmail()
    const secret = randomBytes(20).toString('base64')
    const user = await create({
      primary_email: email,
      primary_email_auth_enabled: true,
      password: TEST_PASSWORD,
      totp_secret_base64: secret,
    })

    const first = await project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    const totp = await totpCode(secret, portico.clock)
    const second = await project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp })

    expect(user.requires_totp_mfa).toBe(true)
    expect(first.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    expect(second).toMatchObject({ status: 200, body: { user_id: user.id } })
  })

  test('works while sign-up is disabled', async () => {
    const closed = await portico.createProject({ config: { sign_up_enabled: false } })

    expect((await closed.server().post('/users', {})).status).toBe(201)
  })

  test('creates anonymous users', async () => {
    const user = await create({ is_anonymous: true, display_name: 'Guest' })

    expect(user).toMatchObject({
      is_anonymous: true,
      is_restricted: true,
      restricted_reason: { type: 'anonymous' },
      display_name: 'Guest',
    })
  })

  test('stores an empty display name as none', async () => {
    expect(await create({ display_name: '' })).toMatchObject({ display_name: null })
  })

  test.each([
    ['both kinds of passwords', { password: 'x'.repeat(8), password_hash: 'x' }, 'not both'],
    ['a verified address without an address', { primary_email_verified: true }, 'without a primary e-mail'],
    ['a sign-in address without an address', { primary_email: null, primary_email_auth_enabled: true }, 'without a'],
    ['an unknown hash format', { password_hash: 'md5' }, 'bcrypt'],
    ['a short secret of an authenticator app', { totp_secret_base64: 'AAAA' }, 'bytes'],
    ['a provider that is not enabled', { oauth_providers: [{ id: 'x', account_id: '1' }] }, '"x" is not enabled'],
    ['a disabled provider', { oauth_providers: [{ id: 'discord', account_id: '1' }] }, '"discord" is not enabled'],
    ['an unknown provider', { oauth_providers: [{ id: 'myspace', account_id: '1' }] }, '"myspace" is not enabled'],
    [
      'two accounts of a provider',
      { oauth_providers: ['1', '2'].map((account_id) => ({ id: 'google', account_id })) },
      'more than once',
    ],
    ['an anonymous user with a password', { is_anonymous: true, password: TEST_PASSWORD }, 'anonymous'],
    ['an anonymous user with sign-in codes', { is_anonymous: true, otp_auth_enabled: true }, 'anonymous'],
    [
      'an anonymous user with an account',
      { is_anonymous: true, oauth_providers: [{ id: 'google', account_id: '1' }] },
      'anonymous',
    ],
    ['an image that can run scripts', { profile_image_url: 'javascript:alert(1)' }, 'image'],
  ])('refuses %s with a sentence', async (_name, body, sentence) => {
    const answer = await server().post('/users', body)

    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
  })

  test.each([
    ['selected_team_id', { selected_team_id: null }, 'body contains unknown properties: selected_team_id'],
    ['totp_code', { totp_code: '123456' }, 'body contains unknown properties: totp_code'],
    ['an empty address', { primary_email: '' }, 'body.primary_email must not be empty'],
    ['an empty account id', { oauth_providers: [{ id: 'google', account_id: '' }] }, 'account_id must not be empty'],
    ['a country name', { country_code: 'Germany' }, 'body.country_code'],
    ['a score above 100', { risk_scores: { sign_up: { bot: 101, free_trial_abuse: 0 } } }, 'from 0 to 100'],
    ['large metadata', { server_metadata: 'x'.repeat(65_536) }, 'at most 65536 bytes'],
  ])('refuses %s with SCHEMA_ERROR', async (_name, body, sentence) => {
    const answer = await server().post('/users', body)

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain(sentence)
  })

  test('refuses a password while the project has none', async () => {
    const without = await portico.createProject({ config: { credential_enabled: false, magic_link_enabled: false } })

    const password = await without.server().post('/users', { password: TEST_PASSWORD })
    const codes = await without.server().post('/users', { otp_auth_enabled: true })

    expect(password).toMatchObject({ status: 400, text: expect.stringContaining('Password sign-in is not enabled') })
    expect(codes).toMatchObject({ status: 400, text: expect.stringContaining('e-mailed code is not enabled') })
  })

  test('refuses a sign-in address that another user has, and creates nothing', async () => {
    const { email } = await project.signUp()
    const before = await countUsers()

    const answer = await server().post('/users', {
      primary_email: email,
      primary_email_auth_enabled: true,
      server_metadata: 1,
    })

    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'USER_EMAIL_ALREADY_EXISTS', details: { email } },
    })
    expect(await countUsers()).toBe(before)
  })

  test('accepts an address of another user that it does not use for sign-in', async () => {
    const { email } = await project.signUp()

    expect(await create({ primary_email: email })).toMatchObject({ primary_email: email })
  })

  test('refuses an account that another user has, and creates nothing', async () => {
    const oauth_providers = [{ id: 'google', account_id: randomUUID() }]
    await create({ oauth_providers })
    const before = await countUsers()

    const answer = await server().post('/users', { oauth_providers })

    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER' },
    })
    expect(await countUsers()).toBe(before)
  })

  test('lets exactly one of two concurrent calls take an address', async () => {
    const body = { primary_email: someEmail(), primary_email_auth_enabled: true }

    const answers = await Promise.all([server().post('/users', body), server().post('/users', body)])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })

  test('sends no mail', async () => {
    const email = someEmail()
    await create({
      primary_email: email,
      primary_email_verified: true,
      password: TEST_PASSWORD,
      totp_secret_base64: randomBytes(20).toString('base64'),
    })
    await portico.service.idle()

    expect(await portico.mailbox.to(email)).toEqual([])
  })
})

async function countUsers(): Promise<number> {
  const { body } = await server().get<{ items: unknown[] }>('/users?include_anonymous=true')
  return body.items.length
}

describe('reading, changing and deleting a user', () => {
  test('changes a user without the user being signed in', async () => {
    const { id } = await project.signUp()

    const answer = await server().patch(`/users/${id}`, {
      display_name: 'Grace',
      country_code: 'US',
      risk_scores: { sign_up: { bot: 1, free_trial_abuse: 2 } },
    })

    expect(answer).toMatchObject({
      status: 200,
      body: {
        display_name: 'Grace',
        country_code: 'US',
        risk_scores: { sign_up: { bot: 1, free_trial_abuse: 2 } },
      },
    })
    expect((await server().get(`/users/${id}`)).body).toEqual(answer.body)
  })

  test('keeps what a change does not name', async () => {
    const user = await create({ country_code: 'FR', display_name: 'Sophie', server_metadata: { a: 1 } })

    const { body } = await server().patch(`/users/${user.id}`, {})

    expect(body).toEqual(user)
  })

  test('routes "me" to the signed-in user', async () => {
    const user = await project.signUp()

    expect((await project.server(user).get('/users/me')).body).toMatchObject({ id: user.id })
    expect((await server().get('/users/me')).body).toMatchObject({ code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' })
  })

  test('deletes a user, whose tokens end at once', async () => {
    const user = await project.signUp()

    expect((await server().delete(`/users/${user.id}`)).body).toEqual({ success: true })

    expect(await server().get(`/users/${user.id}`)).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      code: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    })
    const again = await project.client().post('/auth/password/sign-up', {
      email: user.email,
      password: TEST_PASSWORD,
      verification_callback_url: 'http://localhost:3000/verify',
    })
    expect(again.status).toBe(200)
  })

  test.each(['get', 'patch', 'delete'] as const)(
    'answers %s for a user of another project like a missing one',
    async (method) => {
      const other = await portico.createProject()
      const { id } = await other.signUp()
      const send = (userId: string): Promise<{ status: number; body: unknown }> =>
        server().send(method.toUpperCase(), `/users/${userId}`, method === 'patch' ? { display_name: 'x' } : undefined)

      const [foreign, missing] = [await send(id), await send(randomUUID())]

      expect(foreign).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } })
      expect(foreign.body).toEqual(missing.body)
      expect((await other.server().get(`/users/${id}`)).body).toMatchObject({ display_name: null })
    },
  )

  test('two concurrent deletions: exactly one finds the user', async () => {
    const { id } = await create()

    const answers = await Promise.all([server().delete(`/users/${id}`), server().delete(`/users/${id}`)])

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

describe('the projects that a user of "internal" owns', () => {
  const internal = (): ReturnType<TestPortico['internal']> => portico.internal({ accessType: 'server' })

  test('remain after their owner is deleted', async () => {
    const owned = await portico.createProject()
    const { body } = await internal().post<UserServerRead>('/users', {
      server_metadata: { managedProjectIds: [owned.id] },
    })

    expect((await internal().delete(`/users/${body.id}`)).status).toBe(200)

    expect((await owned.server().get('/users')).status).toBe(200)
  })
})

describe('the list of users', () => {
  let listed: TestProject
  let ids: string[]
  let anonymousId: string

  beforeAll(async () => {
    listed = await portico.createProject()
    ids = []
    // Two users each have the same moment of sign-up, so that the id decides.
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

  describe('of large users', () => {
    let large: TestProject
    let largeIds: string[]

    beforeAll(async () => {
      large = await portico.createProject()
      largeIds = []
      for (let count = 0; count < 100; count += 1) {
        const { body } = await large.server().post<{ id: string }>('/users', { display_name: `common ${count}` })
        largeIds.push(body.id)
        // Each user has a moment of sign-up of its own, so the list has the order of creation.
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

  describe('of a team', () => {
    let teamed: TestProject
    let teamId: string
    let ada: string
    let grace: string
    let suspended: string
    let visitor: string

    beforeAll(async () => {
      teamed = await portico.createProject()
      teamId = await addTeam(teamed)
      // Members join in another order than that of their sign-up.
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

  describe('with a search', () => {
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

    test('for accents alone is like no search', async () => {
      const accented = await portico.createProject()
      // One without name and address.
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
        // With a filter, and by the list without one.
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
