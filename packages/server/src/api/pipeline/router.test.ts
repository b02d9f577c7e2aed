import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  user = await project.signUp()
})

afterAll(() => portico.close())

/** Requests a path without normalising it. */
function raw(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
  return portico.service.fetch(new Request(`http://127.0.0.1:4100${path}`, { ...init, headers }))
}

const clientHeaders = (): Record<string, string> => ({
  'x-stack-access-type': 'client',
  'x-stack-project-id': project.id,
  'x-stack-publishable-client-key': project.keys.publishable_client_key,
})

test('an unreadable entry of a forwarding header is logged once', async () => {
  const lines: string[] = []
  const proxied = await createTestPortico({
    settings: { PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_LOG: 'warn' },
    onLog: (line) => lines.push(line),
  })
  const call = (forwardedFor: string): Promise<Response> =>
    proxied.service.fetch(new Request(`${proxied.baseUrl}/api/v1`, { headers: { 'x-forwarded-for': forwardedFor } }))

  for (const entry of ['198.51.100.1:5000', '_hidden', 'unknown']) await call(entry)
  await proxied.close()

  expect(lines.filter((line) => line.includes('X-Forwarded-For'))).toEqual([expect.stringContaining('_hidden')])
})

describe('paths', () => {
  test.each(['/api/v1', '/api/latest', '/api/v2beta1', '/api/v2beta4'])(
    'below the prefix %s serve the API',
    async (prefix) => {
      expect((await raw(`${prefix}/projects/current`, clientHeaders())).status).toBe(200)
    },
  )

  test('appear in an error message with the prefix of the request', async () => {
    const response = await raw('/api/latest/projects/current?x=1', clientHeaders())

    expect(await response.text()).toContain('GET /api/latest/projects/current')
  })

  test.each(['/api/v1/nothing', '/api/v2/users/me', '/api/v99', '/api/nothing', '/api/v1/users/me/x'])(
    'answer 404 with a sentence that ends with the URL for %s',
    async (path) => {
      const response = await raw(path, clientHeaders())

      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await response.text()).toMatch(new RegExp(`${path}$`))
    },
  )

  test.each([
    ['PUT', '/api/v1/users/me'],
    ['POST', '/api/v1/projects/current'],
    ['DELETE', '/api/v1'],
  ])('answer 405 with an empty body for %s %s, which is not supported', async (method, path) => {
    const response = await raw(path, clientHeaders(), { method })

    expect(response.status).toBe(405)
    expect(await response.text()).toBe('')
    expect(response.headers.get('allow')).toMatch(/^[A-Z]+(?:, [A-Z]+)*, OPTIONS$/)
    expect(response.headers.get('allow')).not.toContain(method)
  })

  test('answer 405 for HEAD on a GET route, with the methods of the route', async () => {
    const response = await raw('/api/v1/projects/current', clientHeaders(), { method: 'HEAD' })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(['GET', 'PATCH', 'OPTIONS']))
    expect(response.headers.get('allow')).not.toContain('HEAD')
  })

  test.each([
    ['/api/v1/users/me', 'GET'],
    ['/api/v1/nothing', 'GET'],
  ])('answer 405 with the supported methods for an unknown method on %s', async (path, supported) => {
    const response = await raw(path, clientHeaders(), { method: 'PROPFIND' })

    expect(response.status).toBe(405)
    expect(response.headers.get('allow')?.split(', ')).toContain(supported)
  })

  test.each([
    ['/api/v1/users/me/', '/api/v1/users/me'],
    ['/api/v1//example.com/', '/api/v1/example.com'],
    ['/api//example.com/?a=1', '/api/example.com?a=1'],
  ])('redirect %s to %s on the same host', async (path, location) => {
    const response = await raw(path)

    expect(response.status).toBe(308)
    expect(response.headers.get('location')).toBe(location)
    // A page of another origin can follow a redirect only with this header (Fetch, "CORS check").
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    ['a percent-encoded letter', '/api/v1/auth/sessions/%30', 'params.id'],
    ['malformed percent-encoding', '/api/v1/auth/sessions/%zz', 'params.id'],
    ['an encoded slash', '/api/v1/auth/sessions/a%2Fb', 'params.id'],
  ])('are refused with a schema error for %s in a parameter', async (_what, path, line) => {
    const headers = { ...clientHeaders(), 'x-stack-access-token': user.accessToken }
    const response = await raw(path, headers, { method: 'DELETE' })

    expect(response.headers.get('x-stack-known-error')).toBe('SCHEMA_ERROR')
    expect(await response.text()).toContain(line)
  })

  test.each(['/api/v1/%75sers/me', '/%61pi/v1/users/m%65'])(
    'are decoded where percent-encoding is not needed: %s is the path of the current user',
    async (path) => {
      const response = await raw(path, { ...clientHeaders(), 'x-stack-access-token': user.accessToken })

      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ id: user.id })
    },
  )

  test('are decoded in parameters', async () => {
    const other = await project.signUp()
    const session = decodeJwt(other.accessToken)['refresh_token_id'] as string
    const encoded = `%${session.charCodeAt(0).toString(16)}${session.slice(1)}`
    const headers = { ...clientHeaders(), 'x-stack-access-token': user.accessToken }
    const response = await raw(`/api/v1/auth/sessions/${encoded}?user_id=me`, headers, { method: 'DELETE' })

    // The id is well-formed, but the caller has no session with it.
    expect(response.status).toBe(404)
  })

  test('answer 414 for a URL that is too long', async () => {
    expect((await raw(`/api/v1?${'x'.repeat(9_000)}`)).status).toBe(414)
  })

  test('are refused with a repeated query parameter', async () => {
    const response = await raw('/api/v1/auth/sessions?user_id=me&user_id=me', {
      ...clientHeaders(),
      'x-stack-access-token': user.accessToken,
    })

    expect(await response.text()).toContain('query.user_id is given more than once')
  })
})

test('a check of the version refuses an official client that is too old', async () => {
  const check = (clientVersion: string) => portico.anonymous().post('/check-version', { clientVersion })

  expect((await check('js @stackframe/js@2.8.2')).body).toEqual({
    upToDate: false,
    error: 'This version of the SDK is not supported. Please update it to 2.8.3 or newer.',
    severe: true,
  })
  expect((await check('js @stackframe/js@2.8.3')).body).toEqual({ upToDate: true })
})

test.each([
  ['js @stackframe/js@2.8.51', true],
  ['js @portico/client@0.1.0', false],
])('a call of %s to a feature that does not exist names the page about it: %s', async (version, isNamed) => {
  const response = await raw('/api/v1/emails/capacity-boost', { 'x-stack-client-version': version }, { method: 'POST' })

  const text = await response.text()
  expect(response.status).toBe(404)
  expect(text).toContain('No such endpoint: POST ')
  expect(text.includes('docs/migration.md')).toBe(isNamed)
})
