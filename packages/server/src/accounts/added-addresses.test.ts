import type { ContactChannelRead } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type Answer,
  type TestPortico,
  type TestProject,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { statement } from '../kernel/statement.ts'
import { plantApp } from '../../test/planted-app.ts'

// An address that was added in a session does not prove who owns the account: it can be a typing error or the address
// of a person who stole the session (docs/security/hosts.md#accounts-with-several-addresses).

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { magic_link_enabled: true } })
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/x'
const invalidTotpCode = { status: 400, body: { code: 'INVALID_TOTP_CODE' } }

type Client = ReturnType<TestProject['client']>

async function add(client: Client, fields: object = {}): Promise<ContactChannelRead> {
  const body = { type: 'email', value: someEmail(), used_for_auth: true, ...fields }
  const added = await client.post<ContactChannelRead>('/contact-channels', body)
  expect(added.status).toBe(201)
  return added.body
}

async function linkCode(user: TestUser, { id, value }: ContactChannelRead): Promise<string> {
  await project.client(user).post(`/contact-channels/me/${id}/send-verification-code`, { callback_url })
  return portico.mailbox.latestCode(value)
}

/** Opens the link and answers its question, by default in a browser without a session. */
function answer(code: string, account?: 'mine' | 'not_mine', client = project.client()): Promise<Answer> {
  return client.post('/contact-channels/verify', { code, account })
}

/** Signs up and opens the link with an official client, which verifies the address without a claim. */
async function signUpVerified(): Promise<TestUser> {
  const user = await project.signUp()
  await answer(await portico.mailbox.latestCode(user.email))
  return user
}

/** Signs up and opens the link in the session of the sign-up, which claims the account. */
async function signUpClaimed(): Promise<TestUser> {
  const user = await project.signUp()
  await answer(await portico.mailbox.latestCode(user.email), undefined, project.client(user))
  return user
}

async function signInByMail(email: string): Promise<Answer> {
  await project.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  return project.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })
}

function signInByPassword({ email }: { email: string }): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password: TEST_PASSWORD })
}

async function anotherSessionOf(user: TestUser): Promise<Client> {
  const { body } = await signInByPassword(user)
  return project.client({ accessToken: String(body.access_token), refreshToken: String(body.refresh_token) })
}

async function addressesOf({ id }: { id: string }): Promise<ContactChannelRead[]> {
  const { body } = await project.server().get<{ items: ContactChannelRead[] }>(`/contact-channels?user_id=${id}`)
  return body.items
}

async function addressOf(user: TestUser, email: string): Promise<ContactChannelRead | undefined> {
  return (await addressesOf(user)).find(({ value }) => value === email)
}

describe('a stolen session of a user with an authenticator app', () => {
  async function signUpWithApp(): Promise<{ user: TestUser; secret: string; client: Client; own: ContactChannelRead }> {
    const user = await signUpClaimed()
    const secret = await project.enrolTotp(user)
    const [own] = await addressesOf(user)
    if (!own) throw new Error('The user has no address.')
    return { user, secret, client: project.client(user), own }
  }

  test.each([
    ['remove it', (client: Client, id: string) => client.delete(`/contact-channels/me/${id}`)],
    ['remove it as the primary address', (client: Client) => client.patch('/users/me', { primary_email: null })],
    [
      'end its use for sign-in',
      (client: Client, id: string) => client.patch(`/contact-channels/me/${id}`, { used_for_auth: false }),
    ],
    [
      'make it not primary',
      (client: Client, id: string) => client.patch(`/contact-channels/me/${id}`, { is_primary: false }),
    ],
    ['replace it', (client: Client, id: string) => client.patch(`/contact-channels/me/${id}`, { value: someEmail() })],
    [
      'add another one',
      (client: Client) => client.post('/contact-channels', { type: 'email', value: someEmail(), used_for_auth: false }),
    ],
  ])("cannot %s without the app's code", async (_change, change) => {
    const { user, client, own } = await signUpWithApp()

    expect(await change(client, own.id)).toMatchObject(invalidTotpCode)

    expect(await addressesOf(user)).toEqual([own])
  })

  test("needs the app's code for an address that is only claimed", async () => {
    const { user, secret, client } = await signUpWithApp()
    const totp_code = await totpCode(secret, portico.clock, 1)
    const { id, value } = await add(client, { used_for_auth: false, totp_code })
    await project.server().patch(`/contact-channels/${user.id}/${id}`, { is_verified: true })

    expect(await client.delete(`/contact-channels/me/${id}`)).toMatchObject(invalidTotpCode)
    expect(await addressOf(user, value)).toBeDefined()
  })

  test("removes an address with the app's code in the query", async () => {
    const { user, secret, client, own } = await signUpWithApp()

    expect(await client.delete(`/contact-channels/me/${own.id}?totp_code=000000`)).toMatchObject(invalidTotpCode)
    const code = await totpCode(secret, portico.clock, 1)
    const removed = await client.delete(`/contact-channels/me/${own.id}?totp_code=${code}`)

    expect(removed).toMatchObject({ status: 200, body: { success: true } })
    expect(await addressesOf(user)).toEqual([])
  })

  test("removes the primary address with the app's code", async () => {
    const { user, secret, client } = await signUpWithApp()
    const totp_code = await totpCode(secret, portico.clock, 1)

    expect((await client.patch('/users/me', { primary_email: null, totp_code })).status).toBe(200)

    expect(await addressesOf(user)).toEqual([])
  })

  test('removes an address that proves nothing without a code', async () => {
    const { user, secret, client } = await signUpWithApp()
    const totp_code = await totpCode(secret, portico.clock, 1)
    const { id } = await add(client, { used_for_auth: false, totp_code })

    expect((await client.delete(`/contact-channels/me/${id}`)).status).toBe(200)

    expect(await addressesOf(user)).toHaveLength(1)
  })

  test('does not remove the app with an added address, when no address of the account is proved', async () => {
    const user = await project.signUp()
    const channel = await add(project.client(user), { used_for_auth: false })
    await project.enrolTotp(user)

    await answer(await linkCode(user, channel))

    expect((await project.client(user).get('/users/me')).body).toMatchObject({ requires_totp_mfa: true })
  })
})

test('the notice about removed factors also goes to the address that the account had', async () => {
  const user = await project.signUp()
  const code = await portico.mailbox.latestCode(user.email)
  const added = await add(project.client(user))
  await answer(await linkCode(user, added))
  await plantApp(portico, project, user)

  await answer(code)

  expect((await portico.mailbox.latest(user.email)).text).toContain(
    'This email address was verified for the first time',
  )
  expect((await portico.mailbox.latest(added.value)).text).toContain(
    `The email address ${user.email} of your account was verified for the first time`,
  )
})

describe('an address that a user added by mistake', () => {
  test.each([
    ['verified', signUpVerified],
    ['claimed', signUpClaimed],
  ])('does not give a %s account away when its owner opens the link and signs in', async (_state, signUp) => {
    const user = await signUp()
    const mistyped = await add(project.client(user))

    await answer(await linkCode(user, mistyped))

    const stranger = await signInByMail(mistyped.value)
    expect(stranger.body).toMatchObject({ is_new_user: true })
    expect(stranger.body.user_id).not.toBe(user.id)
    expect((await project.client(user).get('/users/me')).status).toBe(200)
    expect((await signInByPassword(user)).body).toMatchObject({ user_id: user.id })
    expect(await addressOf(user, user.email)).toMatchObject({ is_verified: true })
  })

  test.each([
    ['verified', signUpVerified],
    ['claimed', signUpClaimed],
  ])('does not sign in to a %s account when its owner answers "This is my account"', async (_state, signUp) => {
    const user = await signUp()
    const mistyped = await add(project.client(user))
    const stranger = await project.signUp()

    expect((await answer(await linkCode(user, mistyped), 'mine', project.client(stranger))).status).toBe(200)

    expect(await addressOf(user, mistyped.value)).toMatchObject({ is_verified: true })
    expect((await signInByPassword({ email: mistyped.value })).status).toBe(400)
    expect((await signInByMail(mistyped.value)).body).toMatchObject({ is_new_user: true })
  })

  test('does not sign in when the user marks it again', async () => {
    const user = await signUpVerified()
    const { id, value } = await add(project.client(user), { used_for_auth: false })
    await answer(await linkCode(user, { id, value } as ContactChannelRead))

    await project.client(user).patch(`/contact-channels/me/${id}`, { used_for_auth: true })

    expect((await signInByPassword({ email: value })).status).toBe(400)
  })

  test('takes an account without another proved address', async () => {
    const user = await project.signUp()
    const added = await add(project.client(user))

    await answer(await linkCode(user, added), 'mine')

    expect((await signInByMail(added.value)).body).toMatchObject({ user_id: user.id, is_new_user: false })
    expect((await project.client(user).get('/users/me')).status).toBe(401)
  })

  test('does not disturb an added address that signs in already', async () => {
    const user = await project.signUp()
    const first = await add(project.client(user))
    await answer(await linkCode(user, first))
    const mistyped = await add(project.client(user))

    await answer(await linkCode(user, mistyped))

    expect((await signInByPassword({ email: mistyped.value })).status).toBe(400)
    expect((await signInByMail(first.value)).body).toMatchObject({ user_id: user.id, is_new_user: false })
  })

  test('loses the account to the address of the sign-up as soon as that is proved', async () => {
    const user = await project.signUp()
    const code = await portico.mailbox.latestCode(user.email)
    const mistyped = await add(project.client(user))
    await answer(await linkCode(user, mistyped))
    await answer(code)

    const stranger = await signInByMail(mistyped.value)

    expect(stranger.body).toMatchObject({ is_new_user: true })
    expect(await addressesOf(user)).toMatchObject([{ value: user.email }])
  })
})

describe('the owner of an added address', () => {
  test('claims it in a session of the user, with the answer "This is my account"', async () => {
    const user = await signUpVerified()
    const added = await add(project.client(user))

    await answer(await linkCode(user, added), 'mine', await anotherSessionOf(user))

    expect((await signInByPassword({ email: added.value })).body).toMatchObject({ user_id: user.id })
  })

  test('does not claim it without an answer, not even in the session that added it', async () => {
    const user = await signUpClaimed()
    const added = await add(project.client(user))

    await answer(await linkCode(user, added), undefined, project.client(user))

    expect(await addressOf(user, added.value)).toMatchObject({ is_verified: true })
    expect((await signInByPassword({ email: added.value })).status).toBe(400)
  })

  test('does not claim it in an impersonating session', async () => {
    const user = await signUpClaimed()
    const added = await add(project.client(user))
    const { body } = await project.server().post('/auth/sessions', { user_id: user.id, is_impersonation: true })
    const impersonator = project.client({ accessToken: String(body.access_token), refreshToken: '' })

    await answer(await linkCode(user, added), 'mine', impersonator)

    expect((await signInByPassword({ email: added.value })).status).toBe(400)
  })

  test('is asked in a session of the user, and sees another address of the account there', async () => {
    const user = await signUpClaimed()
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    const { body: added } = await project
      .client(user)
      .post<ContactChannelRead>(
        '/contact-channels',
        { type: 'email', value: someEmail(), used_for_auth: true, is_primary: true },
        { headers },
      )
    const code = await linkCode(user, added)
    const check = async (client: Client): Promise<object> =>
      (await client.post('/contact-channels/verify/check-code', { code })).body

    expect(await check(project.client(user))).toMatchObject({
      is_sign_up_session: false,
      can_claim: true,
      account: { is_sign_up_address: false, user_agent: headers['user-agent'], other_email: user.email },
    })
    for (const client of [project.client(), project.client(await project.signUp())]) {
      expect(await check(client)).toMatchObject({ can_claim: false, account: { other_email: null } })
    }
  })

  test.each([
    ['an account without another proved address', (): Promise<TestUser> => project.signUp()],
    ['a verified account', signUpVerified],
    ['a claimed account', signUpClaimed],
  ])('keeps the sessions of %s with "This wasn\'t me"', async (_account, signUp) => {
    const user = await signUp()
    const added = await add(project.client(user))

    await answer(await linkCode(user, added), 'not_mine')

    expect((await project.client(user).get('/users/me')).status).toBe(200)
    expect(await addressOf(user, added.value)).toBeUndefined()
  })

  test('keeps the sessions of a sign-up that replaced the address and added it again with "This wasn\'t me"', async () => {
    const user = await project.signUp()
    const client = project.client(user)
    await client.patch('/users/me', { primary_email: someEmail() })
    await client.patch('/users/me', { primary_email: user.email })
    const [channel] = await addressesOf(user)
    if (!channel) throw new Error('The user has no address.')

    await answer(await linkCode(user, channel), 'not_mine')

    expect((await client.get('/users/me')).status).toBe(200)
    expect(await addressesOf(user)).toEqual([])
  })

  test('has it removed from the other account, which is informed, if they have an account of their own', async () => {
    const user = await project.signUp()
    const proved = await add(project.client(user))
    await answer(await linkCode(user, proved), 'mine', project.client(user))

    const owner = await signInByMail(user.email)

    expect(owner.body.user_id).not.toBe(user.id)
    expect(await addressesOf(user)).toMatchObject([{ value: proved.value, is_primary: true }])
    await portico.service.idle()
    expect((await portico.mailbox.to(proved.value)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`The email address ${user.email} was removed from your account`),
    )
  })
})

test('an anonymous user cannot set an address of their profile', async () => {
  const client = project.client(await project.signUpAnonymously())

  expect(await client.patch('/users/me', { primary_email: someEmail() })).toMatchObject({
    status: 400,
    text: 'An anonymous user cannot have e-mail addresses. Sign up instead; the user keeps their id and data.',
  })
})

test('an address with both flags keeps signing in', async () => {
  const user = await signUpClaimed()
  await portico.database.db.run(statement`
    update contact_channels set sign_in_pending = true where project_id = ${project.id} and user_id = ${user.id}`)

  await add(project.client(user))

  expect((await signInByPassword(user)).status).toBe(200)
})

describe('two users who prove the same address for sign-in at the same time', () => {
  /** Creates an account whose second verified address cannot sign in while the claimed address exists. */
  async function withWaitingAddress(value: string): Promise<TestUser> {
    const user = await signUpClaimed()
    await answer(await linkCode(user, await add(project.client(user), { value })))
    return user
  }

  test.each([
    [
      'with the removal of an address',
      async (user: TestUser) => {
        const { id } = (await addressOf(user, user.email)) ?? {}
        return project.client(user).delete(`/contact-channels/me/${id}`)
      },
    ],
    [
      'with the removal of the primary address',
      (user: TestUser) => project.client(user).patch('/users/me', { primary_email: null }),
    ],
  ])('both succeed %s, and one signs in with it', async (_how, remove) => {
    for (let round = 0; round < 5; round += 1) {
      const value = someEmail()
      const users = [await withWaitingAddress(value), await withWaitingAddress(value)]

      const answers = await Promise.all(users.map(remove))

      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { rows } = await portico.database.db.run(statement<{ used_for_auth: boolean; sign_in_pending: boolean }>`
        select used_for_auth, sign_in_pending from contact_channels
        where project_id = ${project.id} and value = ${value} order by used_for_auth`)
      expect(rows).toEqual([
        { used_for_auth: false, sign_in_pending: false },
        { used_for_auth: true, sign_in_pending: false },
      ])
    }
  })
})
