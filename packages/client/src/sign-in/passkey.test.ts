import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { afterEach, describe, expect, test, vi } from 'vitest'

import type { PasskeyFailureCode } from './webauthn.ts'
import { knownError, settle } from '../../test/surroundings.ts'
import { createSignedIn, signedIn, type TestApp } from '../../test/test-app.ts'
import { isPasskeyCeremonyAborted } from './passkey-abort.ts'

type Credentials = Pick<CredentialsContainer, 'get' | 'create'>

const sentinel = 'THIS_VALUE_WILL_BE_REPLACED.example.com'
const challenge = '-_8A'
const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer
const requestOptions = {
  rpId: sentinel,
  challenge,
  allowCredentials: [],
  timeout: 60_000,
  userVerification: 'preferred',
}
const creationOptions = {
  rp: { id: sentinel, name: 'Notes' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'Ada' },
  challenge,
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  attestation: 'none',
  excludeCredentials: [{ id: 'AQI', type: 'public-key' }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  extensions: { credProps: true },
}

const assertion = {
  id: 'AQI',
  rawId: bytes(1, 2),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(251, 255, 0),
    authenticatorData: bytes(1),
    signature: bytes(2),
    userHandle: bytes(117),
  },
}
const attestation = {
  ...assertion,
  response: {
    clientDataJSON: bytes(251, 255, 0),
    attestationObject: bytes(3),
    getTransports: () => ['internal'],
  },
}

/** Creates a page with the given credentials API and a service that accepts its answers. */
async function createPage(
  credentials: Partial<Credentials>,
  {
    at,
    routes = {},
    canAutofill = true,
  }: { at?: string; routes?: Record<string, () => object>; canAutofill?: boolean } = {},
): Promise<TestApp> {
  const page = await createSignedIn({
    'POST /auth/passkey/initiate-passkey-authentication': () => ({
      body: { options_json: requestOptions, code: 'code' },
    }),
    'POST /auth/passkey/sign-in': () => ({ body: { ...signedIn.body, is_new_user: false } }),
    'POST /auth/passkey/initiate-passkey-registration': () => ({
      body: { options_json: creationOptions, code: 'code' },
    }),
    'POST /auth/passkey/register': () => ({ body: { user_handle: 'AQI' } }),
    ...routes,
  })
  if (at !== undefined) page.browser.location.href = at
  // The cast is safe: a test passes each method that it uses.
  page.browser.navigator.credentials = credentials as Credentials
  page.browser.PublicKeyCredential = { isConditionalMediationAvailable: async () => canAutofill }
  return page
}

const answering = (credential: object) => async (): Promise<Credential> => credential as Credential
const failing = (name: string) => async (): Promise<never> => {
  throw named(name)
}
function named(name: string): Error {
  return name === 'TypeError' ? new TypeError('wrong') : new DOMException('from the device', name)
}

/** Waits for the abort signal, as a browser does during autofill. */
function untilAborted({ signal }: { signal?: AbortSignal } = {}): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(new DOMException('aborted', 'AbortError'))
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
  })
}

describe('signInWithPasskey', () => {
  test('requests a passkey of this host and sends the answer as JSON', async () => {
    const get = vi.fn<Credentials['get']>(answering(assertion))
    const { app, browser, sent } = await createPage({ get })

    expect(await app.signInWithPasskey()).toEqual({ status: 'ok', data: undefined })

    const requested = get.mock.calls[0]?.[0]
    expect(requested?.publicKey).toEqual({
      rpId: 'app.example',
      challenge: Uint8Array.of(251, 255, 0),
      timeout: 60_000,
      userVerification: 'preferred',
    })
    expect(requested).not.toHaveProperty('mediation')
    expect(sent.at(-1)).toMatchObject({
      path: '/auth/passkey/sign-in',
      body: {
        code: 'code',
        authentication_response: {
          id: 'AQI',
          rawId: 'AQI',
          type: 'public-key',
          authenticatorAttachment: 'platform',
          clientExtensionResults: {},
          response: { clientDataJSON: '-_8A', authenticatorData: 'AQ', signature: 'Ag', userHandle: 'dQ' },
        },
      },
    })
    expect(browser.visits).toEqual(['replace https://app.example/'])
  })

  test('requests a passkey of a given parent domain', async () => {
    const get = vi.fn<Credentials['get']>(answering(assertion))
    const { app } = await createPage({ get }, { at: 'https://www.app.example/' })

    await app.signInWithPasskey({ hostname: 'app.example', noRedirect: true })

    expect(get.mock.calls[0]?.[0]?.publicKey?.rpId).toBe('app.example')
  })

  test('starts no ceremony if the service sends another relying-party id than the placeholder', async () => {
    const get = vi.fn<Credentials['get']>()
    const { app } = await createPage(
      { get },
      {
        routes: {
          'POST /auth/passkey/initiate-passkey-authentication': () => ({
            body: { options_json: { ...requestOptions, rpId: 'bank.example' }, code: 'code' },
          }),
        },
      },
    )

    await expect(app.signInWithPasskey()).rejects.toThrow(/bank\.example/)
    expect(get).not.toHaveBeenCalled()
  })

  test.each([
    ['PASSKEY_AUTHENTICATION_FAILED', 'PASSKEY_AUTHENTICATION_FAILED'],
    ['MULTI_FACTOR_AUTHENTICATION_REQUIRED', 'MULTI_FACTOR_AUTHENTICATION_REQUIRED'],
    ['VERIFICATION_CODE_EXPIRED', 'PASSKEY_AUTHENTICATION_FAILED'],
  ])('returns for the answer %s the error %s', async (answer, expected) => {
    const { app } = await createPage(
      { get: answering(assertion) },
      { routes: { 'POST /auth/passkey/sign-in': () => knownError(answer, 400, { attempt_code: 'a', message: 'm' }) } },
    )

    const result = await app.signInWithPasskey()

    expect(result).toMatchObject({ status: 'error', error: { errorCode: expected } })
  })

  test('throws if passkeys are disabled', async () => {
    const { app } = await createPage(
      {},
      {
        routes: {
          'POST /auth/passkey/initiate-passkey-authentication': () => knownError('PASSKEY_AUTHENTICATION_NOT_ENABLED'),
        },
      },
    )

    await expect(app.signInWithPasskey()).rejects.toMatchObject({ errorCode: 'PASSKEY_AUTHENTICATION_NOT_ENABLED' })
  })

  test('returns an error if the browser does not support passkeys', async () => {
    const page = await createPage({})
    delete page.browser.PublicKeyCredential

    expect(await page.app.signInWithPasskey()).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSKEY_WEBAUTHN_ERROR', message: 'This browser does not support passkeys.' },
    })
  })
})

describe('autofill', () => {
  test('signs in with the passkey that the user picks', async () => {
    const get = vi.fn<Credentials['get']>(answering(assertion))
    const { app } = await createPage({ get })

    expect(await app.signInWithPasskey({ useBrowserAutofill: true, noRedirect: true })).toMatchObject({ status: 'ok' })
    expect(get.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' })
  })

  test('returns an error without a request if the browser does not support it', async () => {
    const { app, sent } = await createPage({}, { canAutofill: false })

    const result = await app.signInWithPasskey({ useBrowserAutofill: true })

    expect(result).toMatchObject({ status: 'error', error: { errorCode: 'PASSKEY_WEBAUTHN_ERROR' } })
    expect(sent.some(({ path }) => path.includes('passkey'))).toBe(false)
  })

  test('is aborted by the passkey button', async () => {
    const get = vi.fn<Credentials['get']>((options) =>
      options?.mediation === 'conditional' ? untilAborted(options) : answering(assertion)(),
    )
    const { app } = await createPage({ get })
    const wait = app.signInWithPasskey({ useBrowserAutofill: true })
    await expect.poll(() => get.mock.calls).not.toEqual([])

    const pressed = await app.signInWithPasskey({ noRedirect: true })
    const waited = await wait

    expect(pressed).toMatchObject({ status: 'ok' })
    expect(waited).toMatchObject({ status: 'error', error: { details: { code: 'ERROR_CEREMONY_ABORTED' } } })
    expect(waited.status === 'error' && isPasskeyCeremonyAborted(waited.error)).toBe(true)
  })

  test('does not abort the passkey button if its own challenge arrives later', async () => {
    const get = vi.fn<Credentials['get']>(answering(assertion))
    const { app } = await createPage({ get })

    const [waited, pressed] = await Promise.all([
      app.signInWithPasskey({ useBrowserAutofill: true, noRedirect: true }),
      app.signInWithPasskey({ noRedirect: true }),
    ])

    expect(waited).toMatchObject({ status: 'error', error: { details: { code: 'ERROR_CEREMONY_ABORTED' } } })
    expect(pressed).toMatchObject({ status: 'ok' })
    expect(get).toHaveBeenCalledOnce()
  })

  test('can be aborted with a signal', async () => {
    const get = vi.fn<Credentials['get']>(untilAborted)
    const { app } = await createPage({ get })
    const controller = new AbortController()
    const wait = app.signInWithPasskey({ useBrowserAutofill: true, signal: controller.signal })
    await expect.poll(() => get.mock.calls).not.toEqual([])

    controller.abort()

    expect(await wait).toMatchObject({ status: 'error', error: { details: { code: 'ERROR_CEREMONY_ABORTED' } } })
  })

  test('renews its challenge before it expires, but not while the page is hidden', async () => {
    const get = vi.fn<Credentials['get']>(untilAborted)
    const { app, browser, clock, sent } = await createPage({ get })
    const controller = new AbortController()
    const wait = app.signInWithPasskey({ useBrowserAutofill: true, signal: controller.signal })
    await expect.poll(() => get.mock.calls).toHaveLength(1)

    await clock.advance(240_000)
    await expect.poll(() => get.mock.calls).toHaveLength(2)
    browser.document.show(false)
    await clock.advance(480_000)
    await settle()
    const whileHidden = get.mock.calls.length
    browser.document.show(true)
    await expect.poll(() => get.mock.calls).toHaveLength(3)
    controller.abort()
    await wait

    expect(whileHidden).toBe(2)
    expect(sent.filter(({ path }) => path.includes('initiate'))).toHaveLength(3)
  })
})

describe('registerPasskey', () => {
  test('creates a passkey for this host and fetches the user again', async () => {
    const create = vi.fn<Credentials['create']>(answering(attestation))
    const { app, sent } = await createPage({ create })
    const user = await app.getUser({ or: 'throw' })

    expect(await user.registerPasskey()).toEqual({ status: 'ok', data: undefined })

    expect(create.mock.calls[0]?.[0]?.publicKey).toEqual({
      ...creationOptions,
      rp: { id: 'app.example', name: 'Notes' },
      challenge: Uint8Array.of(251, 255, 0),
      user: { ...creationOptions.user, id: new TextEncoder().encode('user') },
      excludeCredentials: [{ id: Uint8Array.of(1, 2), type: 'public-key' }],
    })
    expect(sent.slice(-2).map(({ path }) => path)).toEqual(['/auth/passkey/register', '/users/me'])
    expect(sent.at(-2)?.body).toMatchObject({
      code: 'code',
      credential: {
        id: 'AQI',
        response: { clientDataJSON: '-_8A', attestationObject: 'Aw', transports: ['internal'] },
      },
    })
  })

  test('creates a passkey for a given parent domain', async () => {
    const create = vi.fn<Credentials['create']>(answering(attestation))
    const { app } = await createPage({ create }, { at: 'https://www.app.example/' })

    await (await app.getUser({ or: 'throw' })).registerPasskey({ hostname: 'app.example' })

    expect(create.mock.calls[0]?.[0]?.publicKey?.rp.id).toBe('app.example')
  })

  test('sends no transports if the browser lacks getTransports', async () => {
    const { clientDataJSON, attestationObject } = attestation.response
    const older = { ...attestation, response: { clientDataJSON, attestationObject } }
    const { app, sent } = await createPage({ create: answering(older) })

    await (await app.getUser({ or: 'throw' })).registerPasskey()

    expect(sent.find(({ path }) => path === '/auth/passkey/register')?.body).not.toHaveProperty(
      'credential.response.transports',
    )
  })

  test.each(['PASSKEY_REGISTRATION_FAILED', 'VERIFICATION_CODE_EXPIRED'])(
    'returns PASSKEY_REGISTRATION_FAILED for the answer %s',
    async (answer) => {
      const { app } = await createPage(
        { create: answering(attestation) },
        { routes: { 'POST /auth/passkey/register': () => knownError(answer, 400, { message: 'm' }) } },
      )

      expect(await (await app.getUser({ or: 'throw' })).registerPasskey()).toMatchObject({
        status: 'error',
        error: { errorCode: 'PASSKEY_REGISTRATION_FAILED' },
      })
    },
  )
})

describe('a failed ceremony', () => {
  afterEach(() => vi.unstubAllGlobals())

  const verified = { requireResidentKey: false, userVerification: 'required' }
  const cases: [
    act: 'get' | 'create',
    name: string,
    expected: PasskeyFailureCode,
    given?: { at?: string; options?: Record<string, unknown> },
  ][] = [
    ['get', 'NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'],
    ['get', 'UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR'],
    ['get', 'SecurityError', 'ERROR_INVALID_DOMAIN', { at: 'http://192.0.2.1/' }],
    ['get', 'SecurityError', 'ERROR_INVALID_RP_ID', { options: { hostname: 'other.example' } }],
    ['create', 'NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'],
    ['create', 'UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR'],
    ['create', 'SecurityError', 'ERROR_INVALID_DOMAIN', { at: 'http://192.0.2.1/' }],
    ['create', 'SecurityError', 'ERROR_INVALID_RP_ID', { options: { hostname: 'other.example' } }],
    ['create', 'InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'],
    ['create', 'ConstraintError', 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT'],
    [
      'create',
      'ConstraintError',
      'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT',
      { options: { authenticatorSelection: verified } },
    ],
    ['create', 'NotSupportedError', 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG'],
    ['create', 'NotSupportedError', 'ERROR_MALFORMED_PUBKEYCREDPARAMS', { options: { pubKeyCredParams: [] } }],
    [
      'create',
      'TypeError',
      'ERROR_INVALID_USER_ID_LENGTH',
      { options: { user: { ...creationOptions.user, id: 'A'.repeat(90) } } },
    ],
  ]

  test.each(cases)('%s with %s has the code %s', async (act, name, code, given = {}) => {
    const { at, options = {} } = given
    const { hostname, ...changes } = options
    const page = await createPage(
      { [act]: failing(name) },
      {
        ...(at !== undefined && { at }),
        routes: {
          'POST /auth/passkey/initiate-passkey-registration': () => ({
            body: { options_json: { ...creationOptions, ...changes }, code: 'code' },
          }),
        },
      },
    )
    const parent = typeof hostname === 'string' ? { hostname } : {}

    const result =
      act === 'get'
        ? await page.app.signInWithPasskey(parent)
        : await (await page.app.getUser({ or: 'throw' })).registerPasskey(parent)

    expect(result).toMatchObject({
      status: 'error',
      error: { errorCode: 'PASSKEY_WEBAUTHN_ERROR', details: { code }, cause: { name } },
    })
    expect(result.status === 'error' && isPasskeyCeremonyAborted(result.error)).toBe(name === 'NotAllowedError')
  })

  // The codes come from the library, so each case also runs in the library.
  test.each(cases)('%s with %s has the code %s in the library', async (act, name, code, given = {}) => {
    const { at = 'https://app.example/', options = {} } = given
    const { hostname = new URL(at).hostname, ...changes } = options
    vi.stubGlobal('location', new URL(at))
    vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
    vi.stubGlobal('navigator', { credentials: { [act]: failing(name) } })
    const rp = { ...creationOptions.rp, id: hostname }

    const outcome =
      act === 'get'
        ? startAuthentication({ optionsJSON: { ...requestOptions, rpId: hostname } as never })
        : startRegistration({ optionsJSON: { ...creationOptions, ...changes, rp } as never })

    await expect(outcome).rejects.toMatchObject({ code })
  })

  test('counts as aborted only with a passkey error', () => {
    expect(isPasskeyCeremonyAborted(new Error('other'))).toBe(false)
    expect(isPasskeyCeremonyAborted(null)).toBe(false)
  })
})
