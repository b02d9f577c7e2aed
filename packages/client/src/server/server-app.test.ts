import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { inspect } from 'node:util'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  accessToken,
  baseUrl,
  createSurroundings,
  knownError,
  projectId,
  type SentRequest,
  TestBrowser,
  wireServerUser,
} from '../../test/surroundings.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { PorticoServerApp } from './server-app.ts'
import { StackServerApp } from '../stack.ts'
import { serverPorts } from '../transport/server-ports.ts'

const secretServerKey = 'ssk_secret'
const options = { projectId, publishableClientKey: 'pck_key', secretServerKey, baseUrl, tokenStore: null } as const
const ids = ['0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001', '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f002'] as const

/** A service with two users, whose names can be changed. */
function createApp() {
  const names = new Map<string, string>(ids.map((id) => [id, 'Ada']))
  const read = (id: string) => ({ body: wireServerUser({ id, display_name: names.get(id) }) })
  const surroundings = createSurroundings((request) => {
    const id = request.path.split('/')[2] ?? ''
    if (request.path.startsWith('/contact-channels')) {
      const channel = { id: 'c', user_id: ids[0], type: 'email', value: 'ada@example.com' }
      return { body: request.method === 'GET' ? { items: [channel] } : { success: true } }
    }
    if (request.path === '/auth/sessions/current') return { body: { success: true } }
    if (request.path === '/users/me')
      return request.headers.has('x-stack-access-token') ? read(ids[0]) : knownError('X')
    if (request.path.startsWith('/users?')) {
      const limit = Number(new URL(request.path, baseUrl).searchParams.get('limit'))
      const items = [...names.keys()].slice(0, limit).map((each) => read(each).body)
      return { body: { items, pagination: { next_cursor: null } } }
    }
    if (request.method === 'POST' && request.path === '/users') return { status: 201, body: wireServerUser() }
    if (!names.has(id)) return knownError('USER_NOT_FOUND', 404)
    if (request.method === 'PATCH') {
      names.set(id, (request.body as { display_name?: string }).display_name ?? 'Ada')
      return read(id)
    }
    if (request.method === 'DELETE') names.delete(id)
    return request.method === 'DELETE' ? { body: { success: true } } : read(id)
  })
  return { ...surroundings, app: new PorticoServerApp<false>(options, surroundings.ports) }
}

const callsOf = (sent: readonly SentRequest[]) => sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)
const bearer = (clock: { now: number }) =>
  new Request('https://app.example', {
    headers: { authorization: `Bearer ${accessToken({ expiresAt: clock.now + 600_000 })}` },
  })

describe('the secret key', () => {
  test('is sent with every call of the server', async () => {
    const { app, sent } = createApp()

    await app.getUser(ids[0])

    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': secretServerKey,
      'x-stack-publishable-client-key': 'pck_key',
      'x-stack-project-id': projectId,
    })
  })

  test('is not sent with calls of the client', async () => {
    const { app, sent } = createApp()

    await app.getProject().catch(() => {})

    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers.get('x-stack-access-type')).toBe('client')
    expect(sent[0]?.headers.has('x-stack-secret-server-key')).toBe(false)
  })

  test('is not sent to the target of a redirect', async () => {
    const redirects: (string | undefined)[] = []
    const { ports } = createSurroundings(() => ({}))
    const fetch: typeof ports.fetch = (url, init) => {
      redirects.push(init.redirect)
      return ports.fetch(url, init)
    }
    const app = new PorticoServerApp<false>(options, { ...ports, fetch })

    await app.getUser(ids[0]).catch(() => {})

    expect(redirects).toEqual(['manual'])
  })

  test('is not visible in logs', () => {
    const { app } = createApp()

    expect(JSON.stringify(app)).not.toContain(secretServerKey)
    expect(inspect(app, { depth: 10, showHidden: true })).not.toContain(secretServerKey)
  })

  test('does not work in a browser', () => {
    const { ports } = createSurroundings(() => ({}), { browser: new TestBrowser('https://app.example/') })

    expect(() => new PorticoServerApp(options, ports)).toThrow(/cannot run in a browser/)
  })
})

describe('the environment', () => {
  const variables = ['PORTICO_SECRET_SERVER_KEY', 'STACK_SECRET_SERVER_KEY']
  const { secretServerKey: _key, ...withoutKey } = options
  const { ports, sent } = createSurroundings(() => ({ body: wireServerUser() }))

  beforeEach(() => {
    sent.length = 0
    for (const name of variables) vi.stubEnv(name, undefined)
  })
  afterEach(() => void vi.unstubAllEnvs())

  test.each(variables)('supplies the secret key as %s', async (name) => {
    vi.stubEnv(name, 'ssk_environment')

    await new PorticoServerApp<false>(withoutKey, ports).getUser(ids[0])

    expect(sent[0]?.headers.get('x-stack-secret-server-key')).toBe('ssk_environment')
  })

  test.each(['NEXT_PUBLIC_', 'VITE_'])('never supplies the secret key under the public prefix %s', (prefix) => {
    for (const name of variables) vi.stubEnv(`${prefix}${name}`, 'ssk_public')

    expect(() => new PorticoServerApp(withoutKey, ports)).toThrow(/PORTICO_SECRET_SERVER_KEY/)
    for (const name of variables) vi.stubEnv(`${prefix}${name}`, undefined)
  })

  test('does not supply extra headers, which are for browsers', async () => {
    vi.stubEnv('NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS', '{"x-page":"1"}')

    await new PorticoServerApp<false>(options, ports).getUser(ids[0])
    await new PorticoServerApp<false>({ ...options, extraRequestHeaders: { 'x-own': '1' } }, ports).getUser(ids[0])

    expect(sent.map(({ headers }) => [headers.get('x-page'), headers.get('x-own')])).toEqual([
      [null, null],
      [null, '1'],
    ])
  })
})

describe('the app', () => {
  test('has every method of the client', () => {
    const names = (prototype: object) => Object.getOwnPropertyNames(prototype)

    expect(names(PorticoServerApp.prototype)).toEqual(expect.arrayContaining(names(PorticoClientApp.prototype)))
  })

  test.each([
    [
      'a call',
      (app: PorticoServerApp<false>, request: Request) => (options: object) =>
        app.getUser({ tokenStore: request, ...options }),
    ],
    [
      'the reads of one request',
      (app: PorticoServerApp<false>, request: Request) => (options: object) => app.forRequest(request).getUser(options),
    ],
  ])('treats a restricted user as signed out in %s', async (_name, readerOf) => {
    await expectSignedOut(readerOf, 'second_factor_required', /must set up a second factor/)
    await expectSignedOut(readerOf, 'waiting', /is on the waiting list/)
    await expectSignedOut(readerOf, 'email_not_verified', /has no verified e-mail address/)
  })

  async function expectSignedOut(
    readerOf: (app: PorticoServerApp<false>, request: Request) => (options: object) => Promise<unknown>,
    type: string,
    problem: RegExp,
  ): Promise<void> {
    const restricted = { is_restricted: true, restricted_reason: { type } }
    const { ports, clock } = createSurroundings(() => ({ body: wireServerUser({ id: ids[0], ...restricted }) }))
    const getUser = readerOf(new PorticoServerApp<false>(options, ports), bearer(clock))

    expect(await getUser({})).toBeNull()
    expect(await getUser({ or: 'anonymous-if-exists' })).toBeNull()
    await expect(getUser({ or: 'throw' })).rejects.toThrow(problem)
    expect(await getUser({ or: 'throw', includeRestricted: true })).toMatchObject({ id: ids[0], isRestricted: true })
  }

  test('signs up no anonymous user in the session of a user who must set up a second factor', async () => {
    const restricted = { is_restricted: true, restricted_reason: { type: 'second_factor_required' } }
    const { ports, clock, sent } = createSurroundings(() => ({ body: wireServerUser({ id: ids[0], ...restricted }) }))
    const app = new PorticoServerApp<false>(options, ports)

    const read = app.getUser({ tokenStore: bearer(clock), or: 'anonymous' })

    await expect(read).rejects.toThrow(/must set up a second factor/)
    expect(callsOf(sent)).toEqual(['GET /users/me'])
  })

  test('asks the service for every read', async () => {
    const { app, sent, pauses } = createApp()

    await Promise.all([app.getUser(ids[0]), app.getUser(ids[0])])
    await app.getUser(ids[0])

    expect(callsOf(sent)).toEqual(Array.from({ length: 3 }, () => `GET /users/${ids[0]}`))
    expect(pauses).toEqual([])
  })

  test('warns about the former name of getUser', async () => {
    const { app, clock, warnings } = createApp()

    expect((await app.getServerUser({ tokenStore: bearer(clock) }))?.id).toBe(ids[0])
    expect(warnings).toEqual([expect.stringContaining('deprecated')])
    expect((await app.getServerUserById(ids[1]))?.id).toBe(ids[1])
  })

  test('returns null for an id that is not a UUID, without a call', async () => {
    const { app, sent } = createApp()

    for (const id of ['me', '..', `${ids[0]}/x`, `${ids[0]}?x`, '']) expect(await app.getUser(id)).toBeNull()

    expect(sent).toEqual([])
  })

  test('reads all users page by page', async () => {
    const paths: string[] = []
    const { ports } = createSurroundings(({ path }) => {
      paths.push(path)
      const next_cursor = path.includes('cursor=') ? null : ids[1]
      return { body: { items: [wireServerUser({ id: ids[paths.length - 1] })], pagination: { next_cursor } } }
    })
    const app = new PorticoServerApp<false>(options, ports)

    const users = await app.listUsers({ query: 'a&b' })

    expect(users.map(({ id }) => id)).toEqual(ids)
    expect(paths).toEqual([
      '/users?limit=1000&query=a%26b&include_restricted=true',
      `/users?cursor=${ids[1]}&limit=1000&query=a%26b&include_restricted=true`,
    ])
  })

  test.each([
    [{}, 'limit=1000&include_restricted=true'],
    [
      { limit: 5, desc: true, orderBy: 'signedUpAt' },
      'limit=5&order_by=signed_up_at&desc=true&include_restricted=true',
    ],
    [
      {
        limit: 5,
        orderBy: 'lastActiveAt',
        signInMethods: ['otp', 'google'],
        verified: false,
        suspended: true,
        hasSecondFactor: true,
        signedUpFrom: new Date(1),
        signedUpUntil: new Date(2),
        lastActiveFrom: new Date(3),
        lastActiveUntil: new Date(4),
        includeTotal: true,
      },
      'limit=5&order_by=last_active_at&verified=false&suspended=true&has_second_factor=true&signed_up_from_millis=1' +
        '&signed_up_until_millis=2&last_active_from_millis=3&last_active_until_millis=4&include_restricted=true' +
        '&sign_in_methods=otp%2Cgoogle&include_total=true',
    ],
    [{ limit: 5, includeRestricted: false }, 'limit=5&include_restricted=false'],
    [{ limit: 5, includeAnonymous: true }, 'limit=5&include_restricted=true&include_anonymous=true'],
    [{ limit: 5, onlyAnonymous: true }, 'limit=5&only_anonymous=true&include_restricted=true&include_anonymous=true'],
  ] as const)('sends the options %j of a list as %s', async (given, query) => {
    const { app, sent } = createApp()

    await app.listUsers(given)

    expect(sent[0]?.path).toBe(`/users?${query}`)
  })

  test('of the entry for migration reads the cookies of the original SDK', async () => {
    const { ports, sent } = createSurroundings(({ path }) => ({
      body: path === '/users/me' ? wireServerUser() : { access_token: accessToken() },
    }))
    const headers = { host: 'app.example', cookie: `stack-refresh-${projectId}=former` }

    await new PorticoServerApp<false>(options, ports).getUser({ tokenStore: { headers } })
    await new StackServerApp<false>(options, ports).getUser({ tokenStore: { headers } })

    const refreshed = sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(refreshed).toMatchObject([{ refresh_token: 'former' }])
  })
})

describe('a server whose connection is refused', () => {
  test.each([
    ['an access token', { authorization: `Bearer ${accessToken({ expiresAt: Date.now() + 600_000 })}` }],
    ['a session', { 'x-stack-auth': JSON.stringify({ accessToken: null, refreshToken: 'rt' }) }],
  ])('gives up after three attempts to authenticate %s', async (_, headers) => {
    const pauses: number[] = []
    const sleep = async (millis: number): Promise<void> => void pauses.push(millis)
    const closed = await closedAddress()
    const app = new PorticoServerApp({ ...options, baseUrl: closed }, { ...serverPorts, sleep, random: () => 0.5 })

    const error = await app.authenticateRequest(new Request('https://app.example', { headers })).catch(String)

    expect(error).toBe(
      `ConnectionError: The service at ${closed}/api/v1 did not answer. Check that it runs and that \`baseUrl\` is right.`,
    )
    expect(pauses).toEqual([1_000, 2_000])
  })
})

/** Returns an address at which nothing listens. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

describe('the reads of one request', () => {
  test('share one answer', async () => {
    const { app, sent, clock } = createApp()
    const request = bearer(clock)

    const users = await Promise.all([1, 2].map(() => app.forRequest(request).getUser()))
    await app.forRequest(request).getUser({ or: 'throw' })
    await Promise.all([1, 2].map(() => app.forRequest(request).getUser(ids[1])))
    await app.forRequest(request).listUsers({ limit: 2, desc: true })
    await app.forRequest(request).listUsers({ desc: true, limit: 2 })

    expect(users[0]).toBe(users[1])
    expect(callsOf(sent)).toEqual(['GET /users/me', `GET /users/${ids[1]}`, 'GET /users'])
  })

  test('are not shared with another request, even of the same visitor', async () => {
    const { app, sent, clock } = createApp()

    await app.forRequest(bearer(clock)).getUser()
    await app.forRequest(bearer(clock)).getUser()

    expect(callsOf(sent)).toEqual(['GET /users/me', 'GET /users/me'])
  })

  test('return null for a request without a user, and throw if asked', async () => {
    const { app, sent } = createApp()
    const scope = app.forRequest(new Request('https://app.example'))

    expect(await scope.getUser()).toBeNull()
    await expect(scope.getUser({ or: 'throw' })).rejects.toThrow(/not signed in/)
    expect(sent).toEqual([])
  })

  test('ask again after a failure', async () => {
    let isDown = true
    const { ports } = createSurroundings(() => (isDown ? { status: 503, body: 'down' } : { body: wireServerUser() }))
    const scope = new PorticoServerApp<false>(options, ports).forRequest(new Request('https://app.example'))

    await expect(scope.getUser(ids[0])).rejects.toMatchObject({ statusCode: 503 })
    isDown = false

    expect(await scope.getUser(ids[0])).not.toBeNull()
  })

  async function createScope() {
    const created = createApp()
    const scope = created.app.forRequest(bearer(created.clock))
    const [current, first, second, list] = await Promise.all([
      scope.getUser({ or: 'throw' }),
      scope.getUser(ids[0]),
      scope.getUser(ids[1]),
      scope.listUsers({ limit: 9 }),
    ])
    created.sent.length = 0
    /** Repeats all reads and returns the calls that this caused. */
    const readAgain = async () => {
      created.sent.length = 0
      await Promise.all([scope.getUser(), scope.getUser(ids[0]), scope.getUser(ids[1]), scope.listUsers({ limit: 9 })])
      return callsOf(created.sent).toSorted()
    }
    if (!first || !second) throw new Error('The service has both users.')
    return { ...created, scope, current, first, second, list, readAgain }
  }

  test('of a changed user are refreshed, and no others', async () => {
    const { scope, first, readAgain } = await createScope()

    await first.setDisplayName('Grace')

    expect(await readAgain()).toEqual(['GET /users', 'GET /users/me'])
    expect((await scope.getUser())?.displayName).toBe('Grace')
    expect((await scope.getUser(ids[0]))?.displayName).toBe('Grace')
    expect((await scope.listUsers({ limit: 9 })).map(({ displayName }) => displayName)).toEqual(['Grace', 'Ada'])
  })

  test('of a user whose address was removed are refreshed, and no others', async () => {
    const { first, readAgain } = await createScope()
    const [channel] = await first.listContactChannels()

    await channel?.delete()

    expect(await readAgain()).toEqual(['GET /users', `GET /users/${ids[0]}`, 'GET /users/me'])
  })

  test('of another user stay after a change', async () => {
    const { second, readAgain } = await createScope()

    await second.setDisplayName('Grace')

    expect(await readAgain()).toEqual(['GET /users'])
  })

  test('of a search are refreshed after every change', async () => {
    const { scope, second, sent } = await createScope()
    await scope.listUsers({ limit: 9, query: 'x' })
    sent.length = 0

    await second.setDisplayName('x')
    await scope.listUsers({ limit: 9, query: 'x' })

    expect(callsOf(sent)).toEqual([`PATCH /users/${ids[1]}`, 'GET /users'])
  })

  test.each([{ verified: false }, { signInMethods: ['otp' as const] }, { hasSecondFactor: false }, { query: 'x' }])(
    'of a list of %o are refreshed after a change of a user outside of it',
    async (filter) => {
      const { scope, second, sent } = await createScope()
      const list = async () => {
        sent.length = 0
        await scope.listUsers({ limit: 1, ...filter })
        return callsOf(sent)
      }
      await list()

      await second.update({ primaryEmailVerified: false })
      expect(await list()).toEqual(['GET /users'])
      expect(await list()).toEqual([])
      await second.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: false })
      expect(await list()).toEqual(['GET /users'])
    },
  )

  test('of a list without a filter stay after a change of a user outside of it', async () => {
    const { scope, second, sent } = await createScope()
    const options = { limit: 1, desc: false, orderBy: 'signedUpAt', includeTotal: true } as const
    await scope.listUsers(options)
    await second.update({ primaryEmailVerified: false })
    sent.length = 0

    await scope.listUsers(options)

    expect(callsOf(sent)).toEqual([])
  })

  test('of lists are refreshed after a creation', async () => {
    const { scope, readAgain } = await createScope()

    await scope.createUser({ displayName: 'New' })

    expect(await readAgain()).toEqual(['GET /users'])
  })

  test('of a deleted user are null without a call', async () => {
    const { scope, second, readAgain } = await createScope()

    await second.delete()

    expect(await readAgain()).toEqual(['GET /users'])
    expect(await scope.getUser(ids[1])).toBeNull()
  })

  test('of a user whose list is still on its way are refreshed too', async () => {
    const { scope, first, sent } = await createScope()

    const early = scope.listUsers({ limit: 1 })
    await first.setDisplayName('Grace')
    await early
    sent.length = 0
    await scope.listUsers({ limit: 1 })

    expect(callsOf(sent)).toEqual(['GET /users'])
  })

  test('of the current user end with a sign-out', async () => {
    const { scope, current } = await createScope()

    await current.signOut()

    expect(await scope.getUser()).toBeNull()
  })

  test('verify the token of the request', async () => {
    const { app, warnings } = createApp()

    expect(await app.forRequest(new Request('https://app.example')).verifyAccessToken()).toBeNull()
    expect(warnings).toEqual([])
  })
})
