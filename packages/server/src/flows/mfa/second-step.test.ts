import { randomBytes } from 'node:crypto'

import {
  createTestPortico,
  TEST_PASSWORD,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  // The service reads the account from the provider's look-alike, which it serves itself.
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

interface UserWithTotp {
  readonly user: TestUser
  readonly secret: string
}

async function signUpWithTotp(on = project): Promise<UserWithTotp> {
  const user = await on.signUp()
  return { user, secret: await on.enrolTotp(user) }
}

function signIn({ email }: TestUser, password = TEST_PASSWORD, on = project): Promise<Answer> {
  return on.client().post('/auth/password/sign-in', { email, password })
}

/** Completes the first step with the correct password and returns the attempt code. */
async function startAttempt(user: TestUser, on = project): Promise<string> {
  const answer = await signIn(user, TEST_PASSWORD, on)
  if (answer.body.code !== 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') throw new Error(`No attempt code: ${answer.text}`)
  return (answer.body as { details: { attempt_code: string } }).details.attempt_code
}

function finish(code: string, totp: string, on = project): Promise<Answer> {
  return on.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp })
}

/** Returns a code that is wrong for one time step before and after now. */
async function wrongCode(secret: string): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((away) => totpCode(secret, portico.clock, away)))
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? ''
}

/** Advances the clock to the middle of a time step, so that the next calls fall into the same step. */
function settleClock(): void {
  const intoStep = portico.clock.now().getTime() % 30_000
  portico.clock.advance(30_000 - intoStep + 10_000)
}

describe('second step of a sign-in', () => {
  test('signs in with a code of the app after the correct password', async () => {
    const { user, secret } = await signUpWithTotp()
    const first = await signIn(user)
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details

    const answer = await finish(code, await totpCode(secret, portico.clock))

    expect(first).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    expect(first.text).not.toMatch(/access_token|refresh_token|user_id|@example/)
    expect(answer).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
    expect(decodeJwt(String(answer.body.access_token))).toMatchObject({ sub: user.id, requires_totp_mfa: true })
  })

  /** Each first step that asks for the app, the setting that turns it off, and the answer of the second step then. */
  const ways: readonly [
    string,
    object,
    object,
    (on: TestProject, user: TestUser, secret: string) => Promise<Answer>,
  ][] = [
    [
      'password',
      { credential_enabled: false },
      { status: 400, body: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' } },
      (on, user) => signIn(user, TEST_PASSWORD, on),
    ],
    [
      'mailed code',
      { magic_link_enabled: false },
      { status: 403 },
      async (on, { email }) => {
        const callback_url = 'http://localhost:3000/handler/magic-link'
        await on.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
        return on.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })
      },
    ],
    [
      'passkey without user verification',
      { passkey_enabled: false },
      { status: 400, body: { code: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' } },
      async (on, user, secret) => {
        type Started = { code: string; options_json: { challenge: string; user: { id: string } } }
        const authenticator = new VirtualAuthenticator()
        const path = '/auth/passkey/initiate-passkey'
        const { body: added } = await on.client(user).post<Started>(`${path}-registration`, {})
        const credential = authenticator.register(added.options_json)
        const totp_code = await totpCode(secret, portico.clock)
        await on.client(user).post('/auth/passkey/register', { credential, code: added.code, totp_code })
        const { body } = await on.client().post<Started>(`${path}-authentication`, {})
        const authentication_response = authenticator.authenticate(body.options_json, { isUserVerified: false })
        return on.client().post('/auth/passkey/sign-in', { authentication_response, code: body.code })
      },
    ],
    [
      'provider',
      { oauth_providers: [] },
      { status: 400, body: { code: 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED' } },
      async (on, { email }) => (await on.signInAt('google', { email })).exchange(),
    ],
  ]

  test.each(ways)(
    'is refused after the way of the first step was switched off: %s',
    async (_way, off, refused, start) => {
      const on = await portico.createProject({
        config: {
          magic_link_enabled: true,
          passkey_enabled: true,
          oauth_providers: [{ id: 'google', type: 'shared' }],
        },
      })
      const user = await on.signUp()
      await on.client(user).post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
      const secret = await on.enrolTotp(user)
      const first = await start(on, user, secret)
      const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
      settleClock()

      await on.admin().patch('/internal/projects/current', { config: off })

      const answer = await finish(code, await totpCode(secret, portico.clock), on)
      expect(answer).toMatchObject(refused)
      expect(answer.text).not.toContain('access_token')
    },
  )

  test.each([
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ])('answers a code with a clock drift of %i steps with %i', async (away, status) => {
    const { user, secret } = await signUpWithTotp()
    settleClock()

    expect((await finish(await startAttempt(user), await totpCode(secret, portico.clock, away))).status).toBe(status)
  })

  test.each([
    ['with spaces', (totp: string) => ` ${totp.slice(0, 3)} ${totp.slice(3)}\n`],
    [
      'with full-width digits',
      (totp: string) => totp.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
    [
      'with Arabic digits',
      (totp: string) => totp.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    ],
  ])('accepts a code %s', async (_, typed) => {
    const { user, secret } = await signUpWithTotp()
    settleClock()

    expect((await finish(await startAttempt(user), typed(await totpCode(secret, portico.clock)))).status).toBe(200)
  })

  test('refuses a used code and accepts the next one with the same attempt code', async () => {
    const { user, secret } = await signUpWithTotp()
    settleClock()
    const totp = await totpCode(secret, portico.clock)
    await finish(await startAttempt(user), totp)
    const code = await startAttempt(user)

    const again = await finish(code, totp)
    const next = await finish(code, await totpCode(secret, portico.clock, 1))

    expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE' } })
    expect(next.status).toBe(200)
  })

  test('refuses the current code after the code of the next time step was used', async () => {
    const { user, secret } = await signUpWithTotp()
    settleClock()
    await finish(await startAttempt(user), await totpCode(secret, portico.clock, 1))

    const older = await finish(await startAttempt(user), await totpCode(secret, portico.clock))

    expect(older).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE' } })
  })

  test('gives one of four concurrent sign-ins with the same code a session', async () => {
    const { user, secret } = await signUpWithTotp()
    const codes = [await startAttempt(user)]
    const totp = await totpCode(secret, portico.clock)
    // A newer attempt ends the older ones, so reopen them.
    for (let more = 0; more < 3; more += 1) codes.push(await startAttempt(user))
    await portico.database.db.run(statement`
      update verification_codes set expires_at = ${new Date(portico.clock.now().getTime() + 60_000)}
      where project_id = ${project.id} and user_id = ${user.id} and kind = 'mfa_attempt'`)

    const answers = await Promise.all(codes.map((code) => finish(code, totp)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'INVALID_TOTP_CODE')).toHaveLength(3)
  })

  test('gives one of two concurrent valid codes a session for one attempt code', async () => {
    const { user, secret } = await signUpWithTotp()
    settleClock()
    const code = await startAttempt(user)
    const totps = await Promise.all([0, 1].map((away) => totpCode(secret, portico.clock, away)))

    const answers = await Promise.all(totps.map((totp) => finish(code, totp)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'VERIFICATION_CODE_ALREADY_USED')).toHaveLength(1)
    const sessions = await project.server().get<{ items: unknown[] }>(`/auth/sessions?user_id=${user.id}`)
    expect(sessions.body.items).toHaveLength(2)
  })

  test('accepts the correct code after four wrong ones, but not after five', async () => {
    for (const wrongOnes of [4, 5]) {
      const { user, secret } = await signUpWithTotp()
      const code = await startAttempt(user)
      for (let failure = 0; failure < wrongOnes; failure += 1) {
        expect((await finish(code, await wrongCode(secret))).body).toMatchObject({ code: 'INVALID_TOTP_CODE' })
      }

      const answer = await finish(code, await totpCode(secret, portico.clock))

      expect(answer).toMatchObject(
        wrongOnes < 5 ? { status: 200 } : { body: { code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' } },
      )
    }
  })

  test.each(['', '12345', '1234567', '12 456', '\u0661\u0662\u0663\u0664\u0665\u0666', 'x'.repeat(60_000)])(
    'refuses the malformed code "%.10s" with INVALID_TOTP_CODE',
    async (totp) => {
      const { user } = await signUpWithTotp()

      expect(await finish(await startAttempt(user), totp)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_TOTP_CODE' },
      })
    },
  )

  test('names the reason for an attempt code that is used, expired, replaced, unknown or of another project', async () => {
    const { user, secret } = await signUpWithTotp()
    const used = await startAttempt(user)
    await finish(used, await totpCode(secret, portico.clock))
    const replaced = await startAttempt(user)
    const old = await startAttempt(user)
    const other = await portico.createProject()
    portico.clock.advance(30_000)
    const totp = await totpCode(secret, portico.clock)

    expect((await finish(used, totp)).body.code).toBe('VERIFICATION_CODE_ALREADY_USED')
    expect((await finish(replaced, totp)).body.code).toBe('VERIFICATION_CODE_EXPIRED')
    expect((await finish(old, totp, other)).body.code).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect((await finish('0'.repeat(45), totp)).body.code).toBe('VERIFICATION_CODE_NOT_FOUND')
    portico.clock.advance(5 * 60_000)
    expect((await finish(old, await totpCode(secret, portico.clock))).body.code).toBe('VERIFICATION_CODE_EXPIRED')
  })

  test('accepts an attempt code for no other call', async () => {
    const mailing = await portico.createProject({ config: { magic_link_enabled: true } })
    const { user } = await signUpWithTotp(mailing)
    const code = await startAttempt(user, mailing)

    for (const answer of [
      await mailing.client().post('/auth/otp/sign-in', { code }),
      await mailing.client().post('/contact-channels/verify', { code }),
      await mailing.client().post('/auth/password/reset', { code, password: TEST_PASSWORD }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    }
  })

  test('is refused after the password or app changes or the user is deleted', async () => {
    const changes: ((user: TestUser) => Promise<Answer>)[] = [
      (user) =>
        project
          .client(user)
          .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'another passphrase' }),
      (user) => project.server(user).patch('/users/me', { totp_secret_base64: null }),
      (user) => project.server(user).delete('/users/me'),
    ]
    for (const change of changes) {
      const { user, secret } = await signUpWithTotp()
      const code = await startAttempt(user)
      await change(user)

      const answer = await finish(code, await totpCode(secret, portico.clock))

      expect(['VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_NOT_FOUND']).toContain(answer.body.code)
    }
  })

  test('writes audit entries for wrong codes and one for the sign-in', async () => {
    const { user, secret } = await signUpWithTotp()
    const code = await startAttempt(user)
    await finish(code, await wrongCode(secret))
    await finish(code, await totpCode(secret, portico.clock))

    const { rows } = await portico.database.db.run(statement<{ outcome: string; reason: string | null }>`
      select outcome, reason from audit_events
      where project_id = ${project.id} and action = 'user.signed_in' and ${user.id} in (actor_id, target_id) order by at`)

    expect(rows).toEqual([
      { outcome: 'refused', reason: 'INVALID_TOTP_CODE' },
      { outcome: 'ok', reason: null },
    ])
  })
})

describe('failures of both steps', () => {
  test('share one limit that a correct password alone does not reset', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject()
    const { user, secret } = await signUpWithTotp(own)
    for (let failure = 0; failure < 3; failure += 1) await signIn(user, 'not the password', own)
    const code = await startAttempt(user, own)
    // The attempt with the right password is given back after the response.
    await limited.service.idle()
    for (let failure = 0; failure < 3; failure += 1) {
      expect((await finish(code, await wrongCode(secret), own)).body.code).toBe('INVALID_TOTP_CODE')
    }

    expect((await finish(code, await totpCode(secret, limited.clock), own)).status).toBe(429)
    expect((await signIn(user, TEST_PASSWORD, own)).status).toBe(429)
    limited.clock.advance(3_000)
    expect((await signIn(user, 'not the password', own)).status).toBe(400)
    expect((await signIn(user, TEST_PASSWORD, own)).status).toBe(429)
  })

  test('are not reset by a change of the password in a session', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject()
    const { user, secret } = await signUpWithTotp(own)
    const code = await startAttempt(user, own)
    await limited.service.idle()
    for (let failure = 0; failure < 5; failure += 1) await finish(code, await wrongCode(secret), own)

    const update = { old_password: TEST_PASSWORD, new_password: 'another battery staple' }
    expect((await own.client(user).post('/auth/password/update', update)).status).toBe(200)
    await limited.service.idle()

    const again = await signIn(user, update.new_password, own)
    await limited.service.idle()
    const { attempt_code: next } = (again.body as { details: { attempt_code: string } }).details
    expect((await finish(next, await wrongCode(secret), own)).body.code).toBe('INVALID_TOTP_CODE')
    expect((await finish(next, await totpCode(secret, limited.clock), own)).status).toBe(429)
  })

  test('are reset by a complete sign-in', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject()
    const { user, secret } = await signUpWithTotp(own)
    for (let failure = 0; failure < 5; failure += 1) await signIn(user, 'not the password', own)
    const code = await startAttempt(user, own)
    await limited.service.idle()
    const done = await finish(code, await totpCode(secret, limited.clock), own)
    // The failures are forgotten after the response.
    await limited.service.idle()

    const answers = []
    for (let failure = 0; failure < 5; failure += 1) answers.push((await signIn(user, 'not the password', own)).status)

    expect(done.status).toBe(200)
    expect(answers).toEqual([400, 400, 400, 400, 400])
  })
})

describe('authenticator app', () => {
  /** @param present the secret to replace or remove */
  const change = async (user: TestUser, next: string | null, present: string | null): Promise<Answer> =>
    project.client(user).patch('/users/me', {
      totp_secret_base64: next,
      ...(present !== null && { totp_code: await totpCode(present, portico.clock) }),
    })

  test('is added only with a right code if the call offers one, and that code works once', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const [secret, other] = [1, 2].map(() => randomBytes(20).toString('base64')) as [string, string]

    const wrong = await change(user, secret, other)
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE' } })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: false })

    expect((await change(user, secret, secret)).body).toMatchObject({ requires_totp_mfa: true })
    const attempt = await startAttempt(user)
    expect((await finish(attempt, await totpCode(secret, portico.clock))).body).toMatchObject({
      code: 'INVALID_TOTP_CODE',
    })
    expect((await finish(attempt, await totpCode(secret, portico.clock, 1))).status).toBe(200)
  })

  test('sends a mail when it is added, replaced or removed', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { primary_email_verified: true })
    const before = (await portico.mailbox.to(user.email)).length

    const [first, second] = [1, 2].map(() => randomBytes(20).toString('base64')) as [string, string]

    const answers = [
      await change(user, first, null),
      await change(user, second, first),
      await change(user, null, second),
      await change(user, null, null),
    ]

    expect(answers.map(({ body }) => body.requires_totp_mfa)).toEqual([true, true, false, false])
    const all = await portico.mailbox.to(user.email)
    // If the address was verified before its mail was sent, there is no earlier mail.
    const mails = all.slice(0, all.length - before)
    expect(new Set(mails.map(({ text }) => /app[\w ]* was (\w+)/.exec(text)?.[1]))).toEqual(
      new Set(['added', 'removed', 'replaced']),
    )
    expect(mails).toHaveLength(3)
    expect(mails[0]?.subject).toBe('How you sign in to Test project was changed')
    expect((await signIn(user)).status).toBe(200)
  })

  test('accepts only codes of the new secret after a replacement', async () => {
    const { user, secret } = await signUpWithTotp()
    const next = randomBytes(20).toString('base64')
    await change(user, next, secret)
    const code = await startAttempt(user)

    expect((await finish(code, await totpCode(secret, portico.clock))).body.code).toBe('INVALID_TOTP_CODE')
    expect((await finish(code, await totpCode(next, portico.clock))).status).toBe(200)
  })

  test.each([
    [Buffer.alloc(15).toString('base64'), /from 16 to 64 bytes; this one has 15/],
    [Buffer.alloc(65).toString('base64'), /from 16 to 64 bytes; this one has 65/],
    ['', /this one has 0/],
    ['not base64!', /SCHEMA_ERROR/],
  ])('refuses the secret "%.12s" with a plain sentence', async (secret, words) => {
    const user = await project.signUp()

    const answer = await change(user, secret, null)

    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(words)
  })

  test('exposes its secret neither in responses nor in the database', async () => {
    const { user, secret } = await signUpWithTotp()

    const read = await project.server(user).get('/users/me')

    const { rows } = await portico.database.db.run(
      statement`select u.* from users u where project_id = ${project.id} and id = ${user.id}`,
    )
    expect(read.text).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect(read.body).toMatchObject({ requires_totp_mfa: true })
  })

  test('answers 503 while PORTICO_SECRET lacks the secret of the app, and works again afterwards', async () => {
    const { user, secret } = await signUpWithTotp()
    const replaceKeyId = (placed: string): Promise<unknown> =>
      portico.database.db.run(statement`
        update users set totp_secret_sealed = overlay(totp_secret_sealed placing ${placed} from 4 for 8)
        where project_id = ${project.id} and id = ${user.id}`)
    const { rows } = await portico.database.db.run(statement<{ id: string }>`
      select substr(totp_secret_sealed, 4, 8) as id from users where project_id = ${project.id} and id = ${user.id}`)
    settleClock()
    await replaceKeyId('unknown!')

    const refused = await finish(await startAttempt(user), await totpCode(secret, portico.clock))
    await replaceKeyId(rows[0]?.id ?? '')
    const accepted = await finish(await startAttempt(user), await totpCode(secret, portico.clock))

    expect(refused.status).toBe(503)
    expect(refused.text).toBe('The service is unavailable. Try again shortly.')
    expect(accepted.status).toBe(200)
  })

  test('can be added and removed by a server, with audit entries', async () => {
    const user = await project.signUp()
    const secret = randomBytes(20).toString('base64')

    await project.server(user).patch('/users/me', { totp_secret_base64: secret })
    const asked = await signIn(user)
    await project.server(user).patch('/users/me', { totp_secret_base64: null })

    expect(asked.body.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED')
    expect((await signIn(user)).status).toBe(200)
    const { rows } = await portico.database.db.run(statement`
      select action, actor_type from audit_events
      where project_id = ${project.id} and target_id = ${user.id} and action like 'second_factor.%' order by at`)
    expect(rows).toEqual([
      { action: 'second_factor.enabled', actor_type: 'server' },
      { action: 'second_factor.disabled', actor_type: 'server' },
    ])
  })
})

describe('a remembered device', () => {
  const DAY_MILLIS = 24 * 60 * 60_000
  const required = { status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } }
  let remembering: TestProject

  beforeAll(async () => {
    remembering = await portico.createProject({
      config: {
        magic_link_enabled: true,
        passkey_enabled: true,
        oauth_providers: [{ id: 'google', type: 'shared' }],
      },
    })
  })

  beforeEach(() => remember(7))

  async function remember(days: number): Promise<void> {
    const config = { remember_device_days: days }
    expect((await remembering.admin().patch('/internal/projects/current', { config })).status).toBe(200)
  }

  type Remembered = UserWithTotp & { readonly device: string }

  const withDevice = (...secrets: string[]) => ({ headers: { 'x-portico-device': secrets.join(',') } })

  /** Signs up a user whose mailbox is proved. */
  async function signUp(): Promise<UserWithTotp> {
    const user = await remembering.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    await remembering.client(user).post('/contact-channels/verify', { code })
    return { user, secret: await remembering.enrolTotp(user) }
  }

  /** Completes a sign-in with the app, in a new time step. */
  async function proveOn({ user, secret }: UserWithTotp, ...secrets: string[]): Promise<Answer> {
    settleClock()
    const code = await startAttempt(user, remembering)
    const totp = await totpCode(secret, portico.clock)
    const body = { type: 'totp', code, totp, remember_device: true }
    return remembering.client().post('/auth/mfa/sign-in', body, withDevice(...secrets))
  }

  async function signUpRemembered(): Promise<Remembered> {
    const one = await signUp()
    const { body } = await proveOn(one)
    return { ...one, device: String(body.device_secret) }
  }

  function signInOn(device: string, { email }: TestUser, on = remembering): Promise<Answer> {
    return on.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD }, withDevice(device))
  }

  type Listed = { items: { id: string; is_this_device: boolean; expires_at_millis: number; user_agent: string }[] }

  const listOf = ({ id }: TestUser, ...secrets: string[]): Promise<Answer<Listed>> =>
    remembering.server().get<Listed>(`/auth/mfa/devices?user_id=${id}`, withDevice(...secrets))

  async function idsOf(user: TestUser): Promise<string[]> {
    return (await listOf(user)).body.items.map(({ id }) => id)
  }

  /** The first steps that ask for the app. */
  const firstSteps: readonly [string, (remembered: Remembered) => Promise<Answer>][] = [
    ['password', ({ user, device }) => signInOn(device, user)],
    [
      'mailed code',
      async ({ user: { email }, device }) => {
        const callback_url = 'http://localhost:3000/handler/magic-link'
        await remembering.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
        const code = await portico.mailbox.latestCode(email)
        return remembering.client().post('/auth/otp/sign-in', { code }, withDevice(device))
      },
    ],
    [
      'provider',
      async ({ user: { email }, device }) =>
        (await remembering.signInAt('google', { email })).exchange({}, withDevice(device).headers),
    ],
  ]

  test.each(firstSteps)('takes the place of the app in a sign-in with %s', async (_way, start) => {
    const remembered = await signUpRemembered()

    const signedIn = await start(remembered)
    const elsewhere = await start({ ...remembered, device: randomBytes(32).toString('base64url') })

    expect(signedIn.status).toBe(200)
    expect(decodeJwt(String(signedIn.body.access_token)).sub).toBe(remembered.user.id)
    expect(elsewhere).toMatchObject(required)
    expect(signedIn.text).not.toContain('device_secret')
  })

  test('takes the place of the app in a sign-in with a passkey without user verification', async () => {
    type Started = { code: string; options_json: { challenge: string; user: { id: string } } }
    const one = await signUp()
    const authenticator = new VirtualAuthenticator()
    const path = '/auth/passkey/initiate-passkey'
    const { body: added } = await remembering.client(one.user).post<Started>(`${path}-registration`, {})
    const credential = authenticator.register(added.options_json)
    settleClock()
    const totp_code = await totpCode(one.secret, portico.clock)
    await remembering.client(one.user).post('/auth/passkey/register', { credential, code: added.code, totp_code })
    const device = String((await proveOn(one)).body.device_secret)
    const { body } = await remembering.client().post<Started>(`${path}-authentication`, {})
    const authentication_response = authenticator.authenticate(body.options_json, { isUserVerified: false })

    const answer = await remembering
      .client()
      .post('/auth/passkey/sign-in', { authentication_response, code: body.code }, withDevice(device))

    expect(answer).toMatchObject({ status: 200, body: { user_id: one.user.id } })
  })

  test('satisfies a policy that requires a second factor, also at the refresh of the session', async () => {
    const { user, device } = await signUpRemembered()
    const policy = async (second_factor_policy: string): Promise<void> => {
      const config = { second_factor_policy, second_factor_grace_days: 0 }
      await remembering.admin().patch('/internal/projects/current', { config })
    }
    await policy('required')

    const { body } = await signInOn(device, user)
    const refreshed = await remembering.client().post('/auth/sessions/current/refresh', undefined, {
      headers: { 'x-stack-refresh-token': String(body.refresh_token) },
    })
    await policy('optional')

    expect(refreshed.status).toBe(200)
    expect(decodeJwt(String(refreshed.body.access_token))).toMatchObject({ sub: user.id, is_restricted: false })
  })

  test('does not prove the factor for a change of it', async () => {
    const { user, device } = await signUpRemembered()
    const { body } = await signInOn(device, user)
    const session = remembering.client({ ...user, accessToken: String(body.access_token) })

    const answer = await session.patch('/users/me', { totp_secret_base64: null }, withDevice(device))

    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE' } })
  })

  test('counts for its user, in its project, and with the password only', async () => {
    const [one, other] = [await signUpRemembered(), await signUpRemembered()]
    const { email } = one.user

    expect(await signInOn(one.device, other.user)).toMatchObject(required)
    expect((await signInOn(`${other.device},${one.device}`, one.user)).status).toBe(200)
    expect(await signInOn(one.device.slice(1), one.user)).toMatchObject(required)
    const wrong = { email, password: `${TEST_PASSWORD}?` }
    expect(await remembering.client().post('/auth/password/sign-in', wrong, withDevice(one.device))).toMatchObject({
      body: { code: 'EMAIL_PASSWORD_MISMATCH' },
    })
    const elsewhere = await signUpWithTotp()
    expect(await signInOn(one.device, elsewhere.user, project)).toMatchObject(required)
  })

  test('is asked again after the days of the project, whatever they were before', async () => {
    const { user, device } = await signUpRemembered()
    const now = portico.clock.now().getTime()
    const { items } = (await listOf(user)).body
    portico.clock.advance(6 * DAY_MILLIS)
    const before = await signInOn(device, user)
    await remember(5)
    const shorter = await signInOn(device, user)
    await remember(7)
    portico.clock.advance(DAY_MILLIS)

    const after = await signInOn(device, user)

    expect(Math.abs((items[0]?.expires_at_millis ?? 0) - now - 7 * DAY_MILLIS)).toBeLessThan(60_000)
    expect(before.status).toBe(200)
    expect(shorter).toMatchObject(required)
    expect(after).toMatchObject(required)
    expect(await idsOf(user)).toEqual([])
  })

  test('is not remembered if the project does not allow it, or the user does not want it', async () => {
    const one = await signUp()
    const answer = await finish(
      await startAttempt(one.user, remembering),
      await totpCode(one.secret, portico.clock),
      remembering,
    )
    await remember(0)
    const refused = await proveOn(one)
    await remember(7)

    expect(answer.status).toBe(200)
    expect(refused.status).toBe(200)
    expect(answer.text + refused.text).not.toContain('device_secret')
    expect(await idsOf(one.user)).toEqual([])
  })

  async function countOthers({ id }: TestUser): Promise<number> {
    const { count } = await portico.database.db.run(statement`
      select from user_devices where project_id = ${remembering.id} and user_id <> ${id}`)
    return count
  }

  const newSecret = (): string => randomBytes(20).toString('base64')
  const asUser = ({ user }: UserWithTotp) => remembering.client(user)

  test.each<[string, (remembered: Remembered) => Promise<Answer>]>([
    [
      'the user changes the password',
      (one) => asUser(one).post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: TEST_PASSWORD }),
    ],
    [
      'a server sets the password',
      ({ user }) => remembering.server().patch(`/users/${user.id}`, { password: TEST_PASSWORD }),
    ],
    [
      'the password is reset',
      async ({ user: { email } }) => {
        const callback_url = 'http://localhost:3000/handler/password-reset'
        await remembering.client().post('/auth/password/send-reset-code', { email, callback_url })
        const code = await portico.mailbox.latestCode(email)
        return remembering.client().post('/auth/password/reset', { code, password: TEST_PASSWORD })
      },
    ],
    [
      'the user replaces the app',
      async (one) => {
        settleClock()
        const totp_code = await totpCode(one.secret, portico.clock)
        return asUser(one).patch('/users/me', { totp_secret_base64: newSecret(), totp_code })
      },
    ],
    [
      'a server removes the app and adds another one',
      async ({ user }) => {
        await remembering.server().patch(`/users/${user.id}`, { totp_secret_base64: null })
        return remembering.server().patch(`/users/${user.id}`, { totp_secret_base64: newSecret() })
      },
    ],
    [
      'the user registers a passkey',
      async (one) => {
        type Started = { code: string; options_json: { challenge: string; user: { id: string } } }
        settleClock()
        const totp_code = await totpCode(one.secret, portico.clock)
        const { body } = await asUser(one).post<Started>('/auth/passkey/initiate-passkey-registration', {})
        const credential = new VirtualAuthenticator().register(body.options_json)
        return asUser(one).post('/auth/passkey/register', { credential, code: body.code, totp_code })
      },
    ],
    [
      'the user forgets it',
      async (one) => {
        const [id] = await idsOf(one.user)
        return asUser(one).delete(`/auth/mfa/devices/${id}?user_id=me`)
      },
    ],
  ])('is asked again after %s', async (_name, change) => {
    const one = await signUpRemembered()
    const ofOthers = await countOthers(one.user)

    expect(await change(one)).toMatchObject({ status: 200 })

    expect(await signInOn(one.device, one.user)).toMatchObject(required)
    expect(await idsOf(one.user)).toEqual([])
    expect(await countOthers(one.user)).toBe(ofOthers)
    expect(ofOthers).toBeGreaterThan(0)
  })

  test('is listed and forgotten by its user alone, with audit entries', async () => {
    const [one, other] = [await signUpRemembered(), await signUpRemembered()]
    const second = String((await proveOn(one)).body.device_secret)
    const [id] = await idsOf(one.user)

    const listed = await asUser(one).get<Listed>('/auth/mfa/devices?user_id=me', withDevice(second))
    const foreign = [
      await asUser(other).get(`/auth/mfa/devices?user_id=${one.user.id}`),
      await asUser(other).delete(`/auth/mfa/devices/${id}?user_id=me`),
      await remembering.server().delete(`/auth/mfa/devices/${id}?user_id=${other.user.id}`),
    ]
    const forgotten = await remembering.server().delete(`/auth/mfa/devices/${id}?user_id=${one.user.id}`)
    const again = await remembering.server().delete(`/auth/mfa/devices/${id}?user_id=${one.user.id}`)

    expect(listed.body.items.map((device) => device.is_this_device)).toEqual([true, false])
    expect(listed.text).not.toContain(second)
    expect(foreign.map(({ status }) => status)).toEqual([403, 404, 404])
    expect([forgotten.status, again.status]).toEqual([200, 404])
    expect(await signInOn(second, one.user)).toMatchObject(required)
    expect((await signInOn(one.device, one.user)).status).toBe(200)
    const { rows } = await portico.database.db.run(statement<{ entry: string }>`
      select action || ' by ' || actor_type as entry from audit_events
      where project_id = ${remembering.id} and target_id = ${one.user.id} and action like 'remembered_device.%' order by at`)
    expect(rows.map(({ entry }) => entry)).toEqual([
      'remembered_device.created by user',
      'remembered_device.created by user',
      'remembered_device.ended by server',
    ])
  })

  test('cannot be forgotten by an impersonating session', async () => {
    const { user } = await signUpRemembered()
    const [id] = await idsOf(user)
    const { body } = await remembering.server().post('/auth/sessions', { user_id: user.id, is_impersonation: true })
    const session = remembering.client({ ...user, accessToken: String(body.access_token) })

    expect((await session.delete(`/auth/mfa/devices/${id}?user_id=me`)).status).toBe(403)
    expect(await idsOf(user)).toEqual([id])
  })

  test('gets a new secret each time, and the one before it ends', async () => {
    const one = await signUpRemembered()
    const stranger = await signUpRemembered()
    const [id] = await idsOf(one.user)

    const { body } = await proveOn(one, stranger.device, one.device)

    expect(await signInOn(one.device, one.user)).toMatchObject(required)
    expect((await signInOn(String(body.device_secret), one.user)).status).toBe(200)
    expect((await signInOn(stranger.device, stranger.user)).status).toBe(200)
    const ids = await idsOf(one.user)
    expect(ids).toHaveLength(1)
    expect(ids).not.toContain(id)
  })

  test('replaces the least recently used one of more than 20', async () => {
    const one = await signUpRemembered()
    const first = await idsOf(one.user)
    await portico.database.db.run(statement`
      insert into user_devices
      select project_id, gen_random_uuid(), user_id, decode(md5(i::text), 'hex'), null, created_at, last_used_at + i * interval '1 second',
        remembered_at, expires_at
      from user_devices, generate_series(1, 19) i where project_id = ${remembering.id} and user_id = ${one.user.id}`)

    await proveOn(one)

    const ids = await idsOf(one.user)
    expect(ids).toHaveLength(20)
    expect(ids).not.toContain(first[0])
  })

  test('is remembered for each of two sign-ins at the same time', async () => {
    const one = await signUp()
    settleClock()
    const codes = [await startAttempt(one.user, remembering), await startAttempt(one.user, remembering)]
    await portico.database.db.run(statement`
      update verification_codes set expires_at = ${new Date(portico.clock.now().getTime() + 60_000)}
      where project_id = ${remembering.id} and user_id = ${one.user.id} and kind = 'mfa_attempt'`)
    const totps = [await totpCode(one.secret, portico.clock), await totpCode(one.secret, portico.clock, 1)]

    const answers = await Promise.all(
      codes.map((code, index) =>
        remembering
          .client()
          .post('/auth/mfa/sign-in', { type: 'totp', code, totp: totps[index], remember_device: true }),
      ),
    )

    // If the later code is used first, the earlier one is refused.
    const secrets = answers.filter(({ status }) => status === 200).map(({ body }) => String(body.device_secret))
    expect(secrets.length).toBeGreaterThan(0)
    for (const device of secrets) expect((await signInOn(device, one.user)).status).toBe(200)
    expect(await idsOf(one.user)).toHaveLength(secrets.length)
  })

  test('starts no session if the password changes at the same time', async () => {
    const remembered = await Promise.all([1, 2, 3].map(() => signUp()))
    const devices: string[] = []
    for (const one of remembered) devices.push(String((await proveOn(one)).body.device_secret))

    await Promise.all(
      remembered.flatMap(({ user }, index) => [
        signInOn(devices[index] ?? '', user),
        remembering.server().patch(`/users/${user.id}`, { password: `${TEST_PASSWORD}!` }),
      ]),
    )

    for (const { user } of remembered) {
      const { body } = await remembering.server().get<{ items: [] }>(`/auth/sessions?user_id=${user.id}`)
      expect(body.items).toEqual([])
      expect(await idsOf(user)).toEqual([])
    }
  })
})
