import {
  createTestPortico,
  someEmail,
  TEST_PASSWORD,
  totpCode,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { Suspense } from 'react'
import { create, type ReactTestRenderer } from 'react-test-renderer'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ExpoDevice } from '../test/expo-device.ts'
import {
  BrowserError,
  PorticoExpoApp,
  PorticoProvider,
  useUser,
  type BrowserSignInRefused,
  type Result,
} from './expo.ts'

// The app for Expo against the real service. Only the phone is a test double: its storage, browser and random numbers.

let portico: TestPortico
let project: TestProject
const requests: RequestInit[] = []

beforeAll(async () => {
  const { fetch } = globalThis
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('IS_REACT_NATIVE_TEST_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(init)
    return fetch(url, init)
  })
  portico = await createTestPortico()
  project = await createProject({ native_app_redirects_enabled: true })
})

afterEach(() => vi.useRealTimers())

afterAll(async () => {
  vi.unstubAllGlobals()
  await portico.close()
})

function createProject(config: { native_app_redirects_enabled: boolean }): Promise<TestProject> {
  return portico.createProject({
    config: {
      ...config,
      magic_link_enabled: true,
      oauth_providers: [
        { id: 'google', type: 'shared' },
        { id: 'github', type: 'shared' },
      ],
      domains: [{ domain: 'https://app.example', handler_path: '/handler' }],
    },
  })
}

/** Starts the app on a device, as after a restart. */
function start(device: ExpoDevice, { of = project, redirectUrl }: { of?: TestProject; redirectUrl?: string } = {}) {
  return new PorticoExpoApp({
    modules: device.modules,
    projectId: of.id,
    publishableClientKey: of.keys.publishable_client_key,
    baseUrl: portico.baseUrl,
    ...(redirectUrl !== undefined && { redirectUrl }),
  })
}

function createDevice(choice: ConstructorParameters<typeof ExpoDevice>[1] = { email: someEmail() }): ExpoDevice {
  return new ExpoDevice(portico, choice)
}

async function signUp(app: PorticoExpoApp): Promise<string> {
  const email = someEmail()
  await app.signUpWithCredential({ email, password: TEST_PASSWORD, noVerificationCallback: true })
  return email
}

const stored = (device: ExpoDevice, name: string): string | undefined =>
  device.entries.get(`portico-${name}-${project.id}`)

function codeOf(result: Result<undefined, BrowserSignInRefused>): string | null {
  if (result.status === 'ok') return null
  return result.error instanceof BrowserError ? result.error.code : result.error.errorCode
}

describe('the session of an app', () => {
  test('survives restarts with a refresh token that rotates, and ends with the sign-out', async () => {
    const device = createDevice()
    const email = await signUp(start(device))
    const seen = new Set([stored(device, 'session')])

    for (let restart = 0; restart < 3; restart += 1) {
      expect(await start(device).getUser()).toMatchObject({ primaryEmail: email })
      seen.add(stored(device, 'session'))
    }
    expect(seen.size).toBe(4)

    const last = start(device)
    await last.signOut()
    expect(await last.getUser()).toBeNull()
    expect(await start(device).getUser()).toBeNull()
    expect(stored(device, 'session')).toBe('removed')
  })

  test('is shown by the hooks of the next start', async () => {
    const device = createDevice()
    const email = await signUp(start(device))
    const Screen = (): string => useUser({ or: 'throw' }).primaryEmail ?? ''

    const screen = create(
      <PorticoProvider app={start(device)}>
        <Suspense fallback="loading">
          <Screen />
        </Suspense>
      </PorticoProvider>,
    )

    await vi.waitFor(() => expect(screen.toJSON()).toBe(email))
  })

  test('is not lost while the device is locked', async () => {
    const device = createDevice()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const email = await signUp(start(device))
    const app = start(device)

    device.isLocked = true
    expect(await app.getUser()).toBeNull()
    device.isLocked = false
    expect(await app.getUser()).toMatchObject({ primaryEmail: email })

    expect(warn.mock.calls).toEqual([[expect.stringContaining('does not give the stored session')]])
    warn.mockRestore()
  })

  test('ends with the app if the device stores nothing, and leaves no used refresh token', async () => {
    const device = createDevice()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await signUp(start(device))
    const app = start(device)

    device.isFull = true
    expect(await app.getUser()).not.toBeNull()
    expect(await app.getUser()).not.toBeNull()

    expect(stored(device, 'session')).toBeUndefined()
    expect(await start(device).getUser()).toBeNull()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('does not store the session')]])
    warn.mockRestore()
  })
})

describe('a sign-in in the browser', () => {
  test.each([undefined, 'https://app.example/sign-in'])('ends in the app: %s', async (redirectUrl) => {
    const email = someEmail()
    const device = createDevice({ email })
    const app = start(device, redirectUrl === undefined ? {} : { redirectUrl })

    expect(await app.signInWithBrowser('google')).toEqual({ status: 'ok', data: undefined })

    expect(await app.getUser()).toMatchObject({ primaryEmail: email })
    expect(await start(device).getUser()).toMatchObject({ primaryEmail: email })
    expect(stored(device, 'sign-in')).toBe('removed')
    expect(app.isSignInLink(device.link ?? '')).toBe(true)
    expect(app.isSignInLink('stack-auth-mobile-oauth-url://other?code=a&state=b')).toBe(false)
  })

  test.each<[string, string, ConstructorParameters<typeof ExpoDevice>[1], (link: string | null) => string | null]>([
    ['a closed browser', 'BROWSER_CLOSED', {}, () => null],
    ['a denied consent', 'OAUTH_PROVIDER_ACCESS_DENIED', { decision: 'refuse' }, (link) => link],
    ['a link with another state', 'UNKNOWN_SIGN_IN', {}, (link) => link?.replace(/state=[^&]*/, 'state=other') ?? null],
    ['a link without a state', 'UNKNOWN_SIGN_IN', {}, () => 'stack-auth-mobile-oauth-url://sign-in?code=stolen'],
    [
      'an error that another app invents',
      'UNKNOWN_SIGN_IN',
      {},
      () => 'stack-auth-mobile-oauth-url://sign-in?errorCode=SIGN_UP_NOT_ENABLED&message=Call+me',
    ],
  ])('%s is the error %s and starts no session', async (_name, code, choice, change) => {
    const device = createDevice({ email: someEmail(), ...choice })
    const app = start(device)
    const { browse } = device
    device.browse = async (url) => change(await browse(url))

    expect(codeOf(await app.signInWithBrowser('google'))).toBe(code)

    expect(await app.getUser()).toBeNull()
    expect(stored(device, 'sign-in')).toBe('removed')
  })

  test('needs a project that allows native apps', async () => {
    const of = await createProject({ native_app_redirects_enabled: false })

    expect(codeOf(await start(createDevice(), { of }).signInWithBrowser('google'))).toBe('BROWSER_CLOSED')
    expect(
      codeOf(await start(createDevice(), { of, redirectUrl: 'https://app.example/a' }).signInWithBrowser('google')),
    ).toBeNull()
  })

  test('is refused while another one is open, which still ends in the app', async () => {
    const device = createDevice()
    const app = start(device)

    const [first, second] = await Promise.all([app.signInWithBrowser('google'), app.signInWithBrowser('github')])

    expect([codeOf(first), codeOf(second)]).toEqual([null, 'BROWSER_BUSY'])
    device.modules.WebBrowser.openAuthSessionAsync = async () => ({ type: 'locked' })
    expect(codeOf(await app.signInWithBrowser('google'))).toBe('BROWSER_BUSY')
  })

  test('ends in the next start if the system closed the app, once', async () => {
    const device = createDevice()
    const opened = Promise.withResolvers<string>()
    device.browse = (url) => {
      opened.resolve(url)
      return new Promise(() => {})
    }
    void start(device).signInWithBrowser('google')
    const link = (await device.visit(await opened.promise, { email: someEmail() })) ?? ''
    const app = start(device)

    expect((await Promise.all([app.finishSignIn(link), app.finishSignIn(link)])).map(codeOf)).toEqual([null, null])
    expect(await app.getUser()).not.toBeNull()

    expect(codeOf(await app.finishSignIn(link))).toBe('LINK_USED')
    expect(codeOf(await start(device).finishSignIn(link))).toBe('UNKNOWN_SIGN_IN')
    expect(codeOf(await app.finishSignIn('no address'))).toBe('UNKNOWN_SIGN_IN')
    expect(await app.getUser()).not.toBeNull()
  })

  test('ends after an hour', async () => {
    const device = createDevice()
    const { browse } = device
    device.browse = async (url) => {
      const link = await browse(url)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
      return link
    }

    expect(codeOf(await start(device).signInWithBrowser('google'))).toBe('UNKNOWN_SIGN_IN')
    expect(stored(device, 'sign-in')).toBe('removed')
  })

  test('names the attempt code if it needs a second factor', async () => {
    const device = createDevice()
    const app = start(device)
    await app.signInWithBrowser('google')
    const secret = crypto.getRandomValues(new Uint8Array(20))
    await (await app.getUser({ or: 'throw' })).update({ totpMultiFactorSecret: secret })
    await app.signOut()

    const result = await app.signInWithBrowser('google')
    if (result.status === 'ok' || result.error instanceof BrowserError) throw new Error('No second factor')
    if (!result.error.is('MULTI_FACTOR_AUTHENTICATION_REQUIRED')) throw result.error
    const totp = await totpCode(Buffer.from(secret).toString('base64'), portico.clock)

    expect(await app.signInWithMfa(totp, result.error.details.attempt_code)).toMatchObject({ status: 'ok' })
    expect(await app.getUser()).not.toBeNull()
  })

  test('keeps an anonymous user, and connects the account of another provider', async () => {
    const device = createDevice()
    const app = start(device)
    const { id } = await app.getUser({ or: 'anonymous' })

    await app.signInWithBrowser('google')
    const user = await app.getUser({ or: 'throw' })
    await user.linkConnectedAccount('github')

    expect(user.id).toBe(id)
    const accounts = await (await app.getUser({ or: 'throw' })).listConnectedAccounts()
    expect(accounts.map(({ provider }) => provider).toSorted()).toEqual(['github', 'google'])
  })
})

describe('the files of the docs', () => {
  const alert = vi.fn<(title: string) => void>()
  const visited: string[] = []
  let device: ExpoDevice
  let link: string | null = null

  beforeAll(() => {
    device = createDevice()
    vi.stubEnv('EXPO_PUBLIC_PORTICO_API_URL', portico.baseUrl)
    vi.stubEnv('EXPO_PUBLIC_PORTICO_PROJECT_ID', project.id)
    vi.stubEnv('EXPO_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY', project.keys.publishable_client_key)
    vi.doMock('expo-secure-store', () => ({ ...device.modules.SecureStore }))
    vi.doMock('expo-web-browser', () => ({ ...device.modules.WebBrowser }))
    vi.doMock('expo-crypto', () => ({ ...device.modules.Crypto }))
    vi.doMock('expo-linking', () => ({ useLinkingURL: () => link }))
    vi.doMock('expo-router', () => ({
      router: { push: (to: string) => visited.push(to), replace: (to: string) => visited.push(to) },
    }))
    vi.doMock('react-native', () => ({ Alert: { alert }, Button: 'Button', Text: 'Text' }))
  })

  afterAll(() => vi.unstubAllEnvs())

  /** Waits until the only button has this title. */
  async function findButton(screen: ReactTestRenderer, title: RegExp): Promise<{ onPress: () => void }> {
    await vi.waitFor(() =>
      expect(screen.toJSON()).toMatchObject({ type: 'Button', props: { title: expect.stringMatching(title) } }),
    )
    return screen.root.findByType('Button' as never).props as { onPress: () => void }
  }

  test('sign in in the browser, also if the system closed the app, and show what failed', async () => {
    const { default: App } = await import('../test/expo-app/App.tsx')
    const opened = Promise.withResolvers<string>()
    const { browse } = device
    device.browse = (url) => {
      opened.resolve(url)
      return new Promise(() => {})
    }
    void start(device).signInWithBrowser('github')
    link = await device.visit(await opened.promise, { email: someEmail() })
    device.browse = browse

    const screen = create(<App />)
    ;(await findButton(screen, /^Sign out ./)).onPress()
    ;(await findButton(screen, /^Sign in with GitHub$/)).onPress()
    ;(await findButton(screen, /^Sign out ./)).onPress()
    device.browse = async () => null
    ;(await findButton(screen, /^Sign in with GitHub$/)).onPress()

    await vi.waitFor(() => expect(alert.mock.calls).toEqual([[expect.stringContaining('browser')]]))
    screen.unmount()
  })

  test('open the sign-in screen of Expo Router for a page that requires a user', async () => {
    const { portico: app } = await import('../test/expo-app/portico-with-router.ts')
    const Page = (): string | null => useUser({ or: 'redirect' }).primaryEmail

    const screen = create(
      <PorticoProvider app={app}>
        <Suspense fallback="loading">
          <Page />
        </Suspense>
      </PorticoProvider>,
    )

    await vi.waitFor(() => expect(visited).toContain('/sign-in'))
    screen.unmount()
  })
})

test.each<[string, { readonly modules?: object; readonly [option: string]: unknown }]>([
  ['`modules.Crypto` has no `getRandomBytes`. Install expo-crypto', { modules: { Crypto: {} } }],
  ['`redirectUrl` is "myapp://sign-in". The service redirects to https', { redirectUrl: 'myapp://sign-in' }],
  ['`projectId` (PORTICO_PROJECT_ID) is missing', { projectId: undefined }],
])('a wrong option says what to change: %s', (message, { modules, ...options }) => {
  const all = createDevice().modules
  const given = { modules: { ...all, ...modules }, baseUrl: portico.baseUrl, projectId: 'p', publishableClientKey: 'k' }

  expect(() => new PorticoExpoApp({ ...given, ...options } as never)).toThrow(message)
})

test('a mailed code keeps the anonymous user of the app', async () => {
  const app = start(createDevice())
  const { id } = await app.getUser({ or: 'anonymous' })
  const email = someEmail()

  const sent = await app.sendMagicLinkEmail(email, { callbackUrl: 'https://app.example/handler/magic-link-callback' })
  if (sent.status === 'error') throw sent.error
  await app.signInWithMagicLink((await portico.mailbox.latestSignInCode(email)) + sent.data.nonce)

  expect(await app.getUser()).toMatchObject({ id, primaryEmail: email })
})

test('requests need nothing that React Native lacks, and send no cookies', async () => {
  const device = createDevice()
  requests.length = 0
  const [timeout, registry]: unknown[] = [Reflect.get(AbortSignal, 'timeout'), FinalizationRegistry]
  try {
    Reflect.set(AbortSignal, 'timeout', undefined)
    Reflect.set(globalThis, 'FinalizationRegistry', undefined)
    await signUp(start(device))
    await start(device).getUser({ or: 'throw' })
  } finally {
    Object.assign(AbortSignal, { timeout })
    Object.assign(globalThis, { FinalizationRegistry: registry })
  }

  expect(requests.map(({ body, credentials }) => [typeof body, credentials])).toEqual([
    ['string', 'omit'],
    ['string', 'omit'],
    ['undefined', 'omit'],
  ])
})

test('the link of a verification mail that opens the app proves the account in its session', async () => {
  const app = start(createDevice())
  const email = someEmail()
  const verificationCallbackUrl = 'https://app.example/handler/email-verification'
  await app.signUpWithCredential({ email, password: TEST_PASSWORD, verificationCallbackUrl })

  await app.verifyEmail(await portico.mailbox.latestCode(email))
  expect(await app.getUser()).toMatchObject({ primaryEmailVerified: true })

  const sent = await app.sendMagicLinkEmail(email, { callbackUrl: 'https://app.example/handler/magic-link-callback' })
  if (sent.status === 'error') throw sent.error
  await app.signInWithMagicLink((await portico.mailbox.latestSignInCode(email)) + sent.data.nonce)
  expect(await app.getUser()).toMatchObject({ hasPassword: true })
})
