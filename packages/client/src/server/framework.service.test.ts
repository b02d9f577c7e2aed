import { AsyncLocalStorage } from 'node:async_hooks'

import { createTestPortico, TEST_PASSWORD, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { exchangeBeforeHandler, exchangeBeforeRoute, supportOf } from './framework-support.ts'
import { PorticoServerApp, type ServerGetUserOptions } from './server-app.ts'
import type { PorticoServerAppOptions } from './server-options.ts'
import { porticoAppInternalsSymbol as internals } from '../app/internals.ts'
import { defaultPorts, type FrameworkCookieOptions, type FrameworkRequest, type Ports } from '../transport/ports.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { domains: [{ domain: 'https://accounts.example.com', handler_path: '/handler' }] },
  })
})

afterAll(() => portico.close())

interface SetCookie extends FrameworkCookieOptions {
  readonly value: string
}

/** A browser whose requests a framework handles as renders or actions. */
class Visitor {
  readonly cookies = new Map<string, string>()
  /** The cookies that answers have set, by name. */
  readonly set = new Map<string, SetCookie>()
  readonly headers: Record<string, string>
  /** Undefined if the framework does not report it. */
  readonly location: string | undefined

  constructor(headers: Record<string, string> = { host: 'localhost:3000' }, location?: string) {
    this.headers = headers
    this.location = location
  }

  /** A request whose answer can set cookies, or a render, in which each attempt to set one throws. */
  request(kind: 'action' | 'render'): FrameworkRequest {
    return {
      location: this.location,
      headers: new Headers(this.headers),
      cookies: {
        getAll: () => [...this.cookies].map(([name, value]) => ({ name, value })),
        set: (name, value, options) => {
          if (kind === 'render') throw new Error('Cookies can only be modified in a Server Action or Route Handler.')
          this.set.set(name, { value, ...options })
          if (options.maxAge === 0) this.cookies.delete(name)
          else this.cookies.set(name, value)
        },
      },
    }
  }

  /** Sets the refresh token of a session on plain localhost. */
  signIn(refreshToken: string): void {
    const dated = JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 })
    this.cookies.set(refreshCookie(), dated)
  }

  /** The claims of the access token in the browser's cookie. */
  claims(): Record<string, unknown> {
    const [, token = ''] = JSON.parse(this.cookies.get('stack-access') ?? '["",""]') as string[]
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}') as Record<string, unknown>
  }
}

const refreshCookie = (): string => `stack-refresh-${project.id}--default`

class Redirected extends Error {}

/** The error that a framework throws from each call during a static render. */
class EndOfRender extends Error {}

function createServer(options: Partial<PorticoServerAppOptions<true>> = {}, send: Ports['fetch'] = fetch) {
  const calls: string[] = []
  const warnings: string[] = []
  const requests = new AsyncLocalStorage<FrameworkRequest>()
  const support = supportOf({
    request: async () => {
      const request = requests.getStore()
      if (!request) throw new Error('No request is handled here.')
      return request
    },
    redirect: (to) => {
      throw new Redirected(to)
    },
    rethrow: (error) => {
      if (error instanceof EndOfRender) throw error
    },
  })
  const ports = support.portsOf({
    ...defaultPorts,
    warn: (message) => warnings.push(message),
    fetch: (url, init) => {
      calls.push(`${init.method} ${new URL(url).pathname.replace('/api/v1', '')}`)
      return send(url, init)
    },
  })
  const app = new PorticoServerApp(
    { ...project.keys, baseUrl: portico.baseUrl, tokenStore: 'nextjs-cookie', redirectMethod: 'nextjs', ...options },
    ports,
  )
  /** Runs code while a request of the visitor is handled. */
  const handle = <Answer>(visitor: Visitor, kind: 'action' | 'render', run: () => Promise<Answer>): Promise<Answer> => {
    visitor.set.clear()
    return requests.run(visitor.request(kind), run)
  }
  return { app, calls, handle, support, warnings }
}

const exchanges = (calls: readonly string[]): number => calls.filter((call) => call.endsWith('/oauth/token')).length

/** @returns a visitor whose access token has ended */
async function signedInVisitor(): Promise<Visitor> {
  const visitor = new Visitor()
  const { refreshToken } = await project.signUp(someEmail())
  visitor.signIn(refreshToken)
  return visitor
}

describe('a render', () => {
  test('reads the user of the cookies, rotates nothing and sets no cookie', async () => {
    const { app, handle } = createServer()
    const visitor = await signedInVisitor()
    const before = new Map(visitor.cookies)

    const user = await handle(visitor, 'render', () => app.getUser({ or: 'throw' }))

    expect(user.primaryEmail).toContain('@example.com')
    expect(visitor.set.size).toBe(0)
    expect(visitor.cookies).toEqual(before)
  })

  test('with an expired access token shares its exchange with all renders of that second', async () => {
    const { app, calls, handle } = createServer()
    const visitor = await signedInVisitor()

    const renders = Array.from({ length: 50 }, () => handle(visitor, 'render', () => app.getUser()))
    const users = await Promise.all(renders)

    expect(users.every((user) => user !== null)).toBe(true)
    expect(exchanges(calls)).toBe(1)
  })

  test('reads the newest of two cookies with one name, of which frameworks keep the last', async () => {
    const { app, handle } = createServer()
    const { refreshToken } = await project.signUp(someEmail())
    const older = new Visitor()
    older.signIn('of-a-sibling-domain')
    const last = older.cookies.get(refreshCookie()) ?? ''
    const newest = JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 2 })
    const header = [newest, last].map((value) => `${refreshCookie()}=${encodeURIComponent(value)}`).join('; ')
    const visitor = new Visitor({ host: 'localhost:3000', cookie: header })
    visitor.cookies.set(refreshCookie(), last)

    expect(await handle(visitor, 'render', () => app.getUser())).not.toBeNull()
  })

  test('of two visitors shows each their own user', async () => {
    const { app, handle } = createServer()
    const visitors = [await signedInVisitor(), await signedInVisitor(), new Visitor()]

    const users = await Promise.all(visitors.map((visitor) => handle(visitor, 'render', () => app.getUser())))

    expect(new Set(users.map((user) => user?.id)).size).toBe(3)
    expect(users[2]).toBeNull()
  })

  test('redirects to the sign-in page, also to one of another origin', async () => {
    const { app, handle } = createServer()
    const signIn = 'https://accounts.example.com/sign-in'
    const other = createServer({ urls: { signIn } })

    const here = handle(new Visitor(), 'render', () => app.getUser({ or: 'redirect' }))
    await expect(here).rejects.toThrow(new Redirected('/handler/sign-in'))
    const there = other.handle(new Visitor(), 'render', () => other.app.getUser({ or: 'redirect' }))
    await expect(there).rejects.toThrow(new Redirected(signIn))
  })

  test.each([
    ['/account?tab=keys', '/handler/sign-in?after_auth_return_to=%2Faccount%3Ftab%3Dkeys'],
    ['/handler/sign-up', '/handler/sign-in'],
    ['//evil.example/', '/handler/sign-in'],
    ['@evil.example/', '/handler/sign-in'],
  ])('at %s redirects to %s', async (location, target) => {
    const { app, handle } = createServer()
    const other = createServer({ urls: { signIn: 'https://accounts.example.com/sign-in' } })
    const visitor = new Visitor({ host: 'localhost:3000' }, location)

    const read = handle(visitor, 'render', () => app.getUser({ or: 'redirect' }))
    await expect(read).rejects.toThrow(new Redirected(target))
    const there = other.handle(visitor, 'render', () => other.app.getUser({ or: 'redirect' }))
    await expect(there).rejects.toThrow(new Redirected('https://accounts.example.com/sign-in'))
  })

  test('of the sign-in page does not redirect to itself for ever', async () => {
    const { app, handle } = createServer()

    const read = handle(new Visitor({}, '/handler/sign-in'), 'render', () => app.getUser({ or: 'redirect' }))

    await expect(read).rejects.toThrow(/redirects to itself/)
  })

  test('of a user who must set up a second factor redirects to the page for restricted users, whose page gets the user', async () => {
    const { app, handle, support } = createServer()
    const visitor = await signedInVisitor()
    const requireFactor = (second_factor_policy: 'required' | 'optional') =>
      project
        .admin()
        .patch('/internal/projects/current', { config: { second_factor_policy, second_factor_grace_days: 0 } })
    await requireFactor('required')

    const read = (options: ServerGetUserOptions<true> = {}) => handle(visitor, 'render', () => app.getUser(options))
    const elsewhere = new Visitor({ host: 'localhost:3000' }, '/notes')
    for (const [name, value] of visitor.cookies) elsewhere.cookies.set(name, value)
    try {
      await expect(read({ or: 'redirect' })).rejects.toThrow(new Redirected('/handler/onboarding'))
      await expect(handle(elsewhere, 'render', () => app.getUser({ or: 'redirect' }))).rejects.toThrow(
        new Redirected('/handler/onboarding?after_auth_return_to=%2Fnotes'),
      )
      expect(await read()).toBeNull()
      expect(await read({ or: 'redirect', includeRestricted: true })).toMatchObject({ isRestricted: true })
      expect(await handle(visitor, 'render', () => support.readUser(app))).toMatchObject({ is_restricted: true })
    } finally {
      await requireFactor('optional')
    }
  })

  test('refuses to sign up an anonymous user, whom the browser would not know', async () => {
    const { app, calls, handle } = createServer()

    const signUp = handle(new Visitor(), 'render', () => app.getUser({ or: 'anonymous' }))

    await expect(signUp).rejects.toThrow(/a render sets no cookies/)
    expect(calls).toEqual([])
  })
})

test('the redirect method of the application counts, and a request that a call names redirects too', async () => {
  const none = createServer({ redirectMethod: 'none' })
  const next = createServer({ redirectMethod: 'nextjs' })
  const request = { headers: new Headers({ host: 'localhost' }) }

  const kept = none.handle(new Visitor(), 'render', () => none.app.getUser({ or: 'redirect' }))
  await expect(kept).rejects.toThrow(/`redirectMethod` is 'none'/)
  await expect(next.app.getUser({ or: 'redirect', tokenStore: request })).rejects.toThrow(
    new Redirected('/handler/sign-in'),
  )
})

test('what the framework throws ends a call at once, because it is no failure of the network', async () => {
  const { app, calls, handle, support } = createServer({}, () => Promise.reject(new EndOfRender()))

  const reads = [() => app.listTeams(), () => support.readUser(app), () => app[internals].exchangeToken()]
  for (const read of reads) {
    await expect(handle<unknown>(await signedInVisitor(), 'render', read)).rejects.toThrow(EndOfRender)
  }

  expect(calls).toHaveLength(reads.length)
})

test('a signed-in user is the answer to every option of a render', async () => {
  const { app, handle } = createServer()
  const visitor = await signedInVisitor()

  for (const or of ['return-null', 'redirect', 'throw', 'anonymous', 'anonymous-if-exists'] as const) {
    expect(await handle(visitor, 'render', () => app.getUser({ or }))).not.toBeNull()
  }
})

describe('an action', () => {
  test('that signs in sets the cookies that the page reads, and a sign-out removes them', async () => {
    const { app, handle } = createServer({ redirectMethod: 'none' })
    const visitor = new Visitor()
    const email = someEmail()

    await handle(visitor, 'action', () =>
      app.signUpWithCredential({ email, password: TEST_PASSWORD, noRedirect: true, noVerificationCallback: true }),
    )
    const names = [...visitor.cookies.keys()]
    const user = await handle(visitor, 'render', () => app.getUser())
    await handle(visitor, 'action', () => app.signOut()).catch((error: unknown) =>
      expect(error).toBeInstanceOf(Redirected),
    )

    expect(names.toSorted()).toEqual(['stack-access', `stack-refresh-${project.id}--default`])
    expect(user?.primaryEmail).toBe(email)
    expect(visitor.cookies.size).toBe(0)
  })

  test('sets cookies for HTTPS behind a proxy, or if a page on HTTPS has set its cookie', async () => {
    const { app, handle } = createServer()
    const told = new Visitor()
    told.cookies.set('stack-is-https', 'true')
    const visitors = [new Visitor({ host: 'localhost:3000', 'x-forwarded-proto': 'https' }), told]

    for (const visitor of visitors) {
      await handle(visitor, 'action', () =>
        app.signUpWithCredential({
          email: someEmail(),
          password: TEST_PASSWORD,
          noRedirect: true,
          noVerificationCallback: true,
        }),
      )
      expect([...visitor.set.keys()].toSorted()).toEqual([
        '__Host-stack-access',
        `__Host-stack-refresh-${project.id}--default`,
      ])
      expect([...visitor.set.values()].every(({ secure }) => secure)).toBe(true)
    }
  })

  test('follows the session of a page on HTTP if another port of localhost has set the cookie of pages on HTTPS', async () => {
    const { app, handle } = createServer()
    const visitor = await signedInVisitor()
    visitor.cookies.set('stack-is-https', 'true')

    await handle(visitor, 'action', async () => {
      const user = await app.getUser({ or: 'throw' })
      await user.update({ displayName: 'Ada' })
    })

    expect([...visitor.set.keys()]).toEqual(['stack-access'])
  })

  test('signs an anonymous visitor up with the cookies of the session alone, and each later call reads them once', async () => {
    const { app, calls, handle } = createServer()
    const visitor = new Visitor()

    const user = await handle(visitor, 'action', () => app.getUser({ or: 'anonymous' }))
    const names = [...visitor.set.keys()]
    calls.length = 0
    const known = await handle(visitor, 'render', () => app.getUser({ or: 'anonymous' }))
    const hidden = await handle(visitor, 'render', () => app.getUser())

    expect(names.toSorted()).toEqual(['stack-access', refreshCookie()])
    expect([known.id, hidden]).toEqual([user.id, null])
    expect(calls).toEqual(['GET /users/me', 'GET /users/me'])
  })

  test('that deletes the user removes the cookies', async () => {
    const { app, calls, handle } = createServer()
    const visitor = await signedInVisitor()

    await handle(visitor, 'action', async () => {
      const user = await app.getUser({ or: 'throw' })
      await user.delete()
      expect(await app.getUser()).toBeNull()
    })

    expect(visitor.cookies.size).toBe(0)
    expect(exchanges(calls)).toBe(1)
  })

  test('sends no access token that a render got before the change', async () => {
    const { app, handle } = createServer()
    const visitor = new Visitor()
    const { accessToken, refreshToken } = await project.signUp(someEmail())
    visitor.signIn(refreshToken)
    await handle(visitor, 'render', () => app.getUser())
    visitor.cookies.set('stack-access', JSON.stringify([refreshToken, accessToken]))

    await handle(visitor, 'action', async () => {
      const user = await app.getUser({ or: 'throw' })
      await user.update({ displayName: 'Ada' })
    })

    expect(visitor.claims()).toMatchObject({ name: 'Ada' })
  })

  test('that changes the user sends an access token with the new claims, and nothing else', async () => {
    const { app, handle } = createServer()
    const visitor = await signedInVisitor()

    await handle(visitor, 'action', async () => {
      const user = await app.getUser({ or: 'throw' })
      await user.update({ displayName: 'Ada Action' })
      expect((await app.getUser())?.displayName).toBe('Ada Action')
    })

    expect([...visitor.set.keys()]).toEqual(['stack-access'])
    expect(visitor.claims()).toMatchObject({ name: 'Ada Action' })
  })

  test('ignores tokens in other headers, whose sender wants no cookies', async () => {
    const { app, handle } = createServer()
    const { accessToken, refreshToken } = await project.signUp(someEmail())
    const visitor = new Visitor({ host: 'localhost', 'x-stack-auth': JSON.stringify({ accessToken, refreshToken }) })

    expect(await handle(visitor, 'action', () => app.getUser())).toBeNull()
  })
})

describe('the exchange before a page', () => {
  test('happens only if the access token ends within a minute, and tells whether the answer sets a cookie', async () => {
    const { app, calls, handle } = createServer()
    const exchange = async () => {
      await app[internals].exchangeToken()
      return app[internals].setsCookie()
    }
    const visitor = await signedInVisitor()

    expect(await handle(visitor, 'action', exchange)).toBe(true)
    expect([...visitor.set.keys()]).toEqual(['stack-access'])
    expect(await handle(visitor, 'action', exchange)).toBe(false)
    expect(await handle(new Visitor(), 'action', exchange)).toBe(false)
    expect(exchanges(calls)).toBe(1)
  })

  test('gives the access token to the request and to its answer, and none to a prefetch', async () => {
    const { app, calls } = createServer()
    const visitor = await signedInVisitor()
    const prefetch = new Visitor({ host: 'localhost:3000', 'sec-purpose': 'prefetch' })
    prefetch.signIn('r')

    const cookies = await exchangeBeforeRoute(app, visitor.request('render'))

    expect(cookies.map(([name]) => name)).toEqual(['stack-access'])
    expect(await exchangeBeforeRoute(app, prefetch.request('render'))).toEqual([])
    expect(exchanges(calls)).toBe(1)
  })

  test('keeps caches from an answer that sets a cookie or says nothing of caches, also one that cannot be changed', async () => {
    const { app, handle } = createServer()
    const visitor = await signedInVisitor()
    const cached = (): Response => new Response('cached', { headers: { 'cache-control': 'public' } })
    const answer = (run: () => Response | Promise<Response>): Promise<Response> =>
      handle(visitor, 'action', () => exchangeBeforeHandler(app)(run)(new Request('http://localhost:3000/')))

    const responses = [
      await answer(cached),
      await answer(cached),
      await answer(() => Response.redirect('http://a/')),
      await answer(() => new Response('', { headers: { 'cache-control': 'public', 'set-cookie': 'a=1' } })),
      await answer(async () => {
        await expect(app.signOut()).rejects.toBeInstanceOf(Redirected)
        return cached()
      }),
    ]

    expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'private, no-store',
      'public',
      'private, no-store',
      'private, no-store',
      'private, no-store',
    ])
    expect(await responses[0]?.text()).toBe('cached')
  })

  test('leaves a read that the service refuses to the page, and warns once', async () => {
    const { app, support, handle, warnings } = createServer({ secretServerKey: 'ssk_wrong' })
    const visitor = await signedInVisitor()
    const read = () => handle(visitor, 'render', () => support.readUser(app))

    expect([await read(), await read()]).toEqual([undefined, undefined])
    expect(warnings).toEqual([
      'The server could not read for a page, so the page reads for itself. INVALID_SECRET_SERVER_KEY: The secret server key is not valid for the project "' +
        `${project.id}". Check the key and the project id. The key is \`secretServerKey\` (PORTICO_SECRET_SERVER_KEY).`,
    ])
  })

  test('sets no cookie if the service does not answer', async () => {
    const { app } = createServer({}, async () => new Response('', { status: 502 }))
    const visitor = await signedInVisitor()

    expect(await exchangeBeforeRoute(app, visitor.request('render'))).toEqual([])
  })

  test('does not remove the cookies of a session that has ended, because the page decides', async () => {
    const { app, handle } = createServer()
    const visitor = new Visitor()
    visitor.signIn('ended')

    await handle(visitor, 'action', () => app[internals].exchangeToken())

    expect(visitor.set.size).toBe(0)
    expect([...visitor.cookies.keys()]).toEqual([refreshCookie()])
  })
})
