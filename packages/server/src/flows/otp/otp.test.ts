import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { describeSingleUseCode } from '@portico/testkit/suites'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queriesDuring } from '../../../test/queries-during.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject
let closed: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
  closed = await portico.createProject({ config: { magic_link_enabled: true, sign_up_enabled: false } })
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/magic-link-callback?after_auth_return_to=%2Finbox'

function send(email: string, on = project, body: object = {}): Promise<Answer> {
  return on.client().post('/auth/otp/send-sign-in-code', { email, callback_url, ...body })
}

function use(code: string, on = project): Promise<Answer> {
  return on.client().post('/auth/otp/sign-in', { code })
}

async function setSignUp(on: TestProject, sign_up_enabled: boolean): Promise<void> {
  await on.admin().patch('/internal/projects/current', { config: { sign_up_enabled } })
}

async function signInByMail(email: string, on = project): Promise<Answer> {
  await send(email, on)
  return use(await portico.mailbox.latestCode(email), on)
}

async function read(answer: Answer, on = project): Promise<Answer['body']> {
  const me = await on.client({ accessToken: String(answer.body.access_token), refreshToken: '' }).get('/users/me')
  return me.body
}

/** Creates a user with a verified address. */
async function verifiedUser(on = project): ReturnType<TestProject['signUp']> {
  const user = await on.signUp()
  await on.client(user).post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
  return user
}

describeSingleUseCode('sign-in by mail', {
  lifetimeMillis: 10 * 60_000,
  start: async () => {
    const email = someEmail()
    await send(email)
    return {
      portico,
      email,
      use: (code) => use(code),
      check: (code) => project.client().post('/auth/otp/sign-in/check-code', { code }),
    }
  },
})

describe('sign-in by mail', () => {
  test('creates a user with a verified address for an unknown address', async () => {
    const email = someEmail()

    const answer = await signInByMail(email)

    expect(answer).toMatchObject({ status: 200, body: { is_new_user: true } })
    expect(await read(answer)).toMatchObject({
      id: answer.body.user_id,
      primary_email: email,
      primary_email_verified: true,
      otp_auth_enabled: true,
      auth_with_email: true,
      has_password: false,
    })
  })

  test('accepts the typed characters in any case together with the nonce', async () => {
    const email = someEmail()
    const sent = await send(email)
    const typed = await portico.mailbox.latestSignInCode(email)

    const answer = await use(typed.toLowerCase() + String(sent.body.nonce))

    expect(answer.status).toBe(200)
    expect((await signInByMail(email)).body).toMatchObject({ is_new_user: false, user_id: answer.body.user_id })
  })

  test('accepts the typed characters in the full-width forms of an input method, with white space', async () => {
    const email = someEmail()
    const sent = await send(email)
    const typed = await portico.mailbox.latestSignInCode(email)
    const wide = typed.replaceAll(/./g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0))

    const answer = await use(` ${wide.slice(0, 3)} ${wide.slice(3)}\n${String(sent.body.nonce)}`)

    expect(answer.status).toBe(200)
  })

  test('refuses the typed characters with the nonce of another browser', async () => {
    const email = someEmail()
    await send(email)
    const typed = await portico.mailbox.latestSignInCode(email)
    const otherBrowser = await send(someEmail())

    const answer = await use(typed + String(otherBrowser.body.nonce))

    expect(answer).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
  })

  test('signs in the user who also signs in with a password', async () => {
    const user = await verifiedUser()

    const answer = await signInByMail(user.email)

    expect(answer.body).toMatchObject({ is_new_user: false, user_id: user.id })
    expect(await read(answer)).toMatchObject({ has_password: true, otp_auth_enabled: true })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
  })

  test('accepts the codes of several mails, because anyone can ask for one, until one of them was used', async () => {
    const email = someEmail()
    await send(email)
    const older = await portico.mailbox.latestCode(email)
    await send(email)
    const newer = await portico.mailbox.latestCode(email)

    expect((await use(older)).status).toBe(200)

    expect(await use(newer)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('refuses codes from before a change of the password of a claimed account', async () => {
    const user = await verifiedUser()
    await send(user.email)
    const code = await portico.mailbox.latestCode(user.email)

    const changed = await project
      .client(user)
      .post('/auth/password/update', { old_password: user.password, new_password: 'a whole new passphrase' })

    expect(changed.status).toBe(200)
    expect(await use(code)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('refuses the correct code after five wrong codes with its nonce', async () => {
    const email = someEmail()
    const nonce = String((await send(email)).body.nonce)
    const right = await portico.mailbox.latestSignInCode(email)
    for (const wrong of ['000000', '000001', '000002', '000003', '000004']) {
      expect((await use(wrong + nonce)).status).toBe(404)
    }

    expect(await use(right + nonce)).toMatchObject({
      status: 400,
      body: { code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED' },
    })
  })

  test('refuses a code of another project or kind', async () => {
    const other = await portico.createProject({ config: { magic_link_enabled: true } })
    const email = someEmail()
    await send(email, other)
    const foreign = await portico.mailbox.latestCode(email)
    const user = await project.signUp()
    const verification = await portico.mailbox.latestCode(user.email)
    await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    const reset = await portico.mailbox.latestCode(user.email)
    await project.enrolTotp(user)
    const first = await project.client().post('/auth/password/sign-in', { email: user.email, password: user.password })
    const attempt = attemptCodeOf(first)

    for (const code of [foreign, verification, reset, attempt]) {
      expect(await use(code)).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    }
  })

  test('issues codes that no other call accepts', async () => {
    const email = someEmail()
    await send(email)
    const code = await portico.mailbox.latestCode(email)

    const answers = [
      await project.client().post('/contact-channels/verify', { code }),
      await project.client().post('/auth/password/reset', { code, password: TEST_PASSWORD }),
      await project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp: '000000' }),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    }
    expect((await use(code)).status).toBe(200)
  })

  test('refuses a code after a password reset, but not after a mere request for one', async () => {
    const { email } = await verifiedUser()
    await send(email)
    const code = await portico.mailbox.latestCode(email)
    await project.client().post('/auth/password/send-reset-code', { email, callback_url })
    expect((await project.client().post('/auth/otp/sign-in/check-code', { code })).status).toBe(200)
    const reset = await portico.mailbox.latestCode(email)

    expect((await project.client().post('/auth/password/reset', { code: reset, password: TEST_PASSWORD })).status).toBe(
      200,
    )

    expect(await use(code)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('ends the open password resets of the same mailbox', async () => {
    const { email } = await verifiedUser()
    await project.client().post('/auth/password/send-reset-code', { email, callback_url })
    const reset = await portico.mailbox.latestCode(email)

    expect((await signInByMail(email)).status).toBe(200)

    expect(
      await project.client().post('/auth/password/reset', { code: reset, password: 'a whole new passphrase' }),
    ).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('returns the masked address when a code is checked', async () => {
    for (const [email, masked] of [
      [`ada.${someEmail()}`, 'a***@example.com'],
      ['b@one-letter.example.com', 'b***@one-letter.example.com'],
    ] as const) {
      await send(email)
      const code = await portico.mailbox.latestCode(email)

      const { body } = await project.client().post('/auth/otp/sign-in/check-code', { code })

      expect(body).toEqual({ is_code_valid: true, masked_email: masked })
    }
  })

  test('refuses every call with a plain 403 if the project has it disabled', async () => {
    const off = await portico.createProject()
    const email = someEmail()
    await send(email)
    const code = await portico.mailbox.latestCode(email)

    const answers = [
      await send(someEmail(), off),
      await use(code, off),
      await off.client().post('/auth/otp/sign-in/check-code', { code }),
    ]

    for (const answer of answers) {
      expect(answer.status).toBe(403)
      expect(answer.headers.has('x-stack-known-error')).toBe(false)
    }
  })

  test('does not use up a code while the project has it disabled', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const email = someEmail()
    await send(email, own)
    const code = await portico.mailbox.latestCode(email)
    await own.admin().patch('/internal/projects/current', { config: { magic_link_enabled: false } })

    const refused = await use(code, own)
    await own.admin().patch('/internal/projects/current', { config: { magic_link_enabled: true } })

    expect(refused.status).toBe(403)
    expect((await use(code, own)).status).toBe(200)
  })

  test('answers SIGN_UP_NOT_ENABLED and uses up the code if sign-up was disabled after the mail', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const email = someEmail()
    await send(email, own)
    const code = await portico.mailbox.latestCode(email)
    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    expect(await use(code, own)).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
    expect(await use(code, own)).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
  })

  test('creates one user when a password sign-up with the same address is concurrent', async () => {
    const email = someEmail()
    await send(email)
    const code = await portico.mailbox.latestCode(email)

    const [byMail, byPassword] = await Promise.all([
      use(code),
      project.client().post('/auth/password/sign-up', { email, password: TEST_PASSWORD }),
    ])

    expect(byMail.status).toBe(200)
    expect([200, 409]).toContain(byPassword.status)
    if (byPassword.status === 200) expect(byPassword.body.user_id).toBe(byMail.body.user_id)
    expect((await signInByMail(email)).body).toMatchObject({ user_id: byMail.body.user_id, is_new_user: false })
  })

  test('requires a code of the authenticator app', async () => {
    const user = await verifiedUser()
    const secret = await project.enrolTotp(user)

    const first = await signInByMail(user.email)
    const second = await project.client().post('/auth/mfa/sign-in', {
      type: 'totp',
      code: attemptCodeOf(first),
      totp: await totpCode(secret, portico.clock),
    })

    expect(first).toMatchObject({ status: 400, body: { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    expect(first.text).not.toContain('token')
    expect(second).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
  })
})

describe('sending a sign-in code', () => {
  test('answers every kind of address alike', async () => {
    const known = await verifiedUser()
    const unverified = await project.signUp()
    const shapes = []
    for (const [email, on] of [
      [known.email, project],
      [unverified.email, project],
      [someEmail(), project],
      [someEmail(), closed],
    ] as const) {
      const answer = await send(email, on)
      const headers = [...answer.headers.keys()].filter((name) => name !== 'date').toSorted()
      shapes.push({ status: answer.status, keys: Object.keys(answer.body), length: answer.text.length, headers })
      expect(answer.body.nonce).toMatch(/^[0-9a-hjkmnp-tv-z]{39}$/)
    }

    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1)
  })

  test('runs the same statements for a known and an unknown address', async () => {
    const { email } = await verifiedUser()
    const statementsOf = async (address: string): Promise<string[]> => {
      await portico.service.idle()
      const queries = await queriesDuring(portico.projectDatabase.db, () => send(address))
      const texts = queries.map(({ text }) => text)
      // Drops the statements of the worker, which starts immediately.
      return texts.slice(0, texts.findIndex((text) => text.includes('insert into emails')) + 1)
    }

    // A worker may run a statement at any moment, but a difference between the addresses would be in every pair.
    await expect
      .poll(async () => [await statementsOf(email), await statementsOf(someEmail())])
      .toSatisfy(
        ([forKnown = [], forUnknown = []]) =>
          forKnown.length === 1 && forUnknown.length === 1 && forKnown[0] === forUnknown[0],
      )
  })

  test('refuses an untrusted callback URL and an invalid address', async () => {
    expect(await send(someEmail(), project, { callback_url: 'https://evil.example/' })).toMatchObject({
      status: 400,
      body: { code: 'REDIRECT_URL_NOT_WHITELISTED' },
    })
    expect(await send('ada@localhost')).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('accepts and ignores the fields of a bot protection', async () => {
    const answer = await send(someEmail(), project, { bot_challenge_token: 'x', bot_challenge_phase: 'invisible' })

    expect(answer.status).toBe(200)
  })

  test('stores neither code nor nonce in plain text', async () => {
    const email = someEmail()
    const { body } = await send(email)
    await portico.service.idle()

    const { rows } = await portico.projectDatabase.db.run(statement<{ payload: unknown }>`
      select payload from emails where project_id = ${project.id} and recipient = ${email}`)

    expect(JSON.stringify(rows)).not.toContain(String(body.nonce))
    expect(rows).toHaveLength(1)
  })
})

describe('sign-in code mail', () => {
  test('contains link and code in both parts', async () => {
    const own = await portico.createProject({ displayName: 'Marginalia', config: { magic_link_enabled: true } })
    const email = someEmail()
    const { body } = await send(email, own)

    const mail = await portico.mailbox.latest(email)

    const code = await portico.mailbox.latestCode(email)
    const typed = await portico.mailbox.latestSignInCode(email)
    expect(code).toBe(typed.toLowerCase() + String(body.nonce))
    expect(mail.subject).toBe('Your code to sign in to Marginalia')
    expect((await portico.mailbox.latestLink(email)).searchParams.get('after_auth_return_to')).toBe('/inbox')
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain(typed)
      expect(part).toContain(code)
      expect(part).toContain('Use one of them within 10 minutes. The code works only in the browser that requested it.')
    }
    expect(mail.html).toMatch(new RegExp(`font-size: 26px[^>]*letter-spacing: 6px[^>]*>${typed}<`))
  })

  test('contains no code for an unknown address if sign-up is disabled', async () => {
    const email = someEmail()
    await send(email, closed)

    const mail = await portico.mailbox.latest(email)

    expect(mail.subject).toBe('No account at Test project has this address')
    expect(mail.text).toContain('does not accept new accounts')
    expect(mail.text + mail.html).not.toMatch(/code=|href/)
  })

  test('signs in an existing user if sign-up is disabled', async () => {
    const own = await portico.createProject({ config: { magic_link_enabled: true } })
    const user = await own.signUp()
    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    expect((await signInByMail(user.email, own)).body).toMatchObject({ user_id: user.id, is_new_user: false })
  })
})

describe('mailed codes that a server turned off for a user', () => {
  const off = /turned off for this account/
  const turn = (otp_auth_enabled: boolean, user: { id: string }): Promise<Answer> =>
    project.server().patch(`/users/${user.id}`, { otp_auth_enabled })

  test('stay off whatever the user does, and only a server turns them on again', async () => {
    const user = await verifiedUser()
    await signInByMail(user.email)
    await send(user.email)
    const open = await portico.mailbox.latestCode(user.email)

    expect((await turn(false, user)).body).toMatchObject({ otp_auth_enabled: false })

    expect(await use(open)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
    const sent = await send(user.email)
    expect(Object.keys(sent.body)).toEqual(Object.keys((await send(someEmail())).body))
    const mail = await portico.mailbox.latest(user.email)
    expect(mail.subject).toBe('Sign-in by email is turned off for your account at Test project')
    expect(mail.text + mail.html).not.toMatch(/code=|href/)

    await project.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })
    const code = await portico.mailbox.latestCode(user.email)
    await project.client().post('/auth/password/reset', { code, password: TEST_PASSWORD })
    const session = await project
      .client()
      .post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    expect(await read(session)).toMatchObject({ otp_auth_enabled: false })
    const tokens = { accessToken: String(session.body.access_token), refreshToken: '' }
    const own = await project.client(tokens).patch('/users/me', { otp_auth_enabled: true })
    expect(own).toMatchObject({ status: 400, text: expect.stringContaining('Only a server can turn it on') })

    expect((await turn(true, user)).body).toMatchObject({ otp_auth_enabled: true })
    expect((await signInByMail(user.email)).status).toBe(200)
  })

  test('are off for a user who has never used one, also if the account is not claimed', async () => {
    const user = await project.signUp()
    await turn(false, user)
    await send(user.email)

    expect((await portico.mailbox.latest(user.email)).subject).toContain('Sign-in by email is turned off')
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ primary_email_verified: false })
  })

  test('refuse a code that was mailed before the user got its address', async () => {
    const email = someEmail()
    await send(email)
    const code = await portico.mailbox.latestCode(email)
    const user = await verifiedUser()
    await turn(false, user)
    const address = { primary_email: email, primary_email_verified: true, primary_email_auth_enabled: true }
    await project.server().patch(`/users/${user.id}`, address)

    expect(await use(code)).toMatchObject({ status: 403, text: expect.stringMatching(off) })
    expect(await use(code)).toMatchObject({ status: 409, body: { code: 'VERIFICATION_CODE_ALREADY_USED' } })
    const read = await project.server().get(`/users/${user.id}`)
    expect(read.body).toMatchObject({ otp_auth_enabled: false })
  })

  test('end a sign-in that waits for the second factor', async () => {
    const user = await verifiedUser()
    const secret = await project.enrolTotp(user)
    const attempt = attemptCodeOf(await signInByMail(user.email))
    await turn(false, user)

    const totp = await totpCode(secret, portico.clock)
    const second = await project.client().post('/auth/mfa/sign-in', { type: 'totp', code: attempt, totp })

    expect(second).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('stay off when an anonymous user signs up', async () => {
    const [byMail, byPassword] = [await project.signUpAnonymously(), await project.signUpAnonymously()]
    for (const user of [byMail, byPassword]) await turn(false, user)
    const [mailed, typed] = [someEmail(), someEmail()]
    await send(mailed)
    const code = await portico.mailbox.latestCode(mailed)

    const upgrade = await project.client(byMail).post('/auth/otp/sign-in', { code })
    await project.client(byPassword).post('/auth/password/sign-up', {
      email: typed,
      password: TEST_PASSWORD,
      verification_callback_url: callback_url,
    })
    await send(typed)

    expect(upgrade).toMatchObject({ status: 403, text: expect.stringMatching(off) })
    expect((await portico.mailbox.latest(typed)).subject).toContain('Sign-in by email is turned off')
  })

  test('are a choice of the server: a user who turns them off ends open codes, and the next code turns them on', async () => {
    const user = await verifiedUser()
    await signInByMail(user.email)
    await send(user.email)
    const open = await portico.mailbox.latestCode(user.email)

    await project.client(user).patch('/users/me', { otp_auth_enabled: false })

    expect(await use(open)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
    expect(await read(await signInByMail(user.email))).toMatchObject({ otp_auth_enabled: true })
  })
})

describe('guessing a sign-in code', () => {
  test('is limited per address across mails, separately from wrong passwords', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject({ config: { magic_link_enabled: true } })
    const user = await own.signUp()
    const sent = await send(user.email, own)
    const typed = await limited.mailbox.latestSignInCode(user.email)
    const nonce = String(sent.body.nonce)
    for (let wrong = 0; wrong < 5; wrong += 1) expect((await use(`00000${wrong}` + nonce, own)).status).toBe(404)
    const password = await own.client().post('/auth/password/sign-in', { email: user.email, password: 'a wrong one' })

    const next = await send(user.email, own)
    await limited.mailbox.latestSignInCode(user.email)
    await use('000000' + String(next.body.nonce), own)
    const refused = await use('000000' + String(next.body.nonce), own)
    limited.clock.advance(3_000)
    const afterwards = await use((await limited.mailbox.latestSignInCode(user.email)) + String(next.body.nonce), own)

    expect(typed).toMatch(/^[0-9A-Z]{6}$/)
    expect(password.status).toBe(400)
    expect(refused.status).toBe(429)
    expect(afterwards.status).toBe(200)
  })

  test('writes an audit entry for a wrong code', async () => {
    const email = someEmail()
    const nonce = String((await send(email)).body.nonce)
    await portico.service.idle()
    await use('000000' + nonce)

    const { rows } = await portico.projectDatabase.db.run(statement<{ reason: string }>`
      select reason from audit_events
      where project_id = ${project.id} and action = 'user.signed_in' and outcome = 'refused' order by at desc limit 1`)

    expect(rows).toEqual([{ reason: 'VERIFICATION_CODE_NOT_FOUND' }])
  })
})

function attemptCodeOf(answer: Answer): string {
  return (answer.body as { details: { attempt_code: string } }).details.attempt_code
}

test('a code from before sign-up was closed creates no account after it was opened again', async () => {
  const own = await portico.createProject({ config: { magic_link_enabled: true } })
  const [early, late] = [someEmail(), someEmail()]
  await send(early, own)
  const code = await portico.mailbox.latestCode(early)

  await setSignUp(own, false)
  portico.clock.advance(1_000)
  await setSignUp(own, true)

  expect(await use(code, own)).toMatchObject({ status: 400, body: { code: 'SIGN_UP_NOT_ENABLED' } })
  expect((await signInByMail(late, own)).status).toBe(200)
})
