import { describe, expect, test, vi } from 'vitest'

import { noTokens, type Tokens } from './tokens.ts'
import { describeTokenStore } from '../../test/describe-token-store.ts'
import { CookieJar, createSurroundings, projectId, TestBrowser } from '../../test/surroundings.ts'
import { CookieTokenStore } from './cookie-token-store.ts'
import { tokensOfRequest } from './request-tokens.ts'
import { SessionHolders } from './session-holders.ts'
import { MemoryTokenStore } from './token-store.ts'

const tokens = { accessToken: 'access', refreshToken: 'refresh' }

function createTab(jar = new CookieJar(), href = 'https://app.example/', readUnprefixedCookies = false) {
  const browser = new TestBrowser(href, jar)
  const surroundings = createSurroundings(() => ({}), { browser })
  const store = new CookieTokenStore({ projectId, readUnprefixedCookies, ports: surroundings.ports })
  return { ...surroundings, browser, store }
}

function createHolders(browser: TestBrowser | null = null): SessionHolders {
  const { ports } = createSurroundings(() => ({}), { browser })
  return new SessionHolders({
    projectId,
    publishableClientKey: 'pck',
    readUnprefixedCookies: false,
    extraRequestHeaders: {},
    apiUrl: () => 'https://api.example',
    ports,
  })
}

function requestWith(headers: Record<string, string>): Request {
  return new Request('https://app.example/', { headers })
}

function authHeader(value: unknown): Record<string, string> {
  return { 'x-stack-auth': JSON.stringify(value) }
}

describeTokenStore('memory', (initial) => new MemoryTokenStore(initial, true))
describeTokenStore('a token pair', (initial) => createHolders().of(initial).store)
describeTokenStore('a request', (initial) => createHolders().of(requestWith(authHeader(initial))).store)
for (const href of ['https://app.example/', 'http://localhost:3000/']) {
  describeTokenStore(`cookies on ${href}`, (initial) => {
    const { store } = createTab(new CookieJar(), href)
    store.write(initial)
    return store
  })
}

describe('cookies', () => {
  test('a write on HTTPS uses the current names with all attributes and deletes the older names', () => {
    const jar = new CookieJar()
    jar.cookies.set('stack-refresh', 'older').set(`stack-refresh-${projectId}`, 'old').set('stack-access', 'old')
    const { store } = createTab(jar)

    store.write(tokens)

    expect([...jar.cookies.keys()]).toEqual(['__Host-stack-access', `__Host-stack-refresh-${projectId}--default`])
    expect(jar.writes).toContain(
      '__Host-stack-access=%5B%22refresh%22%2C%22access%22%5D; Path=/; Max-Age=86400; SameSite=Lax; Secure',
    )
    expect(jar.writes).toContain(
      `__Host-stack-refresh-${projectId}--default=%7B%22refresh_token%22%3A%22refresh%22%2C%22updated_at_millis%22%3A1800000000000%7D; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
    )
  })

  test('a write on plain HTTP has neither prefix nor Secure', () => {
    const { store, browser } = createTab(new CookieJar(), 'http://localhost:3000/')

    store.write(tokens)

    expect(browser.document.cookie).toContain(`stack-refresh-${projectId}--default=`)
    expect(browser.document.cookie).not.toContain('__Host-')
  })

  test('cookies of the original SDK keep the visitor signed in', () => {
    const jar = new CookieJar()
    jar.cookies.set(`stack-refresh-${projectId}`, 'refresh').set('stack-access', '[%22refresh%22%2C%22access%22]')

    expect(createTab(jar, 'http://localhost:3000/').store.read()).toEqual(tokens)
  })

  test('the access token stays in memory after its cookie has expired', () => {
    const { store, browser } = createTab()
    store.write(tokens)

    browser.document.cookie = '__Host-stack-access=; Path=/; Max-Age=0; Secure'

    expect(store.read()).toEqual(tokens)
  })

  const former = (token: string, at: number, prefix = ''): string =>
    `${prefix}stack-refresh-${projectId}--default=${JSON.stringify({ refresh_token: token, updated_at_millis: at })}`

  test('a cookie that cannot be deleted is ignored after its session has ended', () => {
    const jar = new CookieJar()
    jar.foreign.push(former('planted', 1), 'stack-refresh=other')
    const { store } = createTab(jar, 'http://localhost:3000/')
    expect(store.read().refreshToken).toBe('planted')

    store.write(noTokens)

    expect(store.read().refreshToken).toBe('other')
    store.write(noTokens)
    expect(store.read()).toEqual(noTokens)
  })

  test.each(['https://app.example/', 'https://localhost:3000/'])(
    'a planted cookie on %s does not sign a visitor in',
    (href) => {
      const jar = new CookieJar()
      jar.foreign.push(
        former('planted', 9_000_000_000_000),
        `stack-refresh-${projectId}=planted`,
        'stack-refresh=planted',
        'stack-access=[%22planted%22%2C%22access%22]',
      )

      expect(createTab(jar, href).store.read()).toEqual(noTokens)
    },
  )

  test('a write on HTTPS never sets a name without the prefix', () => {
    const jar = new CookieJar()
    const { store } = createTab(jar, 'https://app.example/', true)

    store.write(tokens)
    store.write(noTokens)

    expect(jar.writes.filter((text) => !text.startsWith('__Host-') && !text.includes('Max-Age=0'))).toEqual([])
  })

  test('written tokens take precedence over a planted cookie with a newer time stamp', () => {
    const jar = new CookieJar()
    jar.foreign.push(former('planted', 9_000_000_000_000))
    const { store } = createTab(jar, 'http://localhost:3000/')

    store.write(tokens)

    expect(store.read()).toEqual(tokens)
  })

  test('a token that is written again after its end is valid again', () => {
    const { store } = createTab()
    store.write(tokens)
    store.write(noTokens)

    store.write(tokens)

    expect(store.read()).toEqual(tokens)
  })

  test('the migration option reads the refresh token of a former name, ignores its access token and renames it', () => {
    const jar = new CookieJar()
    jar.cookies.set('stack-refresh', 'refresh').set('stack-access', '[%22refresh%22%2C%22access%22]')
    const { store } = createTab(jar, 'https://app.example/', true)
    expect(store.read()).toEqual({ accessToken: null, refreshToken: 'refresh' })

    store.write(tokens)

    expect([...jar.cookies.keys()]).toEqual(['__Host-stack-access', `__Host-stack-refresh-${projectId}--default`])
    expect(createTab(jar).store.read()).toEqual(tokens)
  })

  test.each([
    ['https://app.example/', '__Host-'],
    ['http://localhost:3000/', ''],
  ])('the session of the newest official clients on %s is read, renamed and ended', (href, prefix) => {
    const jar = new CookieJar()
    const dated = encodeURIComponent('{"refresh_token":"refresh","updated_at_millis":1}')
    jar.cookies.set(`${prefix}hexclave-refresh-${projectId}--default`, dated).set('hexclave-access', '[]')
    if (prefix) jar.cookies.set('__Host-hexclave-access', '[]')
    const { store } = createTab(jar, href)
    expect(store.read()).toEqual({ accessToken: null, refreshToken: 'refresh' })

    store.write(tokens)

    expect([...jar.cookies.keys()]).toEqual([`${prefix}stack-access`, `${prefix}stack-refresh-${projectId}--default`])
    store.write(noTokens)
    expect(store.read()).toEqual(noTokens)
  })

  test('a browser that blocks cookies keeps tokens in memory and warns once', () => {
    const jar = new CookieJar()
    jar.refuses = true
    const { store, warnings } = createTab(jar)

    store.write(tokens)
    store.write({ ...tokens, accessToken: 'newer' })

    expect(store.read()).toEqual({ ...tokens, accessToken: 'newer' })
    expect(warnings).toEqual([expect.stringMatching(/blocks the cookies/)])
    store.write(noTokens)
    expect(store.read()).toEqual(noTokens)
  })

  test('a write by another tab is noticed within 100 ms without change events', async () => {
    const jar = new CookieJar()
    const [one, other] = [createTab(jar), createTab(jar)]
    const listener = vi.fn<() => void>()
    one.store.subscribe(listener)

    other.store.write(tokens)
    await one.clock.advance(100)

    expect(listener).toHaveBeenCalledTimes(1)
    expect(one.store.read()).toEqual(tokens)
  })

  test('a hidden tab notices a write by another tab when it becomes visible', async () => {
    const jar = new CookieJar()
    const [one, other] = [createTab(jar), createTab(jar)]
    const listener = vi.fn<() => void>()
    one.store.subscribe(listener)
    one.browser.document.show(false)
    await one.clock.advance(200)

    other.store.write(tokens)
    await one.clock.advance(1_000)
    expect(listener).not.toHaveBeenCalled()
    one.browser.document.show(true)
    expect(listener).toHaveBeenCalledTimes(1)

    other.store.write(noTokens)
    await one.clock.advance(100)
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('change events of the browser replace polling', async () => {
    const jar = new CookieJar()
    const cookieStore = new EventTarget()
    const { ports, clock } = createSurroundings(() => ({}), {
      browser: Object.assign(new TestBrowser('https://app.example/', jar), { cookieStore }),
    })
    const store = new CookieTokenStore({ projectId, readUnprefixedCookies: false, ports })
    const listener = vi.fn<() => void>()
    store.subscribe(listener)

    createTab(jar).store.write(tokens)
    await clock.advance(1_000)
    expect(listener).not.toHaveBeenCalled()
    cookieStore.dispatchEvent(new Event('change'))

    expect(listener).toHaveBeenCalledTimes(1)
  })

  test('a read on a server throws and recommends the incoming request', () => {
    expect(() => createHolders().of('cookie').current()).toThrow(/such as the incoming request/)
  })
})

describe('a request', () => {
  const dated = encodeURIComponent('{"refresh_token":"refresh","updated_at_millis":1}')
  const access = 'stack-access=%5B%22refresh%22%2C%22access%22%5D'
  const cookie = `__Host-stack-refresh-${projectId}--default=${dated}; __Host-${access}`
  const unprefixed = `stack-refresh-${projectId}--default=${dated}; ${access}`
  const former = `stack-refresh-${projectId}=refresh`

  test.each<[string, Record<string, string>, Tokens]>([
    ['an auth header', authHeader(tokens), tokens],
    [
      'an auth header beside cookies',
      { ...authHeader({ accessToken: 'own' }), cookie },
      { accessToken: 'own', refreshToken: null },
    ],
    ['cookies', { cookie }, tokens],
    [
      'cookies of the newest official clients on https://localhost',
      { cookie: `${cookie.replace('stack-refresh', 'hexclave-refresh')}; ${unprefixed}`, host: 'localhost' },
      tokens,
    ],
    ['cookies of https://localhost', { cookie: `${cookie}; ${unprefixed}`, host: 'localhost' }, tokens],
    ['no tokens', {}, noTokens],
  ])('returns the tokens of %s', (_, headers, expected) => {
    expect(tokensOfRequest(requestWith(headers), projectId, false)).toEqual(expected)
  })

  test.each([
    { host: 'localhost:3000' },
    { host: 'app.localhost' },
    { host: '127.0.0.1:3000' },
    { host: '[::1]:3000' },
    { host: 'localhost:3000', 'x-forwarded-host': 'localhost:3000', 'x-forwarded-proto': 'http' },
  ])('to a localhost page on plain HTTP can have unprefixed cookies: %j', (headers) => {
    expect(tokensOfRequest(requestWith({ ...headers, cookie: unprefixed }), projectId, false)).toEqual(tokens)
  })

  test.each<Record<string, string>>([
    {},
    { host: 'app.example' },
    { host: '192.168.0.2' },
    { host: 'localhost.example' },
    { host: '127.example' },
    { host: 'localhost:3000', 'x-forwarded-proto': 'https' },
    { host: 'localhost:3000', 'x-forwarded-proto': 'HTTPS,http' },
    { host: 'localhost:3000', 'x-forwarded-host': 'app.example' },
    { host: 'app.example', 'x-forwarded-proto': 'http' },
  ])('to any other page ignores a planted cookie: %j', (headers) => {
    for (const planted of [unprefixed, former, 'stack-refresh=refresh']) {
      const request = requestWith({ ...headers, cookie: planted })

      expect(tokensOfRequest(request, projectId, false)).toEqual(noTokens)
    }
  })

  test('with the migration option returns the refresh token of a former name without its access token', () => {
    for (const text of [unprefixed, `${former}; ${access}`, `stack-refresh=refresh; ${access}`]) {
      const request = requestWith({ host: 'app.example', cookie: text })

      expect(tokensOfRequest(request, projectId, true)).toEqual({ accessToken: null, refreshToken: 'refresh' })
    }
  })

  test.each([
    '',
    'null',
    '"text"',
    '{"accessToken":1}',
    '{"refreshToken":"secret-token"',
    '{"refreshToken":["secret-token"]}',
    '{"accessToken":"undefined"}',
    '{"accessToken":null,"refreshToken":"undefined"}',
    '{"accessToken":"e30.e30.\\u00fc"}',
    '{"refreshToken":"a b"}',
    '{"refreshToken":"a\\r\\nb"}',
    '{"accessToken":""}',
  ])('with the auth header %j has no session', (header) => {
    const request = { headers: { get: (name: string) => (name === 'x-stack-auth' ? header : null) } }

    expect(tokensOfRequest(request, projectId, false)).toBeNull()
    expect(createHolders().of(request).current().hasEnded).toBe(true)
  })

  test('has one session', () => {
    const holders = createHolders()
    const request = requestWith(authHeader(tokens))

    expect(holders.of(request).current()).toBe(holders.of(request).current())
  })
})

describe('other stores', () => {
  test('equal token pairs share one session', () => {
    const holders = createHolders()

    expect(holders.of({ ...tokens }).current()).toBe(holders.of({ ...tokens }).current())
  })

  test('equal access tokens share one session, and empty pairs do not', () => {
    const holders = createHolders()
    const pair = { accessToken: 'access', refreshToken: null }

    expect(holders.of({ ...pair }).current()).toBe(holders.of({ ...pair }).current())
    // Two visitors without tokens must not share the session of a later sign-in.
    expect(holders.of({ ...noTokens })).not.toBe(holders.of({ ...noTokens }))
  })

  test('null throws and recommends a token store for the call', () => {
    expect(() => createHolders().of(null)).toThrow(/Pass a `tokenStore`/)
  })

  test.each(['session', 1, {}, { accessToken: 'a' }])('%j throws and lists the allowed values', (value) => {
    expect(() => createHolders().of(value as never)).toThrow(/"cookie", "nextjs-cookie", "memory"/)
  })

  test.each(['cookie', 'nextjs-cookie'] as const)(
    '%s is the cookie store in a browser and throws with the name of the package for servers elsewhere',
    (name) => {
      expect(createHolders(new TestBrowser('https://app.example/')).of(name).store).toBeInstanceOf(CookieTokenStore)
      expect(() => createHolders().of(name).current()).toThrow(/@portico\/nextjs\/server/)
    },
  )

  test('a token store of the application is used itself, and the same one has the same session', () => {
    const holders = createHolders()
    const store = new MemoryTokenStore({ accessToken: null, refreshToken: 'r' }, true)

    expect(holders.of(store).store).toBe(store)
    expect(holders.of(store)).toBe(holders.of(store))
    expect(holders.of(store).current().tokens.refreshToken).toBe('r')
  })
})
