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
import { PorticoClientApp } from '../client-app.ts'
import { porticoAppInternalsSymbol } from '../internals.ts'
import { defaultPorts } from '../transport/ports.ts'

// Every way to sign in with the SDK's real network port against the real service; only clock, page and device are the test's.

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await portico.createProject({ config: { magic_link_enabled: true, passkey_enabled: true } })
})

afterAll(() => portico.close())

const page = 'http://localhost:3000/handler/sign-in'

interface TabOptions {
  authenticator?: VirtualAuthenticator
  /** Whose pages these are. */
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

/** Asks for a mail, and gives the two codes of it that sign in. */
async function askForCode({ app }: { app: PorticoClientApp }, email: string) {
  const sent = await app.sendMagicLinkEmail(email)
  if (sent.status === 'error') throw sent.error
  const typed = (await portico.mailbox.latestSignInCode(email)) + sent.data.nonce
  return { typed, linked: await portico.mailbox.latestCode(email) }
}

describe('magic link', () => {
  test('given a stranger, when they type the mailed code, then they have an account and a session', async () => {
    const tab = createTab()
    const email = someEmail()
    const { typed } = await askForCode(tab, email)

    expect(await tab.app.signInWithMagicLink(typed)).toEqual({ status: 'ok', data: undefined })

    expect(await tab.app.getUser()).toMatchObject({ primaryEmail: email, primaryEmailVerified: true })
  })

  test('given the link, when its page checks and then uses the code, then it is good once', async () => {
    const tab = createTab()
    const { linked } = await askForCode(tab, someEmail())

    expect(await tab.app.verifyMagicLinkCode(linked)).toMatchObject({ status: 'ok' })
    expect(await tab.app.signInWithMagicLink(linked)).toMatchObject({ status: 'ok' })
    expect(await tab.app.signInWithMagicLink(linked)).toMatchObject({
      status: 'error',
      error: { errorCode: 'VERIFICATION_CODE_ALREADY_USED' },
    })
  })

  test("given a guest, when their own link or a stranger's is used, then only the first one makes them a full user", async () => {
    for (const isOwn of [true, false]) {
      const tab = createTab()
      const guest = await tab.app.getUser({ or: 'anonymous' })
      const email = someEmail()
      const { linked } = await askForCode(isOwn ? tab : createTab(), email)

      await tab.app.signInWithMagicLink(linked)

      const user = await tab.app.getUser({ or: 'throw' })
      expect(user.primaryEmail).toBe(email)
      expect(user.id === guest.id).toBe(isOwn)
    }
  })

  test('given a mistyped code, when used, then the result says so', async () => {
    const tab = createTab()
    const { typed } = await askForCode(tab, someEmail())

    expect(await tab.app.signInWithMagicLink(`000000${typed.slice(6)}`)).toMatchObject({
      status: 'error',
      error: { errorCode: 'VERIFICATION_CODE_NOT_FOUND' },
    })
  })
})

describe('second factor', () => {
  test('given a user with an authenticator app, when they sign in, then a right code finishes it and a wrong one does not', async () => {
    const { app, email, user } = await createSignedUp()
    const secret = crypto.getRandomValues(new Uint8Array(20))
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
  })
})

describe('passkeys', () => {
  test('given a user who makes a passkey, when they come back, then it signs them in, by button and by autofill', async () => {
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

  test('given a passkey the service does not know, when used, then the result says so', async () => {
    const { authenticator, user } = await createSignedUp()
    await user.registerPasskey()
    await user.update({ passkeyAuthEnabled: false })

    expect(await createTab({ authenticator }).app.signInWithPasskey()).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSKEY_AUTHENTICATION_FAILED' },
    })
  })
})

describe('anonymous users', () => {
  test.each(['password', 'code'] as const)(
    'given an anonymous user, when they sign up by %s, then they stay who they are',
    async (way) => {
      const tab = createTab()
      const email = someEmail()
      const anonymous = await tab.app.getUser({ or: 'anonymous' })
      const before = await tab.app.getAuthJson()

      if (way === 'password') await tab.app.signUpWithCredential({ email, password: TEST_PASSWORD })
      else await tab.app.signInWithMagicLink((await askForCode(tab, email)).typed)

      expect(await tab.app.getUser()).toMatchObject({ id: anonymous.id, isAnonymous: false, primaryEmail: email })
      expect((await tab.app.getAuthJson()).refreshToken).not.toBe(before.refreshToken)
    },
  )

  test('given an anonymous user, when they sign in to an account they have, then they are that user', async () => {
    const { email, user } = await createSignedUp()
    const { app } = createTab()
    await app.getUser({ or: 'anonymous' })

    expect(await app.signInWithCredential({ email, password: TEST_PASSWORD })).toMatchObject({ status: 'ok' })
    expect((await app.getUser())?.id).toBe(user.id)
  })

  test('given two calls at once for nobody, when an anonymous user is asked for, then there is one', async () => {
    const { app } = createTab()

    const [one, other] = await Promise.all([app.getUser({ or: 'anonymous' }), app.getUser({ or: 'anonymous' })])

    expect(one.id).toBe(other.id)
    await app.signOut()
    expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
  })

  test('given a session that was ended elsewhere, when its browser signs in, then it is signed in', async () => {
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

  /** Starts a login, and gives its code and outcome. */
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

  test('given a user, when they look who asks and confirm, then the terminal has a session of its own', async () => {
    const { app, user } = await createSignedUp()
    const { outcome, loginCode } = await start()

    const asked = await createTab().app.checkCliLogin(loginCode)
    const confirmed = await app.confirmCliLogin(loginCode)
    const result = await outcome

    expect(asked).toMatchObject({ status: 'ok', data: { ip: expect.any(String), requestedAt: expect.any(Date) } })
    expect(confirmed).toEqual({ status: 'ok', data: undefined })
    if (result.status === 'error') throw result.error
    expect(result.data).not.toBe(await app.getRefreshToken())
    const tokenStore = { accessToken: null, refreshToken: result.data }
    expect((await createTerminal().getUser({ tokenStore }))?.id).toBe(user.id)
    expect(await user.getActiveSessions()).toHaveLength(2)
  })

  test('given a user, when they refuse, then the terminal is told, and nobody can confirm any more', async () => {
    const { app } = await createSignedUp()
    const { outcome, loginCode } = await start()

    expect(await app.refuseCliLogin(loginCode)).toEqual({ status: 'ok', data: undefined })

    expect(await outcome).toMatchObject({ status: 'error', error: { errorCode: 'CLI_AUTH_ERROR' } })
    expect(await app.confirmCliLogin(loginCode)).toMatchObject({ status: 'error', error: { statusCode: 400 } })
  })

  test('given an anonymous user, when they confirm, then the result says why not', async () => {
    const { app } = createTab()
    await app.getUser({ or: 'anonymous' })
    const { outcome, loginCode } = await start()

    expect(await app.confirmCliLogin(loginCode)).toMatchObject({ status: 'error', error: { statusCode: 400 } })
    await (await createSignedUp()).app.refuseCliLogin(loginCode)
    await outcome
  })
})

describe('sessions', () => {
  test('given three sessions, when all others are ended, then one is left', async () => {
    const { email, user } = await createSignedUp()
    for (const { app } of [createTab(), createTab()]) await app.signInWithCredential({ email, password: TEST_PASSWORD })

    await user.revokeOtherSessions()

    expect(await user.getActiveSessions()).toMatchObject([{ isCurrentSession: true }])
  })

  test('given a session, when its user is read from the token, then it is what the service would say', async () => {
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
        oauth_providers: [
          { id: 'google', type: 'shared' },
          { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
          { id: 'gitlab', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        ],
      },
    })
  })

  /** Goes where the page leaves for, chooses there, and comes back to the page. */
  async function walk(tab: ReturnType<typeof createTab>, choice: ProviderChoice = {}): Promise<void> {
    await expect.poll(() => tab.browser.visits.at(-1)).toMatch(/^assign .*\/oauth\/authorize\//)
    const address = tab.browser.visits.at(-1)?.slice('assign '.length) ?? ''
    const { location, text } = await new ProviderVisitor(portico.service, portico.baseUrl).follow(address, choice)
    if (!location) throw new Error(`The provider led nowhere: ${text}`)
    tab.browser.visits.length = 0
    tab.browser.location.href = location.href
  }

  test('given a stranger, when they come back from a provider, then they have an account, and the next time it is theirs', async () => {
    const email = someEmail()
    const first = createTab({ project: offering, redirectMethod: 'window' })
    void first.app.signInWithOAuth('google', { returnTo: '/notes' })
    await walk(first, { email })

    expect(await first.app.callOAuthCallback()).toBe(true)
    const user = await first.app.getUser({ or: 'throw' })
    const again = createTab({ project: offering })
    void again.app.signInWithOAuth('google')
    await walk(again, { email })

    expect(await again.app.callOAuthCallback()).toBe(true)
    expect(first.browser.visits).toEqual(['replace http://localhost:3000/notes'])
    expect(user).toMatchObject({ primaryEmail: email, oauthProviders: [{ id: 'google' }] })
    expect((await again.app.getUser())?.id).toBe(user.id)
  })

  test('given a refusal at the provider, when the browser comes back, then it is on the error page, which knows why', async () => {
    const tab = createTab({ project: offering })
    void tab.app.signInWithOAuth('google')

    await walk(tab, { decision: 'refuse' })

    const url = new URL(tab.browser.location.href)
    expect(url.pathname).toBe('/handler/error')
    expect(url.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_ACCESS_DENIED')
  })

  test('given an anonymous user, when they come back from a provider, then they stay who they are', async () => {
    const tab = createTab({ project: offering })
    const anonymous = await tab.app.getUser({ or: 'anonymous' })
    void tab.app.signInWithOAuth('google')
    await walk(tab, { email: someEmail() })

    await tab.app.callOAuthCallback()

    expect(await tab.app.getUser()).toMatchObject({ id: anonymous.id, isAnonymous: false })
  })

  test('given a user, when they connect an account, then they are back where they were, and it gives tokens', async () => {
    const tab = createTab({ project: offering, redirectMethod: 'window' })
    await tab.app.signUpWithCredential({ email: someEmail(), password: TEST_PASSWORD, noRedirect: true })
    tab.browser.location.href = 'http://localhost:3000/settings'
    const user = await tab.app.getUser({ or: 'throw' })
    expect(await user.getConnectedAccount('github')).toBeNull()

    void user.getOrLinkConnectedAccount('github', { scopes: ['gist'] })
    await walk(tab, { email: someEmail() })
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

  test('given a user with an authenticator app, when they come back from a provider, then its code finishes the sign-in', async () => {
    const email = someEmail()
    const first = createTab({ project: offering })
    void first.app.signInWithOAuth('google')
    await walk(first, { email })
    await first.app.callOAuthCallback()
    const secret = crypto.getRandomValues(new Uint8Array(20))
    await (await first.app.getUser({ or: 'throw' })).update({ totpMultiFactorSecret: secret })

    const tab = createTab({ project: offering, redirectMethod: 'window' })
    void tab.app.signInWithOAuth('google')
    await walk(tab, { email })
    expect(await tab.app.callOAuthCallback()).toBe(false)
    expect(tab.browser.visits).toEqual(['replace http://localhost:3000/handler/mfa'])
    const attempt = tab.app[porticoAppInternalsSymbol].mfaAttemptCode() ?? ''
    const totp = await totpCode(Buffer.from(secret).toString('base64'), portico.clock)

    expect(await tab.app.signInWithMfa(totp, attempt)).toEqual({ status: 'ok', data: undefined })
    expect(await tab.app.getUser()).toMatchObject({ primaryEmail: email })
  })

  test('given an address that is somebody else’s and unproved, when they come back, then the error page says so', async () => {
    const email = someEmail()
    const owner = createTab({ project: offering })
    await owner.app.signUpWithCredential({ email, password: TEST_PASSWORD })
    const tab = createTab({ project: offering })
    void tab.app.signInWithOAuth('google')

    await walk(tab, { email })

    expect(new URL(tab.browser.location.href).searchParams.get('errorCode')).toBe(
      'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    )
  })
})
