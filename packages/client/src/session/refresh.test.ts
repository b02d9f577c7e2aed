import { describe, expect, test, vi } from 'vitest'

import {
  accessToken,
  CookieJar,
  createSurroundings,
  knownError,
  projectId,
  type SentRequest,
  TestBrowser,
  TestClock,
  TestLocks,
} from '../../test/surroundings.ts'
import type { Session } from './session.ts'
import type { Ports } from '../transport/ports.ts'
import type { SessionHolder } from './session-holder.ts'
import { SessionHolders } from './session-holders.ts'
import { noTokens } from './tokens.ts'

/** A token endpoint that rotates refresh tokens as the service does. */
class TokenEndpoint {
  readonly clock = new TestClock()
  readonly requests: SentRequest[] = []
  rotates = true
  #serial = 1
  #current = 'r1'
  isAlive = true
  /** If true, a used token returns the same successor again. Otherwise the request is refused. */
  gracePeriod = false

  readonly handle = async (request: SentRequest) => {
    this.requests.push(request)
    const { refresh_token, rotate_refresh_token } = request.body as Record<string, string>
    const isRepeated = this.gracePeriod && this.#serial > 1 && refresh_token === 'r1'
    if (isRepeated) return this.#answer(this.#current)
    if (!this.isAlive || refresh_token !== this.#current) return knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401)
    this.#serial += 1
    const isRotated = this.rotates && rotate_refresh_token === 'true'
    if (isRotated) this.#current = `r${this.#serial}`
    return this.#answer(isRotated ? this.#current : undefined)
  }

  #answer(refreshToken: string | undefined) {
    const access = accessToken({ expiresAt: this.clock.now + 600_000, sessionId: 's', serial: this.#serial })
    return { body: { access_token: access, token_type: 'Bearer', refresh_token: refreshToken } }
  }
}

const expired = (endpoint: TokenEndpoint): string => accessToken({ expiresAt: endpoint.clock.now - 1, sessionId: 's' })

function createTab(
  endpoint: TokenEndpoint,
  {
    jar = new CookieJar(),
    locks,
    readUnprefixedCookies = false,
    extra = {},
  }: { jar?: CookieJar; locks?: TestLocks; readUnprefixedCookies?: boolean; extra?: Record<string, string> } = {},
) {
  const browser = new TestBrowser('https://app.example/', jar)
  if (locks) browser.navigator.locks = locks as unknown as Pick<LockManager, 'request'>
  const surroundings = createSurroundings(endpoint.handle, { browser, clock: endpoint.clock })
  const holders = new SessionHolders({
    projectId,
    publishableClientKey: 'pck_key',
    readUnprefixedCookies,
    extraRequestHeaders: extra,
    apiUrl: () => 'https://api.example/api/v1',
    ports: surroundings.ports,
  })
  return { ...surroundings, browser, holders, holder: holders.of('cookie') }
}

/** A holder in memory with the refresh token `r1`. */
function createMemoryHolder(ports: Ports): SessionHolder {
  const holders = new SessionHolders({
    projectId,
    publishableClientKey: 'k',
    readUnprefixedCookies: false,
    extraRequestHeaders: {},
    apiUrl: () => 'https://api.example',
    ports,
  })
  const holder = holders.of('memory')
  holder.store.write({ accessToken: null, refreshToken: 'r1' })
  return holder
}

test('a refresh sends the form of RFC 6749 and allows rotation', async () => {
  const endpoint = new TokenEndpoint()
  const { holder, sent } = createTab(endpoint)
  holder.store.write({ accessToken: null, refreshToken: 'r1' })

  await holder.current().getTokens()

  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    method: 'POST',
    path: '/auth/oauth/token',
    body: {
      grant_type: 'refresh_token',
      client_id: projectId,
      client_secret: 'pck_key',
      refresh_token: 'r1',
      rotate_refresh_token: 'true',
    },
  })
  expect([...(sent[0]?.headers.keys() ?? [])].filter((name) => name.startsWith('x-'))).toEqual([])
})

test('a refresh carries the extra headers of the app, which a gateway may require', async () => {
  const endpoint = new TokenEndpoint()
  const { holder, sent } = createTab(endpoint, { extra: { 'x-tenant': 'a' } })
  holder.store.write({ accessToken: null, refreshToken: 'r1' })

  await holder.current().getTokens()

  expect(sent[0]?.headers.get('x-tenant')).toBe('a')
})

describe('rotation', () => {
  test('keeps the session and stores the new refresh token', async () => {
    const endpoint = new TokenEndpoint()
    const { holder } = createTab(endpoint)
    holder.store.write({ accessToken: expired(endpoint), refreshToken: 'r1' })
    const session = holder.current()

    const tokens = await session.getTokens()

    expect(tokens.refreshToken).toBe('r2')
    expect(holder.store.read()).toEqual(tokens)
    expect(holder.current()).toBe(session)
  })

  test('keeps the refresh token of a service without rotation', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.rotates = false
    const { holder } = createTab(endpoint)
    holder.store.write({ accessToken: expired(endpoint), refreshToken: 'r1' })

    expect((await holder.current().getTokens()).refreshToken).toBe('r1')
  })

  test.each(['a request', 'a token pair'] as const)(
    'is not allowed for %s, because its owner keeps the old token',
    async (kind) => {
      const endpoint = new TokenEndpoint()
      const { holders, sent } = createTab(endpoint)
      const pair = { accessToken: null, refreshToken: 'r1' }
      const request = new Request('https://app.example/', { headers: { 'x-stack-auth': JSON.stringify(pair) } })

      const tokens = await holders
        .of(kind === 'a request' ? request : pair)
        .current()
        .getTokens()

      expect(tokens.refreshToken).toBe('r1')
      expect(sent[0]?.body).not.toHaveProperty('rotate_refresh_token')
    },
  )
})

describe('several tabs', () => {
  function createTabs() {
    const endpoint = new TokenEndpoint()
    const shared = { jar: new CookieJar(), locks: new TestLocks() }
    const [one, other] = [createTab(endpoint, shared), createTab(endpoint, shared)]
    one.holder.store.write({ accessToken: expired(endpoint), refreshToken: 'r1' })
    return { endpoint, one, other }
  }

  test('two tabs that need a token at once send one request', async () => {
    const { endpoint, one, other } = createTabs()

    const [first, second] = await Promise.all([one.holder.current().getTokens(), other.holder.current().getTokens()])

    expect(first).toEqual(second)
    expect(endpoint.requests).toHaveLength(1)
  })

  test('a refresh by one tab keeps the session object of the other', async () => {
    const { one, other } = createTabs()
    const session: Session = other.holder.current()

    const tokens = await one.holder.current().getTokens()

    expect(other.holder.current()).toBe(session)
    expect(await session.getTokens()).toEqual(tokens)
  })

  test('concurrent refreshes without locks and access tokens keep the session', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.gracePeriod = true
    const jar = new CookieJar()
    const tabs = [createTab(endpoint, { jar }), createTab(endpoint, { jar }), createTab(endpoint, { jar })]
    tabs[0]?.holder.store.write({ accessToken: null, refreshToken: 'r1' })

    const tokens = await Promise.all(tabs.map(({ holder }) => holder.current().getTokens()))

    expect(tokens.map(({ refreshToken }) => refreshToken)).toEqual(['r2', 'r2', 'r2'])
  })

  test('a tab sends no refresh after another tab has signed out', async () => {
    const { endpoint, one, other } = createTabs()
    const session = other.holder.current()

    one.holder.current().end()

    expect(await session.getTokens()).toEqual(noTokens)
    expect(endpoint.requests).toHaveLength(0)
  })

  test('a sign-out in one tab during a refresh in another signs both out', async () => {
    const { one, other } = createTabs()
    const waiting = other.holder.current().getTokens()

    one.holder.current().end()

    expect(await waiting).toEqual(noTokens)
    expect(one.holder.store.read()).toEqual(noTokens)
    expect(other.holder.store.read()).toEqual(noTokens)
  })

  test('an old session ends without a request after another user has signed in, and keeps the new tokens', async () => {
    const { endpoint, one, other } = createTabs()
    const session = other.holder.current()
    const newTokens = { accessToken: accessToken({ sessionId: 'new' }), refreshToken: 'new' }

    one.holder.store.write(newTokens)

    expect(await session.getTokens()).toEqual(noTokens)
    expect(endpoint.requests).toHaveLength(0)
    expect(one.holder.store.read()).toEqual(newTokens)
  })
})

describe('refusals', () => {
  test('an ended session in a cookie that cannot be deleted is tried once', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.isAlive = false
    const jar = new CookieJar()
    jar.foreign.push('stack-refresh=planted')
    const { holder } = createTab(endpoint, { jar, readUnprefixedCookies: true })
    const listener = vi.fn<() => void>(() => void holder.current().getTokens())
    holder.subscribe(listener)

    for (let round = 0; round < 3; round += 1) expect(await holder.current().getTokens()).toEqual(noTokens)

    expect(endpoint.requests).toHaveLength(1)
  })

  test('a refused refresh removes the tokens from the store', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.isAlive = false
    const { holder } = createTab(endpoint)
    holder.store.write({ accessToken: null, refreshToken: 'r1' })

    expect(await holder.current().getTokens()).toEqual(noTokens)
    expect(holder.store.read()).toEqual(noTokens)
  })

  test.each([
    { body: null },
    { body: [] },
    { body: {} },
    { body: { access_token: '' } },
    { body: { access_token: null } },
    { body: '', headers: { 'content-type': 'application/json' } },
    { body: '<h1>Please log in to this network</h1>' },
  ])('the answer %j of another server throws and keeps the session', async (answer) => {
    const { ports } = createSurroundings(() => answer)
    const holder = createMemoryHolder(ports)

    await expect(holder.current().getTokens()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    expect(holder.current().hasEnded).toBe(false)
  })

  test('an unreachable service blocks the lock for at most 15 s', async () => {
    const { ports, clock } = createSurroundings(() => new TypeError('failed'))
    const startedAtMillis = clock.now
    const holder = createMemoryHolder(ports)
    const fetch = vi.spyOn(ports, 'fetch')

    await expect(holder.current().getTokens()).rejects.toMatchObject({ code: 'UNREACHABLE' })

    expect(clock.now - startedAtMillis).toBeLessThanOrEqual(15_000)
    // The token must not be sent to the target of a redirect.
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
  })

  test('a wrong key throws and keeps the session', async () => {
    const { ports } = createSurroundings(() =>
      knownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', 400, { client_id: null }),
    )
    const holder = createMemoryHolder(ports)

    await expect(holder.current().getTokens()).rejects.toMatchObject({ errorCode: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET' })
    expect(holder.current().hasEnded).toBe(false)
  })

  test('a sign-out in memory during a refresh discards the new tokens', async () => {
    const endpoint = new TokenEndpoint()
    const holder = createTab(endpoint).holders.of('memory')
    holder.store.write({ accessToken: null, refreshToken: 'r1' })
    const waiting = holder.current().getTokens()

    holder.current().end()
    await waiting

    expect(holder.store.read()).toEqual(noTokens)
    expect(holder.current().hasEnded).toBe(true)
  })
})
