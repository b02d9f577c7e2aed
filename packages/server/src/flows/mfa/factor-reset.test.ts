import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  VirtualAuthenticator,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestSession,
  type TestUser,
} from '@portico/testkit'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'

import { test, testOfBothEngines } from '../../../test/engines.ts'
import { Housekeeping } from '../../delivery/housekeeping.ts'
import { listSubscribers } from '../../delivery/subscribers/subscribers.ts'
import { statement } from '../../kernel/statement.ts'
import { emittingDatabase } from '../../platform/db/emitting-database.ts'
import { createLog } from '../../platform/log/log.ts'

const HOUR_MILLIS = 3_600_000
const WAITING_MILLIS = 2 * HOUR_MILLIS
const callback_url = 'http://localhost:3000/handler/factor-reset'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_FACTOR_RESET_HOURS: '2' } })
  project = await portico.createProject()
})

afterAll(() => portico.close())

type PasskeyStart = { code: string; options_json: { challenge: string; user: { id: string } } }

interface UserWithApp {
  readonly user: TestUser
  readonly secret: string
}

async function signUpWithApp({ isVerified = true } = {}): Promise<UserWithApp> {
  const user = await project.signUp()
  if (isVerified) await project.server(user).patch('/users/me', { primary_email_verified: true })
  return { user, secret: await project.enrolTotp(user) }
}

const pathOf = ({ id }: Pick<TestUser, 'id'>): string => `/users/${id}/factor-reset`
const start = (user: Pick<TestUser, 'id'>, on = project.admin()): Promise<Answer> =>
  on.post(pathOf(user), { callback_url })
const cancelOwn = (user: TestUser): Promise<Answer> => project.client(user).delete('/users/me/factor-reset')
const cancelBy = (code: string): Promise<Answer> => project.client().post('/auth/mfa/factor-reset/cancel', { code })

/** Runs the worker as another node does. */
function work(): Promise<void> {
  const { clock, database } = portico
  const settings = { auditRetentionDays: 365, mailRetentionDays: 365, webhookRetentionDays: 90 }
  const db = emittingDatabase(database.db, listSubscribers(null))
  return new Housekeeping({ clock, db, log: createLog('error'), settings }).sweep()
}

async function stateOf(user: TestUser): Promise<{ takesEffectAt: unknown; hasApp: unknown }> {
  const { body } = await project.server().get(`/users/${user.id}`)
  return { takesEffectAt: body['factor_reset_at_millis'], hasApp: body['requires_totp_mfa'] }
}

const untouched = { takesEffectAt: null, hasApp: true }
const completed = { takesEffectAt: null, hasApp: false }

async function eventsOf({ id }: TestUser): Promise<string[]> {
  const { rows } = await portico.database.db.run(statement<{ entry: string }>`
    select action || ' by ' || actor_type as entry from audit_events
    where project_id = ${project.id} and target_id = ${id} and action like 'factor_reset%' order by at, action`)
  return rows.map(({ entry }) => entry)
}

function firstStep({ email }: TestUser): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
}

/** The codes of the mails about an announcement, newest first. */
async function codesTo(address: string): Promise<string[]> {
  const mails = await portico.mailbox.to(address)
  return mails.flatMap(({ text }) => /factor-reset\?code=(\w+)/.exec(text)?.[1] ?? [])
}

describe('the reset of a lost second factor', () => {
  test('removes the app and its recovery codes after the waiting time, and mails it', async () => {
    const { secret, user } = await signUpWithApp()
    const { body: recovery } = await project
      .client(user)
      .post<{ codes: string[] }>('/auth/mfa/recovery-codes', { totp_code: await totpCode(secret, portico.clock) })

    const started = await start(user)
    const announced = (await project.client(user).get('/users/me')).body['factor_reset_at_millis']
    const announcements = await codesTo(user.email)
    portico.clock.advance(HOUR_MILLIS)
    await work()
    const before = await stateOf(user)
    portico.clock.advance(HOUR_MILLIS)
    await work()
    await work()

    const { started_at_millis: startedAt, takes_effect_at_millis: takesEffectAt } = started.body
    expect(started).toMatchObject({ status: 200, body: { user_id: user.id } })
    expect(takesEffectAt).toBe(Number(startedAt) + WAITING_MILLIS)
    expect(announced).toBe(takesEffectAt)
    expect(before).toEqual({ takesEffectAt, hasApp: true })
    expect(await stateOf(user)).toEqual(completed)
    const signedIn = await firstStep(user)
    expect(signedIn.status).toBe(200)
    const session = project.client({
      accessToken: String(signedIn.body.access_token),
      refreshToken: String(signedIn.body.refresh_token),
    })
    expect((await session.get('/auth/mfa/recovery-codes')).body['unused']).toBe(0)
    expect(recovery.codes).toHaveLength(10)
    expect(await eventsOf(user)).toEqual(['factor_reset.started by admin', 'factor_reset.completed by system'])
    const texts = (await portico.mailbox.to(user.email)).map(({ text }) => text)
    expect(announcements).toHaveLength(1)
    expect(texts.filter((text) => text.includes('as an administrator had announced'))).toHaveLength(1)
  })

  test('is mailed to every verified address, and each mail has a code that cancels it once', async () => {
    const { user } = await signUpWithApp()
    const second = `second-${user.email}`
    const unverified = `unverified-${user.email}`
    for (const [value, is_verified] of [
      [second, true],
      [unverified, false],
    ] as const) {
      const channel = { user_id: user.id, type: 'email', value, is_verified, used_for_auth: false }
      expect((await project.server().post('/contact-channels', channel)).status).toBe(201)
    }

    await start(user)
    const [first = ''] = await codesTo(user.email)
    const [other = ''] = await codesTo(second)
    const cancelled = await cancelBy(first)

    expect(await codesTo(unverified)).toEqual([])
    expect(cancelled).toMatchObject({ status: 200, body: { success: true } })
    expect((await cancelBy(first)).body.code).toBe('VERIFICATION_CODE_ALREADY_USED')
    expect((await cancelBy(other)).body.code).toBe('VERIFICATION_CODE_EXPIRED')
    expect(await stateOf(user)).toEqual(untouched)
    expect(await eventsOf(user)).toEqual(['factor_reset.started by admin', 'factor_reset.cancelled by user'])
    for (const address of [user.email, second]) {
      const texts = (await portico.mailbox.to(address)).map(({ text }) => text)
      expect(texts.filter((text) => text.includes('was cancelled on'))).toHaveLength(1)
    }
  })

  testOfBothEngines.each([
    ['a session of the user', cancelOwn, 'user'],
    ['a backend', (user: TestUser) => project.server().delete(pathOf(user)), 'server'],
    ['an owner', (user: TestUser) => project.admin().delete(pathOf(user)), 'admin'],
  ])('can be cancelled by %s, once', async (_name, cancel, actor) => {
    const { user } = await signUpWithApp()
    await start(user)

    const [once, again] = [await cancel(user), await cancel(user)]
    portico.clock.advance(WAITING_MILLIS)
    await work()

    expect([once.status, again.status]).toEqual([200, 404])
    expect(await stateOf(user)).toEqual(untouched)
    expect(await eventsOf(user)).toEqual(['factor_reset.started by admin', `factor_reset.cancelled by ${actor}`])
  })

  test('cannot be cancelled by another user', async () => {
    const { user } = await signUpWithApp()
    const other = await project.signUp()
    await start(user)

    const answer = await project.client(other).delete(pathOf(user))

    expect(answer.status).toBe(403)
    expect((await stateOf(user)).takesEffectAt).not.toBeNull()
  })

  testOfBothEngines('is announced once, also by two calls at the same time', async () => {
    const { user } = await signUpWithApp()

    const answers = await Promise.all([start(user), start(user)])
    portico.clock.advance(HOUR_MILLIS)
    const later = await start(user)

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const { body } of [...answers, later]) expect(body).toEqual(answers[0].body)
    expect(await codesTo(user.email)).toHaveLength(1)
    expect(await eventsOf(user)).toEqual(['factor_reset.started by admin'])
  })

  test('needs a user with an app, a trusted page and access of an admin', async () => {
    const plain = await project.signUp()
    const { user } = await signUpWithApp()
    const post = (body: object, on = project.admin()): Promise<Answer> => on.post(pathOf(user), body)

    expect((await start(plain)).body.code).toBe('MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED')
    expect((await start({ id: '00000000-0000-4000-8000-000000000000' })).body.code).toBe('USER_NOT_FOUND')
    expect((await post({ callback_url: 'https://evil.example/x' })).body.code).toBe('REDIRECT_URL_NOT_WHITELISTED')
    expect((await post({})).body.code).toBe('SCHEMA_ERROR')
    expect((await start(user, project.server())).body.code).toBe('INSUFFICIENT_ACCESS_TYPE')
    expect(await stateOf(user)).toEqual(untouched)
  })

  test.each([
    ['removes the app', null, false],
    ['replaces the app', randomBytes(20).toString('base64'), true],
  ])('ends if the user %s meanwhile', async (_name, totp_secret_base64, hasApp) => {
    const { secret, user } = await signUpWithApp()
    await start(user)
    const [code = ''] = await codesTo(user.email)
    const totp_code = await totpCode(secret, portico.clock)

    expect((await project.client(user).patch('/users/me', { totp_secret_base64, totp_code })).status).toBe(200)
    portico.clock.advance(WAITING_MILLIS)
    await work()

    expect(await stateOf(user)).toEqual({ takesEffectAt: null, hasApp })
    expect((await cancelBy(code)).body.code).toBe('VERIFICATION_CODE_EXPIRED')
    expect(await eventsOf(user)).toEqual(['factor_reset.started by admin'])
  })

  test('goes on for a suspended user, who can cancel it with the code', async () => {
    const { user } = await signUpWithApp()
    const { user: silent } = await signUpWithApp()
    for (const one of [user, silent]) {
      await project.admin().patch(`/users/${one.id}`, { restricted_by_admin: true })
      await start(one)
    }
    const [code = ''] = await codesTo(user.email)

    expect((await cancelBy(code)).status).toBe(200)
    portico.clock.advance(WAITING_MILLIS)
    await work()

    expect(await stateOf(user)).toEqual(untouched)
    expect(await stateOf(silent)).toEqual(completed)
  })

  // The owner of one mailbox must not keep the owner of another one from cancelling.
  test.each([
    ['a reset of the password', resetPassword],
    ['a new password from a server', (user: TestUser) => patchOnServer(user, { password: 'another long passphrase' })],
    ['a suspension', (user: TestUser) => patchOnServer(user, { restricted_by_admin: true })],
    ['a new address', (user: TestUser) => patchOnServer(user, { primary_email: someEmail() })],
  ])('can be cancelled with the code after %s', async (_name, change) => {
    const { user } = await signUpWithApp()
    await start(user)
    const [code = ''] = await codesTo(user.email)

    await change(user)

    expect((await cancelBy(code)).status).toBe(200)
    expect(await stateOf(user)).toEqual(untouched)
  })

  async function patchOnServer(user: TestUser, change: object): Promise<void> {
    expect((await project.server().patch(`/users/${user.id}`, change)).status).toBe(200)
  }

  async function resetPassword({ email }: TestUser): Promise<void> {
    await project.client().post('/auth/password/send-reset-code', { email, callback_url })
    const code = await portico.mailbox.latestCode(email)
    const answer = await project.client().post('/auth/password/reset', { code, password: 'another long passphrase' })
    expect(answer.status).toBe(200)
  }

  describe('the reset for a user whose only factor is a passkey', () => {
    beforeAll(() => setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 0 }))
    afterAll(() => setPolicy({ second_factor_policy: 'optional' }))

    async function setPolicy(config: object): Promise<void> {
      const path = '/internal/projects/current'
      expect((await project.admin().patch(path, { config: { passkey_enabled: true, ...config } })).status).toBe(200)
    }

    async function addPasskey(user: TestSession): Promise<void> {
      const http = project.client(user)
      const { body } = await http.post<PasskeyStart>('/auth/passkey/initiate-passkey-registration', {})
      const credential = new VirtualAuthenticator({ verifiesUser: true }).register(body.options_json)
      expect((await http.post('/auth/passkey/register', { credential, code: body.code })).status).toBe(200)
    }

    async function signUpWithPasskey(): Promise<TestUser> {
      const user = await project.signUp()
      await project.server(user).patch('/users/me', { primary_email_verified: true })
      await addPasskey(user)
      expect((await firstStep(user)).body.code).toBe('MULTI_FACTOR_AUTHENTICATION_REQUIRED')
      return user
    }

    test('removes the passkey, so that the user signs in and sets up another factor', async () => {
      const user = await signUpWithPasskey()

      expect((await start(user)).status).toBe(200)
      portico.clock.advance(WAITING_MILLIS)
      await work()

      const { body } = await firstStep(user)
      const session = { id: user.id, accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
      expect((await project.client(session).get('/users/me')).body).toMatchObject({
        passkey_auth_enabled: false,
        restricted_reason: { type: 'second_factor_required' },
        factor_reset_at_millis: null,
      })
      expect(await eventsOf(user)).toEqual(['factor_reset.started by admin', 'factor_reset.completed by system'])
      await addPasskey(session)
    })

    test('removes the app and the passkey of a user who has both', async () => {
      const user = await signUpWithPasskey()
      await project.enrolTotp(user)

      await start(user)
      portico.clock.advance(WAITING_MILLIS)
      await work()

      expect((await firstStep(user)).status).toBe(200)
    })

    test.each([
      ['the policy ends', () => setPolicy({ second_factor_policy: 'optional' })],
      ['the user adds another passkey', addPasskey],
    ])('removes nothing if %s meanwhile', async (_name, change) => {
      const user = await signUpWithPasskey()
      await start(user)

      await change(user)
      portico.clock.advance(WAITING_MILLIS)
      await work()

      expect((await project.server().get(`/users/${user.id}`)).body).toMatchObject({
        passkey_auth_enabled: true,
        factor_reset_at_millis: null,
      })
      expect(await eventsOf(user)).toEqual(['factor_reset.started by admin'])
      await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 0 })
    })

    test('is refused while no sign-in asks for the passkey', async () => {
      const user = await signUpWithPasskey()
      await setPolicy({ second_factor_policy: 'optional' })

      const answer = await start(user)
      await setPolicy({ second_factor_policy: 'required', second_factor_grace_days: 0 })

      expect(answer.body.code).toBe('MULTI_FACTOR_AUTHENTICATION_NOT_ENABLED')
    })
  })

  test('ends with the user', async () => {
    const { user } = await signUpWithApp()
    await start(user)
    const [code = ''] = await codesTo(user.email)

    await project.server().delete(`/users/${user.id}`)
    portico.clock.advance(WAITING_MILLIS)
    await work()

    expect((await cancelBy(code)).body.code).toBe('VERIFICATION_CODE_NOT_FOUND')
    expect((await project.server().get(`/users/${user.id}`)).status).toBe(404)
  })

  testOfBothEngines('is either cancelled or completed if both happen at the same time', async () => {
    const both = await Promise.all([signUpWithApp(), signUpWithApp(), signUpWithApp()])
    for (const { user } of both) await start(user)
    const codes = await Promise.all(both.map(async ({ user }) => (await codesTo(user.email))[0] ?? ''))
    portico.clock.advance(WAITING_MILLIS)

    const [answers] = await Promise.all([Promise.all(codes.map(cancelBy)), work(), work()])

    for (const [index, { user }] of both.entries()) {
      const isCancelled = answers[index]?.status === 200
      if (!isCancelled) expect(answers[index]?.body.code).toMatch(/^VERIFICATION_CODE_(EXPIRED|ALREADY_USED)$/)
      expect(await stateOf(user)).toEqual(isCancelled ? untouched : completed)
      expect(await eventsOf(user)).toEqual([
        'factor_reset.started by admin',
        isCancelled ? 'factor_reset.cancelled by user' : 'factor_reset.completed by system',
      ])
    }
  })

  testOfBothEngines('is cancelled by one of several calls at the same time', async () => {
    const { user } = await signUpWithApp()
    await start(user)
    const [code = ''] = await codesTo(user.email)

    const answers = await Promise.all([cancelOwn(user), cancelOwn(user), cancelBy(code), cancelBy(code)])

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await eventsOf(user)).toHaveLength(2)
  })

  testOfBothEngines('completes also while the user signs in with the app', async () => {
    const { secret, user } = await signUpWithApp()
    await start(user)
    portico.clock.advance(WAITING_MILLIS)
    const { details } = (await firstStep(user)).body as unknown as { details: { attempt_code: string } }
    const totp = await totpCode(secret, portico.clock)

    const [signedIn] = await Promise.all([
      project.client().post('/auth/mfa/sign-in', { type: 'totp', code: details.attempt_code, totp }),
      work(),
    ])

    // The removal ends the attempt. Without the app, a sign-in is complete after the first step.
    if (signedIn.status !== 200) expect(signedIn.body.code).toMatch(/^(VERIFICATION_CODE_|INVALID_TOTP_CODE)/)
    expect(await stateOf(user)).toEqual(completed)
    expect((await firstStep(user)).status).toBe(200)
  })
})
