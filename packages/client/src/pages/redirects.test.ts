import { describe, expect, test, vi } from 'vitest'

import { type RedirectMethod, Redirects, type RedirectToOptions } from './redirects.ts'
import { pageUrl } from './navigation.ts'
import { type HandlerUrls, resolveUrls } from './urls.ts'
import { createSurroundings, TestBrowser } from '../../test/surroundings.ts'

interface Setup {
  at?: string
  method?: RedirectMethod
  urls?: Partial<HandlerUrls>
  domains?: string[]
  /** Whether the visitor has just clicked. */
  isAsked?: boolean
}

function createRedirects({
  at = 'https://app.example/',
  method = 'window',
  urls = {},
  domains = [],
  isAsked = true,
}: Setup = {}) {
  const browser = new TestBrowser(at)
  browser.navigator.userActivation = { isActive: isAsked }
  const { ports, pauses } = createSurroundings(() => ({}), { browser })
  const redirects = new Redirects({ urls: resolveUrls(urls), method, ports, trustedDomains: async () => domains })
  return { redirects, browser, pauses }
}

async function visit(
  page: keyof HandlerUrls,
  setup: Setup,
  options: RedirectToOptions = { replace: true },
): Promise<string[]> {
  const { redirects, browser } = createRedirects(setup)
  await redirects.toPage(page, options)
  return browser.visits
}

describe('redirect methods', () => {
  test('window adds or replaces a history entry and waits 2,000 ms', async () => {
    const { redirects, browser, pauses } = createRedirects()

    await redirects.toPage('home')
    await redirects.toPage('accountSettings', { replace: true })

    expect(browser.visits).toEqual([
      'assign https://app.example/',
      'replace https://app.example/handler/account-settings',
    ])
    expect(pauses).toEqual([2_000, 2_000])
  })

  test('none neither redirects nor waits', async () => {
    const { redirects, browser, pauses } = createRedirects({ method: 'none' })

    await redirects.toPage('signIn')

    expect(browser.visits).toEqual([])
    expect(pauses).toEqual([])
  })

  test('a router receives the path of an address on the same origin', async () => {
    const navigate = vi.fn<(to: string) => void>()
    const { redirects, browser } = createRedirects({
      method: { useNavigate: () => navigate, navigate },
      at: 'https://app.example/a?b#c',
    })

    await redirects.toPage('signIn')

    expect(navigate).toHaveBeenCalledExactlyOnceWith('/handler/sign-in?after_auth_return_to=%2Fa%3Fb%23c', {
      replace: false,
    })
    expect(browser.visits).toEqual([])
  })

  test('a router receives the replace option', async () => {
    const navigate = vi.fn<(to: string, options?: { replace?: boolean }) => void>()

    await visit('home', { method: { useNavigate: () => navigate, navigate } })

    expect(navigate).toHaveBeenCalledExactlyOnceWith('/', { replace: true })
  })

  test('a router never receives a path that it would read as another host', async () => {
    const navigate = vi.fn<(to: string) => void>()
    const { redirects } = createRedirects({
      method: { useNavigate: () => navigate, navigate },
      domains: ['https://app.example'],
    })

    await expect(redirects.toUrl('https://app.example//evil.example', false)).rejects.toThrow(/Refused to redirect/)
    expect(navigate).not.toHaveBeenCalled()
  })

  test('a redirect to another origin uses the browser instead of the router', async () => {
    const navigate = vi.fn<(to: string) => void>()
    const setup: Setup = {
      method: { useNavigate: () => navigate, navigate },
      urls: { home: 'https://www.example/' },
      domains: ['https://www.example'],
    }

    expect(await visit('home', setup)).toEqual(['replace https://www.example/'])
    expect(navigate).not.toHaveBeenCalled()
  })

  test('a redirect on a server throws and recommends the framework', async () => {
    const { ports } = createSurroundings(() => ({}))
    const redirects = new Redirects({ urls: resolveUrls(), method: 'window', ports, trustedDomains: async () => [] })

    await expect(redirects.toPage('home')).rejects.toThrow(/your framework/)
  })
})

describe('a redirect to the current page', () => {
  const at = 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes'

  test.each([
    ['signIn', at, {}, 'No page renders <PorticoHandler> at /handler/sign-in.'],
    ['signIn', 'https://app.example/Handler/SignIn/', {}, 'No page renders <PorticoHandler> at /handler/sign-in.'],
    ['accountSettings', 'https://app.example/handler/account-settings#auth', {}, 'at /handler/account-settings.'],
    ['signUp', 'https://app.example/join?code=1', { signUp: '/join' }, 'The page at /join redirects to itself.'],
    ['signIn', 'https://app.example/#/in', { signIn: '/#/in' }, 'The page at / redirects to itself.'],
    ['signIn', 'https://app.example/?a=1&page=in', { signIn: '/?page=in' }, 'The page at / redirects to itself.'],
  ] as const)(
    'to %s at %s is refused with the reason unless the visitor asks for it',
    async (page, from, urls, reason) => {
      await expect(visit(page, { at: from, urls, isAsked: false })).rejects.toThrow(reason)
      await expect(visit(page, { at: from, urls, isAsked: false }, { noRedirectBack: true })).rejects.toThrow(reason)
      expect(await visit(page, { at: from, urls })).toHaveLength(1)
      expect(await visit(page, { at: from, urls, isAsked: false, method: 'none' })).toEqual([])
    },
  )

  test.each([
    ['signIn', 'https://app.example/#/notes', { signIn: '/#/in' }],
    ['signIn', 'https://app.example/?page=notes', { signIn: '/?page=in' }],
    ['signUp', at, {}],
    ['home', 'https://app.example/', {}],
    ['afterSignIn', 'https://app.example/', {}],
    ['afterSignOut', 'https://app.example/', {}],
  ] as const)('is none if %s is asked for at %s', async (page, from, urls) => {
    expect(await visit(page, { at: from, urls, isAsked: false })).toHaveLength(1)
  })
})

describe('the return location', () => {
  test.each([
    ['https://app.example/notes?id=1#end', '?after_auth_return_to=%2Fnotes%3Fid%3D1%23end'],
    ['https://app.example/handler/account-settings', '?after_auth_return_to=%2Fhandler%2Faccount-settings'],
    ['https://app.example/x?after_auth_return_to=%2Fnotes', '?after_auth_return_to=%2Fnotes'],
    ['https://app.example/handler/sign-up?after_auth_return_to=%2Fnotes', '?after_auth_return_to=%2Fnotes'],
    ['https://app.example/handler/sign-in', ''],
    ['https://app.example/handler/SignUp/', ''],
    ['https://app.example/handler/sign-out', ''],
    ['https://app.example//evil.example', ''],
    ['https://app.example/handler/forgot-password', ''],
    ['https://app.example/handler/sign-up?after_auth_return_to=%2Fhandler%2Fsign-in', ''],
    ['https://app.example/handler/error?errorCode=OAUTH_PROVIDER_ACCESS_DENIED', ''],
  ])('from the page %s is "%s" in the sign-in address', async (at, query) => {
    expect(await visit('signIn', { at })).toEqual([`replace https://app.example/handler/sign-in${query}`])
  })

  test('is not sent to a sign-in page on another origin', async () => {
    const setup = {
      at: 'https://app.example/notes',
      urls: { signIn: 'https://id.example/sign-in' },
      domains: ['https://id.example'],
    }

    expect(await visit('signIn', setup)).toEqual(['replace https://id.example/sign-in'])
  })

  test.each(['afterSignIn', 'afterSignUp'] as const)('replaces %s', async (page) => {
    const at = 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes%3Fid%3D1'

    expect(await visit(page, { at })).toEqual(['replace https://app.example/notes?id=1'])
  })

  test.each([
    '%2Fhandler%2Fsign-in',
    '%2Fhandler%2Fsignin%2F',
    '%2Fhandler%2F%2Fsign-out',
    '%2Fhandler%2F%2F%2Fsign-in%2F%2F',
    '%2Fhandler%2Fsign-up%3Fa%3Db',
    'https%3A%2F%2Fapp.example%2Fhandler%2Fsign-out',
    '',
  ])('%s is ignored, because it would start a loop', async (location) => {
    const at = `https://app.example/handler/sign-in?after_auth_return_to=${location}`

    expect(await visit('afterSignIn', { at, urls: { afterSignIn: '/welcome' } })).toEqual([
      'replace https://app.example/welcome',
    ])
  })

  test.each([
    '%2F%2Fevil.example',
    'https%3A%2F%2Fevil.example',
    'javascript%3Aalert(1)',
    '%2F%5Cevil.example',
    '%2F.%2F%2Fevil.example',
    '%2Fhandler%2F..%2F%2Fevil.example',
    'https%3A%2F%2Fapp.example%2F%2Fevil.example',
    'https%3A%2F%2Fapp.example%40evil.example',
  ])('%s is refused', async (location) => {
    const { redirects, browser } = createRedirects({
      at: `https://app.example/handler/sign-in?after_auth_return_to=${location}`,
    })

    await expect(redirects.toPage('afterSignIn')).rejects.toThrow(/Refused to redirect/)
    expect(browser.visits).toEqual([])
  })

  test('can be on a trusted domain', async () => {
    const setup = {
      at: 'https://app.example/handler/sign-in?after_auth_return_to=https%3A%2F%2Fdocs.example%2Fa',
      domains: ['https://*.example'],
    }

    expect(await visit('afterSignIn', setup)).toEqual(['replace https://docs.example/a'])
  })

  test('is neither written nor read with noRedirectBack', async () => {
    const at = 'https://app.example/x?after_auth_return_to=%2Fnotes'

    expect(await visit('signIn', { at }, { noRedirectBack: true })).toEqual([
      'assign https://app.example/handler/sign-in',
    ])
    expect(await visit('afterSignIn', { at }, { noRedirectBack: true })).toEqual(['assign https://app.example/'])
  })

  test('is ignored after sign-out', async () => {
    const at = 'https://app.example/x?after_auth_return_to=%2Fnotes'

    expect(await visit('afterSignOut', { at })).toEqual(['replace https://app.example/'])
  })
})

describe('trusted addresses', () => {
  test.each([
    ['https://app.example/a', true],
    ['/a', true],
    ['https://other.example/a', false],
    ['//other.example/a', false],
    ['https://trusted.example/a', true],
    ['https://trusted.example:8443/a', false],
    ['http://trusted.example/a', false],
  ])('%s is trusted: %j', async (target, isTrusted) => {
    const { redirects, browser } = createRedirects({ domains: ['https://trusted.example'] })

    const outcome = await redirects.toUrl(target, false).then(
      () => true,
      () => false,
    )

    expect(outcome).toBe(isTrusted)
    expect(browser.visits).toHaveLength(isTrusted ? 1 : 0)
  })
})

describe('addresses for mails', () => {
  test('are absolute, have no hash and keep the return location', () => {
    const { redirects } = createRedirects({
      at: 'https://app.example/x?after_auth_return_to=%2Fnotes#top',
      urls: { emailVerification: '/verify#x' },
    })

    expect(pageUrl(redirects, 'emailVerification', 'callbackUrl')).toBe(
      'https://app.example/verify?after_auth_return_to=%2Fnotes',
    )
  })

  test('must be passed as an option on a server', () => {
    const { ports } = createSurroundings(() => ({}))
    const redirects = new Redirects({ urls: resolveUrls(), method: 'none', ports, trustedDomains: async () => [] })

    expect(() => pageUrl(redirects, 'passwordReset', 'callbackUrl')).toThrow(/Pass it as `callbackUrl`/)
  })
})

test('resolveUrls derives missing addresses from the handler path and ignores undefined', () => {
  const urls = resolveUrls({ handler: '/auth', afterSignIn: '/notes', home: undefined })

  expect(urls).toMatchObject({ home: '/', signIn: '/auth/sign-in', afterSignUp: '/notes', afterSignOut: '/' })
  expect(resolveUrls()).toMatchObject({
    handler: '/handler',
    home: '/',
    signIn: '/handler/sign-in',
    signUp: '/handler/sign-up',
    signOut: '/handler/sign-out',
    emailVerification: '/handler/email-verification',
    passwordReset: '/handler/password-reset',
    forgotPassword: '/handler/forgot-password',
    oauthCallback: '/handler/oauth-callback',
    magicLinkCallback: '/handler/magic-link-callback',
    accountSettings: '/handler/account-settings',
    error: '/handler/error',
    teamInvitation: '/handler/team-invitation',
    mfa: '/handler/mfa',
    afterSignIn: '/',
    afterSignUp: '/',
    afterSignOut: '/',
  })
})
