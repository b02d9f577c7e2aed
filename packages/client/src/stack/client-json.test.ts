import { describe, expect, expectTypeOf, test, vi } from 'vitest'

import { baseUrl, createSurroundings, projectId, TestBrowser } from '../../test/surroundings.ts'
import { supportOf } from '../server/framework-support.ts'
import type { PorticoClientAppOptions } from '../app/options.ts'
import { StackAdminApp, StackClientApp, StackServerApp, stackAppInternalsSymbol as internals } from '../stack.ts'

const options = { tokenStore: 'memory', projectId, publishableClientKey: 'pck_key', baseUrl } as const
const keys = { secretServerKey: 'ssk_secret', superSecretAdminKey: 'sak_secret' }
const { ports } = createSurroundings(() => ({}))
const { fromClientJson } = StackClientApp[internals]

const createApp = (given: Partial<PorticoClientAppOptions<true>> = {}) =>
  new StackClientApp<true>({ ...options, ...given }, ports)

describe('a serialized app', () => {
  test('contains the resolved options', () => {
    const json = createApp({
      tokenStore: 'cookie',
      baseUrl: { browser: 'https://public.example/', server: 'http://internal.example' },
      urls: { home: '/start' },
      redirectMethod: 'window',
      extraRequestHeaders: { 'x-own': '1' },
      oauthScopesOnSignIn: { github: ['repo'] },
    })[internals].toClientJson()

    expect(json).toEqual({
      uniqueIdentifier: expect.stringMatching(/^[0-9a-f]{32}$/),
      projectId,
      publishableClientKey: 'pck_key',
      baseUrl: { browser: 'https://public.example', server: 'http://internal.example' },
      tokenStore: 'cookie',
      urls: expect.objectContaining({ home: '/start', afterSignIn: '/start', signIn: '/handler/sign-in' }),
      redirectMethod: 'window',
      extraRequestHeaders: { 'x-own': '1' },
      oauthScopesOnSignIn: { github: ['repo'] },
      readUnprefixedCookies: true,
    })
  })

  test('contains the values of the environment', () => {
    vi.stubEnv('PORTICO_PROJECT_ID', 'from-environment')
    vi.stubEnv('NEXT_PUBLIC_BROWSER_PORTICO_API_URL', 'https://browser.example')
    vi.stubEnv('NEXT_PUBLIC_SERVER_PORTICO_API_URL', 'https://server.example')
    const app = new StackClientApp({ tokenStore: 'cookie', publishableClientKey: 'pck_key' }, ports)
    const json = app[internals].toClientJson()
    vi.unstubAllEnvs()

    expect(json).toMatchObject({
      projectId: 'from-environment',
      baseUrl: { browser: 'https://browser.example', server: 'https://server.example' },
    })
  })

  test.each([StackServerApp, StackAdminApp])('of %o contains nothing of the server', (App) => {
    vi.stubEnv('NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS', '{"x-page":"1"}')
    const addresses = { browser: 'https://public.example/', server: 'http://internal.example' }
    const headers = [{}, { extraRequestHeaders: undefined }, { extraRequestHeaders: { 'x-gateway': 'gateway_secret' } }]
    const jsons = headers.map((given) => {
      // Callers without types can pass undefined.
      const all = { ...options, ...keys, baseUrl: addresses, ...(given as { extraRequestHeaders: {} }) }
      return new App<true>(all, ports)[internals].toClientJson()
    })
    vi.unstubAllEnvs()

    for (const json of jsons) {
      expect(json).toMatchObject({ projectId, tokenStore: 'memory', extraRequestHeaders: {} })
      expect(json.baseUrl).toBe('https://public.example')
    }
    expect(JSON.stringify(jsons)).not.toMatch(/_secret|internal/)
  })

  test('of a framework has the same identifier in each render, and another one with other options', () => {
    const framework = supportOf({
      request: () => Promise.reject(new Error('no request')),
      redirect: () => {
        throw new Error('no redirect')
      },
    })
    const jsonOf = (given: object) =>
      new StackServerApp<true>({ ...options, ...keys, ...given }, framework.portsOf(ports))[internals].toClientJson()

    const jsons = [jsonOf({}), jsonOf({}), jsonOf({ projectId: 'other' }), jsonOf({ urls: { home: '/start' } })]
    const apps = jsons.map((json) => fromClientJson(json))

    expect(jsons[0]).toEqual(jsons[1])
    expect(apps[0]).toBe(apps[1])
    expect(new Set(apps).size).toBe(3)
  })

  test.each([
    [{ redirectMethod: { useNavigate: () => () => {} } }, /`redirectMethod` cannot be serialized/],
    [{ tokenStore: { accessToken: 'a', refreshToken: 'r' } }, /`tokenStore` cannot be serialized/],
    [{ tokenStore: new Request('https://app.example') }, /`tokenStore` cannot be serialized/],
  ])('cannot contain %j', (given, message) => {
    const app = createApp(given)

    expect(() => app[internals].toClientJson()).toThrow(message)
  })
})

describe('a rebuilt app', () => {
  test('has the options of the serialized one', () => {
    const source = createApp({ urls: { home: '/start' } })
    const json = source[internals].toClientJson()

    const app = fromClientJson(JSON.parse(JSON.stringify(json)) as typeof json)

    expect(app).toBeInstanceOf(StackClientApp)
    expect(app).not.toBe(source)
    expect([app.projectId, app.urls]).toEqual([projectId, source.urls])
    expect(app[internals].toClientJson()).toEqual(json)
    expectTypeOf(app).toEqualTypeOf<StackClientApp<true>>()
  })

  test('is the same for the same identifier', () => {
    const source = createApp()
    const other = createApp()[internals].toClientJson()

    const app = fromClientJson(source[internals].toClientJson())

    expect(fromClientJson(source[internals].toClientJson())).toBe(app)
    expect(fromClientJson(other)).not.toBe(app)
  })

  test('is remembered in a bounded number, the latest used first', () => {
    const create = () => createApp()[internals].toClientJson()
    const [used, unused] = [create(), create()]
    const [usedApp, unusedApp] = [fromClientJson(used), fromClientJson(unused)]
    for (let count = 0; count < 100; count += 1) {
      fromClientJson(create())
      fromClientJson(used)
    }

    expect(fromClientJson(used)).toBe(usedApp)
    expect(fromClientJson(unused)).not.toBe(unusedApp)
  })

  test('is refused for the same identifier with other options', () => {
    const json = createApp()[internals].toClientJson()
    fromClientJson(json)

    expect(() => fromClientJson({ ...json, publishableClientKey: 'pck_other' })).toThrow(/other options exists already/)
  })

  test('calls the address for browsers in a browser', async () => {
    const requested: string[] = []
    vi.stubGlobal('window', new TestBrowser('https://app.example/'))
    vi.stubGlobal('document', {})
    vi.stubGlobal('fetch', async (url: string) => {
      requested.push(new URL(url).origin)
      return Response.json({}, { status: 400 })
    })
    const json = createApp({ baseUrl: { browser: 'https://public.example', server: 'http://internal.example' } })
    await fromClientJson(json[internals].toClientJson())
      .getProject()
      .catch(() => {})
    vi.unstubAllGlobals()

    expect(requested[0]).toBe('https://public.example')
  })
})
