import type { ContactChannelRead } from '@portico/contract'
import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  type Answer,
  type ProviderSignIn,
  type TestPortico,
  type TestProject,
  type TestProjectOptions,
  type TestUser,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

// Pre-hijacking with several addresses: an account has the address of another person without a proof of it
// (docs/security/hosts.md#accounts-with-several-addresses).

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProject()
})

afterAll(() => portico.close())

const callback_url = 'http://localhost:3000/handler/x'

function createProject(config: TestProjectOptions['config'] = {}): Promise<TestProject> {
  return portico.createProject({
    config: { magic_link_enabled: true, oauth_providers: [{ id: 'google', type: 'shared' }], ...config },
  })
}

/** Adds an address that the client marks as primary and for sign-in. */
async function addMarked(user: TestUser, value: string, own = project): Promise<ContactChannelRead> {
  const { body } = await own
    .client(user)
    .post<ContactChannelRead>('/contact-channels', { type: 'email', value, used_for_auth: true, is_primary: true })
  expect(body).toMatchObject({ value, used_for_auth: true, is_primary: true, is_verified: false })
  return body
}

async function linkCode(user: TestUser, { id, value }: ContactChannelRead, own = project): Promise<string> {
  await own.client(user).post(`/contact-channels/me/${id}/send-verification-code`, { callback_url })
  return portico.mailbox.latestCode(value)
}

/** Signs up and proves the address in the session of the sign-up, which claims the account. */
async function signUpClaimed(own = project): Promise<TestUser> {
  const user = await own.signUp()
  const code = await portico.mailbox.latestCode(user.email)
  await own.client(user).post('/contact-channels/verify', { code })
  return user
}

async function signInByMail(email: string, own = project): Promise<Answer> {
  await own.client().post('/auth/otp/send-sign-in-code', { email, callback_url })
  return own.client().post('/auth/otp/sign-in', { code: await portico.mailbox.latestCode(email) })
}

/** Returns the id of the user. */
async function signInAtProvider(email: string, own = project): Promise<unknown> {
  const { body } = await (await own.signInAt('google', { email })).exchange()
  const tokens = { accessToken: String(body.access_token), refreshToken: '' }
  return (await own.client(tokens).get('/users/me')).body.id
}

function signInByPassword(email: string, password = TEST_PASSWORD): Promise<Answer> {
  return project.client().post('/auth/password/sign-in', { email, password })
}

async function resetMailsTo(email: string): Promise<number> {
  await project.client().post('/auth/password/send-reset-code', { email, callback_url })
  await portico.service.idle()
  return (await portico.mailbox.to(email)).filter(({ subject }) => subject.startsWith('Reset your password')).length
}

async function addressesOf(user: TestUser): Promise<ContactChannelRead[]> {
  const { body } = await project.server().get<{ items: ContactChannelRead[] }>(`/contact-channels?user_id=${user.id}`)
  return body.items
}

async function addressOf(user: TestUser, email: string): Promise<ContactChannelRead | undefined> {
  return (await addressesOf(user)).find(({ value }) => value === email)
}

describe('an attacker who adds the address of another person', () => {
  test('cannot sign in with it', async () => {
    const attacker = await signUpClaimed()
    const victim = someEmail()

    await addMarked(attacker, victim)

    expect((await signInByPassword(victim)).body).toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
    expect(await resetMailsTo(victim)).toBe(0)
  })

  test.each([
    ['by password', async (email: string) => (await project.signUp(email)).id],
    ['by mail', async (email: string) => String((await signInByMail(email)).body.user_id)],
    ['at a provider', async (email: string) => String(await signInAtProvider(email))],
  ])('does not block its owner from signing up %s', async (_how, signUp) => {
    const attacker = await signUpClaimed()
    const victim = someEmail()
    await addMarked(attacker, victim)

    const id = await signUp(victim)

    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(id).not.toBe(attacker.id)
    expect(await addressOf(attacker, victim)).toMatchObject({ is_verified: false })
  })

  test('gains nothing when its owner opens the link without an answer', async () => {
    const attacker = await signUpClaimed()
    const victim = someEmail()
    const channel = await addMarked(attacker, victim)

    await project.client().post('/contact-channels/verify', { code: await linkCode(attacker, channel) })

    expect(await addressOf(attacker, victim)).toMatchObject({ is_verified: true })
    expect((await signInByPassword(victim)).status).toBe(400)
    expect(await resetMailsTo(victim)).toBe(0)
    const owner = await signInByMail(victim)
    expect(owner.body).toMatchObject({ is_new_user: true })
    expect(owner.body.user_id).not.toBe(attacker.id)
    const { body } = await project.client(attacker).get('/users/me')
    expect(body).toMatchObject({ id: attacker.id, has_password: true })
  })

  test('keeps their own factors when its owner opens the link without an answer', async () => {
    const attacker = await signUpClaimed()
    const { body: channel } = await project
      .client(attacker)
      .post<ContactChannelRead>('/contact-channels', { type: 'email', value: someEmail(), used_for_auth: false })
    await project.enrolTotp(attacker)

    await project.client().post('/contact-channels/verify', { code: await linkCode(attacker, channel) })

    expect((await project.client(attacker).get('/users/me')).body).toMatchObject({ requires_totp_mfa: true })
  })

  test('loses it when its owner answers "This wasn\'t me"', async () => {
    const attacker = await signUpClaimed()
    const victim = someEmail()
    const code = await linkCode(attacker, await addMarked(attacker, victim))

    await project.client().post('/contact-channels/verify', { code, account: 'not_mine' })

    expect(await addressOf(attacker, victim)).toBeUndefined()
    expect((await project.client(attacker).get('/users/me')).status).toBe(200)
    expect((await portico.mailbox.latest(attacker.email)).text).toContain(`The email address ${victim} was removed`)
  })

  test('does not get the provider account of its owner (link_method)', async () => {
    const own = await createProject({ oauth_account_merge_strategy: 'link_method' })
    const attacker = await signUpClaimed(own)
    const victim = someEmail()
    const channel = await addMarked(attacker, victim, own)
    await own.client().post('/contact-channels/verify', { code: await linkCode(attacker, channel, own) })

    const ownerId = await signInAtProvider(victim, own)

    expect(ownerId).toMatch(/^[0-9a-f-]{36}$/)
    expect(ownerId).not.toBe(attacker.id)
    expect((await own.client(attacker).get('/users/me')).body).toMatchObject({ oauth_providers: [] })
  })

  test('loses the account to its owner when no other address of the account is proved', async () => {
    const attacker = await project.signUp()
    const victim = someEmail()
    const code = await linkCode(attacker, await addMarked(attacker, victim))
    await project.client().post('/contact-channels/verify', { code })

    const owner = await signInByMail(victim)

    expect(owner.body).toMatchObject({ is_new_user: false, user_id: attacker.id })
    expect((await project.client(attacker).get('/users/me')).status).toBe(401)
    expect((await signInByPassword(attacker.email)).status).toBe(400)
    expect((await addressesOf(attacker)).map(({ value }) => value)).toEqual([victim])
  })

  test('cannot regain access with an address that they proved without a claim', async () => {
    const victim = someEmail()
    const attacker = await project.signUp(victim)
    const trojan = someEmail()
    await project
      .client()
      .post('/contact-channels/verify', { code: await linkCode(attacker, await addMarked(attacker, trojan)) })

    await signInByMail(victim)

    expect(await addressesOf(attacker)).toMatchObject([{ value: victim, is_primary: true }])
    expect((await signInByMail(trojan)).body).toMatchObject({ is_new_user: true })
  })
})

describe('an attacker who signs up at a provider that does not verify their address', () => {
  const signInAtGoogle = (email: string): Promise<ProviderSignIn> =>
    project.signInAt('google', { email, emailVerified: false })

  /** Signs up without an exchange of the code, and signs in again with the same account. */
  async function abandonSignUp(email: string): Promise<{ abandoned: ProviderSignIn; attacker: TestUser }> {
    const abandoned = await signInAtGoogle(email)
    const { body } = await (await signInAtGoogle(email)).exchange()
    const tokens = { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) }
    const { id } = (await project.client(tokens).get<{ id: string }>('/users/me')).body
    return { abandoned, attacker: { id, email, password: '', ...tokens } }
  }

  test('loses that address to the owner of an added one, also if the code of the sign-up was never exchanged', async () => {
    const { attacker } = await abandonSignUp(someEmail())
    const victim = someEmail()
    const code = await linkCode(attacker, await addMarked(attacker, victim))
    await project.client().post('/contact-channels/verify', { code })

    expect((await signInByMail(victim)).body).toMatchObject({ user_id: attacker.id, is_new_user: false })

    expect(await addressesOf(attacker)).toMatchObject([{ value: victim, is_primary: true, is_claimed: true }])
  })

  test('does not make an added address that of their sign-up by a late exchange of the code', async () => {
    const { abandoned, attacker } = await abandonSignUp(someEmail())
    const code = await linkCode(attacker, await addMarked(attacker, someEmail()))

    const { body } = await abandoned.exchange()

    const session = { accessToken: String(body.access_token), refreshToken: '' }
    const checked = await project.client(session).post('/contact-channels/verify/check-code', { code })
    expect(checked.body).toMatchObject({ is_sign_up_session: false, account: { is_sign_up_address: false } })
  })
})

describe('an account with a claimed address and an unproved one of its sign-up', () => {
  /** Signs up with one address, then adds and proves another in the same session. */
  async function signUpThenProveAnother(own = project): Promise<{ user: TestUser; proved: string }> {
    const user = await own.signUp()
    const channel = await addMarked(user, someEmail(), own)
    await own
      .client(user)
      .post('/contact-channels/verify', { code: await linkCode(user, channel, own), account: 'mine' })
    return { user, proved: channel.value }
  }

  test('signs in with both', async () => {
    const { user, proved } = await signUpThenProveAnother()

    expect((await signInByPassword(user.email)).body).toMatchObject({ user_id: user.id })
    expect((await signInByPassword(proved)).body).toMatchObject({ user_id: user.id })
    expect((await signInByMail(proved)).body).toMatchObject({ user_id: user.id, is_new_user: false })
  })

  test.each([
    ['by mail', async (email: string) => String((await signInByMail(email)).body.user_id)],
    ['at a provider', async (email: string) => String(await signInAtProvider(email))],
    [
      'by a password reset',
      async (email: string) => {
        await project.client().post('/auth/password/send-reset-code', { email, callback_url })
        const code = await portico.mailbox.latestCode(email)
        const password = 'the passphrase of the owner'
        expect((await project.client().post('/auth/password/reset', { code, password })).status).toBe(200)
        return String((await signInByPassword(email, password)).body.user_id)
      },
    ],
  ])('leaves the unproved address to its owner, who gets an account of their own %s', async (_how, prove) => {
    const { user, proved } = await signUpThenProveAnother()

    const id = await prove(user.email)

    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(id).not.toBe(user.id)
    expect(await addressOf(user, user.email)).toBeUndefined()
    expect((await project.client(user).get('/users/me')).body).toMatchObject({ id: user.id, has_password: true })
    expect((await signInByPassword(proved)).body).toMatchObject({ user_id: user.id })
    expect((await portico.mailbox.latest(proved)).text).toContain(
      `The email address ${user.email} was removed from your account`,
    )
  })

  test('keeps the unproved address from its owner where sign-up is closed', async () => {
    const own = await createProject()
    const { user } = await signUpThenProveAnother(own)
    await own.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    await own.client().post('/auth/otp/send-sign-in-code', { email: user.email, callback_url })
    await own.client().post('/auth/password/send-reset-code', { email: user.email, callback_url })

    const subjects = (await portico.mailbox.to(user.email)).map(({ subject }) => subject)
    expect(subjects).toContain('No account at Test project has this address')
    expect(subjects.filter((subject) => subject.startsWith('Reset'))).toEqual([])
  })

  test('loses its sessions and is informed when the owner of the unproved address answers "This wasn\'t me"', async () => {
    const user = await project.signUp()
    const signUpCode = await portico.mailbox.latestCode(user.email)
    const channel = await addMarked(user, someEmail())
    await project
      .client(user)
      .post('/contact-channels/verify', { code: await linkCode(user, channel), account: 'mine' })

    await project.client().post('/contact-channels/verify', { code: signUpCode, account: 'not_mine' })

    expect((await project.client(user).get('/users/me')).status).toBe(401)
    expect(await addressesOf(user)).toMatchObject([{ value: channel.value, is_primary: true }])
    expect((await portico.mailbox.latest(channel.value)).text).toContain(`${user.email} was removed from your account`)
  })
})

describe('a person who adds their address while an attacker has it unproved', () => {
  test('can use it for sign-in; the attacker cannot afterwards', async () => {
    const [attacker, owner] = [await signUpClaimed(), await signUpClaimed()]
    const email = someEmail()
    const planted = await addMarked(attacker, email)
    const channel = await addMarked(owner, email)

    await project
      .client(owner)
      .post('/contact-channels/verify', { code: await linkCode(owner, channel), account: 'mine' })

    expect((await signInByPassword(email)).body).toMatchObject({ user_id: owner.id })
    const code = await linkCode(attacker, planted)
    await project.client().post('/contact-channels/verify', { code })
    expect((await signInByPassword(email)).body).toMatchObject({ user_id: owner.id })
  })

  test('keeps it when another user proves it later: it is verified there, and not used for sign-in', async () => {
    const [other, owner] = [await signUpClaimed(), await signUpClaimed()]
    const email = someEmail()
    const late = await addMarked(other, email)
    const channel = await addMarked(owner, email)
    await project
      .client(owner)
      .post('/contact-channels/verify', { code: await linkCode(owner, channel), account: 'mine' })

    await project.client(other).post('/contact-channels/verify', { code: await linkCode(other, late), account: 'mine' })

    expect(await addressOf(other, email)).toMatchObject({ is_verified: true, used_for_auth: false })
    expect((await signInByMail(email)).body).toMatchObject({ user_id: owner.id })
  })
})

describe('an account whose claimed address is removed', () => {
  test('can be claimed with an address that was verified by a link without an answer', async () => {
    const user = await signUpClaimed()
    const channel = await addMarked(user, someEmail())
    await project.client().post('/contact-channels/verify', { code: await linkCode(user, channel) })
    expect((await signInByPassword(channel.value)).status).toBe(400)
    const claimed = await addressOf(user, user.email)

    await project.client(user).delete(`/contact-channels/me/${claimed?.id}`)

    expect((await signInByPassword(channel.value)).body).toMatchObject({ user_id: user.id })
    expect((await signInByMail(channel.value)).body).toMatchObject({ user_id: user.id, is_new_user: false })
    expect((await project.client(user).get('/users/me')).status).toBe(401)
  })
})

test('a server that verifies an address lets it sign in, unless another user signs in with it', async () => {
  const [user, other] = [await signUpClaimed(), await signUpClaimed()]
  const channel = await addMarked(user, someEmail())
  const late = await addMarked(other, channel.value)
  const verify = (owner: TestUser, { id }: ContactChannelRead): Promise<Answer> =>
    project.server().patch(`/contact-channels/${owner.id}/${id}`, { is_verified: true })

  expect((await verify(user, channel)).body).toMatchObject({ is_verified: true, used_for_auth: true })
  expect((await verify(other, late)).body).toMatchObject({ is_verified: true, used_for_auth: false })

  expect((await signInByPassword(channel.value)).body).toMatchObject({ user_id: user.id })
})

test('a project that trusts verification links lets every link prove the address for sign-in', async () => {
  const own = await createProject({ trust_verification_links: true })
  const user = await signUpClaimed(own)
  const channel = await addMarked(user, someEmail(), own)

  await own.client().post('/contact-channels/verify', { code: await linkCode(user, channel, own) })

  expect((await signInByMail(channel.value, own)).body).toMatchObject({ user_id: user.id, is_new_user: false })
})
