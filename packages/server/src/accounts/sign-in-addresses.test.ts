import { isDeepStrictEqual } from 'node:util'

import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { queriesDuring } from '../../test/queries-during.ts'

// All sign-in addresses of an account share its failures and its password rule.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_RATE_LIMITS: 'on' } })
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

// Ends the limits of the client address.
beforeEach(() => portico.clock.advance(60 * 60_000))

afterAll(() => portico.close())

const FREE_FAILURES = 6
const callback_url = 'http://localhost:3000/handler/x'

/** Signs up a user and adds a verified address for sign-in. */
async function signUpWithSecond(second = someEmail()): Promise<TestUser & { readonly second: string }> {
  const user = await project.signUp()
  const channel = { user_id: user.id, type: 'email', value: second, used_for_auth: true, is_verified: true }
  const { status } = await project.server().post('/contact-channels', channel)
  expect(status).toBe(201)
  return { ...user, second }
}

function signIn(email: string, password = 'a wrong password'): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password })
}

async function failAt(email: string, times = FREE_FAILURES): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) expect((await signIn(email)).status).toBe(400)
}

async function sendCode(email: string): Promise<string> {
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  return portico.mailbox.latestCode(email)
}

describe('failed sign-ins of a user with several addresses', () => {
  test('share one count, whichever address they enter', async () => {
    const { email, second } = await signUpWithSecond()

    await failAt(email, FREE_FAILURES / 2)
    await failAt(second, FREE_FAILURES / 2)

    expect((await signIn(email)).status).toBe(429)
    expect((await signIn(second)).status).toBe(429)
  })

  test('share it with wrong passwords of a signed-in user', async () => {
    const user = await signUpWithSecond()
    const update = (): Promise<Answer> =>
      project
        .client(user)
        .post('/auth/password/update', { old_password: 'a wrong password', new_password: 'another passphrase' })

    await failAt(user.second, FREE_FAILURES - 1)

    expect((await update()).body.code).toBe('PASSWORD_CONFIRMATION_MISMATCH')
    expect((await update()).status).toBe(429)
  })

  test('share it with wrong codes of the authenticator app', async () => {
    const user = await signUpWithSecond()
    await project.enrolTotp(user)
    const first = await signIn(user.email, TEST_PASSWORD)
    const { attempt_code: code } = (first.body as { details: { attempt_code: string } }).details
    const guess = (): Promise<Answer> =>
      project.client().post('/auth/mfa/sign-in', { type: 'totp', code, totp: '000000' })

    await failAt(user.second, FREE_FAILURES - 1)

    expect((await guess()).body.code).toBe('INVALID_TOTP_CODE')
    expect((await guess()).status).toBe(429)
  })

  test('are forgotten after a sign-in by a code that was mailed to one of them', async () => {
    const { email, second } = await signUpWithSecond()
    await failAt(email)
    const answer = await project.client().post('/auth/otp/sign-in', { code: await sendCode(second) })

    expect(answer.status).toBe(200)
    // The attempt is given back after the response.
    await portico.service.idle()
    expect((await signIn(email)).status).toBe(400)
  })

  test('are forgotten after a reset by one of them', async () => {
    const { email, second } = await signUpWithSecond()
    await failAt(email)
    await project.client().post('/auth/password/send-reset-code', { email: second, callback_url })
    const code = await portico.mailbox.latestCode(second)
    const reset = await project.client().post('/auth/password/reset', { code, password: 'another passphrase' })

    expect(reset.status).toBe(200)
    await portico.service.idle()
    expect((await signIn(email)).status).toBe(400)
  })

  test('share one count of mailed codes, whichever address gets the mail', async () => {
    const { email, second } = await signUpWithSecond()
    const guess = async (address: string): Promise<number> => {
      const code = await sendCode(address)
      return (await project.client().post('/auth/otp/sign-in', { code: `!${code.slice(1)}` })).status
    }
    const statuses = []
    for (const address of [email, second, email, second, email, second]) statuses.push(await guess(address))

    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
    expect(await guess(email)).toBe(429)
  })

  test('do not delay another user or an unknown address', async () => {
    const { second } = await signUpWithSecond()
    const other = await signUpWithSecond()
    await failAt(second)

    expect((await signIn(other.email, TEST_PASSWORD)).status).toBe(200)
    expect((await signIn(someEmail())).status).toBe(400)
  })

  test('count under the address if it is unknown', async () => {
    const unknown = someEmail()
    await failAt(unknown)

    expect((await signIn(unknown)).status).toBe(429)
  })

  test('run the same statements for a known and an unknown address', async () => {
    const { second } = await signUpWithSecond()
    const statementsOf = async (address: string): Promise<string[]> => {
      await portico.service.idle()
      const queries = await queriesDuring(portico.database.db, () => signIn(address))
      return queries.map(({ text }) => text)
    }

    // A worker may run a statement at any moment, but a difference between the addresses would be in every pair.
    await expect
      .poll(async () => [await statementsOf(second), await statementsOf(someEmail())])
      .toSatisfy(([forKnown = [], forUnknown = []]) => forKnown.length > 2 && isDeepStrictEqual(forUnknown, forKnown))
  })

  test('still count for the owner of an address when the address gets an account of its own', async () => {
    const owner = await project.signUp()
    await project
      .client(owner)
      .post('/contact-channels/verify', { code: await portico.mailbox.latestCode(owner.email) })
    const address = someEmail()
    const channel = { user_id: owner.id, type: 'email', value: address, used_for_auth: true, is_verified: false }
    await project.server().post('/contact-channels', channel)
    await failAt(owner.email)

    const { body } = await project.client().post('/auth/otp/sign-in', { code: await sendCode(address) })

    expect(body).toMatchObject({ is_new_user: true })
    expect((await signIn(owner.email)).status).toBe(429)
  })
})

describe('the read of a user', () => {
  test('says that another address than the primary one is for sign-in', async () => {
    const { email, second, ...user } = await signUpWithSecond()
    await project.server().patch(`/users/${user.id}`, { primary_email_auth_enabled: false })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email: email,
      has_sign_in_address: true,
    })
    expect((await signIn(second, TEST_PASSWORD)).status).toBe(200)
  })

  test('says that no address is for sign-in', async () => {
    const user = await project.signUp()
    await project.server().patch(`/users/${user.id}`, { primary_email_auth_enabled: false })

    expect((await project.client(user).get('/users/me')).body).toMatchObject({
      primary_email: user.email,
      has_sign_in_address: false,
    })
    expect((await signIn(user.email, TEST_PASSWORD)).status).toBe(400)
  })
})

describe('a new password', () => {
  const tooEasy = { status: 400, body: { code: 'PASSWORD_REQUIREMENTS_NOT_MET', details: { reason: 'personal' } } }
  const secondParts = (): { second: string; localPart: string } => {
    const localPart = `second-${crypto.randomUUID()}`
    return { second: `${localPart}@example.com`, localPart }
  }

  test('is not an address of the user or its local part, after a reset', async () => {
    const { second, localPart } = secondParts()
    await signUpWithSecond(second)
    await project.client().post('/auth/password/send-reset-code', { email: second, callback_url })
    const code = await portico.mailbox.latestCode(second)
    const reset = (password: string): Promise<Answer> =>
      project.client().post('/auth/password/reset', { code, password })

    expect(await reset(second)).toMatchObject(tooEasy)
    expect(await reset(localPart.toUpperCase())).toMatchObject(tooEasy)
    expect((await reset('a passphrase of its own')).status).toBe(200)
  })

  test('is not an address of the user or its local part, in an update', async () => {
    const { second, localPart } = secondParts()
    const user = await signUpWithSecond(second)

    for (const new_password of [second, localPart, user.email]) {
      const body = { old_password: TEST_PASSWORD, new_password }
      expect(await project.client(user).post('/auth/password/update', body)).toMatchObject(tooEasy)
    }
  })

  test('is not an address of the user or its local part, if it is the first one', async () => {
    const { second, localPart } = secondParts()
    const user = await signUpWithSecond(second)
    await project.server(user).patch('/users/me', { password: null })
    const { body } = await project.client().post('/auth/otp/sign-in', { code: await sendCode(second) })
    const tokens = { accessToken: String(body.access_token), refreshToken: '' }

    for (const password of [second, localPart]) {
      expect(await project.client(tokens).post('/auth/password/set', { password })).toMatchObject(tooEasy)
    }
  })
})
