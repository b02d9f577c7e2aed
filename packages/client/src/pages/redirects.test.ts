import { describe, expect, test, vi } from 'vitest'

import { type RedirectMethod, Redirects, type RedirectToOptions } from './redirects.ts'
import { type HandlerUrls, resolveUrls } from './urls.ts'

import { createSurroundings, TestBrowser } from '../../test/surroundings.ts'

interface Setup {
  at?: string
  method?: RedirectMethod
  urls?: Partial<HandlerUrls>
  domains?: string[]
}

function createRedirects({ at = 'https://app.example/', method = 'window', urls = {}, domains = [] }: Setup = {}) {
  const browser = new TestBrowser(at)
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

describe('methods', () => {
  test('given window, when redirected, then adds or replaces a history entry and waits 2,000 ms', async () => {
    const { redirects, browser, pauses } = createRedirects()

    await redirects.toPage('home')
    await redirects.toPage('accountSettings', { replace: true })

    expect(browser.visits).toEqual([
      'assign https://app.example/',
      'replace https://app.example/handler/account-settings',
    ])
    expect(pauses).toEqual([2_000, 2_000])
  })

  test('given none, when redirected, then does nothing and does not wait', async () => {
    const { redirects, browser, pauses } = createRedirects({ method: 'none' })

    await redirects.toPage('signIn')

    expect(browser.visits).toEqual([])
    expect(pauses).toEqual([])
  })

  test('given a router, when redirected within the origin, then the router is given the path', async () => {
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

  test('given a router, when the history entry is to be replaced, then the router is told', async () => {
    const navigate = vi.fn<(to: string, options?: { replace?: boolean }) => void>()

    await visit('home', { method: { useNavigate: () => navigate, navigate } })

    expect(navigate).toHaveBeenCalledExactlyOnceWith('/', { replace: true })
  })

  test('given a trusted address on this origin that reads as another host without it, when redirected, then refuses to go', async () => {
    const navigate = vi.fn<(to: string) => void>()
    const { redirects } = createRedirects({
      method: { useNavigate: () => navigate, navigate },
      domains: ['https://app.example'],
    })

    await expect(redirects.toUrl('https://app.example//evil.example', false)).rejects.toThrow(/Refused to redirect/)
    expect(navigate).not.toHaveBeenCalled()
  })

  test('given a router, when redirected to another origin, then the browser goes', async () => {
    const navigate = vi.fn<(to: string) => void>()
    const setup: Setup = {
      method: { useNavigate: () => navigate, navigate },
      urls: { home: 'https://www.example/' },
      domains: ['https://www.example'],
    }

    expect(await visit('home', setup)).toEqual(['replace https://www.example/'])
    expect(navigate).not.toHaveBeenCalled()
  })

  test('given no browser, when redirected, then says what to do instead', async () => {
    const { ports } = createSurroundings(() => ({}))
    const redirects = new Redirects({ urls: resolveUrls(), method: 'window', ports, trustedDomains: async () => [] })

    await expect(redirects.toPage('home')).rejects.toThrow(/your framework/)
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
  ])('given the page %s, when sent to sign in, then the address ends in "%s"', async (at, query) => {
    expect(await visit('signIn', { at })).toEqual([`replace https://app.example/handler/sign-in${query}`])
  })

  test('given a sign-in page on another origin, when sent there, then this page is not told', async () => {
    const setup = {
      at: 'https://app.example/notes',
      urls: { signIn: 'https://id.example/sign-in' },
      domains: ['https://id.example'],
    }

    expect(await visit('signIn', setup)).toEqual(['replace https://id.example/sign-in'])
  })

  test.each(['afterSignIn', 'afterSignUp'] as const)(
    'given a return location, when sent to %s, then goes there',
    async (page) => {
      const at = 'https://app.example/handler/sign-in?after_auth_return_to=%2Fnotes%3Fid%3D1'

      expect(await visit(page, { at })).toEqual(['replace https://app.example/notes?id=1'])
    },
  )

  test.each([
    '%2Fhandler%2Fsign-in',
    '%2Fhandler%2Fsignin%2F',
    '%2Fhandler%2F%2Fsign-out',
    '%2Fhandler%2F%2F%2Fsign-in%2F%2F',
    '%2Fhandler%2Fsign-up%3Fa%3Db',
    'https%3A%2F%2Fapp.example%2Fhandler%2Fsign-out',
    '',
  ])('given the return location %s, when signed in, then the loop is broken', async (location) => {
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
  ])('given the return location %s, when signed in, then refuses to go', async (location) => {
    const { redirects, browser } = createRedirects({
      at: `https://app.example/handler/sign-in?after_auth_return_to=${location}`,
    })

    await expect(redirects.toPage('afterSignIn')).rejects.toThrow(/Refused to redirect/)
    expect(browser.visits).toEqual([])
  })

  test('given a return location on a trusted domain, when signed in, then goes there', async () => {
    const setup = {
      at: 'https://app.example/handler/sign-in?after_auth_return_to=https%3A%2F%2Fdocs.example%2Fa',
      domains: ['https://*.example'],
    }

    expect(await visit('afterSignIn', setup)).toEqual(['replace https://docs.example/a'])
  })

  test('given noRedirectBack, when redirected, then it is neither written nor read', async () => {
    const at = 'https://app.example/x?after_auth_return_to=%2Fnotes'

    expect(await visit('signIn', { at }, { noRedirectBack: true })).toEqual([
      'assign https://app.example/handler/sign-in',
    ])
    expect(await visit('afterSignIn', { at }, { noRedirectBack: true })).toEqual(['assign https://app.example/'])
  })

  test('given a return location, when sent anywhere else, then it is ignored', async () => {
    const at = 'https://app.example/x?after_auth_return_to=%2Fnotes'

    expect(await visit('afterSignOut', { at })).toEqual(['replace https://app.example/'])
  })
})

describe('trust', () => {
  test.each([
    ['https://app.example/a', true],
    ['/a', true],
    ['https://other.example/a', false],
    ['//other.example/a', false],
    ['https://trusted.example/a', true],
    ['https://trusted.example:8443/a', false],
    ['http://trusted.example/a', false],
  ])('given the target %s, when redirected, then trusted: %j', async (target, isTrusted) => {
    const { redirects, browser } = createRedirects({ domains: ['https://trusted.example'] })

    const outcome = await redirects.toUrl(target, false).then(
      () => true,
      () => false,
    )

    expect(outcome).toBe(isTrusted)
    expect(browser.visits).toHaveLength(isTrusted ? 1 : 0)
  })
})

describe('addresses for e-mails', () => {
  test('given a page, when a callback is built, then it is absolute, without hash, and keeps the return location', () => {
    const { redirects } = createRedirects({
      at: 'https://app.example/x?after_auth_return_to=%2Fnotes#top',
      urls: { emailVerification: '/verify#x' },
    })

    expect(redirects.callbackUrl('emailVerification', 'callbackUrl')).toBe(
      'https://app.example/verify?after_auth_return_to=%2Fnotes',
    )
  })

  test('given no browser, when a callback is built, then asks for it', () => {
    const { ports } = createSurroundings(() => ({}))
    const redirects = new Redirects({ urls: resolveUrls(), method: 'none', ports, trustedDomains: async () => [] })

    expect(() => redirects.callbackUrl('passwordReset', 'callbackUrl')).toThrow(/Pass it as `callbackUrl`/)
  })
})

test('given a handler path and a target, when resolved, then the others follow, and undefined counts as absent', () => {
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
