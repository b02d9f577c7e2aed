import {
  createTestPortico,
  type Listening,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { CookieJar, TestBrowser, TestLocks } from '../../test/surroundings.ts'
import { createAccessTokenVerifier } from '../server/access-token-verifier.ts'
import { PorticoClientApp } from './client-app.ts'
import { PorticoServerApp } from '../server/server-app.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { defaultPorts } from '../transport/ports.ts'

// The SDK against the real service over the real network port. Only the clock and the page are test doubles.

let portico: TestPortico
let project: TestProject
let listening: Listening

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { client_user_deletion_enabled: true } })
  listening = await portico.listen()
})

afterAll(() => portico.close())

const page = 'http://localhost:3000/handler/sign-in'

interface TabOptions {
  jar?: CookieJar
  locks?: TestLocks
  clockErrorMillis?: number
}

function createTab({ jar = new CookieJar(), locks = new TestLocks(), clockErrorMillis = 0 }: TabOptions = {}) {
  const browser = new TestBrowser(page, jar)
  browser.navigator.locks = locks as unknown as Pick<LockManager, 'request'>
  const ports = { ...defaultPorts, browser: () => browser, now: () => portico.clock.now().getTime() + clockErrorMillis }
  const app = new PorticoClientApp(
    {
      tokenStore: 'cookie',
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
      baseUrl: listening.url,
    },
    ports,
  )
  return { app, browser, jar, locks }
}

async function createSignedUp() {
  const tab = createTab()
  const email = someEmail()
  const result = await tab.app.signUpWithCredential({ email, password: TEST_PASSWORD })
  expect(result).toEqual({ status: 'ok', data: undefined })
  return { ...tab, email, user: await tab.app.getUser({ or: 'throw' }) }
}

describe('passwords', () => {
  test('a sign-in after sign-up and sign-out returns the same user', async () => {
    const { app, email, user } = await createSignedUp()

    await app.signOut()
    expect(await app.getUser()).toBeNull()
    await app.signInWithCredential({ email, password: TEST_PASSWORD })

    expect((await app.getUser({ or: 'throw' })).id).toBe(user.id)
    expect(user).toMatchObject({ primaryEmail: email, primaryEmailVerified: false, hasPassword: true })
  })

  test('a taken address, a weak password and a wrong password are errors in the result', async () => {
    const { app, email } = await createSignedUp()

    const taken = await app.signUpWithCredential({ email, password: TEST_PASSWORD })
    const weak = await app.signUpWithCredential({ email: someEmail(), password: 'short' })
    const wrong = await app.signInWithCredential({ email, password: 'not the password' })

    expect(taken.status === 'error' && KnownErrors.UserWithEmailAlreadyExists.isInstance(taken.error)).toBe(true)
    expect(weak.status === 'error' && KnownErrors.PasswordTooShort.isInstance(weak.error)).toBe(true)
    expect(wrong).toMatchObject({
      error: { errorCode: 'EMAIL_PASSWORD_MISMATCH', message: 'Wrong e-mail or password.' },
    })
  })

  test('a password change keeps the current session and replaces the password', async () => {
    const { app, email, user } = await createSignedUp()

    const mismatch = await user.updatePassword({
      oldPassword: 'not the password',
      newPassword: 'another good passphrase',
    })
    const changed = await user.updatePassword({ oldPassword: TEST_PASSWORD, newPassword: 'another good passphrase' })

    expect(KnownErrors.PasswordConfirmationMismatch.isInstance(mismatch)).toBe(true)
    expect(changed).toBeUndefined()
    expect(await app.getUser()).not.toBeNull()
    const other = createTab().app
    expect((await other.signInWithCredential({ email, password: 'another good passphrase' })).status).toBe('ok')
  })
})

describe('the user', () => {
  test('a change of the display name is stored', async () => {
    const { app, user } = await createSignedUp()

    await user.setDisplayName('Ada L.')
    await user.setClientMetadata({ theme: 'dark' })

    expect(await app.getUser()).toMatchObject({ displayName: 'Ada L.', clientMetadata: { theme: 'dark' } })
  })

  test('a session that another session revokes has no user', async () => {
    const { email, user } = await createSignedUp()
    const other = createTab().app
    await other.signInWithCredential({ email, password: TEST_PASSWORD })

    const sessions = await user.getActiveSessions()
    const revoked = sessions.find(({ isCurrentSession }) => !isCurrentSession)
    await user.revokeSession(revoked?.id ?? '')

    expect(sessions).toHaveLength(2)
    expect(await other.getUser()).toBeNull()
    expect(await user.getActiveSessions()).toHaveLength(1)
  })

  test('a deleted user can no longer sign in', async () => {
    const { app, email, user } = await createSignedUp()

    await user.delete()

    expect(await app.getUser()).toBeNull()
    expect((await app.signInWithCredential({ email, password: TEST_PASSWORD })).status).toBe('error')
  })
})

describe('sessions', () => {
  test.each(['garbage', 'e30.e30.e30'])('a session with only the access token %s has no user', async (accessToken) => {
    const { app } = createTab()

    expect(await app.getUser({ tokenStore: { accessToken, refreshToken: null } })).toBeNull()
  })

  test('getUser refreshes an expired access token and rotates the refresh token', async () => {
    const { app, user } = await createSignedUp()
    const before = await app.getAuthJson()

    portico.clock.advance(11 * 60_000)

    expect((await app.getUser({ or: 'throw' })).id).toBe(user.id)
    const after = await app.getAuthJson()
    expect(after.accessToken).not.toBe(before.accessToken)
    expect(after.refreshToken).not.toBe(before.refreshToken)
  })

  test.each([-60 * 60_000, 60 * 60_000])(
    'a page whose clock is wrong by %i ms refreshes only when the token expires',
    async (clockErrorMillis) => {
      const { app } = createTab({ clockErrorMillis })
      await app.signUpWithCredential({ email: someEmail(), password: TEST_PASSWORD })
      const first = await app.getAuthJson()

      expect(await app.getAuthJson()).toEqual(first)
      portico.clock.advance(11 * 60_000)
      const second = await app.getAuthJson()

      expect(second).not.toEqual(first)
      expect(await app.getAuthJson()).toEqual(second)
    },
  )

  test('two tabs with an expired token both keep their session, repeatedly', async () => {
    const { app, jar, locks } = await createSignedUp()
    const other = createTab({ jar, locks }).app

    for (let round = 0; round < 3; round += 1) {
      portico.clock.advance(11 * 60_000)
      const users = await Promise.all([app.getUser(), other.getUser()])
      expect(users).not.toContain(null)
    }
    expect(await app.getAuthJson()).toEqual(await other.getAuthJson())
  })

  test('three restored tabs without an access token all get the user', async () => {
    const { jar, locks, user } = await createSignedUp()
    jar.cookies.delete('__Host-stack-access')
    const tabs = [1, 2, 3].map(() => createTab({ jar, locks }).app)

    const users = await Promise.all(tabs.map((tab) => tab.getUser()))
    const tokens = await Promise.all(tabs.map((tab) => tab.getAuthJson()))

    expect(users.map((found) => found?.id)).toEqual([user.id, user.id, user.id])
    expect(new Set(tokens.map(({ refreshToken }) => refreshToken)).size).toBe(1)
  })

  test('three restored tabs all get tokens from concurrent calls', async () => {
    const { jar, locks } = await createSignedUp()
    jar.cookies.delete('__Host-stack-access')
    const tabs = [1, 2, 3].map(() => createTab({ jar, locks }).app)

    expect(await Promise.all(tabs.map((tab) => tab.getAccessToken()))).not.toContain(null)
  })

  test('a sign-out during a refresh signs the visitor out', async () => {
    const { app, jar, locks } = await createSignedUp()
    const other = createTab({ jar, locks }).app
    portico.clock.advance(11 * 60_000)

    await Promise.all([other.getUser(), app.signOut()])

    expect(await app.getUser()).toBeNull()
    expect(await other.getUser()).toBeNull()
  })

  test('a refresh by a server for a request keeps the session of the page', async () => {
    const { app } = await createSignedUp()
    const headers = await app.getAuthHeaders()
    const backend = createTab().app
    portico.clock.advance(11 * 60_000)

    expect(await backend.getUser({ tokenStore: new Request(page, { headers }) })).not.toBeNull()
    portico.clock.advance(60_000)

    expect(await app.getUser()).not.toBeNull()
  })
})

describe('mails', () => {
  test('a sign-up without a verification mail sends none', async () => {
    const { app } = createTab()
    const email = someEmail()

    const result = await app.signUpWithCredential({ email, password: TEST_PASSWORD, noVerificationCallback: true })

    expect(result.status).toBe('ok')
    expect(await portico.mailbox.to(email)).toEqual([])
  })

  test('the link of the sign-up mail verifies the address once', async () => {
    const { app, email, user } = await createSignedUp()
    const code = await portico.mailbox.latestCode(email)

    expect(await app.verifyEmail(code)).toEqual({ status: 'ok', data: undefined })
    const again = await app.verifyEmail(code)

    expect((await app.getUser({ or: 'throw' })).primaryEmailVerified).toBe(true)
    expect(again.status === 'error' && KnownErrors.VerificationCodeError.isInstance(again.error)).toBe(true)
    expect(KnownErrors.EmailAlreadyVerified.isInstance(await user.sendVerificationEmail())).toBe(true)
  })

  test('a password reset keeps the second factor of a user who verified the address while signed in', async () => {
    const { app, email, user } = await createSignedUp()
    await app.verifyEmail(await portico.mailbox.latestCode(email))
    await user.update({ totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)) })
    await app.sendForgotPasswordEmail(email)
    const password = 'another good passphrase'
    await app.resetPassword({ code: await portico.mailbox.latestCode(email), password })

    expect(await app.signInWithCredential({ email, password })).toMatchObject({
      error: { errorCode: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' },
    })
  })

  test('the link of the reset mail replaces the password', async () => {
    const { app, email } = await createSignedUp()
    await app.sendForgotPasswordEmail(email)
    const code = await portico.mailbox.latestCode(email)

    expect((await app.verifyPasswordResetCode(code)).status).toBe('ok')
    expect((await app.resetPassword({ code, password: 'another good passphrase' })).status).toBe('ok')

    expect(await app.getUser()).toBeNull()
    expect((await app.signInWithCredential({ email, password: 'another good passphrase' })).status).toBe('ok')
  })
})

describe('projects', () => {
  test('getProject returns the settings under the names of the SDK', async () => {
    expect(await createTab().app.getProject()).toMatchObject({
      id: project.id,
      config: { signUpEnabled: true, credentialEnabled: true, clientUserDeletionEnabled: true, oauthProviders: [] },
    })
  })

  test('the error for a wrong key contains the project id', async () => {
    const app = new PorticoClientApp({
      tokenStore: 'memory',
      projectId: project.id,
      publishableClientKey: 'pck_wrong',
      baseUrl: listening.url,
    })

    await expect(app.getProject()).rejects.toMatchObject({
      errorCode: 'INVALID_PUBLISHABLE_CLIENT_KEY',
      details: { project_id: project.id },
    })
  })
})

describe('a project of the testkit', () => {
  const ports = () => ({ ...defaultPorts, now: () => portico.clock.now().getTime() })

  test('has its keys as options of an app, and its users as token stores', async () => {
    const ada = await project.signUp()
    const app = new PorticoClientApp({ ...project.keys, tokenStore: ada }, ports())
    const backend = new PorticoServerApp({ ...project.keys, tokenStore: null }, ports())

    await (await app.getUser({ or: 'throw' })).setDisplayName('Ada')

    expect(await backend.getUser(ada.id)).toMatchObject({ displayName: 'Ada' })
  })

  test('issues access tokens that a backend with the address of the service verifies', async () => {
    const ada = await project.signUp()
    const { url } = await portico.listen()
    const verify = createAccessTokenVerifier({ projectId: project.id, baseUrl: url }, ports())
    const request = { headers: { authorization: `Bearer ${ada.accessToken}` } }

    expect(await verify(request, { onRefused: expect.unreachable })).toMatchObject({ userId: ada.id })
  })
})
