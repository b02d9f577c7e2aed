import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createSurroundings, TestBrowser } from '../test/surroundings.ts'
import { PorticoClientApp } from './client-app.ts'
import { resolveOptions } from './options.ts'

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

    expect(resolveOptions({ tokenStore: 'memory', projectId: 'given', baseUrl: 'x' }, ports)).toMatchObject({
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

test('baseUrl can have one address for browsers and one for servers', () => {
  const baseUrl = { browser: 'https://browser.example', server: 'https://server.example' }
  const inBrowser = createSurroundings(() => ({}), { browser: new TestBrowser('https://app.example/') })

  expect(resolveOptions({ ...complete, baseUrl }, ports).apiUrl()).toBe('https://server.example/api/v1')
  expect(resolveOptions({ ...complete, baseUrl }, inBrowser.ports).apiUrl()).toBe('https://browser.example/api/v1')
})
