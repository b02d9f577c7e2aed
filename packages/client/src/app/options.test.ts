import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createSurroundings, TestBrowser } from '../../test/surroundings.ts'
import { PorticoAdminApp } from '../admin/admin-app.ts'
import { PorticoClientApp } from './client-app.ts'
import { resolveOptions } from './options.ts'
import { PorticoServerApp } from '../server/server-app.ts'
import { resolveServerOptions } from '../server/server-options.ts'
import { StackClientApp } from '../stack.ts'

const complete = {
  tokenStore: 'memory',
  projectId: 'p',
  publishableClientKey: 'k',
  baseUrl: 'https://api.example/',
} as const
const { ports } = createSurroundings(() => ({}))

const variables = ['PROJECT_ID', 'PUBLISHABLE_CLIENT_KEY', 'API_URL'].flatMap((name) =>
  ['', 'NEXT_PUBLIC_'].flatMap((prefix) => [`${prefix}PORTICO_${name}`, `${prefix}STACK_${name}`]),
)

beforeEach(() => {
  for (const variable of variables) vi.stubEnv(variable, undefined)
})

afterEach(() => vi.unstubAllEnvs())

describe('the environment', () => {
  test.each([
    [['PORTICO_PROJECT_ID', 'PORTICO_PUBLISHABLE_CLIENT_KEY', 'PORTICO_API_URL']],
    [['NEXT_PUBLIC_PORTICO_PROJECT_ID', 'NEXT_PUBLIC_PORTICO_PUBLISHABLE_CLIENT_KEY', 'NEXT_PUBLIC_PORTICO_API_URL']],
    [['STACK_PROJECT_ID', 'STACK_PUBLISHABLE_CLIENT_KEY', 'STACK_API_URL']],
    [['NEXT_PUBLIC_STACK_PROJECT_ID', 'NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY', 'NEXT_PUBLIC_STACK_URL']],
  ])('the variables %j replace missing options', ([id = '', key = '', url = '']) => {
    vi.stubEnv(id, 'project').stubEnv(key, 'key').stubEnv(url, 'https://env.example/')

    const options = resolveOptions({ tokenStore: 'memory' }, ports)

    expect(options).toMatchObject({ projectId: 'project', publishableClientKey: 'key' })
    expect(options.apiUrl()).toBe('https://env.example/api/v1')
  })

  test('an option takes precedence over a new variable, and a new variable over an old one', () => {
    vi.stubEnv('STACK_PROJECT_ID', 'old').stubEnv('STACK_PUBLISHABLE_CLIENT_KEY', 'old')
    vi.stubEnv('PORTICO_PROJECT_ID', 'new').stubEnv('PORTICO_PUBLISHABLE_CLIENT_KEY', 'new')

    expect(
      resolveOptions({ tokenStore: 'memory', projectId: 'given', baseUrl: 'https://x.example' }, ports),
    ).toMatchObject({
      projectId: 'given',
      publishableClientKey: 'new',
    })
  })

  test('the addresses for browser and server take precedence over the common address', () => {
    vi.stubEnv('NEXT_PUBLIC_BROWSER_PORTICO_API_URL', 'https://browser.example')
    vi.stubEnv('NEXT_PUBLIC_SERVER_PORTICO_API_URL', 'https://server.example')
    vi.stubEnv('PORTICO_API_URL', 'https://either.example')
    const inBrowser = createSurroundings(() => ({}), { browser: new TestBrowser('https://app.example/') })
    const { baseUrl: _address, ...options } = complete

    expect(resolveOptions(options, ports).apiUrl()).toBe('https://server.example/api/v1')
    expect(resolveOptions(options, inBrowser.ports).apiUrl()).toBe('https://browser.example/api/v1')
  })

  test('extra headers are read from JSON, and malformed JSON throws', () => {
    vi.stubEnv('NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS', '{"x-tenant":"a"}')
    expect(resolveOptions(complete, ports).extraRequestHeaders).toEqual({ 'x-tenant': 'a' })

    vi.stubEnv('NEXT_PUBLIC_PORTICO_EXTRA_REQUEST_HEADERS', 'x')
    expect(() => resolveOptions(complete, ports)).toThrow(/must be a JSON object/)
  })
})

test.each([
  [{ projectId: undefined }, 'projectId', 'PORTICO_PROJECT_ID'],
  [{ publishableClientKey: undefined }, 'publishableClientKey', 'PORTICO_PUBLISHABLE_CLIENT_KEY'],
  [{ baseUrl: undefined }, 'baseUrl', 'PORTICO_API_URL'],
])('the constructor throws for %j and names the option and the variable', (missing, option, variable) => {
  const create = () => new PorticoClientApp({ ...complete, ...missing } as never)

  expect(create).toThrow(option)
  expect(create).toThrow(variable)
})

describe('the constructor names all problems at once', () => {
  const names = ['`baseUrl`', '`projectId`', '`publishableClientKey`']

  test.each<[string, () => unknown, string[]]>([
    ['of a client app', () => new PorticoClientApp({ tokenStore: null }), names],
    ['of a server app', () => new PorticoServerApp({ tokenStore: null }), ['secret server key', ...names]],
    [
      'of an admin app',
      () => new PorticoAdminApp({ tokenStore: null }),
      ['super secret admin key', 'secret server key', ...names],
    ],
  ])('%s', (_app, create, expected) => {
    for (const name of expected) expect(create).toThrow(name)
  })
})

describe('a key of a server as the publishable client key', () => {
  const inBrowser = createSurroundings(() => ({}), { browser: new TestBrowser('https://app.example/') }).ports

  test.each([
    ['ssk_secret', 'is a secret server key'],
    ['sak_secret', 'is a super secret admin key'],
  ])('%s is refused by the constructor, which does not repeat it', (publishableClientKey, message) => {
    const given = { ...complete, publishableClientKey }

    for (const create of [() => new PorticoClientApp(given, inBrowser), () => new StackClientApp(given, inBrowser)]) {
      expect(create).toThrow(`${message}. It is now in your bundle: revoke it.`)
      expect(create).not.toThrow(publishableClientKey)
    }
    expect(() => new PorticoServerApp({ ...given, secretServerKey: 'ssk_a' }, ports)).toThrow(`${message}. Pass`)
  })
})

test.each(['127.0.0.1:4100', 'localhost:4100', 'auth.example.com', 'ftp://auth.example'])(
  'the address %s is refused, because it has no scheme of the web',
  (baseUrl) => {
    expect(() => new PorticoClientApp({ ...complete, baseUrl })).toThrow(
      `\`baseUrl\` (PORTICO_API_URL) is "${baseUrl}", without http:// or https://.`,
    )
  },
)

test('the address may be a path on the origin of the page', () => {
  expect(resolveOptions({ ...complete, baseUrl: '/auth' }, ports).apiUrl()).toBe('/auth/api/v1')
})

test('baseUrl can have one address for browsers and one for servers', () => {
  const baseUrl = { browser: 'https://browser.example', server: 'https://server.example' }
  const inBrowser = createSurroundings(() => ({}), { browser: new TestBrowser('https://app.example/') })

  expect(resolveOptions({ ...complete, baseUrl }, ports).apiUrl()).toBe('https://server.example/api/v1')
  expect(resolveOptions({ ...complete, baseUrl }, inBrowser.ports).apiUrl()).toBe('https://browser.example/api/v1')
})

describe('white space in settings', () => {
  test('around a value is removed, in options and variables', () => {
    const given = {
      tokenStore: 'memory',
      projectId: 'p\n',
      publishableClientKey: '\tk\r\n',
      baseUrl: ' https://a.example\n',
    } as const
    vi.stubEnv('PORTICO_PROJECT_ID', 'p\n')
      .stubEnv('PORTICO_PUBLISHABLE_CLIENT_KEY', ' k')
      .stubEnv('PORTICO_API_URL', 'https://a.example\n')

    for (const options of [given, { tokenStore: 'memory' } as const]) {
      const resolved = resolveOptions(options, ports)

      expect(resolved).toMatchObject({ projectId: 'p', publishableClientKey: 'k' })
      expect(resolved.apiUrl()).toBe('https://a.example/api/v1')
    }
  })

  test('alone counts as no value of a variable', () => {
    vi.stubEnv('PORTICO_PROJECT_ID', ' \n').stubEnv('STACK_PROJECT_ID', 'old')

    expect(resolveOptions({ ...complete, projectId: undefined } as never, ports).projectId).toBe('old')
  })

  test.each([
    [{ projectId: 'a b' }, '`projectId` (PORTICO_PROJECT_ID) contains white space.'],
    [{ publishableClientKey: 'a\nb' }, '`publishableClientKey` (PORTICO_PUBLISHABLE_CLIENT_KEY) contains white space.'],
    [{ baseUrl: 'https://a. example' }, '`baseUrl` (PORTICO_API_URL) contains white space.'],
  ])('inside %j is refused by the constructor', (given, message) => {
    expect(() => new PorticoClientApp({ ...complete, ...given })).toThrow(message)
  })

  test('around a secret key is removed, and inside is refused', () => {
    const create = (secretServerKey: string) => resolveServerOptions({ ...complete, secretServerKey }, ports)

    expect(create('ssk_a\n').secretServerKey).toBe('ssk_a')
    expect(() => create('ssk a')).toThrow('The secret server key contains white space. Pass `secretServerKey`')
  })
})

test.each([
  'https://a.example',
  'https://a.example/',
  'https://a.example//',
  'https://a.example/api/v1',
  'https://a.example/api/v1//',
])('the address %s leads to the API', (baseUrl) => {
  expect(resolveOptions({ ...complete, baseUrl }, ports).apiUrl()).toBe('https://a.example/api/v1')
})
