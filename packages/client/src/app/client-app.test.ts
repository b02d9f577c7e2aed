import { describe, expect, test } from 'vitest'

import { accessToken, baseUrl, createSurroundings, knownError, projectId, wireUser } from '../../test/surroundings.ts'
import { ada, clock, createApp, createSignedIn, freshToken } from '../../test/test-app.ts'
import { PorticoClientApp } from './client-app.ts'

describe('requests', () => {
  test('a request with a session has the headers of the protocol', async () => {
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

  test('a request whose access token is refused is repeated with a new one', async () => {
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

  test('a request whose access tokens are all refused fails after five attempts', async () => {
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

  test('a request signs the user out if the service has ended the session', async () => {
    const { app, sent } = await createSignedIn({
      'GET /users/me': ({ headers }) =>
        headers.has('x-stack-access-token')
          ? knownError('ACCESS_TOKEN_EXPIRED', 401)
          : knownError('CANNOT_GET_OWN_USER_WITHOUT_USER'),
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    expect(await app.getUser()).toBeNull()
    expect(await app.getAuthJson()).toEqual({ accessToken: null, refreshToken: null })
    expect(sent.map(({ path }) => path).slice(1)).toEqual(['/users/me', '/auth/oauth/token'])
  })

  test('getUser sends no request without tokens after a refused refresh', async () => {
    const {
      app,
      clock: time,
      sent,
    } = await createSignedIn({
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })
    time.now += 700_000

    expect(await app.getUser()).toBeNull()
    expect(sent.map(({ path }) => path).slice(1)).toEqual(['/auth/oauth/token'])
  })
})

describe('signing in', () => {
  test('a correct password stores the tokens and redirects to the return location', async () => {
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
    '%s is an error in the result of a sign-in',
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

  test('a sign-in throws any other error', async () => {
    const { app } = createApp({
      'POST /auth/password/sign-in': () => knownError('PASSWORD_AUTHENTICATION_NOT_ENABLED'),
    })

    await expect(app.signInWithCredential(ada)).rejects.toMatchObject({
      errorCode: 'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    })
  })

  test('a sign-up sends the address of the verification page and redirects', async () => {
    const { app, browser, sent } = createApp({}, { urls: { afterSignUp: '/welcome' } })

    expect((await app.signUpWithCredential(ada)).status).toBe('ok')

    expect(sent[0]?.body).toEqual({
      ...ada,
      verification_callback_url: 'https://app.example/handler/email-verification',
    })
    expect(browser.visits).toEqual(['replace https://app.example/welcome'])
  })

  test('a sign-up without a verification mail sends no address, and needs no page', async () => {
    const { app, sent } = createApp({}, { urls: { emailVerification: '//[' } })

    expect((await app.signUpWithCredential({ ...ada, noVerificationCallback: true })).status).toBe('ok')

    expect(sent[0]?.body).toEqual(ada)
  })

  test.each(['USER_EMAIL_ALREADY_EXISTS', 'PASSWORD_TOO_SHORT', 'PASSWORD_REQUIREMENTS_NOT_MET'])(
    '%s is an error in the result of a sign-up',
    async (code) => {
      const { app } = createApp({ 'POST /auth/password/sign-up': () => knownError(code) })

      expect(await app.signUpWithCredential(ada)).toMatchObject({ status: 'error', error: { errorCode: code } })
    },
  )
})

describe('codes from mails', () => {
  const code = 'c'.repeat(45)

  test('verifyEmail fetches the user again', async () => {
    const { app, sent } = await createSignedIn({ 'POST /contact-channels/verify': () => ({ body: { success: true } }) })

    expect(await app.verifyEmail(code)).toEqual({ status: 'ok', data: undefined })
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(['/contact-channels/verify', '/users/me'])
    // The service keeps the sign-in methods of the account only for the session that signed up.
    expect(sent.at(-2)?.headers.get('x-stack-access-token')).toBe(freshToken)
  })

  test.each(['mine', 'not_mine'] as const)('verifyEmail sends the answer %s with the code', async (account) => {
    const { app, sent } = await createSignedIn({ 'POST /contact-channels/verify': () => ({ body: { success: true } }) })

    await app.verifyEmail(code, { account })

    expect(sent.at(-2)?.body).toEqual({ code, account })
  })

  test('verifyEmail succeeds without the session if the service has ended it', async () => {
    const { app } = await createSignedIn({
      'POST /contact-channels/verify': ({ headers }) =>
        headers.has('x-stack-access-token') ? knownError('UNPARSABLE_ACCESS_TOKEN', 401) : { body: { success: true } },
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    expect(await app.verifyEmail(code)).toEqual({ status: 'ok', data: undefined })
  })

  test.each([
    ['verifyEmail', 'cookie'],
    ['cancelFactorResetByCode', 'cookie'],
    ['acceptTeamInvitation', { accessToken: freshToken, refreshToken: 'r1' }],
  ] as const)('%s sends no other request on a server', async (method, tokenStore) => {
    const { ports, sent } = createSurroundings(() => ({ body: { success: true } }))
    const app = new PorticoClientApp({ tokenStore, projectId, publishableClientKey: 'k', baseUrl }, ports)

    expect((await app[method](code)).status).toBe('ok')
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['VERIFICATION_CODE_NOT_FOUND', 404],
    ['VERIFICATION_CODE_EXPIRED', 400],
    ['VERIFICATION_CODE_ALREADY_USED', 409],
    ['VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', 400],
  ])('%s is an error in the result of each call with a code', async (errorCode, status) => {
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

  test('resetPassword throws for a weak password', async () => {
    const { app } = createApp({ 'POST /auth/password/reset': () => knownError('PASSWORD_TOO_SHORT') })

    await expect(app.resetPassword({ code, password: 'x' })).rejects.toMatchObject({ errorCode: 'PASSWORD_TOO_SHORT' })
  })

  test('sendForgotPasswordEmail sends the address of the reset page and no session', async () => {
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
