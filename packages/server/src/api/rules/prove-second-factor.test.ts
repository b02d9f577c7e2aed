import {
  createTestPortico,
  TEST_PASSWORD,
  totpCode,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const invalid = { status: 400, body: { code: 'INVALID_TOTP_CODE' } }

/** Returns a code that is wrong for two time steps before and after now. */
async function wrongCode(secret: string): Promise<string> {
  const near = await Promise.all([-2, -1, 0, 1, 2].map((away) => totpCode(secret, portico.clock, away)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
}

/** Only users with a claimed address can set up an authenticator app. */
async function signUpClaimed(project: TestProject): Promise<TestUser> {
  const user = await project.signUp()
  await project.server(user).patch('/users/me', { primary_email_verified: true })
  return user
}

describe('change of the second factor', () => {
  test('removes the factor with a correct code', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const change = { totp_secret_base64: null, totp_code: await totpCode(secret, portico.clock) }

    const answer = await project.client(user).patch('/users/me', change)

    expect(answer).toMatchObject({ status: 200, body: { requires_totp_mfa: false } })
  })

  test('keeps the factor if the code is wrong', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const change = { totp_secret_base64: null, totp_code: await wrongCode(secret) }

    expect(await project.client(user).patch('/users/me', change)).toMatchObject(invalid)

    const { body } = await project.client(user).get('/users/me')
    expect(body).toMatchObject({ requires_totp_mfa: true })
  })

  test('says that a code is required if the request has none, and not that it is wrong', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const remove = (totp: object) => project.client(user).patch('/users/me', { totp_secret_base64: null, ...totp })

    const without = await remove({})
    const wrong = await remove({ totp_code: await wrongCode(secret) })

    expect(without).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOTP_CODE', details: { is_missing: true }, error: expect.stringContaining('`totp_code`') },
    })
    expect(wrong.body).toEqual({ code: 'INVALID_TOTP_CODE', error: 'The TOTP code is invalid. Please try again.' })
  })

  test('writes an audit entry for a wrong code', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const change = { totp_secret_base64: null, totp_code: await wrongCode(secret) }
    await project.client(user).patch('/users/me', change)

    const { rows } = await portico.database.db.run(statement`
      select action, outcome, reason, actor_id from audit_events
      where project_id = ${project.id} and actor_id = ${user.id} and outcome = 'refused'`)

    expect(rows).toEqual([
      { action: 'second_factor.changed', outcome: 'refused', reason: 'INVALID_TOTP_CODE', actor_id: user.id },
    ])
  })

  test('refuses a code that was used to sign in', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    const first = await project.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    const totp = await totpCode(secret, portico.clock)
    expect(await project.client().post('/auth/mfa/sign-in', { type: 'totp', totp, code })).toMatchObject({
      status: 200,
    })

    const answer = await project.client(user).patch('/users/me', { totp_secret_base64: null, totp_code: totp })

    expect(answer).toMatchObject(invalid)
  })

  test('accepts one of two concurrent changes with the same code', async () => {
    const user = await signUpClaimed(project)
    const secret = await project.enrolTotp(user)
    const totp_code = await totpCode(secret, portico.clock)
    const secrets = [1, 2].map((fill) => Buffer.alloc(20, fill).toString('base64'))

    const answers = await Promise.all(
      secrets.map((totp_secret_base64) => project.client(user).patch('/users/me', { totp_secret_base64, totp_code })),
    )

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400])
  })

  test('is limited after too many wrong codes in a row', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject()
    const user = await own.signUp()
    await own.enrolTotp(user)
    const change = { totp_secret_base64: null, totp_code: 'no code' }
    const tries: number[] = []

    for (let index = 0; index < 7; index += 1) {
      tries.push((await own.client(user).patch('/users/me', change)).status)
    }

    expect(tries.at(0)).toBe(400)
    expect(tries.at(-1)).toBe(429)
  })

  test.each([null, Buffer.alloc(20, 5).toString('base64')])(
    'to %j requires a code unless the project setting is off',
    async (totp_secret_base64) => {
      const user = await signUpClaimed(project)
      await project.enrolTotp(user)
      const relaxed = await portico.createProject({ config: { totp_code_required_for_change: false } })
      const relaxedUser = await signUpClaimed(relaxed)
      await relaxed.enrolTotp(relaxedUser)

      const refused = await project.client(user).patch('/users/me', { totp_secret_base64 })
      const allowed = await relaxed.client(relaxedUser).patch('/users/me', { totp_secret_base64 })

      expect(refused).toMatchObject(invalid)
      expect(allowed.status).toBe(200)
      expect((await project.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: true })
    },
  )

  test('writes an audit entry for a missing code, but counts no failure', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject()
    const user = await own.signUp()
    await own.enrolTotp(user)
    const tries: number[] = []

    for (let index = 0; index < 7; index += 1) {
      tries.push((await own.client(user).patch('/users/me', { totp_secret_base64: null })).status)
    }

    expect(new Set(tries)).toEqual(new Set([400]))
    const { rows } = await limited.database.db.run(statement`
      select reason from audit_events
      where project_id = ${own.id} and actor_id = ${user.id} and action = 'second_factor.changed'`)
    expect(rows).toHaveLength(7)
  })

  test('counts a correct code that was used before as a failure of the account', async () => {
    await using limited = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
    const own = await limited.createProject()
    const user = await own.signUp()
    const secret = await own.enrolTotp(user)
    const totp_code = await totpCode(secret, limited.clock)
    await own.client(user).patch('/users/me', { totp_secret_base64: secret, totp_code })
    const first = await own.client().post('/auth/password/sign-in', { email: user.email, password: TEST_PASSWORD })
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    await own.client().post('/auth/mfa/sign-in', { type: 'totp', totp: totp_code, code })
    const tries: number[] = []

    for (let index = 0; index < 7; index += 1) {
      tries.push((await own.client(user).patch('/users/me', { totp_secret_base64: null, totp_code })).status)
    }

    expect(tries.at(0)).toBe(400)
    expect(tries.at(-1)).toBe(429)
  })

  test('requires no code from a server', async () => {
    const user = await project.signUp()
    await project.enrolTotp(user)

    const replaced = await project.server(user).patch('/users/me', { totp_secret_base64: 'A'.repeat(32) })
    const removed = await project.server(user).patch('/users/me', { totp_secret_base64: null })

    expect(replaced).toMatchObject({ status: 200, body: { requires_totp_mfa: true } })
    expect(removed).toMatchObject({ status: 200, body: { requires_totp_mfa: false } })
  })

  test('also requires a recent sign-in', async () => {
    const user = await project.signUp()
    const secret = await project.enrolTotp(user)
    portico.clock.advance(16 * 60_000)
    const { body } = await project
      .client()
      .with({ refreshToken: user.refreshToken })
      .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    const session = { ...user, accessToken: body.access_token }
    const change = { totp_secret_base64: null, totp_code: await totpCode(secret, portico.clock) }

    const answer = await project.client(session).patch('/users/me', change)

    expect(answer.body).toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' })
  })

  test('stores one of several concurrent first enrolments', async () => {
    const user = await signUpClaimed(project)
    const secrets = [1, 2, 3, 4].map((fill) => Buffer.alloc(20, fill).toString('base64'))

    const answers = await Promise.all(
      secrets.map((totp_secret_base64) => project.client(user).patch('/users/me', { totp_secret_base64 })),
    )

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400, 400, 400])
  })

  test('refuses a wrong code that is sent with the first secret', async () => {
    const user = await signUpClaimed(project)
    const change = { totp_secret_base64: Buffer.alloc(20, 3).toString('base64'), totp_code: '000000' }

    expect(await project.client(user).patch('/users/me', change)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_TOTP_CODE' },
    })
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: false })
  })

  test('ignores a code in an update that does not change the factor', async () => {
    const user = await project.signUp()
    await project.enrolTotp(user)
    const change = { display_name: 'Ada', totp_code: '000000' }

    expect(await project.client(user).patch('/users/me', change)).toMatchObject({ status: 200 })
  })
})
