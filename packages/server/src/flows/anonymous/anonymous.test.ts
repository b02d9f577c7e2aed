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

describe('anonymous users', () => {
  test('given nobody, when signing up anonymously, then there is a user of whom nothing is known', async () => {
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

  test('given a project without anonymous users, when signing up, then ANONYMOUS_ACCOUNTS_NOT_ENABLED', async () => {
    const closed = await portico.createProject({ config: { anonymous_enabled: false } })

    expect(await closed.client().post('/auth/anonymous/sign-up')).toMatchObject({
      status: 400,
      body: { code: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED' },
    })
  })

  test('given the setting, when it is read and written, then admins see it and clients do not', async () => {
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

  test('are off for a new project', async () => {
    const owner = portico.internal({ accessToken: project.ownerAccessToken })

    const created = await owner.post('/internal/projects', { display_name: 'New' })

    expect(created.body).toMatchObject({ config: { anonymous_enabled: false } })
  })

  test('cannot sign up where sign-up is closed', async () => {
    const closed = await portico.createProject({ config: { sign_up_enabled: false } })

    expect(await closed.client().post('/auth/anonymous/sign-up')).toMatchObject({
      status: 400,
      body: { code: 'SIGN_UP_NOT_ENABLED' },
    })
  })

  test('stay possible after an upgrade of the service in a project that never set the switch', async () => {
    await using older = await createTestPortico()
    const own = await older.createProject()
    await older.database.db.run(statement`update projects set config = config - 'anonymous_enabled'`)
    await older.database.db.run(statement`delete from schema_migrations where version = 21`)

    await older.restart()

    expect((await own.client().post('/auth/anonymous/sign-up')).status).toBe(200)
    expect((await older.internal().post('/auth/anonymous/sign-up')).body).toMatchObject({
      code: 'ANONYMOUS_ACCOUNTS_NOT_ENABLED',
    })
  })

  test('given an anonymous user, when they set a password, an app or sign-in by mail, then they are told to sign up', async () => {
    const nobody = project.client(await project.signUpAnonymously())

    for (const answer of [
      await nobody.post('/auth/password/set', { password: TEST_PASSWORD }),
      await nobody.patch('/users/me', { totp_secret_base64: Buffer.alloc(20).toString('base64') }),
      await nobody.patch('/users/me', { otp_auth_enabled: true }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(/sign up/i)
    }
  })
})

describe('an upgrade', () => {
  test.each([
    ['a password', signUp, { has_password: true, primary_email_verified: false, otp_auth_enabled: false }],
    ['a mailed code', signInByMail, { has_password: false, primary_email_verified: true, otp_auth_enabled: true }],
  ])(
    'given an anonymous user, when signing up with %s, then they are the same user, no longer anonymous',
    async (_, act, expected) => {
      const nobody = await project.signUpAnonymously()
      await project.client(nobody).patch('/users/me', { client_metadata: { basket: [1, 2] } })
      const email = someEmail()

      const answer = await act(nobody, email)

      expect(answer).toMatchObject({ status: 200, body: { user_id: nobody.id } })
      expect(await read(answer)).toMatchObject({
        id: nobody.id,
        is_anonymous: false,
        is_restricted: false,
        display_name: null,
        primary_email: email,
        client_metadata: { basket: [1, 2] },
        ...expected,
      })
      expect(decodeJwt(String(answer.body.access_token))).toMatchObject({ is_anonymous: false, email })
      expect((await project.client(nobody).get('/users/me')).status).toBe(401)
      expect((await project.client(nobody).post('/auth/sessions/current/refresh')).status).toBe(401)
    },
  )

  test('given a mailed code, when it upgrades, then the user counts as new', async () => {
    const answer = await signInByMail(await project.signUpAnonymously(), someEmail())

    expect(answer.body).toMatchObject({ is_new_user: true })
  })

  test('given a password sign-up, when it upgrades, then the verification mail verifies that user', async () => {
    const nobody = await project.signUpAnonymously()
    const email = someEmail()
    const answer = await signUp(nobody, email)

    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(email) })

    expect(await read(answer)).toMatchObject({ primary_email_verified: true })
  })

  test('given an account at a provider that somebody has connected, when they are upgraded, then it does not open theirs', async () => {
    const nobody = await project.signUpAnonymously()
    const now = portico.clock.now()
    await portico.database.db.run(statement`
      insert into oauth_accounts (project_id, provider_id, account_id, user_id, email, created_at)
      values (${project.id}, 'github', 'a stranger', ${nobody.id}, null, ${now})`)
    await portico.database.db.run(statement`
      insert into oauth_codes (project_id, code_hash, user_id, redirect_uri, code_challenge, is_new_user, created_at, expires_at)
      values (${project.id}, ${Buffer.from(nobody.id)}, ${nobody.id}, 'https://evil.example', 'x', false, ${now},
        ${new Date(now.getTime() + 60_000)})`)

    const answer = await signUp(nobody, someEmail())

    expect(await read(answer)).toMatchObject({ id: nobody.id, oauth_providers: [] })
    const { rows } = await portico.database.db.run(statement`
      select 1 from oauth_codes where project_id = ${project.id} and user_id = ${nobody.id}`)
    expect(rows).toEqual([])
  })

  test('given a name of their own, when they are upgraded, then they keep it', async () => {
    const nobody = await project.signUpAnonymously()
    await project.client(nobody).patch('/users/me', { display_name: 'Ada' })

    expect(await read(await signUp(nobody, someEmail()))).toMatchObject({ display_name: 'Ada' })
  })

  test("given somebody's address, when signing up with it, then 409, and the anonymous user is as before", async () => {
    const nobody = await project.signUpAnonymously()
    const somebody = await project.signUp()

    const answer = await signUp(nobody, somebody.email)

    expect(answer).toMatchObject({ status: 409, body: { code: 'USER_EMAIL_ALREADY_EXISTS' } })
    expect((await project.client(nobody).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test("given somebody's address, when signing in by mail, then they are that user, and the anonymous one stays", async () => {
    const nobody = await project.signUpAnonymously()
    const somebody = await project.signUp()

    const answer = await signInByMail(nobody, somebody.email)

    expect(answer.body).toMatchObject({ user_id: somebody.id, is_new_user: false })
    expect((await project.client(nobody).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('given a closed sign-up, when an anonymous user signs up, then they stay anonymous', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const nobody = await own.signUpAnonymously()
    const email = someEmail()
    await own.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })
    const code = await portico.mailbox.latestCode(email)
    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    for (const answer of [
      await signUp(nobody, someEmail(), own),
      await own.client(nobody).post('/auth/otp/sign-in', { code }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    }
    expect((await own.client(nobody).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('given a user who is not anonymous, when signing up with their session, then there is another user', async () => {
    const user = await project.signUp()

    const answer = await signUp(user, someEmail())

    expect(answer.status).toBe(200)
    expect(answer.body.user_id).not.toBe(user.id)
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email: user.email })
  })

  test('given a session that impersonates an anonymous user, when signing up with it, then it does not become them', async () => {
    const nobody = await project.signUpAnonymously()
    const { body } = await project.server().post('/auth/sessions', { user_id: nobody.id, is_impersonation: true })
    const session = { id: nobody.id, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }

    const answers = [await signUp(session, someEmail()), await signInByMail(session, someEmail())]

    for (const answer of answers) expect(answer.body.user_id).not.toBe(nobody.id)
    expect((await project.client(nobody).get('/users/me')).body).toMatchObject({ is_anonymous: true })
  })

  test('given an anonymous user to whom a server gave an address, when they sign up with another, then that one counts', async () => {
    const nobody = await project.signUpAnonymously()
    await project.server(nobody).patch('/users/me', { primary_email: someEmail() })
    const email = someEmail()

    const answer = await signUp(nobody, email)

    expect(answer.body).toMatchObject({ user_id: nobody.id })
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
  ])(
    'given one anonymous user, when they sign up four times at the same moment with %s, then one gets their id',
    async (_, emails) => {
      const own = await portico.createProject()
      const nobody = await own.signUpAnonymously()

      const answers = await Promise.all(emails().map((email) => signUp(nobody, email, own)))

      const signedUp = answers.filter(({ status }) => status === 200)
      expect(signedUp.filter(({ body }) => body.user_id === nobody.id)).toHaveLength(1)
      // The others came too late for the anonymous user; they are what a sign-up without a session is.
      expect(answers.every(({ status }) => [200, 401, 409].includes(status))).toBe(true)
      expect(await usersOf(own)).toBe(signedUp.length)
    },
  )

  test('given one anonymous user, when password and mailed code come at the same moment, then one gets their id', async () => {
    const nobody = await project.signUpAnonymously()
    const email = someEmail()
    await project
      .client()
      .post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/handler/x' })
    const code = await portico.mailbox.latestCode(email)

    const answers = await Promise.all([
      project.client(nobody).post('/auth/otp/sign-in', { code }),
      signUp(nobody, someEmail()),
    ])

    expect(answers.every(({ status }) => [200, 401].includes(status))).toBe(true)
    expect(answers.filter(({ body }) => body.user_id === nobody.id)).toHaveLength(1)
  })
})
