import {
  createTestPortico,
  type ProviderChoice,
  ProviderVisitor,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  totpCode,
  VirtualAuthenticator,
} from '@portico/testkit'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { TestBrowser } from '../../test/surroundings.ts'
import { virtualCredentials } from '../../test/virtual-credentials.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { defaultPorts } from '../transport/ports.ts'

// The sign-in methods against the real service over the real network port. Only the clock, the page and the
// authenticator are test doubles.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { magic_link_enabled: true, passkey_enabled: true, remember_device_days: 30 },
  })
})

afterAll(() => portico.close())

const page = 'http://localhost:3000/handler/sign-in'

interface TabOptions {
  authenticator?: VirtualAuthenticator
  /** The project of the app. Default: the project of this file. */
  project?: TestProject
  redirectMethod?: 'window' | 'none'
}

function createTab({
  authenticator = new VirtualAuthenticator({ origin: 'http://localhost:3000' }),
  project: { id, keys } = project,
  redirectMethod = 'none',
}: TabOptions = {}) {
  const browser = new TestBrowser(page)
  browser.navigator.credentials = virtualCredentials(authenticator)
  browser.PublicKeyCredential = { isConditionalMediationAvailable: async () => true }
  const ports = { ...defaultPorts, browser: () => browser, now: () => portico.clock.now().getTime() }
  const app = new PorticoClientApp(
    {
      tokenStore: 'cookie',
      projectId: id,
      publishableClientKey: keys.publishable_client_key,
      baseUrl: portico.baseUrl,
      redirectMethod,
    },
    ports,
  )
  return { app, browser, authenticator }
}

async function createSignedUp() {
  const tab = createTab()
  const email = someEmail()
  await tab.app.signUpWithCredential({ email, password: TEST_PASSWORD })
  return { ...tab, email, user: await tab.app.getUser({ or: 'throw' }) }
}

/** Requests a sign-in mail and returns its typed code and the code of its link. */
async function requestCodes({ app }: { app: PorticoClientApp }, email: string) {
  const sent = await app.sendMagicLinkEmail(email)
  if (sent.status === 'error') throw sent.error
  const typed = (await portico.mailbox.latestSignInCode(email)) + sent.data.nonce
  return { typed, linked: await portico.mailbox.latestCode(email) }
}

describe('magic link', () => {
  test('the mailed code signs a new user up and in', async () => {
    const tab = createTab()
    const email = someEmail()
    const { typed } = await requestCodes(tab, email)

    expect(await tab.app.signInWithMagicLink(typed)).toEqual({ status: 'ok', data: undefined })

    expect(await tab.app.getUser()).toMatchObject({ primaryEmail: email, primaryEmailVerified: true })
  })

  test('the code of the link can be checked, and is valid once', async () => {
    const tab = createTab()
    const { linked } = await requestCodes(tab, someEmail())

    expect(await tab.app.verifyMagicLinkCode(linked)).toMatchObject({ status: 'ok' })
    expect(await tab.app.signInWithMagicLink(linked)).toMatchObject({ status: 'ok' })
    expect(await tab.app.signInWithMagicLink(linked)).toMatchObject({
      status: 'error',
      error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
    })
  })

  test('a link upgrades the current anonymous user only if this browser requested it', async () => {
    for (const isOwn of [true, false]) {
      const tab = createTab()
      const anonymous = await tab.app.getUser({ or: 'anonymous' })
      const email = someEmail()
      const { linked } = await requestCodes(isOwn ? tab : createTab(), email)

      await tab.app.signInWithMagicLink(linked)

      const user = await tab.app.getUser({ or: 'throw' })
      expect(user.primaryEmail).toBe(email)
      expect(user.id === anonymous.id).toBe(isOwn)
    }
  })

  test('a wrong code is an error in the result', async () => {
    const tab = createTab()
    const { typed } = await requestCodes(tab, someEmail())

    expect(await tab.app.signInWithMagicLink(`000000${typed.slice(6)}`)).toMatchObject({
      status: 'error',
      error: { errorCode: 'VERIFICATION_CODE_NOT_FOUND' },
    })
  })
})

describe('a bot check', () => {
  test('is solved by the calls that sign up and in and send mails', async () => {
    const config = { magic_link_enabled: true, bot_check: { type: 'proof_of_work' } } as const
    const { app } = createTab({ project: await portico.createProject({ config }) })
    const email = someEmail()

    expect(await app.signUpWithCredential({ email, password: TEST_PASSWORD })).toMatchObject({ status: 'ok' })
    expect(await app.signInWithCredential({ email, password: TEST_PASSWORD })).toMatchObject({ status: 'ok' })
    expect(await app.signInWithCredential({ email, password: 'a wrong password' })).toMatchObject({
      status: 'error',
      error: { errorCode: 'EMAIL_PASSWORD_MISMATCH' },
    })
    expect(await app.sendForgotPasswordEmail(email)).toMatchObject({ status: 'ok' })
    expect(await app.sendMagicLinkEmail(email)).toMatchObject({ status: 'ok' })
  })

  test('that needs the script of Turnstile fails outside a page', async () => {
    const bot_check = { type: 'turnstile', site_key: 'site key', secret_key: 'secret key' } as const
    const { app } = createTab({ project: await portico.createProject({ config: { bot_check } }) })

    await expect(app.sendForgotPasswordEmail(someEmail())).rejects.toMatchObject({ errorCode: 'BOT_CHALLENGE_FAILED' })
  })
})

describe('second factor', () => {
  test('a correct code finishes the sign-in, and a wrong one does not', async () => {
    const { app, email, user } = await createSignedUp()
    const secret = crypto.getRandomValues(new Uint8Array(20))
    await expect(user.update({ totpMultiFactorSecret: secret })).rejects.toMatchObject({
      errorCode: 'EMAIL_NOT_VERIFIED',
    })
    await app.verifyEmail(await portico.mailbox.latestCode(email))
    await user.update({ totpMultiFactorSecret: secret })
    await app.signOut()

    const first = await app.signInWithCredential({ email, password: TEST_PASSWORD })
    if (first.status === 'ok' || !first.error.is('MULTI_FACTOR_AUTHENTICATION_REQUIRED')) throw new Error('No factor.')
    const attemptCode = first.error.details.attempt_code
    const wrong = await app.signInWithMfa('000000', attemptCode)
    const right = await app.signInWithMfa(
      await totpCode(Buffer.from(secret).toString('base64'), portico.clock),
      attemptCode,
    )

    expect(wrong).toMatchObject({ status: 'error', error: { errorCode: 'INVALID_TOTP_CODE' } })
    expect(right).toEqual({ status: 'ok', data: undefined })
    expect(await app.getUser()).toMatchObject({ id: user.id, isMultiFactorRequired: true })
    expect(await (await app.getUser({ or: 'throw' })).listRememberedDevices()).toEqual([])
  })

  test('is not asked for in a browser that is remembered, until the user forgets it', async () => {
    const users = []
    const { app } = createTab()
    for (const email of [someEmail(), someEmail()]) {
      await app.signUpWithCredential({ email, password: TEST_PASSWORD })
      await app.verifyEmail(await portico.mailbox.latestCode(email))
      const secret = crypto.getRandomValues(new Uint8Array(20))
      await (await app.getUser({ or: 'throw' })).update({ totpMultiFactorSecret: secret })
      await app.signOut()
      users.push({ email, secret: Buffer.from(secret).toString('base64') })
    }
    const signIn = (email: string) => app.signInWithCredential({ email, password: TEST_PASSWORD })

    for (const { email, secret } of users) {
      const first = await signIn(email)
      if (first.status === 'ok' || !first.error.is('MULTI_FACTOR_AUTHENTICATION_REQUIRED'))
        throw new Error('No factor.')
      const totp = await totpCode(secret, portico.clock)
      const { attempt_code: attemptCode } = first.error.details
      expect(await app.signInWithMfa(totp, attemptCode, { rememberDevice: true })).toMatchObject({ status: 'ok' })
      await app.signOut()
    }
    // Both users are remembered in the browser.
    for (const { email } of users) expect(await signIn(email)).toEqual({ status: 'ok', data: undefined })
    const [device] = await (await app.getUser({ or: 'throw' })).listRememberedDevices()
    const expected = { isThisDevice: true, createdAt: expect.any(Date), expiresAt: expect.any(Date) }
    expect(device).toMatchObject(expected)
    expect(device?.expiresAt.getTime()).toBe((device?.createdAt.getTime() ?? 0) + 30 * 24 * 60 * 60_000)
    await device?.forget()

    const { error } = (await signIn(users[1]?.email ?? '')) as { error?: { errorCode: string } }
    expect(error).toMatchObject({ errorCode: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' })
    expect(await signIn(users[0]?.email ?? '')).toEqual({ status: 'ok', data: undefined })
    const elsewhere = createTab()
    expect(
      await elsewhere.app.signInWithCredential({ email: users[0]?.email ?? '', password: TEST_PASSWORD }),
    ).toMatchObject({ status: 'error' })
  })
})

describe('passkeys', () => {
  test('a registered passkey signs the user in by button and by autofill', async () => {
    const { app, authenticator, user } = await createSignedUp()

    expect(await user.registerPasskey()).toEqual({ status: 'ok', data: undefined })
    expect((await app.getUser())?.passkeyAuthEnabled).toBe(true)
    const byButton = createTab({ authenticator }).app
    const byAutofill = createTab({ authenticator }).app

    expect(await byButton.signInWithPasskey()).toEqual({ status: 'ok', data: undefined })
    expect((await byButton.getUser())?.id).toBe(user.id)
    expect(await byAutofill.signInWithPasskey({ useBrowserAutofill: true })).toMatchObject({ status: 'ok' })
    expect((await byAutofill.getUser())?.id).toBe(user.id)
  })

  test('a passkey that was removed is an error in the result', async () => {
    const { authenticator, user } = await createSignedUp()
    await user.registerPasskey()
    await user.update({ passkeyAuthEnabled: false })

    expect(await createTab({ authenticator }).app.signInWithPasskey()).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSKEY_AUTHENTICATION_FAILED' },
    })
  })
})

describe('several passkeys', () => {
  test('are listed, renamed and removed, and the browser learns of the removal', async () => {
    const { app, browser, user } = await createSignedUp()
    const removed: object[] = []
    browser.PublicKeyCredential = {
      isConditionalMediationAvailable: async () => true,
      signalUnknownCredential: async (unknown) => void removed.push(unknown),
    }
    await user.registerPasskey({ name: 'Laptop' })
    await user.registerPasskey()

    const [laptop, other] = await user.listPasskeys()
    await other?.update({ name: 'Security key' })
    await laptop?.delete()
    const left = await user.listPasskeys()
    await left[0]?.delete()

    expect(laptop).toMatchObject({ name: 'Laptop', lastUsedAt: null, isSynced: false, relyingPartyId: 'localhost' })
    expect(laptop?.createdAt).toBeInstanceOf(Date)
    expect(left).toMatchObject([{ id: other?.id, name: 'Security key' }])
    expect(removed).toEqual([
      { rpId: 'localhost', credentialId: laptop?.id },
      { rpId: 'localhost', credentialId: other?.id },
    ])
    expect((await app.getUser())?.passkeyAuthEnabled).toBe(false)
  })

  test('are removed even if the browser refuses the report', async () => {
    const { browser, user } = await createSignedUp()
    await user.registerPasskey()
    browser.PublicKeyCredential = {
      signalUnknownCredential: () => Promise.reject(new DOMException('Another domain.', 'SecurityError')),
    }
    const [passkey] = await user.listPasskeys()

    await passkey?.delete()

    expect(await user.listPasskeys()).toEqual([])
  })
})

describe('connected accounts', () => {
  test('are listed with their addresses and disconnected', async () => {
    const own = await portico.createProject({ config: { oauth_providers: [{ id: 'github', type: 'shared' }] } })
    const { app } = createTab({ project: own })
    const email = someEmail()
    await app.signUpWithCredential({ email, password: TEST_PASSWORD })
    const user = await app.getUser({ or: 'throw' })
    const { accessToken } = await app.getAuthJson()
    await (await own.signInAt('github', { email: `github-${email}` }, { type: 'link', token: accessToken })).exchange()

    const accounts = await user.listOAuthProviders()
    await accounts[0]?.delete()

    expect(accounts).toMatchObject([{ id: 'github', userId: user.id, email: `github-${email}` }])
    expect(await user.listOAuthProviders()).toEqual([])
    expect((await app.getUser())?.oauthProviders).toEqual([])
  })
})

describe('anonymous users', () => {
  test.each(['password', 'code'] as const)('a sign-up by %s keeps the id of the anonymous user', async (way) => {
    const tab = createTab()
    const email = someEmail()
    const anonymous = await tab.app.getUser({ or: 'anonymous' })
    const before = await tab.app.getAuthJson()

    if (way === 'password') await tab.app.signUpWithCredential({ email, password: TEST_PASSWORD })
    else await tab.app.signInWithMagicLink((await requestCodes(tab, email)).typed)

    expect(await tab.app.getUser()).toMatchObject({ id: anonymous.id, isAnonymous: false, primaryEmail: email })
    expect((await tab.app.getAuthJson()).refreshToken).not.toBe(before.refreshToken)
  })

  test('a sign-in to an existing account replaces the anonymous user', async () => {
    const { email, user } = await createSignedUp()
    const { app } = createTab()
    await app.getUser({ or: 'anonymous' })

    expect(await app.signInWithCredential({ email, password: TEST_PASSWORD })).toMatchObject({ status: 'ok' })
    expect((await app.getUser())?.id).toBe(user.id)
  })

  test('concurrent calls create one anonymous user', async () => {
    const { app } = createTab()

    const [one, other] = await Promise.all([app.getUser({ or: 'anonymous' }), app.getUser({ or: 'anonymous' })])

    expect(one.id).toBe(other.id)
    await app.signOut()
    expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
  })

  test('a session that was ended elsewhere does not stop the next sign-in', async () => {
    const { app, email } = await createSignedUp()
    const elsewhere = createTab().app
    await elsewhere.signInWithCredential({ email, password: TEST_PASSWORD })
    await (await elsewhere.getUser({ or: 'throw' })).revokeOtherSessions()

    expect(await app.signInWithCredential({ email, password: TEST_PASSWORD })).toMatchObject({ status: 'ok' })
    expect(await app.getUser()).not.toBeNull()
  })
})

describe('login from a terminal', () => {
  const createTerminal = () => createTab().app

  /** Starts a login. Returns its login code and its outcome. */
  async function start() {
    let shown = ''
    const outcome = createTerminal().promptCliLogin({
      appUrl: 'http://localhost:3000',
      waitTimeMillis: 5,
      promptLink: (url) => {
        shown = url
      },
    })
    await expect.poll(() => shown).not.toBe('')
    return { outcome, loginCode: new URL(shown).searchParams.get('login_code') ?? '' }
  }

  test('a confirmation gives the terminal a separate session', async () => {
    const { app, user } = await createSignedUp()
    const { outcome, loginCode } = await start()

    const checked = await createTab().app.checkCliLogin(loginCode)
    const confirmed = await app.confirmCliLogin(loginCode)
    const result = await outcome

    expect(checked).toMatchObject({ status: 'ok', data: { ip: expect.any(String), requestedAt: expect.any(Date) } })
    expect(confirmed).toEqual({ status: 'ok', data: undefined })
    if (result.status === 'error') throw result.error
    expect(result.data).not.toBe(await app.getRefreshToken())
    const tokenStore = { accessToken: null, refreshToken: result.data }
    expect((await createTerminal().getUser({ tokenStore }))?.id).toBe(user.id)
    expect(await user.getActiveSessions()).toHaveLength(2)
  })

  test('a refusal is final and ends the login of the terminal', async () => {
    const { app } = await createSignedUp()
    const { outcome, loginCode } = await start()

    expect(await app.refuseCliLogin(loginCode)).toEqual({ status: 'ok', data: undefined })

    expect(await outcome).toMatchObject({ status: 'error', error: { errorCode: 'CLI_AUTH_ERROR' } })
    expect(await app.confirmCliLogin(loginCode)).toMatchObject({ status: 'error', error: { statusCode: 400 } })
  })

  test('an anonymous user cannot confirm', async () => {
    const { app } = createTab()
    await app.getUser({ or: 'anonymous' })
    const { outcome, loginCode } = await start()

    expect(await app.confirmCliLogin(loginCode)).toMatchObject({ status: 'error', error: { statusCode: 400 } })
    await (await createSignedUp()).app.refuseCliLogin(loginCode)
    await outcome
  })
})

describe('sessions', () => {
  test('revokeOtherSessions keeps only the current session', async () => {
    const { email, user } = await createSignedUp()
    for (const { app } of [createTab(), createTab()]) await app.signInWithCredential({ email, password: TEST_PASSWORD })

    await user.revokeOtherSessions()

    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }])
  })

  test('getPartialUser returns the same user as the service', async () => {
    const { app, email, user } = await createSignedUp()

    expect(await app.getPartialUser({ from: 'token' })).toMatchObject({
      id: user.id,
      primaryEmail: email,
      primaryEmailVerified: false,
      isAnonymous: false,
      isMultiFactorRequired: false,
    })
  })
})

describe('providers', () => {
  let offering: TestProject

  beforeAll(async () => {
    offering = await portico.createProject({
      config: {
        remember_device_days: 30,
        oauth_providers: [
          { id: 'google', type: 'shared' },
          { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
          { id: 'gitlab', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        ],
      },
    })
  })

  /** Follows the redirect to the provider, makes the choice there and returns to the page. */
  async function visitProvider(tab: ReturnType<typeof createTab>, choice: ProviderChoice = {}): Promise<void> {
    await expect.poll(() => tab.browser.visits.at(-1)).toMatch(/^assign .*\/oauth\/authorize\//)
    const address = tab.browser.visits.at(-1)?.slice('assign '.length) ?? ''
    const { location, text } = await new ProviderVisitor(portico.service, portico.baseUrl).follow(address, choice)
    if (!location) throw new Error(`The provider did not redirect: ${text}`)
    tab.browser.visits.length = 0
    tab.browser.location.href = location.href
  }

  test('a provider signs a new user up, and signs the same user in later', async () => {
    const email = someEmail()
    const first = createTab({ project: offering, redirectMethod: 'window' })
    void first.app.signInWithOAuth('google', { returnTo: '/notes' })
    await visitProvider(first, { email })

    expect(await first.app.callOAuthCallback()).toBe(true)
    const user = await first.app.getUser({ or: 'throw' })
    const again = createTab({ project: offering })
    void again.app.signInWithOAuth('google')
    await visitProvider(again, { email })

    expect(await again.app.callOAuthCallback()).toBe(true)
    expect(first.browser.visits).toEqual(['replace http://localhost:3000/notes'])
    expect(user).toMatchObject({ primaryEmail: email, oauthProviders: [{ id: 'google' }] })
    expect((await again.app.getUser())?.id).toBe(user.id)
  })

  test('a refusal at the provider leads to the error page with the error', async () => {
    const tab = createTab({ project: offering })
    void tab.app.signInWithOAuth('google')

    await visitProvider(tab, { decision: 'refuse' })

    const url = new URL(tab.browser.location.href)
    expect(url.pathname).toBe('/handler/error')
    expect(url.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_ACCESS_DENIED')
  })

  test('a sign-up with a provider keeps the id of the anonymous user', async () => {
    const tab = createTab({ project: offering })
    const anonymous = await tab.app.getUser({ or: 'anonymous' })
    void tab.app.signInWithOAuth('google')
    await visitProvider(tab, { email: someEmail() })

    await tab.app.callOAuthCallback()

    expect(await tab.app.getUser()).toMatchObject({ id: anonymous.id, isAnonymous: false })
  })

  test('a connected account returns to the page and provides tokens', async () => {
    const tab = createTab({ project: offering, redirectMethod: 'window' })
    await tab.app.signUpWithCredential({ email: someEmail(), password: TEST_PASSWORD, noRedirect: true })
    tab.browser.location.href = 'http://localhost:3000/settings'
    const user = await tab.app.getUser({ or: 'throw' })
    expect(await user.getConnectedAccount('github')).toBeNull()

    void user.getOrLinkConnectedAccount('github', { scopes: ['gist'] })
    await visitProvider(tab, { email: someEmail() })
    expect(await tab.app.callOAuthCallback()).toBe(true)

    const linked = await tab.app.getUser({ or: 'throw' })
    const account = await linked.getConnectedAccount('github', { scopes: ['gist'] })
    expect(tab.browser.visits).toEqual(['replace http://localhost:3000/settings'])
    expect(linked.id).toBe(user.id)
    expect(await account?.getAccessToken()).toEqual({ accessToken: expect.any(String) })
    const listed = await linked.listConnectedAccounts()
    expect(await listed[0]?.getAccessToken()).toEqual({ accessToken: expect.any(String) })
    expect(listed).toMatchObject([{ provider: 'github', providerAccountId: expect.any(String) }])
    expect(await linked.getConnectedAccount('github', { scopes: ['never-asked-for'] })).toBeNull()
    expect(await linked.getConnectedAccount('gitlab')).toBeNull()
  })

  test('a sign-in with a provider requires the second factor', async () => {
    const email = someEmail()
    const first = createTab({ project: offering })
    void first.app.signInWithOAuth('google')
    await visitProvider(first, { email })
    await first.app.callOAuthCallback()
    const secret = crypto.getRandomValues(new Uint8Array(20))
    await (await first.app.getUser({ or: 'throw' })).update({ totpMultiFactorSecret: secret })

    const tab = createTab({ project: offering, redirectMethod: 'window' })
    void tab.app.signInWithOAuth('google')
    await visitProvider(tab, { email })
    expect(await tab.app.callOAuthCallback()).toBe(false)
    expect(tab.browser.visits).toEqual(['replace http://localhost:3000/handler/mfa'])
    const attempt = (await tab.app[porticoAppInternalsSymbol].waitingSignIn())?.attemptCode ?? ''
    const totp = await totpCode(Buffer.from(secret).toString('base64'), portico.clock)

    const remembered = await tab.app.signInWithMfa(totp, attempt, { rememberDevice: true })
    expect(remembered).toEqual({ status: 'ok', data: undefined })
    expect(await tab.app.getUser()).toMatchObject({ primaryEmail: email })
    await tab.app.signOut()
    void tab.app.signInWithOAuth('google')
    await visitProvider(tab, { email })
    expect(await tab.app.callOAuthCallback()).toBe(true)
  })

  test('an unverified address of another user leads to the error page', async () => {
    const email = someEmail()
    const owner = createTab({ project: offering })
    await owner.app.signUpWithCredential({ email, password: TEST_PASSWORD })
    const tab = createTab({ project: offering })
    void tab.app.signInWithOAuth('google')

    await visitProvider(tab, { email })

    expect(new URL(tab.browser.location.href).searchParams.get('errorCode')).toBe(
      'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    )
  })
})
