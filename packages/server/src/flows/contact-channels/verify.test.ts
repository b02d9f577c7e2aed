import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { describeSingleUseCode } from '@portico/testkit/suites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/email-verification?after_auth_return_to=%2Finbox&code=old#top'

describeSingleUseCode('e-mail verification', {
  lifetimeMillis: 24 * 60 * 60_000,
  start: async () => ({
    portico,
    email: (await project.signUp()).email,
    use: (code) => project.client().post('/contact-channels/verify', { code }),
    check: (code) => project.client().post('/contact-channels/verify/check-code', { code }),
  }),
})

describe('e-mail verification', () => {
  test('verifies the address with the code of the sign-up mail without a session', async () => {
    const user = await project.signUp()

    await project.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email_verified: true })
  })

  test('ignores the case of the code', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)

    expect((await project.client().post('/contact-channels/verify', { code: code.toUpperCase() })).status).toBe(200)
  })

  test('refuses the code of an old address; the new address stays unverified', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    await project.server(user).patch('/users/me', { primary_email: `new-${user.email}` })

    const answer = await project.client().post('/contact-channels/verify', { code })

    expect(answer.status).toBe(400)
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email: `new-${user.email}`,
      primary_email_verified: false,
    })
  })

  test('sends another mail whose link keeps the callback URL and replaces the code', async () => {
    const user = await project.signUp()

    const answer = await project
      .client(user)
      .post('/contact-channels/send-verification-code', { email: user.email, callback_url })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    const link = await portico.mailbox.latestLink(user.email)
    expect(link.searchParams.get('after_auth_return_to')).toBe('/inbox')
    expect(link.searchParams.getAll('code')).toHaveLength(1)
    expect(link.searchParams.get('code')).not.toBe('old')
  })

  test('sends no mail for another address, a verified and claimed address or an untrusted callback URL', async () => {
    const user = await project.signUp()
    const send = (body: object): Promise<unknown> =>
      project
        .client(user)
        .post('/contact-channels/send-verification-code', { email: user.email, callback_url, ...body })

    expect(await send({ email: 'someone@example.com' })).toMatchObject({
      status: 400,
      body: {
        code: 'EMAIL_IS_NOT_PRIMARY_EMAIL',
        details: { email: 'someone@example.com', primary_email: user.email },
      },
    })
    expect(await send({ callback_url: 'https://evil.example/' })).toMatchObject({
      body: { code: 'REDIRECT_URL_NOT_WHITELISTED' },
    })
    await project.client(user).post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    expect(await send({})).toMatchObject({ status: 409, body: { code: 'EMAIL_ALREADY_VERIFIED' } })
  })

  test('informs the old address when the address changes or is removed', async () => {
    for (const primary_email of [`next-${crypto.randomUUID()}@example.com`, null]) {
      const user = await project.signUp()
      await project.server(user).patch('/users/me', { primary_email_verified: true })

      await project.server(user).patch('/users/me', { primary_email })

      expect((await portico.mailbox.latest(user.email)).subject).toBe('Your email address for Test project was changed')
    }
  })
})

describe('e-mail verification and account ownership', () => {
  const SAFARI_ON_IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile Safari/604.1'
  const magicLinks = { config: { magic_link_enabled: true } }

  /** Signs in by mail, which claims an unclaimed account, and returns whether the password still works. */
  async function keepsPassword(owner: TestUser, inProject = project): Promise<boolean> {
    const { email, password } = owner
    const code_url = { email, callback_url }
    await inProject.client().post('/auth/otp/send-sign-in-code', code_url)
    const code = await portico.mailbox.latestCode(email)
    expect((await inProject.client().post('/auth/otp/sign-in', { code })).status).toBe(200)
    return (await inProject.client().post('/auth/password/sign-in', { email, password })).status === 200
  }

  async function verificationCode(user: TestUser, inProject = project): Promise<string> {
    const { email } = user
    await inProject.client(user).post('/contact-channels/send-verification-code', { email, callback_url })
    return portico.mailbox.latestCode(email)
  }

  async function codeOfAdded(user: TestUser, email: string): Promise<string> {
    const { body } = await project
      .client(user)
      .get<{ items: readonly { id: string; value: string }[] }>('/contact-channels?user_id=me')
    const id = body.items.find(({ value }) => value === email)?.id
    await project.client(user).post(`/contact-channels/me/${id}/send-verification-code`, { callback_url })
    return portico.mailbox.latestCode(email)
  }

  async function addAndVerify(user: TestUser, email: string): Promise<void> {
    await project.client(user).post('/contact-channels', { type: 'email', value: email, used_for_auth: false })
    const code = await codeOfAdded(user, email)
    await project.client().post('/contact-channels/verify', { code })
  }

  async function auditOf(userId: string): Promise<string[]> {
    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select action from audit_events where actor_id = ${userId} or target_id = ${userId} order by action`)
    return rows.map(({ action }) => action)
  }

  async function addressesOf(userId: string): Promise<string[]> {
    const { rows } = await portico.database.db.run(statement<{ value: string }>`
      select value from contact_channels where project_id = ${project.id} and user_id = ${userId}`)
    return rows.map(({ value }) => value)
  }

  /** Whether the user's only address is reported as claimed. */
  async function isClaimed(user: TestUser): Promise<unknown> {
    const { body } = await project
      .client(user)
      .get<{ items: readonly { is_claimed: boolean }[] }>('/contact-channels?user_id=me')
    return body.items[0]?.is_claimed
  }

  function check(code: string, client = project.client()): Promise<Answer<Checked>> {
    return client.post<Checked>('/contact-channels/verify/check-code', { code })
  }

  interface Checked {
    is_sign_up_session: boolean
    account: object
  }

  /** Creates another session of the same user. */
  async function signInAgain({ email, password }: TestUser): Promise<TestTokens> {
    const { body } = await project.client().post('/auth/password/sign-in', { email, password })
    return { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
  }

  interface TestTokens {
    accessToken: string
    refreshToken: string
  }

  beforeAll(async () => {
    project = await portico.createProject(magicLinks)
  })

  test('describes the account and the device that signed up', async () => {
    const email = someEmail()
    const headers = { 'user-agent': SAFARI_ON_IPHONE }
    const body = { email, password: TEST_PASSWORD, verification_callback_url: callback_url }
    const signedUp = await project.client().post('/auth/password/sign-up', body, { headers })
    const tokens = { accessToken: String(signedUp.body.access_token), refreshToken: '' }
    const me = await project.client(tokens).patch('/users/me', { display_name: 'Ada' })

    const answer = await check(await portico.mailbox.latestCode(email))

    expect(answer.body).toEqual({
      is_code_valid: true,
      email,
      is_sign_up_session: false,
      can_claim: true,
      account: {
        display_name: 'Ada',
        created_at_millis: me.body.signed_up_at_millis,
        user_agent: SAFARI_ON_IPHONE,
        other_email: null,
        is_sign_up_address: true,
      },
    })
  })

  test('returns no device for an account without sign-up columns', async () => {
    const user = await project.signUp()
    await portico.database.db.run(statement`
      update contact_channels set sign_up_session_id = null, sign_up_user_agent = null
      where project_id = ${project.id} and user_id = ${user.id}`)

    const { body } = await check(await portico.mailbox.latestCode(user.email), project.client(user))

    expect(body).toMatchObject({ is_sign_up_session: false, account: { user_agent: null, is_sign_up_address: false } })
  })

  test('recognizes only the session that signed up', async () => {
    const user = await project.signUp()
    const refreshed = await project.client(user).post('/auth/sessions/current/refresh')
    const impersonation = await project.server().post('/auth/sessions', { user_id: user.id, is_impersonation: true })
    const tokensOf = ({ body }: Answer): TestTokens => ({ accessToken: String(body.access_token), refreshToken: '' })
    const code = await verificationCode(user)

    for (const [tokens, isSignUpSession] of [
      [user, true],
      [tokensOf(refreshed), true],
      [tokensOf(impersonation), false],
      [await signInAgain(user), false],
      [await project.signUp(), false],
    ] as const) {
      expect((await check(code, project.client(tokens))).body.is_sign_up_session).toBe(isSignUpSession)
    }
  })

  test('claims the account in the session that signed up, also with the code of a second mail', async () => {
    for (const sendsAgain of [false, true]) {
      const user = await project.signUp()
      const code = sendsAgain ? await verificationCode(user) : await portico.mailbox.latestCode(user.email)

      await project.client(user).post('/contact-channels/verify', { code })

      expect(await auditOf(user.id)).toContain('user.claimed')
      expect(await keepsPassword(user)).toBe(true)
    }
  })

  test.each(['in the session of the sign-up', 'with the answer mine'])(
    'claims an address that is verified only, without loss, with a later code %s',
    async (how) => {
      const user = await project.signUp()
      const first = await portico.mailbox.latestCode(user.email)
      await project.client().post('/contact-channels/verify', { code: first })
      expect(await isClaimed(user)).toBe(false)
      await project.enrolTotp(user)
      const code = await verificationCode(user)
      const [client, account] = how === 'with the answer mine' ? [project.client(), 'mine'] : [project.client(user)]

      expect(await client.post('/contact-channels/verify', { code, account })).toMatchObject({ status: 200 })

      expect(await isClaimed(user)).toBe(true)
      expect((await project.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: true })
      await project.server(user).patch('/users/me', { totp_secret_base64: null })
      expect(await keepsPassword(user)).toBe(true)
    },
  )

  test.each(['another session of the user', 'no session'])('leaves the account unclaimed in %s', async (where) => {
    const user = await project.signUp()
    const tokens = where === 'no session' ? undefined : await signInAgain(user)
    const code = await portico.mailbox.latestCode(user.email)

    await project.client(tokens).post('/contact-channels/verify', { code })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email_verified: true })
    expect(await auditOf(user.id)).not.toContain('user.claimed')
    expect(await keepsPassword(user)).toBe(false)
  })

  test('ignores the sign-up session for an address that was added later', async () => {
    const user = await project.signUp()
    const email = someEmail()
    await project.server(user).patch('/users/me', { primary_email: email })
    const code = await verificationCode({ ...user, email })

    expect((await check(code, project.client(user))).body).toMatchObject({
      is_sign_up_session: false,
      account: { is_sign_up_address: false },
    })
  })

  test('recognizes the session of a sign-up that upgraded an anonymous user', async () => {
    const anonymous = await project.signUpAnonymously()
    const email = someEmail()
    const body = { email, password: TEST_PASSWORD, verification_callback_url: callback_url }
    const signedUp = await project.client(anonymous).post('/auth/password/sign-up', body)
    const tokens = { accessToken: String(signedUp.body.access_token), refreshToken: '' }

    const answer = await check(await portico.mailbox.latestCode(email), project.client(tokens))

    expect(answer.body).toMatchObject({ is_sign_up_session: true })
  })

  test('keeps every credential when the owner confirms the account without a session', async () => {
    const user = await project.signUp()
    await project.enrolTotp(user)
    const code = await portico.mailbox.latestCode(user.email)

    const answer = await project.client().post('/contact-channels/verify', { code, account: 'mine' })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email_verified: true,
      has_password: true,
      requires_totp_mfa: true,
    })
    expect(await auditOf(user.id)).toContain('user.claimed')
    await project.server(user).patch('/users/me', { totp_secret_base64: null })
    expect(await keepsPassword(user)).toBe(true)
  })

  test('removes the address of a disowned sign-up and ends its sessions', async () => {
    const attacker = await project.signUp()
    const second = await signInAgain(attacker)
    const code = await portico.mailbox.latestCode(attacker.email)

    const answer = await project.client().post('/contact-channels/verify', { code, account: 'not_mine' })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    for (const tokens of [attacker, second]) {
      expect((await project.client(tokens).get('/users/me')).status).toBe(401)
      expect((await project.client(tokens).post('/auth/sessions/current/refresh')).status).toBe(401)
    }
    const { email, password } = attacker
    expect((await project.client().post('/auth/password/sign-in', { email, password })).status).toBe(400)
    expect(await addressesOf(attacker.id)).toEqual([])
    expect(await auditOf(attacker.id)).toContain('contact_channel.disowned')
    expect((await project.signUp(email)).id).not.toBe(attacker.id)
  })

  test('ends the sessions of a disowned sign-up and informs another verified address', async () => {
    const attacker = await project.signUp()
    const signUpCode = await portico.mailbox.latestCode(attacker.email)
    const other = someEmail()
    await addAndVerify(attacker, other)

    await project.client().post('/contact-channels/verify', { code: signUpCode, account: 'not_mine' })

    expect((await project.client(attacker).get('/users/me')).status).toBe(401)
    expect((await project.client(attacker).post('/auth/sessions/current/refresh')).status).toBe(401)
    expect(await addressesOf(attacker.id)).toEqual([other])
    expect((await portico.mailbox.latest(other)).text).toContain(`${attacker.email} was removed from your account`)
  })

  test.each([
    ['a session added', (user: TestUser) => project.client(user)],
    ['a server added', (user: TestUser) => project.server(user)],
  ])('removes only a disowned address that %s, also if no address of the account is verified', async (_who, as) => {
    const user = await project.signUp()
    const foreign = someEmail()
    const channel = { type: 'email', value: foreign, used_for_auth: false, user_id: 'me' }
    expect((await as(user).post('/contact-channels', channel)).status).toBe(201)
    const code = await codeOfAdded(user, foreign)
    const mails = (await portico.mailbox.to(user.email)).length

    expect((await project.client().post('/contact-channels/verify', { code, account: 'not_mine' })).status).toBe(200)

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email: user.email })
    expect(await addressesOf(user.id)).toEqual([user.email])
    expect(await portico.mailbox.to(user.email)).toHaveLength(mails)
  })

  test('removes only a disowned address that was added later, and informs the owner of the account', async () => {
    const user = await project.signUp()
    const known = user.email
    // The HTML part escapes an apostrophe, the text part does not.
    const foreign = `o'${someEmail()}`
    await project.server(user).patch('/users/me', { primary_email: foreign })
    await portico.database.db.run(statement`
      insert into contact_channels
        (project_id, id, user_id, type, value, is_primary, is_verified, is_claimed, used_for_auth, created_at)
      values (${project.id}, ${crypto.randomUUID()}, ${user.id}, 'email', ${known}, false, true, true, true,
              ${portico.clock.now()})`)
    const code = await verificationCode({ ...user, email: foreign })

    await project.client().post('/contact-channels/verify', { code, account: 'not_mine' })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email: null })
    const mail = await portico.mailbox.latest(known)
    expect(mail.text).toContain(`The email address ${foreign} was removed from your account`)
    expect((await portico.mailbox.to(foreign)).map(({ subject }) => subject)).toEqual([
      'Verify your email address for Test project',
    ])
  })

  test('answers the code of a disowned address as expired', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    await project.client().post('/contact-channels/verify', { code, account: 'not_mine' })

    for (const account of ['mine', 'not_mine', undefined]) {
      const answer = await project.client().post('/contact-channels/verify', { code, account })
      expect(answer.body).toMatchObject({ code: 'VERIFICATION_CODE_EXPIRED' })
    }
  })

  test('accepts one of two concurrent opposite answers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = await project.signUp()
      const code = await portico.mailbox.latestCode(user.email)

      const [mine, notMine] = await Promise.all(
        ['mine', 'not_mine'].map((account) => project.client().post('/contact-channels/verify', { code, account })),
      )

      expect([mine?.status, notMine?.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await addressesOf(user.id)).toEqual(mine?.status === 200 ? [user.email] : [])
      expect((await project.client(user).get('/users/me')).status).toBe(mine?.status === 200 ? 200 : 401)
    }
  })

  test('refuses any other answer', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)

    const answer = await project.client().post('/contact-channels/verify', { code, account: 'yours' })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('claims the account with any link if the project trusts verification links', async () => {
    const trusting = await portico.createProject({
      config: { magic_link_enabled: true, trust_verification_links: true },
    })
    const user = await trusting.signUp()
    await trusting.enrolTotp(user)

    await trusting.client().post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })

    expect((await trusting.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: true })
    await trusting.server(user).patch('/users/me', { totp_secret_base64: null })
    expect(await keepsPassword(user, trusting)).toBe(true)
  })

  test('does not trust verification links until an admin enables it', async () => {
    const read = (): Promise<Answer<{ config: object }>> => project.admin().get('/internal/projects/current')
    expect((await read()).body.config).toMatchObject({ trust_verification_links: false })

    await project.admin().patch('/internal/projects/current', { config: { trust_verification_links: true } })

    expect((await read()).body.config).toMatchObject({ trust_verification_links: true })
    await project.admin().patch('/internal/projects/current', { config: { trust_verification_links: false } })
  })
})
