import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

function signUp(by: TestSession | undefined, email: string, on = project): Promise<Answer> {
  return on.client(by).post('/auth/password/sign-up', {
    email,
    password: TEST_PASSWORD,
    verification_callback_url: 'http://localhost:3000/handler/email-verification',
  })
}

async function signInByMail(by: TestSession | undefined, email: string, on = project): Promise<Answer> {
  await on.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })
  return on.client(by).post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })
}

async function read(answer: Answer, on = project): Promise<Answer['body']> {
  const me = await on.client({ accessToken: String(answer.body.access_token), refreshToken: '' }).get('/users/me')
  return me.body
}

async function usersOf(on: TestProject): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ users: number }>`
    select count(*)::int as users from users where project_id = ${on.id}`)
  return rows[0]?.users ?? 0
}

describe('anonymous sign-up', () => {
  test('creates a user without address and credentials', async () => {
    const answer = await project.client().post('/auth/anonymous/sign-up')

    expect(answer.status).toBe(200)
    expect(await read(answer)).toMatchObject({
      id: answer.body.user_id,
      display_name: 'Anonymous user',
      is_anonymous: true,
      is_restricted: true,
      restricted_reason: { type: 'anonymous' },
      primary_email: null,
      has_password: false,
      otp_auth_enabled: false,
      auth_with_email: false,
    })
    expect(decodeJwt(String(answer.body.access_token))).toMatchObject({ is_anonymous: true, aud: project.id })
  })

  test('answers ANONYMOUS_ACCOUNTS_NOT_ENABLED if the project has it disabled, whether or not sign-up is enabled', async () => {
    const closed = await portico.createProject({ config: { anonymous_enabled: false, sign_up_enabled: false } })

    expect(await closed.client().post('/auth/anonymous/sign-up')).toMatchObject({
      status: 400,
      body: { code: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' },
    })
  })

  test('has a setting that admins can read and clients cannot', async () => {
    const own = await portico.createProject()
    const patched = await own.admin().patch('/internal/projects/current', { config: { anonymous_enabled: false } })

    expect((await own.admin().get('/internal/projects/current')).body).toMatchObject({
      config: { anonymous_enabled: false },
    })
    expect(patched.status).toBe(200)
    expect((await own.client().get('/projects/current')).text).not.toContain('anonymous_enabled')
    expect((await project.admin().get('/internal/projects/current')).body).toMatchObject({
      config: { anonymous_enabled: true },
    })
  })

  test('is off for a new project', async () => {
    const owner = portico.internal({ accessToken: project.ownerAccessToken })

    const created = await owner.post('/internal/projects', { display_name: 'New' })

    expect(created.body).toMatchObject({ config: { anonymous_enabled: false } })
  })

  test('is refused if sign-up is disabled', async () => {
    const closed = await portico.createProject({ config: { sign_up_enabled: false } })

    expect(await closed.client().post('/auth/anonymous/sign-up')).toMatchObject({
      status: 400,
      body: { code: 'SIGN_UP_NOT_ENABLED' },
    })
  })

  test('creates a user who must sign up before adding credentials', async () => {
    const anonymous = project.client(await project.signUpAnonymously())

    for (const answer of [
      await anonymous.post('/auth/password/set', { password: TEST_PASSWORD }),
      await anonymous.patch('/users/me', { totp_secret_base64: Buffer.alloc(20).toString('base64') }),
      await anonymous.patch('/users/me', { otp_auth_enabled: true }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(/sign up/i)
    }
  })
})

describe('upgrade of an anonymous user', () => {
  test.each([
    ['keeps the default name', {}, 'Anonymous user'],
    ['keeps a name of their own', { display_name: 'Ada' }, 'Ada'],
  ])('%s if a server makes it, and emits the event of every upgrade once', async (_what, change, expected) => {
    const anonymous = await project.signUpAnonymously()
    await project.client(anonymous).patch('/users/me', change)

    const { body } = await project.server().patch(`/users/${anonymous.id}`, { is_anonymous: false })
    await project.server().patch(`/users/${anonymous.id}`, { is_anonymous: false })

    expect(body).toMatchObject({ is_anonymous: false, display_name: expected })
    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select action from audit_events where target_id = ${anonymous.id} and action = 'user.upgraded'`)
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['a password', signUp, { has_password: true, primary_email_verified: false, otp_auth_enabled: false }],
    ['a mailed code', signInByMail, { has_password: false, primary_email_verified: true, otp_auth_enabled: true }],
  ])('keeps the id and data at a sign-up with %s', async (_, act, expected) => {
    const anonymous = await project.signUpAnonymously()
    await project.client(anonymous).patch('/users/me', { client_metadata: { basket: [1, 2] } })
    const email = someEmail()

    const answer = await act(anonymous, email)

    expect(answer).toMatchObject({ status: 200, body: { user_id: anonymous.id } })
    expect(await read(answer)).toMatchObject({
      id: anonymous.id,
      is_anonymous: false,
      is_restricted: false,
      display_name: null,
      primary_email: email,
      client_metadata: { basket: [1, 2] },
      ...expected,
    })
    expect(decodeJwt(String(answer.body.access_token))).toMatchObject({ is_anonymous: false, email })
    expect((await project.client(anonymous).get('/users/me')).status).toBe(401)
    expect((await project.client(anonymous).post('/auth/sessions/current/refresh')).status).toBe(401)
  })

  test('counts as a new user by mailed code', async () => {
    const answer = await signInByMail(await project.signUpAnonymously(), someEmail())

    expect(answer.body).toMatchObject({ is_new_user: true })
  })

  test('sends a verification mail to the user after an upgrade by password', async () => {
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()
    const answer = await signUp(anonymous, email)

    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })

    expect(await read(answer)).toMatchObject({ primary_email_verified: true })
  })

  test('removes connected accounts and open authorization codes', async () => {
    const anonymous = await project.signUpAnonymously()
    const now = portico.clock.now()
    await portico.database.db.run(statement`
      insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, email, created_at)
      values (${project.id}, 'github', 'github', 'another-account', ${anonymous.id}, null, ${now})`)
    await portico.database.db.run(statement`
      insert into oauth_codes (project_id, code_hash, user_id, redirect_uri, code_challenge, is_new_user, created_at, expires_at)
      values (${project.id}, ${Buffer.from(anonymous.id)}, ${anonymous.id}, 'https://evil.example', 'x', false, ${now},
        ${new Date(now.getTime() + 60_000)})`)

    const answer = await signUp(anonymous, someEmail())

    expect(await read(answer)).toMatchObject({ id: anonymous.id, oauth_providers: [] })
    const { rows } = await portico.database.db.run(statement`
      select 1 from oauth_codes where project_id = ${project.id} and user_id = ${anonymous.id}`)
    expect(rows).toEqual([])
  })

  test('keeps an existing display name', async () => {
    const anonymous = await project.signUpAnonymously()
    await project.client(anonymous).patch('/users/me', { display_name: 'Ada' })

    expect(await read(await signUp(anonymous, someEmail()))).toMatchObject({ display_name: 'Ada' })
  })

  test('is refused with 409 for the address of another user', async () => {
    const anonymous = await project.signUpAnonymously()
    const existing = await project.signUp()

    const answer = await signUp(anonymous, existing.email)

    expect(answer).toMatchObject({ status: 409, body: { code: 'USER_EMAIL_ALREADY_EXISTS' } })
    expect((await project.client(anonymous).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('does not happen at a sign-in by mail with the address of another user', async () => {
    const anonymous = await project.signUpAnonymously()
    const existing = await project.signUp()

    const answer = await signInByMail(anonymous, existing.email)

    expect(answer.body).toMatchObject({ user_id: existing.id, is_new_user: false })
    expect((await project.client(anonymous).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('is refused if sign-up is disabled', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const anonymous = await own.signUpAnonymously()
    const email = someEmail()
    await own.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })
    const code = await portico.mailbox.latestCode(email)
    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    for (const answer of [
      await signUp(anonymous, someEmail(), own),
      await own.client(anonymous).post('/auth/otp/sign-in', { code }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    }
    expect((await own.client(anonymous).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('does not happen for a full user, whose session creates a new user at sign-up', async () => {
    const user = await project.signUp()

    const answer = await signUp(user, someEmail())

    expect(answer.status).toBe(200)
    expect(answer.body.user_id).not.toBe(user.id)
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email: user.email })
  })

  test('does not happen in an impersonation of the anonymous user', async () => {
    const anonymous = await project.signUpAnonymously()
    const { body } = await project.server().post('/auth/sessions', { user_id: anonymous.id, is_impersonation: true })
    const session = {
      id: anonymous.id,
      accessToken: String(body.access_token),
      refreshToken: String(body.refresh_token),
    }

    const answers = [await signUp(session, someEmail()), await signInByMail(session, someEmail())]

    for (const answer of answers) expect(answer.body.user_id).not.toBe(anonymous.id)
    expect((await project.client(anonymous).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('replaces an address that a server set', async () => {
    const anonymous = await project.signUpAnonymously()
    await project.server(anonymous).patch('/users/me', { primary_email: someEmail() })
    const email = someEmail()

    const answer = await signUp(anonymous, email)

    expect(answer.body).toMatchObject({ user_id: anonymous.id })
    expect(await read(answer)).toMatchObject({ primary_email: email })
  })

  test.each([
    ['different addresses', () => [someEmail(), someEmail(), someEmail(), someEmail()]],
    [
      'one address',
      () =>
        Array.from(
          { length: 4 },
          (
            (email) => () =>
              email
          )(someEmail()),
        ),
    ],
  ])('succeeds for exactly one of four concurrent sign-ups with %s', async (_, addresses) => {
    const own = await portico.createProject()
    const anonymous = await own.signUpAnonymously()

    const answers = await Promise.all(addresses().map((email) => signUp(anonymous, email, own)))

    const signedUp = answers.filter(({ status }) => status === 200)
    expect(signedUp.filter(({ body }) => body.user_id === anonymous.id)).toHaveLength(1)
    // The others behave like sign-ups without a session.
    expect(answers.every(({ status }) => [200, 401, 409].includes(status))).toBe(true)
    expect(await usersOf(own)).toBe(signedUp.length)
  })

  test('succeeds for exactly one of a concurrent password sign-up and mailed code', async () => {
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()
    await project
      .client()
      .post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })
    const code = await portico.mailbox.latestCode(email)

    const answers = await Promise.all([
      project.client(anonymous).post('/auth/otp/sign-in', { code }),
      signUp(anonymous, someEmail()),
    ])

    expect(answers.every(({ status }) => [200, 401].includes(status))).toBe(true)
    expect(answers.filter(({ body }) => body.user_id === anonymous.id)).toHaveLength(1)
  })
})
