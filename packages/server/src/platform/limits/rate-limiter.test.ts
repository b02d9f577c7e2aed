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
import { createPortico, type Portico } from '../../create-portico.ts'
import { statement } from '../../kernel/statement.ts'
import { readSettings } from '../../settings.ts'

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
  test('refuse sign-ups beyond the limit of an address with 429 and Retry-After', async () => {
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

  test('are shared by the IPv6 addresses of one /64', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 61 }, (_, index) => signIn(someEmail(), 'wrong password', `2001:db8:1:2::${index + 1}`)),
    )

    expect(statuses.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('a refused call', () => {
  test('does not count against the limits of the project and the accounts, so that other clients can sign in', async () => {
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
    expect(await readHits(limited, `passwordSignIn:project:${own.id}`)).toEqual([6])
    expect(await readHits(limited, 'passwordSignIn:account:%')).toHaveLength(6)
  })

  test('does not count against the project if a limit of the account refuses it', async () => {
    await using limited = await createTestPortico({
      settings: limits({ passwordSignIn: { perAccountAndAddress: [2, 60] } }),
    })
    const own = await limited.createProject()
    const email = someEmail()

    for (let call = 0; call < 4; call += 1) {
      await own.client().post('/auth/password/sign-in', { email, password: 'wrong password' })
    }

    expect(await readHits(limited, `passwordSignIn:project:${own.id}`)).toEqual([2])
  })

  test('is refused from every address if the limit of the project refuses it', async () => {
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
  test('is limited by its address at public endpoints of another project', async () => {
    await using limited = await createTestPortico({
      settings: limits({ refresh: { perAddress: [3, 60] }, providerSignIn: { perAddress: [3, 60] } }),
    })
    const [ownProject, otherProject] = [await limited.createProject(), await limited.createProject()]
    const token = (): Promise<Answer> =>
      ownProject.server().post('/auth/oauth/token', {
        grant_type: 'refresh_token',
        client_id: otherProject.id,
        client_secret: otherProject.keys.publishable_client_key,
        refresh_token: 'x'.repeat(45),
      })
    const { url } = authorizationRequest(limited.baseUrl, otherProject, 'google')
    const authorize = (): Promise<Answer> => ownProject.server().get(url.slice(url.indexOf('/auth/')))

    const refreshed = [await token(), await token(), await token(), await token()]
    const departed = [await authorize(), await authorize(), await authorize(), await authorize()]

    expect(refreshed.map(({ status }) => status)).toEqual([401, 401, 401, 429])
    expect(departed.map(({ status }) => status === 429)).toEqual([false, false, false, true])
  })

  test('is not limited by its address when it refreshes sessions of its own project', async () => {
    await using limited = await createTestPortico({ settings: limits({ refresh: { perAddress: [3, 60] } }) })
    const own = await limited.createProject()
    const user = await own.signUp()

    const statuses: number[] = []
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await own.server(user).post('/auth/sessions/current/refresh')).status)
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200])
  })

  test('is not limited by its address when it signs up many users', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        project.server().post('/auth/password/sign-up', { email: someEmail(), password: TEST_PASSWORD }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('delays the owner by seconds, not minutes, after an attacker has guessed passwords through it', async () => {
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
  test('delay the right password after six wrong ones', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 6; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.10')

    const early = await signIn(user.email, TEST_PASSWORD, '198.51.100.10')
    portico.clock.advance(3_000)
    const later = await signIn(user.email, TEST_PASSWORD, '198.51.100.10')

    expect(early.status).toBe(429)
    expect(later.status).toBe(200)
  })

  test('delay guesses for an unknown address in the same way', async () => {
    const unknown = someEmail()
    for (let failure = 0; failure < 6; failure += 1) await signIn(unknown, 'wrong password', '198.51.100.11')

    expect((await signIn(unknown, 'wrong password', '198.51.100.11')).status).toBe(429)
  })

  test('do not delay the owner at another address', async () => {
    const user = await project.signUp()
    for (let failure = 0; failure < 8; failure += 1) await signIn(user.email, 'wrong password', '198.51.100.12')

    expect((await signIn(user.email, TEST_PASSWORD, '198.51.100.13')).status).toBe(200)
  })

  test('delay new addresses, but not known ones, after a hundred failures from many addresses', async () => {
    const user = await project.signUp()
    await verifyEmail(project, user)
    await signIn(user.email, TEST_PASSWORD, '203.0.113.1')
    for (let failure = 0; failure < 102; failure += 1) {
      portico.clock.advance(4_000)
      await signIn(user.email, 'wrong password', `198.18.${failure}.1`)
    }

    expect((await signIn(user.email, 'wrong password', '198.19.0.1')).status).toBe(429)
    expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.1')).status).toBe(200)
  })

  test('are a hundred at most, however many attempts from how many addresses arrive at two nodes at once', async () => {
    await using other = await startNode()
    const user = await project.signUp()
    const guess = async (index: number): Promise<number> => {
      const headers = { ...credentials(), 'x-forwarded-for': `198.18.${index}.2` }
      const body = JSON.stringify({ email: user.email, password: 'wrong password' })
      const request = new Request(`${portico.baseUrl}/api/v1/auth/password/sign-in`, { method: 'POST', headers, body })
      const node = index % 2 ? portico.service : other
      return (await node.fetch(request, { remoteAddress: '127.0.0.1' })).status
    }

    const statuses = await Promise.all(Array.from({ length: 130 }, (_, index) => guess(index)))

    expect(statuses.filter((status) => status === 400)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  test('do not include right passwords, whether they sign in or a second factor follows', async () => {
    const own = await portico.createProject()
    const user = await own.signUp()
    const attempt = async (password: string): Promise<number> => {
      const body = { email: user.email, password }
      return (await own.client().post('/auth/password/sign-in', body, by('198.51.100.16'))).status
    }
    const attemptAndSettle = async (password: string): Promise<number> => {
      const status = await attempt(password)
      await portico.service.idle()
      return status
    }
    const fail = async (times: number): Promise<void> => {
      for (let failure = 0; failure < times; failure += 1) expect(await attempt('wrong password')).toBe(400)
    }

    for (let sign = 0; sign < 7; sign += 1) expect(await attempt(TEST_PASSWORD)).toBe(200)
    await fail(5)
    await own.enrolTotp(user)
    for (let sign = 0; sign < 3; sign += 1) expect(await attemptAndSettle(TEST_PASSWORD)).toBe(400)
    await fail(1)
    portico.clock.advance(2_001)
    expect(await attemptAndSettle(TEST_PASSWORD)).toBe(400)
    await fail(1)

    expect(await attempt(TEST_PASSWORD)).toBe(429)
  })

  test('do not delay the owner at a known address, however long an attacker guesses', async () => {
    const user = await project.signUp()
    await verifyEmail(project, user)
    await signIn(user.email, TEST_PASSWORD, '203.0.113.20')

    for (let minute = 0; minute < 3; minute += 1) {
      await Promise.all(Array.from({ length: 25 }, () => signIn(user.email, 'wrong password', '198.51.100.20')))
      expect((await signIn(user.email, TEST_PASSWORD, '203.0.113.20')).status).toBe(200)
      portico.clock.advance(60_000)
    }
  })

  test('do not delay a sign-in with a complete mailed code', async () => {
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

  test('restart at zero for every address after the password is reset', async () => {
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

  test('still count after a session changes the password', async () => {
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
    // The attempt with the right password is given back after the response.
    await portico.service.idle()
    expect((await signIn(user.email, 'wrong password', '198.51.100.52')).status).toBe(400)
    expect((await signIn(user.email, 'another battery staple', '198.51.100.52')).status).toBe(429)
  })

  test('include wrong old passwords in a change of password', async () => {
    const user = await project.signUp()
    const wrong = { old_password: 'wrong password', new_password: 'another battery staple' }

    for (let failure = 0; failure < 6; failure += 1) {
      const refused = await project.client(user).post('/auth/password/update', wrong, by('198.51.100.54'))
      expect(refused).toMatchObject({ status: 400, body: { code: 'PASSWORD_CONFIRMATION_MISMATCH' } })
    }

    expect((await signIn(user.email, TEST_PASSWORD, '198.51.100.54')).status).toBe(429)
  })

  test('do not affect the user who signs in with an address that another user only has', async () => {
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
  test('are not recorded for an account whose e-mail address is not verified', async () => {
    const { email } = await project.signUp()
    await signIn(email, TEST_PASSWORD, '198.51.100.60')

    // The limit is five mails, including the sign-up mail.
    expect(await countGrantedResets(project, email, '198.51.100.60')).toBe(4)
  })

  test('let the owner request mails after others have used up the limit, up to the limit of the mailbox', async () => {
    const user = await project.signUp()
    await verifyEmail(project, user)
    await signIn(user.email, TEST_PASSWORD, '198.51.100.61')

    expect(await countGrantedResets(project, user.email, '198.51.100.62')).toBe(4)
    expect(await countGrantedResets(project, user.email, '198.51.100.62')).toBe(0)
    expect(await countGrantedResets(project, user.email, '198.51.100.61')).toBe(15)
  })

  test('are removed for the earlier holder when another person claims the account', async () => {
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
    expect(await countGrantedResets(own, user.email, '198.51.100.63')).toBeLessThan(5)
    expect(await countGrantedResets(own, user.email, '198.51.100.64')).toBeGreaterThan(5)
  })
})

describe('the limit of a mailbox', () => {
  test('stops its mails, but not repeated sign-ups with its address', async () => {
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

  test.each(Object.keys(changes))('are limited per user: %s', async (name) => {
    const user = await own.signUp()
    await own.client(user).patch('/users/me', totp)

    const refused = await changes[name]?.(own, user)

    expect(refused?.status).toBe(429)
    expect((await own.client(user).patch('/users/me', { display_name: 'Ada' })).status).toBe(200)
  })

  test('send no notice to an address that is not verified', async () => {
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

function credentials(): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-stack-access-type': 'client',
    'x-stack-project-id': project.id,
    'x-stack-publishable-client-key': project.keys.publishable_client_key,
  }
}

/** Starts another node on the same database. */
async function startNode(): Promise<Portico & AsyncDisposable> {
  const node = await createPortico({
    settings: readSettings({
      PORTICO_SECRET: portico.secret,
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_ARGON2_MEMORY_KIB: '256',
      PORTICO_ARGON2_PASSES: '1',
      PORTICO_LOG: 'error',
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    }),
    db: portico.database.db,
    clock: portico.clock,
  })
  return { ...node, [Symbol.asyncDispose]: () => node.close() }
}

/** Settings with these rate limits on top of the defaults. */
function limits(overrides: Record<string, Record<string, readonly [number, number]>>): Record<string, string> {
  return { PORTICO_RATE_LIMITS: JSON.stringify(overrides), PORTICO_TRUSTED_PROXIES: '127.0.0.1' }
}

function by(from: string): { headers: Record<string, string> } {
  return { headers: { 'x-forwarded-for': from } }
}

async function readHits({ database }: TestPortico, keys: string): Promise<number[]> {
  const { rows } = await database.db.run(
    statement<{ hits: number }>`select hits from rate_limits where key like ${keys}`,
  )
  return rows.map(({ hits }) => hits)
}

/** Returns how many reset mails can be requested in a row. */
async function countGrantedResets(own: TestProject, email: string, from: string): Promise<number> {
  for (let asked = 0; ; asked += 1) {
    const body = { email, callback_url: 'http://localhost:3000/x' }
    const { status } = await own.client().post('/auth/password/send-reset-code', body, by(from))
    if (status === 429) return asked
    expect(status).toBe(200)
  }
}

/** Verifies the address with the code of the verification mail, in the session of the user. */
async function verifyEmail(own: TestProject, user: TestUser): Promise<void> {
  const code = await portico.mailbox.latestCode(user.email)
  expect((await own.client(user).post('/contact-channels/verify', { code })).status).toBe(200)
}
