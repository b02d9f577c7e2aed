import { describe, expect, test } from 'vitest'

import { settle, accessToken, knownError, wireUser } from '../../test/surroundings.ts'
import { createApp, createSignedIn, freshToken, signedIn } from '../../test/test-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { KnownErrors } from '../transport/known-error.ts'

const code = 'c'.repeat(45)
/** The service returns this part of the code to the browser that requests the mail. */
const nonce = code.slice(6)
const known = { body: { ...signedIn.body, is_new_user: false } }
const fresh = { body: { ...signedIn.body, is_new_user: true } }
const pending = knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', 400, {
  attempt_code: 'attempt',
  factors: ['totp', 'passkey'],
})

describe('magic link', () => {
  test.each([
    ['USER_EMAIL_ALREADY_EXISTS', ['The magic link failed: KnownError<USER_EMAIL_ALREADY_EXISTS>']],
    ['SIGN_UP_NOT_ENABLED', []],
    ['VERIFICATION_CODE_NOT_FOUND', []],
  ])('signInWithMagicLink writes %s to the console only if no field shows it', async (code, expected) => {
    const { app, warnings } = createApp({ 'POST /auth/otp/sign-in': () => knownError(code) })

    await app.signInWithMagicLink('123456nonce').catch(() => {})

    expect(warnings.map((warning) => warning.split(': ').slice(0, 2).join(': '))).toEqual(expected)
  })

  test('sendMagicLinkEmail sends the address of the callback page and returns the nonce', async () => {
    const { app, sent } = createApp(
      { 'POST /auth/otp/send-sign-in-code': () => ({ body: { nonce: 'n' } }) },
      { at: 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes#top' },
    )

    const result = await app.sendMagicLinkEmail('ada@example.com')

    expect(result).toEqual({ status: 'ok', data: { nonce: 'n' } })
    expect(sent.at(-1)?.body).toEqual({
      email: 'ada@example.com',
      callback_url: 'https://app.example/handler/magic-link-callback?after_auth_return_to=%2Fnotes',
    })
  })

  test('an untrusted callback page is an error in the result', async () => {
    const { app } = createApp({
      'POST /auth/otp/send-sign-in-code': () => knownError('REDIRECT_URL_NOT_WHITELISTED'),
    })

    const result = await app.sendMagicLinkEmail('ada@example.com', { callbackUrl: 'https://elsewhere.example' })

    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'REDIRECT_URL_NOT_WHITELISTED' } })
  })

  test.each([
    [known, '/in'],
    [fresh, '/up'],
  ])('a sign-in that answers %j redirects to %s', async (answer, page) => {
    const { app, browser, sent } = createApp(
      { 'POST /auth/otp/sign-in': () => answer },
      { urls: { afterSignIn: '/in', afterSignUp: '/up' } },
    )

    expect(await app.signInWithMagicLink(code)).toEqual({ status: 'ok', data: undefined })

    expect(sent[0]?.body).toEqual({ code })
    expect(browser.visits).toEqual([`replace https://app.example${page}`])
    expect(await app.getAccessToken()).toBe(freshToken)
  })

  test.each(['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_ALREADY_USED'])(
    '%s is an error in the results of check and sign-in',
    async (refusal) => {
      const { app } = createApp({
        'POST /auth/otp/sign-in': () => knownError(refusal),
        'POST /auth/otp/sign-in/check-code': () => knownError(refusal),
      })

      expect(await app.verifyMagicLinkCode(code)).toMatchObject({ status: 'error', error: { errorCode: refusal } })
      expect(await app.signInWithMagicLink(code)).toMatchObject({ status: 'error', error: { errorCode: refusal } })
    },
  )

  test('a check does not sign the user in', async () => {
    const { app } = createApp({ 'POST /auth/otp/sign-in/check-code': () => ({ body: { is_code_valid: true } }) })

    expect(await app.verifyMagicLinkCode(code)).toEqual({ status: 'ok', data: undefined })
    expect(await app.getUser()).toBeNull()
  })

  test('a disabled sign-up is thrown', async () => {
    const { app } = createApp({ 'POST /auth/otp/sign-in': () => knownError('SIGN_UP_NOT_ENABLED') })

    const error = await app.signInWithMagicLink(code).catch((thrown: unknown) => thrown)

    expect(KnownErrors.SignUpNotEnabled.isInstance(error)).toBe(true)
  })
})

describe('dialogs of the browser', () => {
  const routes = { 'POST /auth/password/sign-in': () => pending, 'POST /auth/otp/sign-in': () => pending }

  test.each([
    ['a password', 'afterSignIn', { email: 'ada@example.com', password: 'x' }],
    ['a mailed code', 'afterSignUp', null],
  ])('ask for the second factor after %s, and the sign-in continues', async (_, page, credential) => {
    const { app, browser, sent } = createApp(
      { ...routes, 'POST /auth/mfa/sign-in': () => (credential ? known : fresh) },
      { typed: ' 123456 ', urls: { [page]: '/there' } },
    )

    const result = credential ? await app.signInWithCredential(credential) : await app.signInWithMagicLink(code)

    expect(result).toEqual({ status: 'ok', data: undefined })
    expect(sent.at(-1)?.body).toEqual({ type: 'totp', totp: '123456', code: 'attempt' })
    expect(browser.visits).toEqual(['replace https://app.example/there'])
  })

  test.each([
    ['that the visitor closes counts', null],
    ['with a wrong code counts', '000000'],
  ])('one %s as a wrong code', async (_, typed) => {
    const { app, browser } = createApp(
      { ...routes, 'POST /auth/mfa/sign-in': () => knownError('INVALID_TOTP_CODE') },
      { typed },
    )

    const result = await app.signInWithCredential({ email: 'ada@example.com', password: 'x' })

    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'INVALID_TOTP_CODE' } })
    expect(browser.visits).toEqual([])
  })

  test('show an error that no code handles', () => {
    const { browser } = createApp({}, { typed: null })
    const shown: unknown[] = []
    browser.alert = (message) => shown.push(message)

    browser.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('It failed.') }))

    expect(shown).toEqual(['It failed.'])
  })
})

describe('second factor', () => {
  test.each([
    ['signInWithCredential', 'POST /auth/password/sign-in'],
    ['signInWithMagicLink', 'POST /auth/otp/sign-in'],
  ] as const)('%s stores the attempt code, and a correct code finishes the sign-in', async (method, route) => {
    const { app, browser, sent } = createApp(
      { [route]: () => pending, 'POST /auth/mfa/sign-in': () => fresh },
      { urls: { afterSignUp: '/up' } },
    )

    const first =
      method === 'signInWithCredential'
        ? await app.signInWithCredential({ email: 'ada@example.com', password: 'p' })
        : await app.signInWithMagicLink(code)
    const kept = await app[porticoAppInternalsSymbol].waitingSignIn()
    const second = await app.signInWithMfa('123456', 'attempt')

    expect(first).toMatchObject({ status: 'error', error: { details: { attempt_code: 'attempt' } } })
    expect(kept).toMatchObject({ attemptCode: 'attempt' })
    expect(browser.sessionStorage.getItem('stack_mfa_attempt_code')).toBeNull()
    expect(sent.at(-1)).toMatchObject({ body: { type: 'totp', totp: '123456', code: 'attempt' } })
    expect(second).toEqual({ status: 'ok', data: undefined })
    expect(browser.visits).toEqual(['replace https://app.example/up'])
  })

  test('a wrong code keeps the attempt code', async () => {
    const { app, browser } = createApp({
      'POST /auth/password/sign-in': () => pending,
      'POST /auth/mfa/sign-in': () => knownError('INVALID_TOTP_CODE'),
    })
    await app.signInWithCredential({ email: 'ada@example.com', password: 'p' })

    const result = await app.signInWithMfa('000000', 'attempt')

    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'INVALID_TOTP_CODE' } })
    const waiting = await app[porticoAppInternalsSymbol].waitingSignIn()
    expect(waiting).toMatchObject({ attemptCode: 'attempt', factors: ['totp', 'passkey'] })
    waiting?.forget()
    expect(await app[porticoAppInternalsSymbol].waitingSignIn()).toBeNull()
    expect(browser.sessionStorage.getItem('portico_mfa_factors')).toBeNull()
  })

  test('the attempt code of another client has no factors of ours', async () => {
    const { app, browser } = createApp({ 'POST /auth/password/sign-in': () => pending })
    await app.signInWithCredential({ email: 'ada@example.com', password: 'p' })

    browser.sessionStorage.setItem('stack_mfa_attempt_code', 'other')

    expect(await app[porticoAppInternalsSymbol].waitingSignIn()).toMatchObject({
      attemptCode: 'other',
      factors: undefined,
    })
  })

  test('the error is in the result even if the browser blocks the storage', async () => {
    const { app, browser } = createApp({ 'POST /auth/password/sign-in': () => pending })
    browser.sessionStorage.refuses = true

    const result = await app.signInWithCredential({ email: 'ada@example.com', password: 'p' })

    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED' } })
    expect(await app[porticoAppInternalsSymbol].waitingSignIn()).toBeNull()
  })

  test('the redirects keep the return location', async () => {
    const { app, browser } = createApp(
      { 'POST /auth/mfa/sign-in': () => known },
      { at: 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes' },
    )

    await app.redirectToMfa()
    browser.location.href = 'https://app.example/handler/mfa?after_auth_return_to=%2Fnotes'
    await app.signInWithMfa('123456', 'attempt')

    expect(browser.visits).toEqual([
      'assign https://app.example/handler/mfa?after_auth_return_to=%2Fnotes',
      'replace https://app.example/notes',
    ])
  })
})

describe('a sign-in with a current session', () => {
  const routes = {
    'POST /auth/otp/send-sign-in-code': () => ({ body: { nonce } }),
    'POST /auth/otp/sign-in': () => fresh,
  }

  test.each([false, true])(
    'sends the tokens once with the code of a mail that was requested here (storage blocked: %s)',
    async (refuses) => {
      const { app, browser, sent } = await createSignedIn(routes)
      browser.localStorage.refuses = refuses
      await app.sendMagicLinkEmail('ada@example.com')

      await app.signInWithMagicLink(code.toUpperCase(), { noRedirect: true })
      await app.signInWithMagicLink(code, { noRedirect: true })

      const [first, second] = sent.filter(({ path }) => path === '/auth/otp/sign-in')
      expect(first?.headers.get('x-stack-access-token')).toBe(freshToken)
      expect(second?.headers.get('x-stack-access-token')).toBeNull()
    },
  )

  test('sends the tokens from another tab with the link of a mail that was requested here', async () => {
    const tab = await createSignedIn(routes)
    const other = await createSignedIn(routes)
    await tab.app.sendMagicLinkEmail('ada@example.com')
    const kept = tab.browser.localStorage.getItem('portico-magic-link') ?? ''
    other.browser.localStorage.setItem('portico-magic-link', kept)

    await other.app.signInWithMagicLink(code, { noRedirect: true })

    expect(kept).toBe(nonce)
    expect(other.sent.at(-1)?.headers.get('x-stack-access-token')).toBe(freshToken)
  })

  test.each([null, '', 'x'.repeat(39)])(
    'sends no tokens with a link that was not requested here (stored: %j)',
    async (kept) => {
      const { app, browser, sent } = await createSignedIn(routes)
      if (kept !== null) browser.localStorage.setItem('portico-magic-link', kept)

      await app.signInWithMagicLink(code, { noRedirect: true })

      expect(sent.at(-1)?.path).toBe('/auth/otp/sign-in')
      expect(sent.at(-1)?.headers.get('x-stack-access-token')).toBeNull()
      expect(sent.at(-1)?.headers.get('x-stack-refresh-token')).toBeNull()
    },
  )

  test('succeeds without the session if the service has ended it', async () => {
    const other = accessToken({ expiresAt: 1_800_000_900_000, sessionId: 'other' })
    const { app } = await createSignedIn({
      ...routes,
      'POST /auth/otp/sign-in': ({ headers }) =>
        headers.has('x-stack-access-token')
          ? knownError('UNPARSABLE_ACCESS_TOKEN', 401)
          : { body: { ...known.body, access_token: other, refresh_token: 'r2' } },
      'POST /auth/oauth/token': () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401),
    })

    await app.sendMagicLinkEmail('ada@example.com')
    expect(await app.signInWithMagicLink(code, { noRedirect: true })).toMatchObject({ status: 'ok' })
    expect(await app.getAuthJson()).toEqual({ accessToken: other, refreshToken: 'r2' })
  })

  test('and a sign-out wait on a page that the browser renders in advance until the visitor opens it', async () => {
    const { app, browser, sent } = createApp({
      'POST /auth/anonymous/sign-up': () => signedIn,
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })
    const hidden = async (act: Promise<unknown>): Promise<number> => {
      const count = sent.length
      await settle()
      const during = sent.length - count
      browser.document.open()
      await act
      return during
    }

    browser.document.prerendering = true
    const signUps = await hidden(app.getUser({ or: 'anonymous' }))
    browser.document.prerendering = true
    const signOuts = await hidden(app.signOut())

    expect([signUps, signOuts]).toEqual([0, 0])
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /auth/sessions/current')
  })

  test('can be followed by a sign-out of the anonymous user', async () => {
    const { app, sent } = createApp({
      'POST /auth/anonymous/sign-up': () => signedIn,
      'GET /users/me': () => ({ body: wireUser({ is_anonymous: true }) }),
    })
    await app.getUser({ or: 'anonymous' })

    await app.signOut()

    expect(sent.at(-1)?.path).toBe('/auth/sessions/current')
    expect(await app.getUser({ or: 'anonymous-if-exists' })).toBeNull()
  })
})
