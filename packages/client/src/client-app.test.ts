import { describe, expect, test, vi } from 'vitest'

import type { SentRequest } from '../test/surroundings.ts'
import type { PorticoClientAppOptions } from './options.ts'

import {
  accessToken,
  baseUrl,
  createSurroundings,
  knownError,
  projectId,
  settle,
  TestBrowser,
  TestClock,
  wireUser,
} from '../test/surroundings.ts'
import { createProject, listOwnedProjects } from './admin.ts'
import { PorticoClientApp } from './client-app.ts'
import { porticoAppInternalsSymbol } from './internals.ts'
import { KnownErrors } from './known-error.ts'
import { StackClientApp, stackAppInternalsSymbol } from './stack.ts'

type Routes = Record<string, (request: SentRequest) => object | Error>

const clock = new TestClock()
const freshToken = accessToken({ expiresAt: clock.now + 600_000, sessionId: 's' })
const signedIn = { body: { access_token: freshToken, refresh_token: 'r1', user_id: 'u' } }
const ada = { email: 'ada@example.com', password: 'correct horse' }

const usual: Routes = {
  'POST /auth/password/sign-in': () => signedIn,
  'POST /auth/password/sign-up': () => signedIn,
  'GET /users/me': ({ headers }) =>
    headers.has('x-stack-access-token') ? { body: wireUser() } : knownError('CANNOT_GET_OWN_USER_WITHOUT_USER'),
  'DELETE /auth/sessions/current': () => ({ body: { success: true } }),
}

function createApp(routes: Routes = {}, options: Partial<PorticoClientAppOptions> & { at?: string } = {}) {
  const { at = 'https://app.example/handler/sign-in', ...appOptions } = options
  const browser = new TestBrowser(at)
  const all = { ...usual, ...routes }
  const surroundings = createSurroundings(
    (request) => all[`${request.method} ${request.path}`]?.(request) ?? { status: 404, body: `no ${request.path}` },
    { browser, clock: new TestClock() },
  )
  const app = new PorticoClientApp(
    {
      tokenStore: 'memory',
      projectId,
      publishableClientKey: 'pck_key',
      baseUrl,
      redirectMethod: 'window',
      ...appOptions,
    },
    surroundings.ports,
  )
  return { ...surroundings, app, browser }
}

async function createSignedIn(routes: Routes = {}, options: Partial<PorticoClientAppOptions> = {}) {
  const created = createApp(routes, options)
  await created.app.signInWithCredential({ ...ada, noRedirect: true })
  return created
}

describe('requests', () => {
  test('given a session, when a call is made, then carries the headers of the protocol', async () => {
    const { app, sent } = await createSignedIn({}, { extraRequestHeaders: { 'x-tenant': 'a' } })

    await app.getUser()

    expect(Object.fromEntries(sent.at(-1)?.headers ?? [])).toMatchObject({
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': 'pck_key',
      'x-stack-client-version': expect.stringMatching(/^js @portico\/client@\d/),
      'x-stack-override-error-status': 'true',
      'x-stack-random-nonce': expect.any(String),
      'x-stack-access-token': freshToken,
      'x-stack-refresh-token': 'r1',
      'x-tenant': 'a',
    })
  })

  test('given a refused access token, when a call is made, then it is refreshed and the call made again', async () => {
    const better = accessToken({ expiresAt: clock.now + 600_000, sessionId: 's', serial: 2 })
    const { app, sent, pauses } = await createSignedIn({
      'GET /users/me': ({ headers }) =>
        headers.get('x-stack-access-token') === better ? { body: wireUser() } : knownError('ACCESS_TOKEN_EXPIRED', 401),
      'POST /auth/oauth/token': () => ({ body: { access_token: better } }),
    })

    expect(await app.getUser()).not.toBeNull()
    expect(sent.map(({ path }) => path).slice(1)).toEqual(['/users/me', '/auth/oauth/token', '/users/me'])
    expect(pauses).toEqual([])
  })

  test('given every access token is refused, when a call is made, then gives up after five attempts', async () => {
    let serial = 0
    const { app, sent } = await createSignedIn({
      'GET /users/me': () => knownError('UNPARSABLE_ACCESS_TOKEN', 401),
      'POST /auth/oauth/token': () => {
        serial += 1
        return { body: { access_token: accessToken({ expiresAt: clock.now + 600_000, serial }) } }
      },
    })

    await expect(app.getUser()).rejects.toMatchObject({ errorCode: 'UNPARSABLE_ACCESS_TOKEN' })
    expect(sent.filter(({ path }) => path === '/users/me')).toHaveLength(5)
  })

  test('given the session is over on the service, when a call is made, then the user is signed out', async () => {
    const { app } = await createSignedIn({
      'GET /users/me': ({ headers }) =>
        headers.has('x-stack-access-token')
          ? knownError('ACCESS_TOKEN_EXPIRED', 401)
          : knownError('CANNOT_GET_OWN_USER_WITHOUT_USER'),
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    expect(await app.getUser()).toBeNull()
    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
  })
})

describe('signing in', () => {
  test('given right credentials, when signing in, then tokens are kept and the visitor is led on', async () => {
    const { app, browser, sent } = createApp(
      {},
      { at: 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes' },
    )

    expect(await app.signInWithCredential(ada)).toEqual({ status: 'ok', data: undefined })

    expect(sent[0]?.body).toEqual(ada)
    expect(await app.getAuthJson()).toEqual({ accessToken: freshToken, refreshToken: 'r1' })
    expect(browser.visits).toEqual(['replace https://app.example/notes'])
  })

  test.each(['EMAIL_PASSWORD_MISMATCH', 'INVALID_TOTP_CODE', 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'])(
    'given %s, when signing in, then it is the error of the result',
    async (code) => {
      const { app, browser } = createApp({
        'POST /auth/password/sign-in': () => knownError(code, 400, { attempt_code: 'a' }),
      })

      expect(await app.signInWithCredential(ada)).toMatchObject({
        status: 'error',
        error: { errorCode: code, details: { attempt_code: 'a' } },
      })
      expect(browser.visits).toEqual([])
    },
  )

  test('given another refusal, when signing in, then it is thrown', async () => {
    const { app } = createApp({
      'POST /auth/password/sign-in': () => knownError('PASSWORD_AUTHENTICATION_NOT_ENABLED'),
    })

    await expect(app.signInWithCredential(ada)).rejects.toMatchObject({
      errorCode: 'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    })
  })

  test('given a new address, when signing up, then the mail links to this page and the visitor is led on', async () => {
    const { app, browser, sent } = createApp({}, { urls: { afterSignUp: '/welcome' } })

    expect((await app.signUpWithCredential(ada)).status).toBe('ok')

    expect(sent[0]?.body).toEqual({
      ...ada,
      verification_callback_url: 'https://app.example/handler/email-verification',
    })
    expect(browser.visits).toEqual(['replace https://app.example/welcome'])
  })

  test.each(['USER_EMAIL_ALREADY_EXISTS', 'PASSWORD_TOO_SHORT', 'PASSWORD_REQUIREMENTS_NOT_MET'])(
    'given %s, when signing up, then it is the error of the result',
    async (code) => {
      const { app } = createApp({ 'POST /auth/password/sign-up': () => knownError(code) })

      expect(await app.signUpWithCredential(ada)).toMatchObject({ status: 'error', error: { errorCode: code } })
    },
  )
})

describe('the current user', () => {
  test('given a signed-in user, when read, then it has the names of the SDK and is frozen', async () => {
    const { app } = await createSignedIn()

    const user = await app.getUser()

    expect(user).toMatchObject({
      displayName: 'Ada',
      primaryEmail: 'ada@example.com',
      primaryEmailVerified: false,
      signedUpAt: new Date(1_750_000_000_000),
      hasPassword: true,
      isMultiFactorRequired: false,
      emailAuthEnabled: true,
    })
    expect(user?.toClientJson()).toEqual(wireUser())
    expect(Object.isFrozen(user)).toBe(true)
  })

  test('given nobody, when read, then says what was asked for, without a request', async () => {
    const { app, sent } = createApp()

    expect(await app.getUser()).toBeNull()
    expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
    await expect(app.getUser({ or: 'throw' })).rejects.toThrow(
      "User is not signed in but getUser was called with { or: 'throw' }",
    )
    expect(sent).toEqual([])
  })

  test('given nobody and or: redirect, when read, then leads to sign-in and never resolves', async () => {
    const { app, browser } = createApp({}, { at: 'https://app.example/notes' })
    const outcome = vi.fn<(value: unknown) => void>()

    void app.getUser({ or: 'redirect' }).then(outcome, outcome)
    await settle()

    expect(browser.visits).toEqual(['replace https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes'])
    expect(outcome).not.toHaveBeenCalled()
  })

  test('given no redirect method and or: redirect, when read, then throws', async () => {
    await expect(createApp({}, { redirectMethod: 'none' }).app.getUser({ or: 'redirect' })).rejects.toThrow(
      /redirectMethod/,
    )
  })

  test.each([
    ['return-null', false],
    ['anonymous', true],
    ['anonymous-if-exists', true],
  ] as const)('given an anonymous user and or: %s, when read, then counts as somebody: %j', async (or, counts) => {
    const { app } = await createSignedIn({ 'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }) })

    expect((await app.getUser({ or })) !== null).toBe(counts)
  })

  test('given nobody and or: anonymous, when read twice at once, then signs up once', async () => {
    const { app, sent } = createApp({
      'POST /auth/anonymous/sign-up': () => signedIn,
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })

    const users = await Promise.all([app.getUser({ or: 'anonymous' }), app.getUser({ or: 'anonymous' })])

    expect(users.every((user) => user.isAnonymous)).toBe(true)
    expect(sent.filter(({ path }) => path === '/auth/anonymous/sign-up')).toHaveLength(1)
  })

  test('given a failed anonymous sign-up, when read again, then tries again', async () => {
    let isDown = true
    const { app } = createApp({
      'POST /auth/anonymous/sign-up': () => (isDown ? { status: 500, body: 'down' } : signedIn),
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })
    await expect(app.getUser({ or: 'anonymous' })).rejects.toThrow('status 500')
    isDown = false

    expect((await app.getUser({ or: 'anonymous' })).isAnonymous).toBe(true)
  })

  test('given a request as token store, when read, then its user is, and the own store is left alone', async () => {
    const { app } = createApp()
    const headers = { 'x-stack-auth': JSON.stringify({ accessToken: freshToken, refreshToken: 'r1' }) }

    expect((await app.getUser({ tokenStore: new Request('https://app.example/', { headers }) }))?.displayName).toBe(
      'Ada',
    )
    expect(await app.getUser()).toBeNull()
  })

  test('given no token store, when read without one, then says what to do', async () => {
    const app: PorticoClientApp = createApp({}, { tokenStore: null }).app

    await expect(app.getUser()).rejects.toThrow(/Pass a `tokenStore`/)
    await expect(app.getAuthJson()).rejects.toThrow(/Pass a `tokenStore`/)
    await expect(app.signOut()).rejects.toThrow(/Pass a `tokenStore`/)
  })
})

describe('what a user can do', () => {
  test('given changes, when updated, then they are sent in the spelling of the wire and shown at once', async () => {
    const { app, sent } = await createSignedIn({
      'PATCH /users/me': ({ body }) => ({ body: wireUser(body as Record<string, unknown>) }),
    })
    const resource = app[porticoAppInternalsSymbol].userResource()
    const listener = vi.fn<() => void>()
    resource.subscribe(listener)
    const user = await app.getUser({ or: 'throw' })

    await user.update({ displayName: 'Ada L.', totpMultiFactorSecret: Uint8Array.of(1, 2, 255), profileImageUrl: null })

    expect(sent.at(-1)?.body).toEqual({ display_name: 'Ada L.', totp_secret_base64: 'AQL/', profile_image_url: null })
    expect(resource.read()?.displayName).toBe('Ada L.')
    expect(user.displayName).toBe('Ada')
    expect(listener).toHaveBeenCalled()
  })

  test.each([
    ['updatePassword', 'PASSWORD_CONFIRMATION_MISMATCH'],
    ['updatePassword', 'PASSWORD_TOO_SHORT'],
    ['setPassword', 'PASSWORD_REQUIREMENTS_NOT_MET'],
  ] as const)('given %s is refused with %s, when called, then it is returned', async (method, code) => {
    const { app } = await createSignedIn({
      'POST /auth/password/update': () => knownError(code),
      'POST /auth/password/set': () => knownError(code),
    })
    const user = await app.getUser({ or: 'throw' })

    const returned = await user[method]({ oldPassword: 'a', newPassword: 'b', password: 'b' })

    expect(returned).toMatchObject({ errorCode: code })
  })

  test('given a password change, when it worked, then returns nothing and the user is read again', async () => {
    const { app, sent } = await createSignedIn({ 'POST /auth/password/update': () => ({ body: { success: true } }) })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).toBeUndefined()
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(['/auth/password/update', '/users/me'])
  })

  test('given a password change that worked, when the user cannot be read again, then it still counts as done', async () => {
    let isDown = false
    const { app } = await createSignedIn({
      'GET /users/me': () => (isDown ? { status: 500, body: 'down' } : { body: wireUser() }),
      'POST /auth/password/update': () => {
        isDown = true
        return { body: { success: true } }
      },
    })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.updatePassword({ oldPassword: 'a', newPassword: 'b' })).toBeUndefined()
  })

  test('given an unverified address, when a mail is asked for, then it is sent, or the error is returned', async () => {
    let isVerified = false
    const { app, sent } = await createSignedIn({
      'POST /contact-channels/send-verification-code': () =>
        isVerified ? knownError('EMAIL_ALREADY_VERIFIED', 409) : { body: { success: true } },
    })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.sendVerificationEmail()).toBeUndefined()
    expect(sent.at(-1)?.body).toEqual({
      email: 'ada@example.com',
      callback_url: 'https://app.example/handler/email-verification',
    })
    isVerified = true
    expect(KnownErrors.EmailAlreadyVerified.isInstance(await user.sendVerificationEmail())).toBe(true)
  })

  test('given sessions, when listed, then they have dates, and one can be revoked', async () => {
    const { app, sent } = await createSignedIn({
      'GET /auth/sessions?user_id=me': () => ({
        body: {
          items: [{ id: 'a/b', user_id: 'u', created_at: 1_000, is_impersonation: false, is_current_session: true }],
        },
      }),
      'DELETE /auth/sessions/a%2Fb?user_id=me': () => ({ body: { success: true } }),
    })
    const user = await app.getUser({ or: 'throw' })

    const sessions = await user.getActiveSessions()
    await user.revokeSession('a/b')

    expect(sessions).toEqual([
      {
        id: 'a/b',
        userId: 'u',
        createdAt: new Date(1_000),
        lastUsedAt: undefined,
        isImpersonation: false,
        isCurrentSession: true,
      },
    ])
    expect(sent.at(-1)?.method).toBe('DELETE')
  })

  test('given a deletion, when it worked, then nobody is signed in', async () => {
    const { app } = await createSignedIn({ 'DELETE /users/me': () => ({ body: { success: true } }) })

    await (await app.getUser({ or: 'throw' })).delete()

    expect(await app.getUser()).toBeNull()
  })

  test('given a session, when headers for the own backend are asked for, then they hold both tokens', async () => {
    const { app } = await createSignedIn()
    const expected = { 'x-stack-auth': JSON.stringify({ accessToken: freshToken, refreshToken: 'r1' }) }

    expect(await app.getAuthHeaders()).toEqual(expected)
    expect(await (await app.getUser({ or: 'throw' })).getAuthHeaders()).toEqual(expected)
    expect(await app.getAccessToken()).toBe(freshToken)
    expect(await app.getRefreshToken()).toBe('r1')
  })
})

describe('signing out', () => {
  test('given a user, when signed out, then the service is told, the tokens are gone and the visitor is led on', async () => {
    const { app, browser, sent } = await createSignedIn({}, { urls: { afterSignOut: '/bye' } })

    await (await app.getUser({ or: 'throw' })).signOut()

    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/auth/sessions/current', body: {} })
    expect(await app.getUser()).toBeNull()
    expect(browser.visits).toEqual(['replace https://app.example/bye'])
  })

  test('given a redirect target, when signed out, then goes there', async () => {
    const { app, browser } = await createSignedIn()

    await app.signOut({ redirectUrl: new URL('https://app.example/other') })

    expect(browser.visits).toEqual(['replace https://app.example/other'])
  })

  test.each([
    ['REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401],
    ['ACCESS_TOKEN_EXPIRED', 401],
  ])('given a session that is over with %s, when signed out, then that is no error', async (code, status) => {
    const { app } = await createSignedIn({
      'DELETE /auth/sessions/current': () => knownError(code, status),
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    await app.signOut()

    expect(await app.getUser()).toBeNull()
  })

  test('given no connection, when signed out, then the tokens are gone and the failure is thrown', async () => {
    const { app, browser } = await createSignedIn({
      'DELETE /auth/sessions/current': () => new TypeError('fetch failed'),
    })

    await expect(app.signOut()).rejects.toMatchObject({ code: 'UNREACHABLE' })

    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
    expect(browser.visits).toEqual([])
  })

  test('given nobody, when signed out, then nothing happens', async () => {
    const { app, browser, sent } = createApp()

    await app.signOut()

    expect(sent).toEqual([])
    expect(browser.visits).toEqual([])
  })

  test('given a page that shows the user, when signed out, then it shows the user until the page is gone', async () => {
    const { app, ports, browser } = await createSignedIn()
    const resource = app[porticoAppInternalsSymbol].userResource()
    const shown: unknown[] = []
    resource.subscribe(() => shown.push(resource.read()))
    await resource.load()
    vi.spyOn(ports, 'sleep').mockImplementation(async () => {
      expect(browser.visits).toHaveLength(1)
      expect(resource.read()).not.toBeNull()
    })

    await app.signOut()

    expect(resource.read()).toBeNull()
    expect(shown.at(-1)).toBeNull()
  })
})

describe('codes from e-mails', () => {
  const code = 'c'.repeat(45)

  test('given a good code, when the address is verified, then the user is read again', async () => {
    const { app, sent } = await createSignedIn({ 'POST /contact-channels/verify': () => ({ body: { success: true } }) })

    expect(await app.verifyEmail(code)).toEqual({ status: 'ok', data: undefined })
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(['/contact-channels/verify', '/users/me'])
  })

  test('given a server without a page, when an address is verified, then nothing else is asked for', async () => {
    const { ports, sent } = createSurroundings(() => ({ body: { success: true } }))
    const app = new PorticoClientApp({ tokenStore: 'cookie', projectId, publishableClientKey: 'k', baseUrl }, ports)

    expect((await app.verifyEmail(code)).status).toBe('ok')
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['VERIFICATION_CODE_NOT_FOUND', 404],
    ['VERIFICATION_CODE_EXPIRED', 400],
    ['VERIFICATION_CODE_ALREADY_USED', 409],
    ['VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 400],
  ])('given %s, when a code is used, then it is the error of the result', async (errorCode, status) => {
    const refuse = () => knownError(errorCode, status)
    const { app } = createApp({
      'POST /contact-channels/verify': refuse,
      'POST /auth/password/reset': refuse,
      'POST /auth/password/reset/check-code': refuse,
    })
    const refused = { status: 'error', error: { errorCode, statusCode: status } }

    expect(await app.verifyEmail(code)).toMatchObject(refused)
    expect(await app.verifyPasswordResetCode(code)).toMatchObject(refused)
    expect(await app.resetPassword({ code, password: 'long enough' })).toMatchObject(refused)
  })

  test('given a weak new password, when it is reset, then that is thrown', async () => {
    const { app } = createApp({ 'POST /auth/password/reset': () => knownError('PASSWORD_TOO_SHORT') })

    await expect(app.resetPassword({ code, password: 'x' })).rejects.toMatchObject({ errorCode: 'PASSWORD_TOO_SHORT' })
  })

  test('given a forgotten password, when a mail is asked for, then it links to the reset page, without a session', async () => {
    const { app, sent } = await createSignedIn({
      'POST /auth/password/send-reset-code': () => ({ body: { success: 'sent' } }),
    })

    expect(await app.sendForgotPasswordEmail('ada@example.com')).toEqual({ status: 'ok', data: undefined })
    expect(sent.at(-1)?.body).toEqual({
      email: 'ada@example.com',
      callback_url: 'https://app.example/handler/password-reset',
    })
    expect(sent.at(-1)?.headers.has('x-stack-access-token')).toBe(false)
  })
})

describe('what React uses', () => {
  test('given a subscriber, when somebody signs in and out, then it follows', async () => {
    const { app } = createApp()
    const resource = app[porticoAppInternalsSymbol].userResource()
    const seen: (string | null | undefined)[] = []
    const note = () => {
      const snapshot = resource.getSnapshot()
      const name = snapshot.status === 'ok' ? (snapshot.data?.displayName ?? null) : undefined
      if (seen.length === 0 || seen.at(-1) !== name) seen.push(name)
    }
    resource.subscribe(note)
    note()

    await app.signInWithCredential({ ...ada, noRedirect: true })
    await resource.load()
    await app.signOut()

    expect(seen).toEqual([null, undefined, 'Ada', null])
    expect(app[porticoAppInternalsSymbol].userResource()).toBe(resource)
  })

  test('given a seeded user and cookies, when rendered, then it is there at once, on the server snapshot too', async () => {
    const { app, sent } = await createSignedIn()
    const internals = app[porticoAppInternalsSymbol]

    internals.seedUser(wireUser({ display_name: 'Seeded' }) as never)

    expect(internals.userResource().read()?.displayName).toBe('Seeded')
    expect(internals.userResource().getServerSnapshot()).toMatchObject({
      status: 'ok',
      data: { displayName: 'Seeded' },
    })
    expect(sent).toHaveLength(1)
  })

  test('given a seeded user but no tokens, when rendered, then only the first render shows the seed', () => {
    const internals = createApp().app[porticoAppInternalsSymbol]

    internals.seedUser(wireUser() as never)

    expect(internals.userResource().getServerSnapshot()).toMatchObject({ status: 'ok', data: { displayName: 'Ada' } })
    expect(internals.userResource().getSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('given a server with the cookie store, when seeded, then the server snapshot shows it', () => {
    const { ports } = createSurroundings(() => ({}))
    const app = new PorticoClientApp({ tokenStore: 'cookie', projectId, publishableClientKey: 'k', baseUrl }, ports)
    const internals = app[porticoAppInternalsSymbol]
    expect(internals.userResource().getServerSnapshot()).toEqual({ status: 'pending' })

    internals.seedUser(null)

    expect(internals.userResource().getServerSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('given a project, when read, then it has the names of the SDK, with or without the newer list of domains', async () => {
    const config = { sign_up_enabled: true, credential_enabled: true, enabled_oauth_providers: [{ id: 'github' }] }
    const { app } = createApp({
      'GET /projects/current': () => ({ body: { id: projectId, display_name: 'Notes', config } }),
    })

    expect(await app.getProject()).toMatchObject({
      id: projectId,
      displayName: 'Notes',
      config: { signUpEnabled: true, credentialEnabled: true, oauthProviders: [{ id: 'github' }], domains: [] },
    })
  })
})

describe('other entries', () => {
  test('given the names of the original SDK, when imported, then they are the same things', () => {
    expect(StackClientApp).toBe(PorticoClientApp)
    expect(stackAppInternalsSymbol).toBe(porticoAppInternalsSymbol)
  })

  test('given an app of the internal project, when projects are listed and made, then as its user', async () => {
    const { ports, sent } = createSurroundings(({ method }) => ({
      body: method === 'GET' ? { items: [{ id: 'p' }] } : { id: 'q' },
    }))
    const app = new PorticoClientApp(
      { tokenStore: 'memory', projectId: 'internal', publishableClientKey: 'k', baseUrl },
      ports,
    )

    expect(await listOwnedProjects(app)).toEqual([{ id: 'p' }])
    expect(await createProject(app, { display_name: 'New' })).toEqual({ id: 'q' })
    expect(sent.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', '/internal/projects', undefined],
      ['POST', '/internal/projects', { display_name: 'New' }],
    ])
  })

  test('given an app of another project, when its owned projects are asked for, then throws', async () => {
    await expect(listOwnedProjects(createApp().app as never)).rejects.toThrow(/"internal"/)
  })
})
