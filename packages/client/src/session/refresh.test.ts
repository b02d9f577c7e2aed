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

import { SessionHolders } from './session-holders.ts'
import { noTokens } from './tokens.ts'

/** A token endpoint that rotates like the service: the used token is good once more, and then ends the session. */
class TokenEndpoint {
  readonly clock = new TestClock()
  readonly requests: SentRequest[] = []
  rotates = true
  #serial = 1
  #current = 'r1'
  isAlive = true
  /** The used token answers with the same successor. */
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
  }: { jar?: CookieJar; locks?: TestLocks; readUnprefixedCookies?: boolean } = {},
) {
  const browser = new TestBrowser('https://app.example/', jar)
  if (locks) browser.navigator.locks = locks as unknown as Pick<LockManager, 'request'>
  const surroundings = createSurroundings(endpoint.handle, { browser, clock: endpoint.clock })
  const holders = new SessionHolders({
    projectId,
    publishableClientKey: 'pck_key',
    readUnprefixedCookies,
    apiUrl: () => 'https://api.example/api/v1',
    ports: surroundings.ports,
  })
  return { ...surroundings, browser, holders, holder: holders.of('cookie') }
}

test('given a refresh, when asked for, then sends the form of RFC 6749 and announces that it can rotate', async () => {
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

describe('rotation', () => {
  test('given a service that rotates, when refreshed, then the same session goes on with the new token', async () => {
    const endpoint = new TokenEndpoint()
    const { holder } = createTab(endpoint)
    holder.store.write({ accessToken: expired(endpoint), refreshToken: 'r1' })
    const session = holder.current()

    const tokens = await session.getTokens()

    expect(tokens.refreshToken).toBe('r2')
    expect(holder.store.read()).toEqual(tokens)
    expect(holder.current()).toBe(session)
  })

  test('given a service that does not know rotation, when refreshed, then the refresh token stays', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.rotates = false
    const { holder } = createTab(endpoint)
    holder.store.write({ accessToken: expired(endpoint), refreshToken: 'r1' })

    expect((await holder.current().getTokens()).refreshToken).toBe('r1')
  })

  test.each(['a request', 'a token pair'] as const)(
    'given %s as store, when refreshed, then rotation is not announced, because its owner keeps the old token',
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

  test('given two tabs, when both need a token at once, then one asks and both have it', async () => {
    const { endpoint, one, other } = createTabs()

    const [first, second] = await Promise.all([one.holder.current().getTokens(), other.holder.current().getTokens()])

    expect(first).toEqual(second)
    expect(endpoint.requests).toHaveLength(1)
  })

  test('given two tabs, when one has refreshed, then the other keeps its session object', async () => {
    const { one, other } = createTabs()
    const session: Session = other.holder.current()

    const tokens = await one.holder.current().getTokens()

    expect(other.holder.current()).toBe(session)
    expect(await session.getTokens()).toEqual(tokens)
  })

  test('given tabs that know the refresh token alone and no locks, when all refresh, then the session goes on', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.gracePeriod = true
    const jar = new CookieJar()
    const tabs = [createTab(endpoint, { jar }), createTab(endpoint, { jar }), createTab(endpoint, { jar })]
    tabs[0]?.holder.store.write({ accessToken: null, refreshToken: 'r1' })

    const tokens = await Promise.all(tabs.map(({ holder }) => holder.current().getTokens()))

    expect(tokens.map(({ refreshToken }) => refreshToken)).toEqual(['r2', 'r2', 'r2'])
  })

  test('given one tab signs out, when the other refreshes, then it is signed out too and sends nothing', async () => {
    const { endpoint, one, other } = createTabs()
    const session = other.holder.current()

    one.holder.current().end()

    expect(await session.getTokens()).toEqual(noTokens)
    expect(endpoint.requests).toHaveLength(0)
  })

  test('given one tab signs out while the other refreshes, when the refresh succeeds, then both are signed out', async () => {
    const { one, other } = createTabs()
    const waiting = other.holder.current().getTokens()

    one.holder.current().end()

    expect(await waiting).toEqual(noTokens)
    expect(one.holder.store.read()).toEqual(noTokens)
    expect(other.holder.store.read()).toEqual(noTokens)
  })

  test('given somebody else signed in, when an old session wants to refresh, then it ends and leaves the new one alone', async () => {
    const { endpoint, one, other } = createTabs()
    const session = other.holder.current()
    const newcomer = { accessToken: accessToken({ sessionId: 'new' }), refreshToken: 'new' }

    one.holder.store.write(newcomer)

    expect(await session.getTokens()).toEqual(noTokens)
    expect(endpoint.requests).toHaveLength(0)
    expect(one.holder.store.read()).toEqual(newcomer)
  })
})

describe('refusals', () => {
  test('given a dead cookie that cannot be deleted, when the user is asked for again and again, then it is tried once', async () => {
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

  test('given a session that is over, when refreshed, then the tokens are removed from the store', async () => {
    const endpoint = new TokenEndpoint()
    endpoint.isAlive = false
    const { holder } = createTab(endpoint)
    holder.store.write({ accessToken: null, refreshToken: 'r1' })

    expect(await holder.current().getTokens()).toEqual(noTokens)
    expect(holder.store.read()).toEqual(noTokens)
  })

  test.each([{ body: {} }, { body: { access_token: '' } }])(
    'given the answer %j, when refreshed, then the session is over',
    async (answer) => {
      const { ports } = createSurroundings(() => answer)
      const holder = new SessionHolders({
        projectId,
        publishableClientKey: 'k',
        readUnprefixedCookies: false,
        apiUrl: () => 'https://api.example',
        ports,
      }).of('memory')
      holder.store.write({ accessToken: null, refreshToken: 'r1' })

      expect(await holder.current().getTokens()).toEqual(noTokens)
    },
  )

  test.each([{ body: null }, { body: [] }, { body: '<h1>Please log in to this network</h1>' }])(
    'given the answer %j, which cannot be of the service, when refreshed, then throws and the session stays',
    async (answer) => {
      const { ports } = createSurroundings(() => answer)
      const holder = new SessionHolders({
        projectId,
        publishableClientKey: 'k',
        readUnprefixedCookies: false,
        apiUrl: () => 'https://api.example',
        ports,
      }).of('memory')
      holder.store.write({ accessToken: null, refreshToken: 'r1' })

      await expect(holder.current().getTokens()).rejects.toMatchObject({ code: 'UNREACHABLE' })
      expect(holder.current().hasEnded).toBe(false)
    },
  )

  test('given a service without answer, when refreshed, then the lock is free again after 15 s', async () => {
    const { ports, clock } = createSurroundings(() => new TypeError('failed'))
    const begin = clock.now
    const holder = new SessionHolders({
      projectId,
      publishableClientKey: 'k',
      readUnprefixedCookies: false,
      apiUrl: () => 'https://api.example',
      ports,
    }).of('memory')
    holder.store.write({ accessToken: null, refreshToken: 'r1' })
    const fetch = vi.spyOn(ports, 'fetch')

    await expect(holder.current().getTokens()).rejects.toMatchObject({ code: 'UNREACHABLE' })

    expect(clock.now - begin).toBeLessThanOrEqual(15_000)
    // A token must not travel on to wherever a redirect points.
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
  })

  test('given the key is wrong, when refreshed, then throws and the session stays', async () => {
    const { ports } = createSurroundings(() =>
      knownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', 400, { client_id: null }),
    )
    const holder = new SessionHolders({
      projectId,
      publishableClientKey: 'k',
      readUnprefixedCookies: false,
      apiUrl: () => 'https://api.example',
      ports,
    }).of('memory')
    holder.store.write({ accessToken: null, refreshToken: 'r1' })

    await expect(holder.current().getTokens()).rejects.toMatchObject({ errorCode: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET' })
    expect(holder.current().hasEnded).toBe(false)
  })

  test('given a sign-out in memory during a refresh, when it succeeds, then nothing comes back to life', async () => {
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
