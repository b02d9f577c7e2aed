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
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  // The service reads the account at the look-alike of the provider, which it serves itself.
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

/** Returns a code that is wrong within one time step of now. */
async function wrongCode(secret: string): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((away) => totpCode(secret, portico.clock, away)))
  return ['000000', '000001', '000002', '000003'].find((code) => !right.includes(code)) ?? ''
}

/** Advances the clock to the middle of a time step, so that the following calls fall into the same step. */
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

  /** Each way of a first step that asks for the app, with the switch that closes it and the answer of the second step. */
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
    // A newer attempt ends the older ones, so this reopens them.
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
    // The right password is given back after the answer.
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
    // The failures are forgotten after the answer.
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
    // None before if the address was verified before its mail was sent.
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
