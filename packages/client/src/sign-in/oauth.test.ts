import { describe, expect, test, vi } from 'vitest'

import type { PorticoClientAppOptions } from '../app/options.ts'
import { accessToken, CookieJar, knownError, projectId, settle } from '../../test/surroundings.ts'
import { clock, createApp, createSignedIn, freshToken, type TestApp } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { KnownErrors } from '../transport/known-error.ts'

type Routes = Parameters<typeof createApp>[0]

const answer = {
  access_token: freshToken,
  token_type: 'Bearer',
  refresh_token: 'r1',
  is_new_user: false,
  after_callback_redirect_url: null,
}

/** Waits for a redirect and returns its target. */
async function waitForRedirect({ browser }: TestApp): Promise<URL> {
  await expect.poll(() => browser.visits).not.toEqual([])
  return new URL(browser.visits.at(-1)?.replace('assign ', '') ?? '')
}

/** Opens the callback page in the browser that started the sign-in. */
async function createCallbackPage(
  routes: Routes,
  options: Partial<PorticoClientAppOptions> & { at?: string; typed?: string } = {},
) {
  const started = createApp(routes, options)
  void started.app.signInWithOAuth('github')
  const authorize = (await waitForRedirect(started)).searchParams
  const callback = new URL(authorize.get('redirect_uri') ?? '')
  callback.searchParams.set('code', 'the-code')
  callback.searchParams.set('state', authorize.get('state') ?? '')
  started.browser.location.href = callback.href
  started.browser.visits.length = 0
  return { ...started, authorize }
}

const handles: Routes = {
  'POST /auth/oauth/flow-handles': () => ({ status: 201, body: { flow_handle: 'the-handle' } }),
}

const exchange: Routes = { 'POST /auth/oauth/token': () => ({ body: answer }) }

describe('signInWithOAuth', () => {
  test('redirects to the provider with all parameters of the protocol', async () => {
    const app = createApp({}, { at: 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes#x' })

    void app.app.signInWithOAuth('GitHub')
    const url = await waitForRedirect(app)

    const { state, code_challenge, ...rest } = Object.fromEntries(url.searchParams)
    expect(`${url.origin}${url.pathname}`).toBe('https://api.example/api/v1/auth/oauth/authorize/github')
    expect(rest).toEqual({
      client_id: projectId,
      client_secret: 'pck_key',
      redirect_uri: 'https://app.example/handler/oauth-callback?after_auth_return_to=%2Fnotes',
      scope: 'legacy',
      grant_type: 'authorization_code',
      code_challenge_method: 'S256',
      response_type: 'code',
      type: 'authenticate',
      error_redirect_url: 'https://app.example/handler/error?after_auth_return_to=%2Fnotes',
    })
    expect(state).toMatch(/^[\w-]{43}$/)
    expect(code_challenge).toMatch(/^[\w-]{43}$/)
    expect(app.browser.document.cookie).toMatch(new RegExp(`^__Host-stack-oauth-outer-${state}=[\\w-]{43}$`))
  })

  test.each([
    ['https://app.example/', '__Host-stack-oauth-outer-', '; Path=/; Max-Age=3600; SameSite=Lax; Secure'],
    ['http://localhost:3000/', 'stack-oauth-outer-', '; Path=/; Max-Age=3600; SameSite=Lax'],
  ])('sets on %s the verifier cookie %s… with %s', async (at, prefix, attributes) => {
    const jar = new CookieJar()
    const jarred = createApp({}, { at, jar })

    void jarred.app.signInWithOAuth('github')
    await waitForRedirect(jarred)

    expect(jar.writes).toHaveLength(1)
    expect(jar.writes[0]?.startsWith(prefix)).toBe(true)
    expect(jar.writes[0]?.endsWith(attributes)).toBe(true)
  })

  test('redirects to an issuer of the project', async () => {
    const app = createApp()

    void app.app.signInWithOAuth('custom:okta')

    const { pathname } = await waitForRedirect(app)
    expect(pathname).toBe('/api/v1/auth/oauth/authorize/custom%3Aokta')
  })

  test('throws without a redirect if the browser blocks cookies', async () => {
    const jar = new CookieJar()
    jar.refuses = true
    const { app, browser } = createApp({}, { jar })

    await expect(app.signInWithOAuth('github')).rejects.toThrow(/blocks the cookies/)
    expect(browser.visits).toEqual([])
  })

  test('removes code and state from the address of the callback page', async () => {
    const app = createApp({}, { urls: { oauthCallback: '/back?code=x&state=y&keep=1' } })

    void app.app.signInWithOAuth('github')

    expect((await waitForRedirect(app)).searchParams.get('redirect_uri')).toBe('https://app.example/back?keep=1')
  })

  test('requests only the configured scopes of this provider', async () => {
    const options = { oauthScopesOnSignIn: { github: ['repo', 'gist'] } }
    const one = createApp({}, options)
    const other = createApp({}, options)

    void one.app.signInWithOAuth('github')
    void other.app.signInWithOAuth('google')

    expect((await waitForRedirect(one)).searchParams.get('provider_scope')).toBe('repo gist')
    expect((await waitForRedirect(other)).searchParams.has('provider_scope')).toBe(false)
  })

  test('passes the return location to the callback page', async () => {
    const app = createApp({}, { at: 'https://app.example/?after_auth_return_to=%2Felsewhere' })

    void app.app.signInWithOAuth('github', { returnTo: '/notes' })

    const redirectUri = new URL((await waitForRedirect(app)).searchParams.get('redirect_uri') ?? '')
    expect(redirectUri.searchParams.getAll('after_auth_return_to')).toEqual(['/notes'])
  })

  test('stores the last used provider; without storage there is none', async () => {
    const app = createApp()
    const internals = app.app[porticoAppInternalsSymbol]
    expect(internals.lastUsedProvider()).toBeNull()

    void app.app.signInWithOAuth('gitlab')
    await waitForRedirect(app)

    expect(internals.lastUsedProvider()).toBe('gitlab')
    expect(app.browser.localStorage.getItem('_STACK_AUTH.lastUsed')).toBe('gitlab')
    app.browser.localStorage.refuses = true
    expect(internals.lastUsedProvider()).toBeNull()
  })

  const anonymous = `e30.${btoa(JSON.stringify({ exp: clock.now / 1000 + 600, is_anonymous: true }))}.c2ln`
  const signedInAs = (token: string, routes: Routes = {}) =>
    createSignedIn({
      'POST /auth/password/sign-in': () => ({ body: { access_token: token, refresh_token: 'r' } }),
      ...routes,
    })

  test('identifies an anonymous user in the address by a handle', async () => {
    const app = await signedInAs(anonymous, handles)

    void app.app.signInWithOAuth('GitHub')
    const { searchParams } = await waitForRedirect(app)

    expect(searchParams.get('flow_handle')).toBe('the-handle')
    expect(searchParams.has('token')).toBe(false)
    expect(app.sent.find(({ path }) => path === '/auth/oauth/flow-handles')).toMatchObject({
      body: { provider_id: 'github', type: 'authenticate' },
    })
  })

  test('identifies an anonymous user by the access token if the service issues no handles', async () => {
    const app = await signedInAs(anonymous)

    void app.app.signInWithOAuth('github')

    expect((await waitForRedirect(app)).searchParams.get('token')).toBe(anonymous)
  })

  test('does not omit an anonymous user after too many attempts', async () => {
    const app = await signedInAs(anonymous, {
      'POST /auth/oauth/flow-handles': () => ({ status: 429, headers: { 'retry-after': '60' }, body: 'slow' }),
    })

    await expect(app.app.signInWithOAuth('github')).rejects.toMatchObject({ errorCode: 'RATE_LIMITED' })
    expect(app.browser.visits).toEqual([])
  })

  test('does not identify any other user in the address', async () => {
    const app = await signedInAs(freshToken, handles)

    void app.app.signInWithOAuth('github')
    const { searchParams } = await waitForRedirect(app)

    expect([searchParams.has('token'), searchParams.has('flow_handle')]).toEqual([false, false])
    expect(app.sent.some(({ path }) => path === '/auth/oauth/flow-handles')).toBe(false)
  })

  test.each([
    ['has ended', () => knownError('USER_AUTHENTICATION_REQUIRED')],
    ['impersonates its user', () => ({ status: 403, body: 'This session impersonates the user.' })],
  ])('omits a session that %s', async (_case, refusal) => {
    const app = await signedInAs(anonymous, { 'POST /auth/oauth/flow-handles': refusal })

    void app.app.signInWithOAuth('github')
    const { searchParams } = await waitForRedirect(app)

    expect([searchParams.has('token'), searchParams.has('flow_handle')]).toEqual([false, false])
  })

  test('throws without a redirect if the service cannot issue a handle', async () => {
    const app = await signedInAs(anonymous, {
      'POST /auth/oauth/flow-handles': () => ({ status: 503, body: 'The service is overloaded.' }),
    })

    await expect(app.app.signInWithOAuth('github')).rejects.toThrow(/overloaded/)
    expect(app.browser.visits).toEqual([])
  })

  test('throws on a server', async () => {
    const { app, ports } = createApp()
    vi.spyOn(ports, 'browser').mockReturnValue(null)

    await expect(app.signInWithOAuth('github')).rejects.toThrow(/needs a browser/)
    await expect(app.callOAuthCallback()).rejects.toThrow(/needs a browser/)
  })

  test.each(['cookie', null] as const)(
    'rejects its promise on a server with the token store %j',
    async (tokenStore) => {
      const { app, ports } = createApp({}, { tokenStore })
      vi.spyOn(ports, 'browser').mockReturnValue(null)

      const outcome = app.signInWithOAuth('github').catch((thrown: unknown) => thrown)

      expect(await outcome).toBeInstanceOf(Error)
    },
  )
})

describe('linkConnectedAccount', () => {
  test('sends the handle of the user and the return address', async () => {
    const linking = await createSignedIn(handles, { oauthScopesOnSignIn: { github: ['repo'] } })
    linking.browser.location.href = 'https://app.example/settings?tab=1'
    const user = await linking.app.getUser({ or: 'throw' })

    void user.linkConnectedAccount('github', { scopes: ['gist', 'repo'] })

    expect(Object.fromEntries((await waitForRedirect(linking)).searchParams)).toMatchObject({
      type: 'link',
      flow_handle: 'the-handle',
      provider_scope: 'repo gist',
      after_callback_redirect_url: 'https://app.example/settings?tab=1',
      // The page for the second factor gets no answer of the service, so it reads this address.
      redirect_uri:
        'https://app.example/handler/oauth-callback?after_auth_return_to=https%3A%2F%2Fapp.example%2Fsettings%3Ftab%3D1',
    })
    expect(linking.app[porticoAppInternalsSymbol].lastUsedProvider()).toBeNull()
  })

  test('sends no return address from a page whose path the service would refuse', async () => {
    const linking = await createSignedIn(handles)
    linking.browser.location.href = 'https://app.example/files/a%2Fb'
    const user = await linking.app.getUser({ or: 'throw' })

    void user.linkConnectedAccount('github')

    const { searchParams } = await waitForRedirect(linking)
    expect(searchParams.get('type')).toBe('link')
    expect(searchParams.has('after_callback_redirect_url')).toBe(false)
    expect(searchParams.get('redirect_uri')).toBe('https://app.example/handler/oauth-callback')
  })

  test('sends the access token if the service issues no handles', async () => {
    const linking = await createSignedIn()
    const user = await linking.app.getUser({ or: 'throw' })

    void user.linkConnectedAccount('github')
    const { searchParams } = await waitForRedirect(linking)

    expect(searchParams.get('token')).toBe(freshToken)
    expect(searchParams.has('flow_handle')).toBe(false)
  })

  test('throws without a redirect after the session has ended', async () => {
    const { app, browser } = await createSignedIn()
    const user = await app.getUser({ or: 'throw' })
    await app.signOut({ redirectUrl: '/bye' })
    browser.visits.length = 0

    await expect(user.linkConnectedAccount('github')).rejects.toThrow(/session has ended/)
    expect(browser.visits).toEqual([])
  })
})

describe('callOAuthCallback', () => {
  test('exchanges the authorization code and redirects', async () => {
    const { app, browser, sent, authorize } = await createCallbackPage(exchange, { urls: { afterSignIn: '/in' } })
    const verifier = browser.document.cookie.split('=')[1]

    expect(await app.callOAuthCallback()).toBe(true)

    expect(sent.at(-1)).toMatchObject({
      method: 'POST',
      path: '/auth/oauth/token',
      body: {
        grant_type: 'authorization_code',
        client_id: projectId,
        client_secret: 'pck_key',
        code: 'the-code',
        code_verifier: verifier,
        redirect_uri: authorize.get('redirect_uri'),
      },
    })
    expect(await app.getAccessToken()).toBe(freshToken)
    expect(browser.visits).toEqual(['replace https://app.example/in'])
    expect(browser.document.cookie).toBe('')
    expect(browser.location.href).toBe('https://app.example/handler/oauth-callback')
  })

  test('sends the code verifier whose SHA-256 is the code challenge', async () => {
    const { app, sent, authorize } = await createCallbackPage(exchange)
    await app.callOAuthCallback()

    const body = sent.at(-1)?.body as { code_verifier: string } | undefined
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body?.code_verifier))

    expect(authorize.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'))
  })

  test.each([
    [{ is_new_user: true }, '/up'],
    [{ after_callback_redirect_url: 'https://app.example/settings' }, '/settings'],
  ])('after the answer %j redirects to %s', async (changes, path) => {
    const { app, browser } = await createCallbackPage(
      { 'POST /auth/oauth/token': () => ({ body: { ...answer, ...changes } }) },
      { urls: { afterSignUp: '/up' } },
    )

    await app.callOAuthCallback()

    expect(browser.visits).toEqual([`replace https://app.example${path}`])
  })

  test('redirects to the return location', async () => {
    const { app, browser } = await createCallbackPage(exchange, {
      at: 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes',
    })

    await app.callOAuthCallback()

    expect(browser.visits).toEqual(['replace https://app.example/notes'])
  })

  test.each(['https://app.example', 'http://localhost:3000'])(
    'on %s uses a verifier that a sibling subdomain has set only without HTTPS',
    async (origin) => {
      const jar = new CookieJar()
      jar.foreign.push('stack-oauth-outer-planted=verifier-of-an-attacker')
      const at = `${origin}/handler/oauth-callback?code=of-an-attacker&state=planted`
      const { app, sent } = createApp(exchange, { at, jar })

      const isSignedIn = await app.callOAuthCallback()

      expect(isSignedIn).toBe(origin.startsWith('http:'))
      expect(sent).toHaveLength(isSignedIn ? 1 : 0)
    },
  )

  test('uses the code once in concurrent and later calls', async () => {
    const { app, sent, warnings } = await createCallbackPage(exchange)

    const outcomes = await Promise.all([app.callOAuthCallback(), app.callOAuthCallback()])
    const later = await app.callOAuthCallback()

    expect([...outcomes, later]).toEqual([true, true, false])
    expect(sent.filter(({ path }) => path === '/auth/oauth/token')).toHaveLength(1)
    expect(warnings).toHaveLength(1)
  })

  test('waits on a page that the browser renders in advance until the visitor opens it', async () => {
    const { app, browser, sent } = await createCallbackPage(exchange)
    browser.document.prerendering = true
    const { href } = browser.location

    const finished = app.callOAuthCallback()
    await settle()
    const before = { sent: sent.length, href: browser.location.href }
    browser.document.open()

    expect(before).toEqual({ sent: 0, href })
    expect(await finished).toBe(true)
  })

  test('does not repeat the exchange after a network failure', async () => {
    const { app, sent } = await createCallbackPage({ 'POST /auth/oauth/token': () => new TypeError('broken') })

    await expect(app.callOAuthCallback()).rejects.toThrow('Error signing in during OAuth callback. Please try again.')
    expect(sent.filter(({ path }) => path === '/auth/oauth/token')).toHaveLength(1)
  })

  test.each([
    'https://app.example/handler/oauth-callback',
    'https://app.example/handler/oauth-callback?code=c',
    'https://app.example/handler/oauth-callback?state=s',
    'https://app.example/handler/oauth-callback?code=c&state=of-another-browser',
    'https://app.example/handler/oauth-callback?code=c&state=%3B%20stack-access',
  ])('warns on the page %s and does not change it', async (at) => {
    const { app, browser, sent, warnings } = createApp({}, { at })

    expect(await app.callOAuthCallback()).toBe(false)
    expect(await app[porticoAppInternalsSymbol].finishOAuth(browser.location.href)).toBe('nothing-to-do')

    expect(browser.location.href).toBe(at)
    expect(sent).toEqual([])
    expect(warnings[0]).toMatch(/no sign-in to finish/)
  })

  test('with dialogs of the browser asks for the second factor, and alerts a wrong code', async () => {
    const routes = {
      'POST /auth/oauth/token': () =>
        knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, { attempt_code: 'attempt' }),
      'POST /auth/mfa/sign-in': () => knownError('INVALID_TOTP_CODE'),
    }
    const { app, browser } = await createCallbackPage(routes, { typed: '000000' })
    const shown: unknown[] = []
    browser.alert = (message) => shown.push(message)

    expect(await app.callOAuthCallback()).toBe(false)
    expect(shown).toEqual(['Invalid TOTP code. Please try signing in again.'])
    expect(browser.visits).toEqual([])
  })

  test('redirects to the page for the second factor and stores the attempt code', async () => {
    const { app, browser } = await createCallbackPage(
      {
        'POST /auth/oauth/token': () =>
          knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, { attempt_code: 'attempt' }),
      },
      { at: 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes' },
    )

    expect(await app[porticoAppInternalsSymbol].finishOAuth(browser.location.href)).toBe('second-factor')

    expect(browser.visits).toEqual(['replace https://app.example/handler/mfa?after_auth_return_to=%2Fnotes'])
    expect(await app[porticoAppInternalsSymbol].waitingSignIn()).toMatchObject({ attemptCode: 'attempt' })
  })

  test('redirects to the error page with the error', async () => {
    const { app, browser } = await createCallbackPage({
      'POST /auth/oauth/token': () => knownError('INVALID_AUTHORIZATION_CODE'),
    })

    expect(await app.callOAuthCallback()).toBe(false)

    const url = new URL(browser.visits[0]?.replace('replace ', '') ?? '')
    expect(url.pathname).toBe('/handler/error')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      errorCode: 'INVALID_AUTHORIZATION_CODE',
      message: 'INVALID_AUTHORIZATION_CODE happened',
      details: '{}',
    })
  })

  test('throws a refusal without a redirect method', async () => {
    const { app } = await createCallbackPage(
      { 'POST /auth/oauth/token': () => knownError('INVALID_AUTHORIZATION_CODE') },
      { redirectMethod: 'none' },
    )

    const error = await app.callOAuthCallback().catch((thrown: unknown) => thrown)

    expect(KnownErrors.InvalidAuthorizationCode.isInstance(error)).toBe(true)
  })

  test('throws the attempt code if the browser blocks the storage', async () => {
    const { app, browser } = await createCallbackPage({
      'POST /auth/oauth/token': () =>
        knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, { attempt_code: 'attempt' }),
    })
    browser.sessionStorage.refuses = true

    await expect(app.callOAuthCallback()).rejects.toMatchObject({ details: { attempt_code: 'attempt' } })
  })

  test('throws the attempt code if the storage still contains an older one', async () => {
    const { app, browser } = await createCallbackPage({
      'POST /auth/oauth/token': () =>
        knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, { attempt_code: 'attempt' }),
    })
    browser.sessionStorage.setItem('stack_mfa_attempt_code', 'older')
    vi.spyOn(browser.sessionStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('It is full.', 'QuotaExceededError')
    })

    await expect(app.callOAuthCallback()).rejects.toMatchObject({ details: { attempt_code: 'attempt' } })
  })

  test('finishes a sign-in whose code was already removed from the address', async () => {
    const { app, browser } = await createCallbackPage(exchange)
    const address = browser.location.href
    browser.location.href = 'https://app.example/handler/oauth-callback'

    expect(await app[porticoAppInternalsSymbol].finishOAuth(address)).toBe('signed-in')
    expect(browser.location.href).not.toContain('the-code')
  })

  test('ignores an untrusted return location on the page of the SDK', async () => {
    const { app, browser } = await createCallbackPage(
      { ...exchange, 'GET /projects/current': () => ({ body: { config: { domains: [] } } }) },
      { at: 'https://app.example/handler/sign-in?after_auth_return_to=https%3A%2F%2Fother.example' },
    )

    expect(await app[porticoAppInternalsSymbol].finishOAuth(browser.location.href)).toBe('signed-in')
    expect(browser.visits).toEqual(['replace https://app.example/'])
  })

  test('throws for an answer without tokens', async () => {
    const { app } = await createCallbackPage({ 'POST /auth/oauth/token': () => ({ body: { token_type: 'Bearer' } }) })

    await expect(app.callOAuthCallback()).rejects.toThrow(/Please try again/)
    await settle()
    expect(await app.getUser()).toBeNull()
  })
})

describe('getPartialUser', () => {
  test('reads the user from the access token without a request', async () => {
    const payload = {
      sub: 'u',
      exp: clock.now / 1000 + 600,
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_verified: true,
      requires_totp_mfa: false,
      is_anonymous: false,
      is_restricted: true,
      restricted_reason: { type: 'email_not_verified' },
    }
    const token = `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.c2ln`
    const { app, sent } = await createSignedIn({
      'POST /auth/password/sign-in': () => ({ body: { access_token: token, refresh_token: 'r' } }),
    })

    expect(await app.getPartialUser({ from: 'token' })).toEqual({
      id: 'u',
      displayName: 'Ada Lovelace',
      primaryEmail: 'ada@example.com',
      primaryEmailVerified: true,
      isMultiFactorRequired: false,
      isAnonymous: false,
      isRestricted: true,
      restrictedReason: { type: 'email_not_verified' },
    })
    expect(sent).toHaveLength(1)
  })

  test('returns null without a session and for a token without a user', async () => {
    const token = accessToken({ expiresAt: clock.now + 600_000 }).replace(/\..*\./, `.${btoa('{"exp":9999999999}')}.`)
    const { app } = await createSignedIn({
      'POST /auth/password/sign-in': () => ({ body: { access_token: token, refresh_token: 'r' } }),
    })

    expect(await app.getPartialUser({ from: 'token' })).toBeNull()
    expect(await createApp().app.getPartialUser({ from: 'token' })).toBeNull()
  })
})
