import { pbkdf2Sync } from 'node:crypto'

import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const callback = 'http://localhost:3000/handler/email-verification'

function signUp(email: string, password = TEST_PASSWORD, on = project): Promise<Answer> {
  return on.client().post('/auth/password/sign-up', { email, password, verification_callback_url: callback })
}

function signIn(email: string, password = TEST_PASSWORD, on = project): Promise<Answer> {
  return on.client().post('/auth/password/sign-in', { email, password })
}

describe('password sign-up', () => {
  test('signs in a new user with an unverified address', async () => {
    const email = someEmail()

    const answer = await signUp(email)

    expect(answer.status).toBe(200)
    const me = await project
      .client({ accessToken: String(answer.body.access_token), refreshToken: '' })
      .get('/users/me')
    expect(me.body).toMatchObject({
      id: answer.body.user_id,
      primary_email: email,
      primary_email_verified: false,
      has_password: true,
      auth_with_email: true,
      display_name: null,
    })
  })

  test('ignores case and surrounding spaces of the address', async () => {
    const name = someEmail()

    const first = await signUp(`  ${name.toUpperCase()} `)
    const again = await signUp(name)

    expect(first.status).toBe(200)
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'USER_EMAIL_ALREADY_EXISTS', details: { email: name, would_work_if_email_was_verified: false } },
    })
    expect((await signIn(name.toUpperCase())).status).toBe(200)
  })

  test('succeeds for one of six concurrent sign-ups with one address; five get 409', async () => {
    const email = someEmail()

    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(email)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.filter(({ status, body }) => status === 409 && body.code === 'USER_EMAIL_ALREADY_EXISTS'),
    ).toHaveLength(5)
    const read = await project.admin().get('/internal/projects/current')
    expect(read.status).toBe(200)
  })

  test('succeeds for 64 concurrent sign-ups', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => signUp(someEmail())))

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('accepts the same address in two projects', async () => {
    const email = someEmail()
    const other = await portico.createProject()

    expect((await signUp(email)).status).toBe(200)
    expect((await signUp(email, TEST_PASSWORD, other)).status).toBe(200)
  })

  const tooShort = { code: 'PASSWORD_TOO_SHORT', details: { min_length: 8 } }
  const common = { code: 'PASSWORD_REQUIREMENTS_NOT_MET', details: { reason: 'common' } }

  test.each([
    ['short', tooShort],
    ['👍👍👍👍👍👍👍', tooShort],
    ['äöüäöüä'.normalize('NFD'), tooShort],
    ['password1', common],
    ['PaSsWoRd1', common],
    ['x'.repeat(71), { code: 'SCHEMA_ERROR' }],
  ])('answers the password "%s" with %j', async (password, body) => {
    expect(await signUp(someEmail(), password)).toMatchObject({ status: 400, body })
  })

  test.each(['👍'.repeat(8), '👍'.repeat(70), '  spaces count  ', 'ünïcödé!'])(
    'uses the password "%s" exactly as typed',
    async (password) => {
      const email = someEmail()

      expect((await signUp(email, password)).status).toBe(200)
      expect((await signIn(email, password)).status).toBe(200)
      expect((await signIn(email, `${password} `)).status).toBe(400)
    },
  )

  test('refuses the address or its local part as password', async () => {
    const email = 'charlotte.perriand@example.com'

    for (const password of [email, 'Charlotte.Perriand']) {
      const body = { code: 'PASSWORD_REQUIREMENTS_NOT_MET', details: { reason: 'personal' } }
      expect(await signUp(email, password)).toMatchObject({ body })
    }
  })

  test.each([
    'no-at-sign',
    'a@b',
    'a@b.c',
    '.a@example.com',
    'a..b@example.com',
    'a@example.com, b@example.com',
    '"a"@example.com',
    'a\r\nb@example.com',
    '',
  ])('answers the address "%s" with SCHEMA_ERROR', async (email) => {
    expect(await signUp(email)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('reports disabled passwords, a short password and disabled sign-up in the order of the contract', async () => {
    const closed = await portico.createProject({ config: { sign_up_enabled: false } })
    const without = await portico.createProject({ config: { sign_up_enabled: false, credential_enabled: false } })

    expect(await signUp(someEmail(), TEST_PASSWORD, closed)).toMatchObject({
      status: 400,
      body: { code: 'SIGN_UP_NOT_ENABLED' },
    })
    expect(await signUp(someEmail(), 'short', closed)).toMatchObject({ body: { code: 'PASSWORD_TOO_SHORT' } })
    expect(await signUp(someEmail(), 'short', without)).toMatchObject({
      body: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' },
    })
  })

  test('sends a mail with a link to a trusted callback URL', async () => {
    const email = someEmail()

    await signUp(email)

    const link = await portico.mailbox.latestLink(email)
    expect(`${link.origin}${link.pathname}`).toBe(callback)
    expect(link.searchParams.get('code')).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
  })

  test('creates the user but sends no mail for an untrusted callback URL', async () => {
    const email = someEmail()

    const answer = await project.client().post('/auth/password/sign-up', {
      email,
      password: TEST_PASSWORD,
      verification_callback_url: 'https://evil.example/verify',
    })

    expect(answer.status).toBe(200)
    expect(await portico.mailbox.to(email)).toHaveLength(0)
  })
})

describe('password sign-in', () => {
  test('starts a new session each time', async () => {
    const user = await project.signUp()

    const first = await signIn(user.email)
    const second = await signIn(user.email)

    expect(first.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token)
    const sessions = await project.client(user).get<{ items: unknown[] }>('/auth/sessions?user_id=me')
    expect(sessions.body.items).toHaveLength(3)
  })

  test('answers an unknown address like a wrong password', async () => {
    const user = await project.signUp()

    const unknown = await signIn(someEmail(), 'not the password')
    const wrong = await signIn(user.email, 'not the password')

    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_PASSWORD_MISMATCH', error: 'Wrong e-mail or password.' },
    })
    expect(wrong.text).toBe(unknown.text)
    expect(listHeaderNames(wrong)).toEqual(listHeaderNames(unknown))
  })

  test('accepts each Unicode form of the password, as typed and as changed', async () => {
    const [composed, decomposed] = ['Käsekuchen-2026', 'Käsekuchen-2026'.normalize('NFD')]
    const email = someEmail()
    const { body } = await signUp(email, decomposed)
    const session = { accessToken: String(body.access_token), refreshToken: '' }

    const typed = await signIn(email, decomposed)
    const other = await signIn(email, composed)
    const changed = await project
      .client(session)
      .post('/auth/password/update', { old_password: composed, new_password: `${decomposed}!` })

    expect([typed.status, other.status, changed.status]).toEqual([200, 200, 200])
    expect((await signIn(email, `${composed}!`)).status).toBe(200)
    expect((await signIn(email, 'Kasekuchen-2026!')).status).toBe(400)
  })

  test('replaces a hash of the decomposed form that was stored as typed', async () => {
    const composed = 'Käsekuchen-2026'
    const user = await project.signUp()
    const asTyped = await hash(composed.normalize('NFD'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
    await portico.projectDatabase.db.run(statement`
      update users set password_hash = ${asTyped} where project_id = ${project.id} and id = ${user.id}`)

    expect((await signIn(user.email, composed)).status).toBe(400)
    expect((await signIn(user.email, composed.normalize('NFD'))).status).toBe(200)
    expect((await signIn(user.email, composed)).status).toBe(200)
  })

  test('accepts an imported password of up to 1,000 characters, also as the old password of a change', async () => {
    const user = await project.signUp()
    const password = 'a long sentence '.repeat(62)
    const imported = { password_hash: hashPbkdf2(password) }
    await project.server(user).patch('/users/me', imported)

    const answer = await signIn(user.email, password)
    const changed = await project
      .client({ accessToken: String(answer.body.access_token), refreshToken: '' })
      .post('/auth/password/update', { old_password: password, new_password: TEST_PASSWORD })

    expect([answer.status, changed.status]).toEqual([200, 200])
    expect(await signIn(user.email, 'x'.repeat(1_001))).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('answers an empty address like a wrong password', async () => {
    expect(await signIn('')).toMatchObject({ status: 400, body: { code: 'EMAIL_PASSWORD_MISMATCH' } })
  })

  test('answers the user of another project like a wrong password', async () => {
    const other = await portico.createProject()
    const otherUser = await other.signUp()

    expect(await signIn(otherUser.email)).toMatchObject({ body: { code: 'EMAIL_PASSWORD_MISMATCH' } })
  })

  test('answers PASSWORD_AUTHENTICATION_NOT_ENABLED if the project has passwords disabled', async () => {
    const without = await portico.createProject({ config: { credential_enabled: false } })

    expect(await signIn(someEmail(), 'whatever it is', without)).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_AUTHENTICATION_NOT_ENABLED' },
    })
  })
})

function hashPbkdf2(password: string): string {
  const [salt, digest] = ['0123456789abcdef', pbkdf2Sync(password, '0123456789abcdef', 1_000, 32, 'sha256')]
  return `$pbkdf2-sha256$i=1000$${Buffer.from(salt).toString('base64url')}$${digest.toString('base64').replace('=', '')}`
}

describe('number of computed hashes', () => {
  /** Counts the load reports of the hasher, one each when a hash waits, starts and ends. */
  async function countLoadReports(call: () => Promise<Answer>): Promise<number> {
    const report = vi.spyOn(portico.service.metrics.hashQueue, 'set')
    await call()
    const reports = report.mock.calls.length
    report.mockRestore()
    return reports
  }

  test.each(['not the password', 'nicht das Gemu\u0308se', 'ﬁnde das Gemu\u0308se'])(
    'is the same for an unknown address and for the wrong password "%s"',
    async (password) => {
      const user = await project.signUp()

      const wrong = await countLoadReports(() => signIn(user.email, password))
      const unknown = await countLoadReports(() => signIn(someEmail(), password))

      expect(wrong).toBeGreaterThan(0)
      expect(unknown).toBe(wrong)
    },
  )

  test('is the same for a user without password', async () => {
    const user = await project.signUp()
    const wrong = await countLoadReports(() => signIn(user.email, 'not the password'))
    await project.server(user).patch('/users/me', { password: null })

    const without = await countLoadReports(() => signIn(user.email, 'not the password'))

    expect(without).toBe(wrong)
  })

  test('is the same for a sign-up with a taken address', async () => {
    const { email } = await project.signUp()

    const free = await countLoadReports(() => signUp(someEmail()))
    const taken = await countLoadReports(() => signUp(email))

    expect(free).toBeGreaterThan(0)
    expect(taken).toBe(free)
  })
})

describe('password sign-in with a queued hash', () => {
  async function countRefusedSignIns(userId: string): Promise<number> {
    const { rows } = await portico.projectDatabase.db.run(statement`
      select 1 from audit_events
      where project_id = ${project.id} and action = 'user.signed_in' and outcome = 'refused' and target_id = ${userId}`)
    return rows.length
  }

  test('starts no session and records a refusal if the password changes or the user is deleted meanwhile', async () => {
    for (const act of ['update', 'delete'] as const) {
      const user = await project.signUp()

      const signIns = Array.from({ length: 30 }, () => signIn(user.email))
      const acted =
        act === 'update'
          ? project.server(user).patch('/users/me', { password: 'a whole new passphrase' })
          : project.server(user).delete('/users/me')
      const answers = await Promise.all(signIns)
      expect((await acted).status).toBe(200)

      const refused = answers.filter(({ status }) => status !== 200)
      expect(await countRefusedSignIns(user.id)).toBe(refused.length)
      for (const answer of answers) {
        expect([200, 400]).toContain(answer.status)
        if (answer.status !== 200) continue
        const session = project.client({ accessToken: String(answer.body.access_token), refreshToken: '' })
        expect((await session.get('/users/me')).status).not.toBe(200)
      }
    }
  })
})

describe('password update', () => {
  test('keeps only the named session', async () => {
    const user = await project.signUp()
    const other = await signIn(user.email)

    const answer = await project
      .client(user)
      .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'a whole new passphrase' })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    expect((await project.client(user).get('/users/me')).status).toBe(200)
    const otherSession = project.client({ accessToken: String(other.body.access_token), refreshToken: '' })
    expect((await otherSession.get('/users/me')).status).toBe(401)
    expect((await signIn(user.email)).status).toBe(400)
    expect((await signIn(user.email, 'a whole new passphrase')).status).toBe(200)
  })

  test('answers a wrong old password with PASSWORD_CONFIRMATION_MISMATCH and changes nothing', async () => {
    const user = await project.signUp()

    const answer = await project
      .client(user)
      .post('/auth/password/update', { old_password: 'not the password', new_password: 'a whole new passphrase' })

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_CONFIRMATION_MISMATCH', error: 'Passwords do not match.' },
    })
    expect((await signIn(user.email)).status).toBe(200)
  })

  test('succeeds for one of two concurrent updates', async () => {
    const user = await project.signUp()
    const update = (password: string): Promise<Answer> =>
      project.client(user).post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: password })

    const [one, two] = await Promise.all([update('the first new passphrase'), update('the second new passphrase')])

    expect(new Set([one.status, two.status])).toEqual(new Set([200, 400]))
  })

  test('answers USER_DOES_NOT_HAVE_PASSWORD for a user without password, who can set one', async () => {
    const user = await project.signUp()
    await project.server(user).patch('/users/me', { password: null })
    const session = await restoreSession(user.id)

    const updated = await project
      .client(session)
      .post('/auth/password/update', { old_password: TEST_PASSWORD, new_password: 'a whole new passphrase' })
    const set = await project.client(session).post('/auth/password/set', { password: 'a whole new passphrase' })
    const again = await project.client(session).post('/auth/password/set', { password: 'yet another passphrase' })

    expect(updated).toMatchObject({ status: 400, body: { code: 'USER_DOES_NOT_HAVE_PASSWORD' } })
    expect(set).toMatchObject({ status: 200 })
    expect(again.status).toBe(400)
    expect((await signIn(user.email, 'a whole new passphrase')).status).toBe(200)
  })
})

/** Creates a session by a server, because removing a password ends every session of the user. */
async function restoreSession(userId: string): Promise<{ accessToken: string; refreshToken: string }> {
  const { body } = await project
    .server()
    .post<{ access_token: string; refresh_token: string }>('/auth/sessions', { user_id: userId })
  return { accessToken: body.access_token, refreshToken: body.refresh_token }
}

function listHeaderNames({ headers }: Answer): string[] {
  return [...headers.keys()]
}
