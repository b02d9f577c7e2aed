import { randomUUID } from 'node:crypto'

import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { checkUserKey, createUserKey, withApiKeys } from '../../test/api-keys.ts'

import { plantApp } from '../../test/planted-app.ts'
import { startWithoutPolls } from '../../test/long-intervals.ts'
import { statement } from '../kernel/statement.ts'

// Pre-hijacking: an attacker signs up with another person's address, adds every kind of credential to the account, and
// waits until the owner of the mailbox signs in (rule S-18).

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { ...withApiKeys, magic_link_enabled: true, client_team_creation_enabled: true },
  })
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/magic-link-callback'

interface Planted {
  readonly user: TestUser
  readonly secret: string
  readonly attemptCode: string
  readonly apiKey: string
}

/** Creates an account with an unproved address and every kind of credential. */
async function plant(email = someEmail()): Promise<Planted> {
  const user = await project.signUp(email)
  const { db } = portico.database
  const now = portico.clock.now()
  // Inserts rows directly: the ceremonies would need an authenticator and a provider.
  await db.run(statement`
    insert into user_passkeys (project_id, user_id, credential_id, public_key, counter, device_type, is_backed_up, has_verified, rp_id,
      created_at, last_used_at)
    values (${project.id}, ${user.id}, ${Buffer.from(randomUUID())}, ${Buffer.from('key')}, 0, 'single_device', false, true,
      'localhost', ${now}, ${now})`)
  await db.run(statement`
    insert into oauth_accounts (project_id, provider_id, authority, account_id, user_id, email, created_at)
    values (${project.id}, 'github', 'github', ${randomUUID()}, ${user.id}, ${email}, ${now})`)
  await db.run(statement`
    insert into oauth_codes (project_id, code_hash, user_id, redirect_uri, code_challenge, is_new_user, created_at, expires_at)
    values (${project.id}, ${Buffer.from(randomUUID())}, ${user.id}, 'https://evil.example', 'x', false, ${now},
      ${new Date(now.getTime() + 60_000)})`)
  const { value: apiKey } = await createUserKey(project, user)
  const secret = await plantApp(portico, project, user)
  const first = await project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
  const { attempt_code: attemptCode } = (first.body as { details: { attempt_code: string } }).details
  return { user, secret, attemptCode, apiKey }
}

async function mailedCode(path: string, email: string, sender = project.client()): Promise<string> {
  await sender.post(path, { email, callback_url })
  return portico.mailbox.latestCode(email)
}

async function signInByMail(email: string): Promise<Answer> {
  const code = await mailedCode('/auth/otp/send-sign-in-code', email)
  return project.client().post('/auth/otp/sign-in', { code })
}

async function pendingRows(userId: string): Promise<number> {
  const { rows } = await portico.database.db.run(statement<{ pending: number }>`
    select count(*)::int as pending from oauth_codes where project_id = ${project.id} and user_id = ${userId}`)
  return rows[0]?.pending ?? 0
}

async function useAttempt({ attemptCode, secret }: Pick<Planted, 'attemptCode' | 'secret'>): Promise<Answer> {
  const totp = await totpCode(secret, portico.clock)
  return project.client().post('/auth/mfa/sign-in', { type: 'totp', code: attemptCode, totp })
}

describe('account with an unproved address', () => {
  test('loses every planted credential when the owner of the mailbox signs in by mail', async () => {
    const planted = await plant()
    const { user } = planted
    const resetBefore = await mailedCode('/auth/password/send-reset-code', user.email)

    const owner = await signInByMail(user.email)

    expect(owner).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
    const me = await project.client({ accessToken: String(owner.body.access_token), refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({
      primary_email: user.email,
      primary_email_verified: true,
      has_password: false,
      otp_auth_enabled: true,
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
      oauth_providers: [],
    })
    expect((await project.client(user).get('/users/me')).status).toBe(401)
    expect((await project.client(user).post('/auth/sessions/current/refresh')).status).toBe(401)
    const { email, password } = user
    expect((await project.client().post('/auth/password/sign-in', { email, password })).body).toMatchObject({
      code: 'EMAIL_PASSWORD_MISMATCH',
    })
    expect((await useAttempt(planted)).body).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
    expect(
      (await project.client().post('/auth/password/reset', { code: resetBefore, password: TEST_PASSWORD })).body,
    ).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
    expect(await pendingRows(user.id)).toBe(0)
    expect(await checkUserKey(project, planted.apiKey)).toMatchObject({ body: { code: 'API_KEY_NOT_FOUND' } })
    expect(owner.body).toMatchObject({
      removed_sign_in_methods: expect.arrayContaining([{ type: 'api_keys' }]) as object,
    })
    await portico.service.idle()
    expect((await portico.mailbox.latest(user.email)).text).toContain(
      'so these were removed: the password, all passkeys, the authenticator app, all API keys, the connected account at GitHub.',
    )
  })

  test('keeps the credentials added after the claim at the next sign-in by mail', async () => {
    const user = await project.signUp()
    const owner = await signInByMail(user.email)
    const tokens = { accessToken: String(owner.body.access_token), refreshToken: '' }
    await project.client(tokens).post('/auth/password/set', { password: 'a passphrase of their own' })

    const again = await signInByMail(user.email)

    expect(again.body).toMatchObject({ user_id: user.id })
    const { status } = await project
      .client()
      .post('/auth/password/sign-in', { email: user.email, password: 'a passphrase of their own' })
    expect(status).toBe(200)
  })

  test('accepts only the new password after the owner resets it', async () => {
    const planted = await plant()
    const { user } = planted
    const code = await mailedCode('/auth/password/send-reset-code', user.email)

    const reset = await project.client().post('/auth/password/reset', { code, password: 'a whole new passphrase' })

    expect(reset).toMatchObject({ status: 200, body: { success: true } })
    const signedIn = await project
      .client()
      .post('/auth/password/sign-in', { email: user.email, password: 'a whole new passphrase' })
    expect(signedIn.status).toBe(200)
    const me = await project
      .client({ accessToken: String(signedIn.body.access_token), refreshToken: '' })
      .get('/users/me')
    expect(me.body).toMatchObject({
      primary_email_verified: false,
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
      oauth_providers: [],
    })
    expect((await project.client(user).get('/users/me')).status).toBe(401)
    expect((await useAttempt(planted)).status).toBe(400)
    expect(await pendingRows(user.id)).toBe(0)
    expect(await checkUserKey(project, planted.apiKey)).toMatchObject({ body: { code: 'API_KEY_NOT_FOUND' } })
    await portico.service.idle()
    const texts = (await portico.mailbox.to(user.email)).map(({ text }) => text).join('\n')
    expect(texts).toContain(
      'so these were removed: all passkeys, the authenticator app, all API keys, the connected account at GitHub.',
    )
    expect(texts).toContain('The password of your account was changed')
  })

  test('keeps only password, sessions and API keys when a verification link is used without a session', async () => {
    const { apiKey, user } = await plant()
    const code = await mailedCode('/contact-channels/send-verification-code', user.email, project.client(user))

    const verified = await project.client().post('/contact-channels/verify', { code })

    expect(verified.status).toBe(200)
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email_verified: true,
      has_password: true,
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
      oauth_providers: [],
    })
    expect(await checkUserKey(project, apiKey)).toMatchObject({ status: 200 })
    await portico.service.idle()
    expect((await portico.mailbox.latest(user.email)).text).toContain(
      'so these were removed: all passkeys, the authenticator app, the connected account at GitHub.',
    )
  })

  test('keeps every credential when the verification link is used in a session of the user', async () => {
    const { user } = await plant()
    const code = await mailedCode('/contact-channels/send-verification-code', user.email, project.client(user))

    await project.client(user).post('/contact-channels/verify', { code })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email_verified: true,
      passkey_auth_enabled: true,
      requires_totp_mfa: true,
      oauth_providers: [{ id: 'github' }],
    })
  })

  test('loses its factors when the verification link is used in a session of another user', async () => {
    const { user } = await plant()
    const otherUser = await project.signUp()
    const code = await mailedCode('/contact-channels/send-verification-code', user.email, project.client(user))

    await project.client(otherUser).post('/contact-channels/verify', { code })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      passkey_auth_enabled: false,
      requires_totp_mfa: false,
    })
  })

  test('loses the password and session of an attacker even if the owner signs in by code in a planted session', async () => {
    const attacker = await project.signUp()
    const code = await mailedCode('/auth/otp/send-sign-in-code', attacker.email)

    const owner = await project.client(attacker).post('/auth/otp/sign-in', { code })

    expect(owner).toMatchObject({
      status: 200,
      body: { user_id: attacker.id, removed_sign_in_methods: [{ type: 'password' }] },
    })
    const { email, password } = attacker
    expect((await project.client().post('/auth/password/sign-in', { email, password })).status).toBe(400)
    expect((await project.client(attacker).post('/auth/sessions/current/refresh')).status).toBe(401)
    expect((await project.client(attacker).get('/users/me')).status).toBe(401)
    const tokens = { accessToken: String(owner.body.access_token), refreshToken: String(owner.body.refresh_token) }
    expect((await project.client(tokens).get('/users/me')).body).toMatchObject({ id: attacker.id, has_password: false })
  })

  test('returns every removed sign-in method in the response, and none at the next sign-in', async () => {
    const { user } = await plant()

    const first = await signInByMail(user.email)
    const second = await signInByMail(user.email)

    expect(first.body.removed_sign_in_methods).toEqual([
      { type: 'password' },
      { type: 'passkey' },
      { type: 'authenticator_app' },
      { type: 'provider', provider_id: 'github' },
      { type: 'api_keys' },
    ])
    expect(second.body).not.toHaveProperty('removed_sign_in_methods')
  })

  test('gains no credential from a planted session that adds credentials concurrently with the claim', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      await project.server(user).patch('/users/me', { password: null })
      const session = await project.server().post('/auth/sessions', { user_id: user.id })
      const thief = project.client({ accessToken: String(session.body.access_token), refreshToken: '' })
      const code = await mailedCode('/auth/otp/send-sign-in-code', user.email)

      const [owner, ...others] = await Promise.all([
        project.client().post('/auth/otp/sign-in', { code }),
        ...Array.from({ length: 4 }, () =>
          thief.post('/auth/password/set', { password: 'planted at the last moment' }),
        ),
        ...Array.from({ length: 4 }, () =>
          thief.patch('/users/me', { totp_secret_base64: Buffer.alloc(20, round).toString('base64') }),
        ),
      ])

      expect(owner.status).toBe(200)
      expect(others.every(({ status }) => status < 500)).toBe(true)
      const me = await project
        .client({ accessToken: String(owner.body.access_token), refreshToken: '' })
        .get('/users/me')
      expect(me.body).toMatchObject({ has_password: false, requires_totp_mfa: false })
    }
  })

  test('has an audit entry for the claim', async () => {
    const user = await project.signUp()
    await signInByMail(user.email)

    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select action from audit_events where project_id = ${project.id} and actor_id = ${user.id} order by action`)

    expect(rows.map(({ action }) => action)).toEqual(['user.claimed', 'user.created', 'user.signed_in'])
  })

  test('sends the mail about removed factors immediately', async () => {
    await startWithoutPolls(() => portico.restart())
    onTestFinished(() => portico.restart())
    const { user } = await plant()
    await portico.service.idle()

    await signInByMail(user.email)

    const stateOfMail = async (): Promise<unknown> => {
      const { rows } = await portico.database.db.run(statement<{ state: string }>`
        select state from emails where recipient = ${user.email} and template = 'sign_in_method_changed'`)
      return rows.map(({ state }) => state)
    }
    await expect.poll(stateOfMail).toEqual(['sent'])
  })
})

describe('account whose address was verified by a link without a session', () => {
  /** Creates an account as an attacker; the owner of the mailbox opens the verification link. */
  async function plantVerified(): Promise<TestUser> {
    const user = await project.signUp()
    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    return user
  }

  async function opensWithPassword({ email }: TestUser, password: string): Promise<boolean> {
    return (await project.client().post('/auth/password/sign-in', { email, password })).status === 200
  }

  test('loses its password and session when the owner of the mailbox signs in by mail', async () => {
    const user = await plantVerified()
    await plantApp(portico, project, user)

    const owner = await signInByMail(user.email)

    expect(owner).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
    expect(await opensWithPassword(user, TEST_PASSWORD)).toBe(false)
    expect((await project.client(user).get('/users/me')).status).toBe(401)
    await portico.service.idle()
    const texts = (await portico.mailbox.to(user.email)).map(({ text }) => text).join('\n')
    expect(texts).toContain('so these were removed: the password, the authenticator app.')
  })

  test('accepts only the new password after a reset, also when factors were added after the verification', async () => {
    const user = await plantVerified()
    await plantApp(portico, project, user)
    const code = await mailedCode('/auth/password/send-reset-code', user.email)

    await project.client().post('/auth/password/reset', { code, password: 'a whole new passphrase' })

    expect(await opensWithPassword(user, TEST_PASSWORD)).toBe(false)
    expect(await opensWithPassword(user, 'a whole new passphrase')).toBe(true)
    expect((await project.client(user).get('/users/me')).status).toBe(401)
  })

  test('keeps the credentials added after the claim at the next sign-in by mail', async () => {
    const user = await plantVerified()
    const owner = await signInByMail(user.email)
    const tokens = { accessToken: String(owner.body.access_token), refreshToken: '' }
    await project.client(tokens).post('/auth/password/set', { password: 'a passphrase of their own' })

    await signInByMail(user.email)

    expect(await opensWithPassword(user, 'a passphrase of their own')).toBe(true)
  })

  test('is not claimed by an impersonation that opens the link or uses a code', async () => {
    const user = await project.signUp()
    const { body } = await project.server().post('/auth/sessions', { user_id: user.id, is_impersonation: true })
    const impersonator = project.client({ accessToken: String(body.access_token), refreshToken: '' })
    await impersonator.post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    const code = await mailedCode('/auth/otp/send-sign-in-code', user.email)

    await impersonator.post('/auth/otp/sign-in', { code })

    expect(await opensWithPassword(user, TEST_PASSWORD)).toBe(false)
  })

  test('loses its password when the verification link is opened concurrently with the sign-in by mail', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      const verification = await portico.mailbox.latestCode(user.email)
      const code = await mailedCode('/auth/otp/send-sign-in-code', user.email)

      const [owner, ...others] = await Promise.all([
        project.client().post('/auth/otp/sign-in', { code }),
        project.client().post('/contact-channels/verify', { code: verification }),
        project.client(user).get('/users/me'),
      ])

      expect(owner.status).toBe(200)
      expect(others.every(({ status }) => status < 500)).toBe(true)
      expect(await opensWithPassword(user, TEST_PASSWORD)).toBe(false)
    }
  })
})

describe('authenticator app of an account that is not claimed', () => {
  const totp_secret_base64 = Buffer.alloc(20, 1).toString('base64')
  const refused = { status: 400, body: { code: 'EMAIL_NOT_VERIFIED' } }
  const required = { status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } }

  function setUp(user: TestUser): Promise<Answer> {
    return project.client(user).patch('/users/me', { totp_secret_base64 })
  }

  test('cannot be set up before the address is claimed, also if it is verified by a link without a session', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    expect(await setUp(user)).toMatchObject(refused)

    await project.client().post('/contact-channels/verify', { code })

    expect(await setUp(user)).toMatchObject(refused)
    const again = await mailedCode('/contact-channels/send-verification-code', user.email, project.client(user))
    await project.client(user).post('/contact-channels/verify', { code: again })
    expect(await setUp(user)).toMatchObject({ status: 200, body: { requires_totp_mfa: true } })
    expect(await signInByMail(user.email)).toMatchObject(required)
  })

  test('can be set up by a user without an address, and the proof of an address that is added later does not remove it', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email: null })
    expect(await setUp(user)).toMatchObject({ status: 200 })
    const value = someEmail()
    const totp_code = await totpCode(totp_secret_base64, portico.clock)
    const added = await project
      .client(user)
      .post('/contact-channels', { user_id: 'me', type: 'email', value, used_for_auth: true, totp_code })
    expect(added.status).toBe(201)
    const path = `/contact-channels/me/${String(added.body.id)}/send-verification-code`
    await project.client(user).post(path, { callback_url })
    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(value) })

    const byPassword = await project.client().post('/auth/password/sign-in', { email: value, password: TEST_PASSWORD })
    const stranger = await signInByMail(value)

    expect(byPassword).toMatchObject({ status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } })
    expect(stranger.body).toMatchObject({ is_new_user: true })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: true })
  })

  test('stays and is required if a server set it, whatever proves the mailbox', async () => {
    const [byCode, byReset] = [await project.signUp(), await project.signUp()]
    for (const user of [byCode, byReset]) await project.server(user).patch('/users/me', { totp_secret_base64 })
    const code = await mailedCode('/auth/password/send-reset-code', byReset.email)
    await project.client().post('/auth/password/reset', { code, password: 'a whole new passphrase' })

    const answers = [
      await signInByMail(byCode.email),
      await project
        .client()
        .post('/auth/password/sign-in', { email: byReset.email, password: 'a whole new passphrase' }),
    ]

    for (const answer of answers) expect(answer).toMatchObject(required)
    await portico.service.idle()
    expect((await portico.mailbox.latest(byCode.email)).text).toContain('so these were removed: the password.')
  })
})

describe('claimed account', () => {
  /** Adds an authenticator app, which a claim would remove, and returns whether it survives a sign-in by mail. */
  async function keepsFactors(email: string, accessToken: string): Promise<boolean> {
    const owner = project.client({ accessToken, refreshToken: '' })
    await owner.patch('/users/me', { totp_secret_base64: Buffer.alloc(20, 1).toString('base64') })
    const again = await signInByMail(email)
    return again.body.code === 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'
  }

  test('keeps its factors if the link was opened in a session of the user', async () => {
    const user = await project.signUp()
    await project.client(user).post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })

    expect(await keepsFactors(user.email, user.accessToken)).toBe(true)
  })

  test('keeps its factors if the user signed up by mailed code', async () => {
    const email = someEmail()
    const { body } = await signInByMail(email)

    expect(await keepsFactors(email, String(body.access_token))).toBe(true)
  })

  test('keeps its factors if a server marked the address as verified', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })

    expect(await keepsFactors(user.email, user.accessToken)).toBe(true)
  })

  test('keeps its factors if an anonymous user upgraded by mailed code', async () => {
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()
    const code = await mailedCode('/auth/otp/send-sign-in-code', email)
    const { body } = await project.client(anonymous).post('/auth/otp/sign-in', { code })

    expect(body.user_id).toBe(anonymous.id)
    expect(await keepsFactors(email, String(body.access_token))).toBe(true)
  })

  test('keeps the password of a reset; the next sign-in by mail verifies the address', async () => {
    const user = await project.signUp()
    const code = await mailedCode('/auth/password/send-reset-code', user.email)
    await project.client().post('/auth/password/reset', { code, password: 'a whole new passphrase' })

    const owner = await signInByMail(user.email)

    const me = await project.client({ accessToken: String(owner.body.access_token), refreshToken: '' }).get('/users/me')
    expect(me.body).toMatchObject({ has_password: true, primary_email_verified: true, otp_auth_enabled: true })
  })

  test.each([{ primary_email: someEmail() }, { primary_email_verified: false }])(
    'is unclaimed again after a server writes %j',
    async (update) => {
      const user = await project.signUp()
      await project
        .client(user)
        .post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
      await project.server(user).patch('/users/me', update)

      const owner = await signInByMail(update.primary_email ?? user.email)

      expect(owner.body.user_id).toBe(user.id)
      expect((await project.client(user).get('/users/me')).status).toBe(401)
    },
  )
})

describe('account with a proved address', () => {
  test('keeps passkey, authenticator app and connected account at a sign-in by mail and at a reset', async () => {
    const { user, secret } = await plant()
    const { db } = portico.database
    await db.run(statement`
      update contact_channels set is_verified = true, is_claimed = true where project_id = ${project.id} and user_id = ${user.id}`)

    const byMail = await signInByMail(user.email)
    const code = await mailedCode('/auth/password/send-reset-code', user.email)
    await project.client().post('/auth/password/reset', { code, password: 'a whole new passphrase' })

    expect(byMail.body).toMatchObject({ code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    const first = await project
      .client()
      .post('/auth/password/sign-in', { email: user.email, password: 'a whole new passphrase' })
    const { attempt_code: attemptCode } = (first.body as { details: { attempt_code: string } }).details
    const second = await useAttempt({ secret, attemptCode })
    expect(second.status).toBe(200)
    const me = await project
      .client({ accessToken: String(second.body.access_token), refreshToken: '' })
      .get('/users/me')
    expect(me.body).toMatchObject({ passkey_auth_enabled: true, oauth_providers: [{ id: 'github' }] })
  })
})

describe('account of an owner of projects', () => {
  test('loses the ownership when the owner of the mailbox claims it, and the mail says so', async () => {
    const own = await createTestPortico({
      seed: { projects: [{ id: 'internal', config: { magic_link_enabled: true } }] },
    })
    onTestFinished(() => own.close())
    const { body: owner } = await own
      .internal()
      .post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD })
    const client = own.internal({ accessToken: String(owner.access_token) })
    await client.post('/internal/projects', { display_name: 'Planted' })
    const { body: me } = await client.get('/users/me')
    const email = String(me.primary_email)
    await own.internal().post('/auth/otp/send-sign-in-code', { email, callback_url })

    const claimed = await own.internal().post('/auth/otp/sign-in', { code: await own.mailbox.latestCode(email) })

    expect(claimed.body).toMatchObject({ user_id: owner.user_id })
    const { body } = await own.internal({ accessToken: String(claimed.body.access_token) }).get('/internal/projects')
    expect(body).toMatchObject({ items: [] })
    await own.service.idle()
    expect((await own.mailbox.latest(email)).text).toContain('the ownership of all projects')
  })
})
