import {
  createTestPortico,
  lookAlikeProviders,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { type UserServerRead } from '@portico/contract'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
      second_factors: [],
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
      second_factor_due_at_millis: null,
      password_change_advised: false,
      factor_reset_at_millis: null,
      locale: null,
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

  test('is possible while sign-up is disabled', async () => {
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

  test('keeps the id and the sign-up date of another system, in the order of lists and in the figures', async () => {
    const moved = await portico.createProject()
    const present = await moved.signUp()
    const id = randomUUID()

    const answer = await moved.server().post('/users', { id: id.toUpperCase(), signed_up_at_millis: 86_400_000 })

    expect(answer).toMatchObject({
      status: 201,
      body: { id, signed_up_at_millis: 86_400_000, last_active_at_millis: 86_400_000, has_been_active: false },
    })
    const list = await moved.server().get<{ items: { id: string }[] }>('/users')
    expect(list.body.items.map((user) => user.id)).toEqual([id, present.id])
    const { body } = await moved.admin().get<{ daily_users: { activity: number }[] }>('/internal/metrics')
    expect(body.daily_users.at(-1)).toMatchObject({ activity: 1 })
  })

  test('gives an id to one user of a project', async () => {
    const id = randomUUID()
    const other = await portico.createProject()

    const racing = await Promise.all([server().post('/users', { id }), server().post('/users', { id })])
    const elsewhere = await other.server().post('/users', { id })

    const [first, second] = racing.toSorted((a, b) => a.status - b.status)
    expect(first).toMatchObject({ status: 201, body: { id } })
    expect(second).toMatchObject({ status: 409, text: `Another user of this project has the id ${id}.` })
    expect(elsewhere).toMatchObject({ status: 201, body: { id } })
  })

  test.each([
    ['an id that is no UUID', { id: 'user_1' }, 'body.id must be a UUID'],
    ['a date before 1970', { signed_up_at_millis: -1 }, 'body.signed_up_at_millis must not be before 1970'],
    ['a date in the future', { signed_up_at_millis: 4e12 }, 'signed_up_at_millis must not be in the future.'],
  ])('refuses %s', async (_what, body, sentence) => {
    expect(await server().post('/users', body)).toMatchObject({ status: 400, text: expect.stringContaining(sentence) })
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
