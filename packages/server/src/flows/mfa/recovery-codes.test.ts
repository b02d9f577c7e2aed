import { DEVICE_HEADER } from '@portico/contract'
import {
  createTestPortico,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { statement } from '../../kernel/statement.ts'

let portico: TestPortico
let project: Awaited<ReturnType<TestPortico['createProject']>>

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

const path = '/auth/mfa/recovery-codes'

async function signUpWithTotp(): Promise<{ user: TestUser; secret: string }> {
  const user = await project.signUp()
  const secret = await project.enrolTotp(user)
  return { user, secret }
}

function create(user: TestUser, totp_code?: string): Promise<Answer<{ codes: string[] }>> {
  return project.client(user).post(path, { totp_code })
}

async function signUpWithCodes(): Promise<{ user: TestUser; secret: string; codes: string[] }> {
  const { secret, user } = await signUpWithTotp()
  const { body } = await create(user, await totpCode(secret, portico.clock))
  return { user, secret, codes: body.codes }
}

async function startAttempt({ email }: TestUser): Promise<string> {
  const { body } = await project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
  return (body as { details: { attempt_code: string } }).details.attempt_code
}

/** Starts several attempts that are open at the same time. */
async function startAttempts(user: TestUser, count: number): Promise<string[]> {
  const attempts = []
  for (let started = 0; started < count; started += 1) attempts.push(await startAttempt(user))
  // A newer attempt ends the older ones, so reopen them.
  await portico.database.db.run(statement`
    update verification_codes set expires_at = ${new Date(portico.clock.now().getTime() + 60_000)}
    where project_id = ${project.id} and user_id = ${user.id} and kind = 'mfa_attempt'`)
  return attempts
}

function finish(code: string, recovery_code: string): Promise<Answer> {
  return project.client().post('/auth/mfa/sign-in', { type: 'recovery_code', code, recovery_code })
}

const remove = (user: TestUser, totp_code: string): Promise<Answer> =>
  project.client(user).patch('/users/me', { totp_secret_base64: null, totp_code })

const countUnused = async (user: TestUser): Promise<unknown> => (await project.client(user).get(path)).body['unused']

describe('recovery codes', () => {
  test('are ten, different, in two groups, and stored as keyed digests', async () => {
    const { codes, user } = await signUpWithCodes()

    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[\da-hjkmnp-tv-z]{5}-[\da-hjkmnp-tv-z]{5}$/)
    const { rows } = await portico.database.db.run(statement<{ stored: string }>`
      select row_to_json(u)::text as stored from users u where id = ${user.id}`)
    for (const code of codes) {
      expect(rows[0]?.stored).not.toContain(code)
      expect(rows[0]?.stored).not.toContain(code.replace('-', ''))
    }
  })

  test.each([
    ['as shown', (code: string) => code],
    ['without the hyphen', (code: string) => code.replace('-', '')],
    ['in upper case with spaces', (code: string) => ` ${code.toUpperCase().replace('-', ' – ')} `],
  ])('finish one sign-in each: %s', async (_name, typed) => {
    const { codes, user } = await signUpWithCodes()
    const [code = ''] = codes

    const first = await finish(await startAttempt(user), typed(code))
    const second = await finish(await startAttempt(user), code)

    expect(first).toMatchObject({ status: 200, body: { user_id: user.id, is_new_user: false } })
    expect(second).toMatchObject({ status: 400, body: { code: 'INVALID_RECOVERY_CODE' } })
    expect(second.text).not.toContain('token')
    expect(await countUnused(user)).toBe(9)
  })

  testOfBothEngines('give one of four concurrent sign-ins with the same code a session', async () => {
    const { codes, user } = await signUpWithCodes()
    const attempts = await startAttempts(user, 4)

    const answers = await Promise.all(attempts.map((attempt) => finish(attempt, codes[0] ?? '')))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'INVALID_RECOVERY_CODE')).toHaveLength(3)
    expect(await countUnused(user)).toBe(9)
  })

  testOfBothEngines('tell different numbers of unused codes in the mails about concurrent uses', async () => {
    const { codes, user } = await signUpWithCodes()
    await project.client(user).post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    const attempts = await startAttempts(user, 3)

    const answers = await Promise.all(attempts.map((attempt, index) => finish(attempt, codes[index] ?? '')))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const mails = (await portico.mailbox.to(user.email)).map(
      ({ text }) => /Unused recovery codes: (\d+)/.exec(text)?.[1],
    )
    expect(mails.filter((unused) => unused !== undefined).toSorted()).toEqual(['7', '8', '9'])
  })

  testOfBothEngines(
    'remember the device of the sign-in, until the password changes or a device is forgotten',
    async () => {
      const remembering = await portico.createProject({ config: { remember_device_days: 30 } })
      const user = await remembering.signUp()
      const totp_code = await totpCode(await remembering.enrolTotp(user), portico.clock)
      const { body: created } = await remembering.client(user).post<{ codes: string[] }>(path, { totp_code })
      const signIn = (device = ''): Promise<Answer> => {
        const credentials = { email: user.email, password: TEST_PASSWORD }
        return remembering
          .client()
          .post('/auth/password/sign-in', credentials, { headers: { [DEVICE_HEADER]: device } })
      }
      const remember = async (recovery_code = ''): Promise<string> => {
        const { attempt_code: code } = (await signIn()).body['details'] as { attempt_code: string }
        const body = { type: 'recovery_code', code, recovery_code, remember_device: true }
        return String((await remembering.client().post('/auth/mfa/sign-in', body)).body['device_secret'])
      }

      const device = await remember(created.codes[0])
      const remembered = await signIn(device)
      const listed = await remembering.server().get<{ items: { id: string }[] }>(`/auth/mfa/devices?user_id=${user.id}`)
      const forget = `/auth/mfa/devices/${listed.body.items[0]?.id}?user_id=${user.id}`
      const forgotten = await remembering.server().delete(forget)
      const other = await remember(created.codes[1])
      await remembering.server().patch(`/users/${user.id}`, { password: TEST_PASSWORD })

      expect([remembered.status, forgotten.status]).toEqual([200, 200])
      for (const secret of [device, other]) {
        expect(secret).toMatch(/^[\w-]{43}$/)
        expect((await signIn(secret)).body.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED')
      }
    },
  )

  test('share the attempts of an attempt code with the codes of the app', async () => {
    const { codes, secret, user } = await signUpWithCodes()
    const attempt = await startAttempt(user)
    for (const wrong of ['00000-00000', 'short', '', 'x'.repeat(60_000), codes[0]?.slice(1) ?? '']) {
      expect((await finish(attempt, wrong)).body).toMatchObject({ code: 'INVALID_RECOVERY_CODE' })
    }

    const right = await finish(attempt, codes[0] ?? '')
    const totp = await totpCode(secret, portico.clock, 1)
    const ofApp = await project.client().post('/auth/mfa/sign-in', { type: 'totp', code: attempt, totp })

    expect(right.body.code).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
    expect(ofApp.body.code).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
    expect(await countUnused(user)).toBe(10)
  })

  test('finish no sign-in of another user', async () => {
    const { codes } = await signUpWithCodes()
    const { user: other } = await signUpWithCodes()

    expect((await finish(await startAttempt(other), codes[0] ?? '')).body.code).toBe('INVALID_RECOVERY_CODE')
  })

  testOfBothEngines('take the place of a code when the app is removed, and end with it', async () => {
    const { codes, user } = await signUpWithCodes()

    const wrong = await remove(user, '00000-00000')
    const right = await remove(user, codes[0] ?? '')

    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE' } })
    expect(right).toMatchObject({ status: 200, body: { requires_totp_mfa: false } })
    expect((await project.client(user).get(path)).body).toEqual({ unused: 0, created_at_millis: null })
    const secret = await project.enrolTotp(user)
    expect(secret).not.toBe('')
    expect((await finish(await startAttempt(user), codes[1] ?? '')).body.code).toBe('INVALID_RECOVERY_CODE')
  })

  test('are created and replaced only with a code, and the older ones end', async () => {
    const { user: other } = await signUpWithTotp()
    const first = await create(other)
    const { codes, user } = await signUpWithCodes()

    const without = await create(user)
    const unchanged = await countUnused(user)
    const replaced = await create(user, codes[0])
    const old = await finish(await startAttempt(user), codes[1] ?? '')
    const fresh = await finish(await startAttempt(user), replaced.body.codes[0] ?? '')

    expect(first).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE', details: { is_missing: true } } })
    expect(await countUnused(other)).toBe(0)
    expect(without).toMatchObject({ status: 400, body: { code: 'INVALID_TOTP_CODE', details: { is_missing: true } } })
    expect(unchanged).toBe(10)
    expect(replaced.status).toBe(200)
    expect(old.body.code).toBe('INVALID_RECOVERY_CODE')
    expect(fresh.status).toBe(200)
  })

  test('need an authenticator app', async () => {
    const plain = await project.signUp()
    const { user } = await signUpWithTotp()

    expect(await create(plain)).toMatchObject({
      status: 400,
      body: { code: 'MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED' },
    })
    expect(await countUnused(user)).toBe(0)
  })

  test('are mailed about and audited: their creation, and each use with the number that is left', async () => {
    const { codes, user } = await signUpWithCodes()
    await project.client(user).post('/contact-channels/verify', { code: await portico.mailbox.latestCode(user.email) })
    const replaced = await create(user, codes[0])
    await finish(await startAttempt(user), replaced.body.codes[0] ?? '')

    const { rows } = await portico.database.db.run(statement<{ action: string }>`
      select action from audit_events where project_id = ${project.id} and target_id = ${user.id}
      and action like 'recovery%'`)
    const mails = (await portico.mailbox.to(user.email)).map(({ subject, text }) => `${subject}\n${text}`)

    // Sorted, because a use and the creation after it have the same time.
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'recovery_code.used',
      'recovery_code.used',
      'recovery_codes.created',
      'recovery_codes.created',
    ])
    expect(mails.filter((mail) => mail.includes('New recovery codes for your account were created'))).toHaveLength(1)
    expect(mails.filter((mail) => mail.includes('Unused recovery codes: 9'))).toHaveLength(2)
  })
})
