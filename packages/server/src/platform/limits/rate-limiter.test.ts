import {
  authorizationRequest,
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({
    settings: { PORTICO_RATE_LIMITS: 'on', PORTICO_TRUSTED_PROXIES: '127.0.0.1' },
  })
  project = await portico.createProject()
})

afterAll(() => portico.close())

function signIn(email: string, password: string, from: string): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password }, { headers: { 'x-forwarded-for': from } })
}

describe('limits', () => {
  test('given more sign-ups from one address than allowed, when the next comes, then 429 says when to come again', async () => {
    const signUp = (from: string): Promise<Answer> =>
      project
        .client()
        .post(
          '/auth/password/sign-up',
          { email: someEmail(), password: TEST_PASSWORD },
          { headers: { 'x-forwarded-for': from } },
        )

    const statuses = await Promise.all(Array.from({ length: 25 }, () => signUp('198.51.100.1')))
    const refused = await signUp('198.51.100.1')

    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signUp('198.51.100.2')).status).toBe(200)
    portico.clock.advance(61_000)
    expect((await signUp('198.51.100.1')).status).toBe(200)
  })

  test('given IPv6 addresses of one customer, when they take turns, then they share a limit', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 61 }, (_, index) => signIn(someEmail(), 'wrong password', `2001:db8:1:2::${index + 1}`)),
    )

    expect(statuses.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('what a limit refuses', () => {
  test('given one client far over its limit, when somebody else signs in, then they get in, and neither project nor accounts were charged for the refused calls', async () => {
    await using limited = await createTestPortico({
      settings: limits({ passwordSignIn: { perAddress: [5, 60], perProject: [10, 60] } }),
    })
    const own = await limited.createProject()
    const guess = (email: string, from: string): Promise<Answer> =>
      own.client().post('/auth/password/sign-in', { email, password: 'wrong password' }, by(from))

    const statuses = await Promise.all(Array.from({ length: 30 }, () => guess(someEmail(), '198.51.100.40')))
    const other = await guess(someEmail(), '198.51.100.41')

    expect(statuses.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(other.status).toBe(400)
    expect(await hitsOf(limited, `passwordSignIn:project:${own.id}`)).toEqual([6])
    expect(await hitsOf(limited, 'passwordSignIn:account:%')).toHaveLength(6)
  })

  test("given a user's own limit, when they go on, then the project is not charged", async () => {
    await using limited = await createTestPortico({
      settings: limits({ passwordSignIn: { perAccountAndAddress: [2, 60] } }),
    })
    const own = await limited.createProject()
    const email = someEmail()

    for (let call = 0; call < 4; call += 1) {
      await own.client().post('/auth/password/sign-in', { email, password: 'wrong password' })
    }

    expect(await hitsOf(limited, `passwordSignIn:project:${own.id}`)).toEqual([2])
  })

  test('given a project that has had its share of refreshes, when the next comes from anywhere, then it waits', async () => {
    await using limited = await createTestPortico({ settings: limits({ refresh: { perProject: [2, 60] } }) })
    const own = await limited.createProject()
    const user = await own.signUp()
    const refresh = (from: string): Promise<Answer> =>
      own.client(user).post('/auth/sessions/current/refresh', undefined, by(from))

    const statuses = [await refresh('198.51.100.42'), await refresh('198.51.100.43'), await refresh('198.51.100.44')]

    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
  })
})

describe("a customer's backend", () => {
  test('given the key of one project, when its holder calls a public endpoint for another one, then their address counts', async () => {
    await using limited = await createTestPortico({
      settings: limits({ refresh: { perAddress: [3, 60] }, providerSignIn: { perAddress: [3, 60] } }),
    })
    const [mine, theirs] = [await limited.createProject(), await limited.createProject()]
    const token = (): Promise<Answer> =>
      mine.server().post('/auth/oauth/token', {
        grant_type: 'refresh_token',
        client_id: theirs.id,
        client_secret: theirs.keys.publishable_client_key,
        refresh_token: 'x'.repeat(45),
      })
    const { url } = authorizationRequest(limited.baseUrl, theirs, 'google')
    const authorize = (): Promise<Answer> => mine.server().get(url.slice(url.indexOf('/auth/')))

    const refreshed = [await token(), await token(), await token(), await token()]
    const departed = [await authorize(), await authorize(), await authorize(), await authorize()]

    expect(refreshed.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    expect(departed.map(({ status }) => status === 429)).toEqual([false, false, false, true])
  })

  test('given its own project, when it refreshes for many users, then no address is in the way', async () => {
    await using limited = await createTestPortico({ settings: limits({ refresh: { perAddress: [3, 60] } }) })
    const own = await limited.createProject()
    const user = await own.signUp()

    const statuses: number[] = []
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await own.server(user).post('/auth/sessions/current/refresh')).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200])
  })

  test('given a stranger who guesses through it, when the owner comes with the right password, then they wait for seconds, not minutes', async () => {
    const user = await project.signUp()
    const signInByBackend = (password: string): Promise<Answer> =>
      project.server().post('/auth/password/sign-in', { email: user.email, password })
    for (let failure = 0; failure < 20; failure += 1) {
      await signInByBackend('wrong password')
      portico.clock.advance(6_000)
    }
    await signInByBackend('wrong password')

    const early = await signInByBackend(TEST_PASSWORD)
    portico.clock.advance(6_000)

    expect(early.status).toBe(429)
    expect((await signInByBackend(TEST_PASSWORD)).status).toBe(200)
  })
})

describe('failures in a row', () => {
  test('given six wrong passwords, when the right one follows at once, then it must wait; later it is taken', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 6; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.10')

    const early = await signIn(user.email, TEST_PASSWORD, '198.51.100.10')
    portico.clock.advance(3_000)
    const later = await signIn(user.email, TEST_PASSWORD, '198.51.100.10')

    expect(early.status).toBe(429)
    expect(later.status).toBe(200)
  })

  test('given an address nobody has, when its password is guessed, then it waits just the same', async () => {
    const nobody = someEmail()
    for (let failure = 0; failure < 6; failure += 1) await signIn(nobody, 'wrong password', '198.51.100.11')

    expect((await signIn(nobody, 'wrong password', '198.51.100.11')).status).toBe(429)
  })

  test('given a stranger who keeps failing, when the owner signs in from elsewhere, then nothing is in their way', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 8; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.12')

    expect((await signIn(user.email, TEST_PASSWORD, '198.51.100.13')).status).toBe(200)
  })

  test('given a hundred failures from many addresses, when the next comes from a new one, then it waits, while a known address goes on', async () => {
    const user = await project.signUp()
    await prove(project, user)
    await signIn(user.email, TEST_PASSWORD, '203.0.113.1')
    for (let failure = 0; failure < 102; failure += 1) {
      portico.clock.advance(4_000)
      await signIn(user.email, 'wrong password', `198.18.${failure}.1`)
    }

    expect((await signIn(user.email, 'wrong password', '198.19.0.1')).status).toBe(429)
    expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.1')).status).toBe(200)
  })

  test('given a stranger who guesses without end, when the owner comes from an address they have used, then they get in at once', async () => {
    const user = await project.signUp()
    await prove(project, user)
    await signIn(user.email, TEST_PASSWORD, '203.0.113.20')

    for (let minute = 0; minute < 3; minute += 1) {
      await Promise.all(Array.from({ length: 25 }, () => signIn(user.email, 'wrong password', '198.51.100.20')))
      expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.20')).status).toBe(200)
      portico.clock.advance(60_000)
    }
  })

  test("given a customer's backend, when it signs many people up from one address, then no limit per address is in its way", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        project.server().post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('given a stranger who keeps failing, when the owner brings a whole mailed code, then nothing is in its way', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const { email } = await own.signUp()
    for (let failure = 0; failure < 8; failure += 1) {
      await own.server().post('/auth/password/sign-in', { email, password: 'wrong password' })
    }

    await own.client().post('/auth/otp/send-sign-in-code', { email, callback_url: 'http://localhost:3000/x' })
    const code = await portico.mailbox.latestCode(email)

    expect((await own.server().post('/auth/otp/sign-in', { code })).status).toBe(200)
    expect((await own.server().post('/auth/password/sign-in', { email, password: 'wrong password' })).status).toBe(400)
  })

  test('given many failures, when the password is reset elsewhere, then the new one is taken at once, and a slip is no long wait', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 6; failure += 1) {
      await signIn(user.email, 'wrong password', '198.51.100.50')
      portico.clock.advance(3_000)
    }
    await signIn(user.email, 'wrong password', '198.51.100.50')

    const password = 'a new battery staple'
    await project
      .client()
      .post('/auth/password/send-reset-code', { email: user.email, callback_url: 'http://localhost:3000/x' })
    const code = await portico.mailbox.latestCode(user.email)
    portico.clock.advance(1)
    await project.client().post('/auth/password/reset', { code, password }, by('198.51.100.51'))

    portico.clock.advance(1)
    expect((await signIn(user.email, 'wrong password', '198.51.100.50')).status).toBe(400)
    expect((await signIn(user.email, password, '198.51.100.50')).status).toBe(200)
  })

  test('given failures of others, when a session changes the password, then they go on counting', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 5; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.52')

    const changed = await project
      .client(user)
      .post(
        '/auth/password/update',
        { old_password: TEST_PASSWORD, new_password: 'another battery staple' },
        by('198.51.100.52'),
      )

    expect(changed.status).toBe(200)
    expect((await signIn(user.email, 'wrong password', '198.51.100.52')).status).toBe(400)
    expect((await signIn(user.email, 'another battery staple', '198.51.100.52')).status).toBe(429)
  })

  test('count wrong old passwords in a change of password', async () => {
    const user = await project.signUp()
    const wrong = { old_password: 'wrong password', new_password: 'another battery staple' }

    for (let failure = 0; failure < 6; failure += 1) {
      const refused = await project.client(user).post('/auth/password/update', wrong, by('198.51.100.54'))
      expect(refused).toMatchObject({ status: 400, body: { code: 'PASSWORD_CONFIRMATION_MISMATCH' } })
    }

    expect((await signIn(user.email, TEST_PASSWORD, '198.51.100.54')).status).toBe(429)
  })

  test('given somebody who has an address without signing in with it, when they fail and succeed, then its owner is not touched', async () => {
    const owner = await project.signUp()
    const other = await project.signUp()
    await project.server(other).patch('/users/me', { primary_email: owner.email, primary_email_auth_enabled: false })
    await project.enrolTotp(other)
    for (let failure = 0; failure < 6; failure += 1) {
      const totp = { totp_secret_base64: null, totp_code: 'no code' }
      expect((await project.client(other).patch('/users/me', totp, by('198.51.100.53'))).status).toBe(400)
    }

    expect((await signIn(owner.email, TEST_PASSWORD, '198.51.100.53')).status).toBe(200)
  })
})

describe('known addresses', () => {
  test('given an address nobody has proved, when its user has signed in, then the address they came from is as any other', async () => {
    const { email } = await project.signUp()
    await signIn(email, TEST_PASSWORD, '198.51.100.60')

    // Five with that of the sign-up.
    expect(await resetsUntilRefused(project, email, '198.51.100.60')).toBe(4)
  })

  test('given a proved address, when its owner goes on asking for mails, then strangers do not keep them from it, and neither fills the mailbox', async () => {
    const user = await project.signUp()
    await prove(project, user)
    await signIn(user.email, TEST_PASSWORD, '198.51.100.61')

    expect(await resetsUntilRefused(project, user.email, '198.51.100.62')).toBe(4)
    expect(await resetsUntilRefused(project, user.email, '198.51.100.62')).toBe(0)
    expect(await resetsUntilRefused(project, user.email, '198.51.100.61')).toBe(15)
  })

  test('given an account that somebody else claims by its mailbox, when the earlier holder comes back, then their address is unknown', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const user = await own.signUp()
    await own.server(user).patch('/users/me', { primary_email_verified: true })
    await own
      .client()
      .post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD }, by('198.51.100.63'))
    await own.server(user).patch('/users/me', { primary_email_verified: false })
    const callback_url = 'http://localhost:3000/x'
    await own.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url })
    const code = await portico.mailbox.latestCode(user.email)
    portico.clock.advance(1)

    expect((await own.client().post('/auth/otp/sign-in', { code }, by('198.51.100.64'))).status).toBe(200)
    expect(await resetsUntilRefused(own, user.email, '198.51.100.63')).toBeLessThan(5)
    expect(await resetsUntilRefused(own, user.email, '198.51.100.64')).toBeGreaterThan(5)
  })

  test('given somebody who signs up with one address over and over, when the mailbox has had its share, then the sign-up works without a mail', async () => {
    const own = await portico.createProject({ config: { client_user_deletion_enabled: true } })
    const email = someEmail()

    for (let round = 0; round < 7; round += 1) {
      const user = await own.signUp(email)
      await portico.service.idle()
      expect((await own.client(user).delete('/users/me')).status).toBe(200)
    }

    expect(await portico.mailbox.to(email)).toHaveLength(5)
  })
})

describe('changes of credentials', () => {
  let limited: TestPortico
  let own: TestProject
  const totp = { totp_secret_base64: Buffer.alloc(20, 1).toString('base64') }
  const changes: Record<string, (own: TestProject, user: TestUser) => Promise<Answer>> = {
    'the authenticator app': (own, user) => own.client(user).patch('/users/me', totp),
    'removing a passkey': (own, user) => own.client(user).patch('/users/me', { passkey_auth_enabled: false }),
    'registering a passkey': (own, user) => own.client(user).post('/auth/passkey/initiate-passkey-registration', {}),
    'updating the password': (own, user) =>
      own.client(user).post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'a new passphrase' }),
    'setting a password': (own, user) => own.client(user).post('/auth/password/set', { password: 'a new passphrase' }),
    'the primary address': (own, user) => own.server(user).patch('/users/me', { primary_email: someEmail() }),
    'connecting an account': (own, user) => {
      const token = { type: 'link', token: user.accessToken }
      const { url } = authorizationRequest(limited.baseUrl, own, 'google', token)
      return limited.anonymous().get(url.slice(url.indexOf('/auth/')))
    },
  }

  beforeAll(async () => {
    limited = await createTestPortico({ settings: limits({ changeCredentials: { perUser: [1, 3_600] } }) })
    own = await limited.createProject({
      config: { passkey_enabled: true, oauth_providers: [{ id: 'google', type: 'shared' }] },
    })
  })

  afterAll(() => limited.close())

  test.each(Object.keys(changes))(
    'given a user who has had their share, when it is %s, then it waits',
    async (name) => {
      const user = await own.signUp()
      await own.client(user).patch('/users/me', totp)

      const refused = await changes[name]?.(own, user)

      expect(refused?.status).toBe(429)
      expect((await own.client(user).patch('/users/me', { display_name: 'Ada' })).status).toBe(200)
    },
  )

  test('given an address nobody has proved, when its user changes how they sign in, then nothing is mailed there', async () => {
    const user = await project.signUp()
    const before = (await portico.mailbox.to(user.email)).length

    await project.client(user).patch('/users/me', totp)
    await project
      .client(user)
      .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'another battery staple' })
    await project.server(user).patch('/users/me', { primary_email: someEmail() })

    expect(await portico.mailbox.to(user.email)).toHaveLength(before)
  })
})

/** The settings of the shared service with some limits on top. */
function limits(overrides: Record<string, Record<string, readonly [number, number]>>): Record<string, string> {
  return { PORTICO_RATE_LIMITS: JSON.stringify(overrides), PORTICO_TRUSTED_PROXIES: '127.0.0.1' }
}

function by(from: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': from } }
}

async function hitsOf({ database }: TestPortico, keys: string): Promise<number[]> {
  const { rows } = await database.db.run(
    statement<{ hits: number }>`select hits from rate_limits where key like ${keys}`,
  )
  return rows.map(({ hits }) => hits)
}

/** How many reset mails the address is granted in a row. */
async function resetsUntilRefused(own: TestProject, email: string, from: string): Promise<number> {
  for (let asked = 0; ; asked += 1) {
    const body = { email, callback_url: 'http://localhost:3000/x' }
    const { status } = await own.client().post('/auth/password/send-reset-code', body, by(from))
    if (status === 429) return asked
    expect(status).toBe(200)
  }
}

/** Opens the link of the verification mail, in the session of the user. */
async function prove(own: TestProject, user: TestUser): Promise<void> {
  const code = await portico.mailbox.latestCode(user.email)
  expect((await own.client(user).post('/contact-channels/verify', { code })).status).toBe(200)
}
