import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { jsonDraft, serialiseInSteps, serialiseOnce } from '../call/respond.ts'

let portico: TestPortico
let project: TestProject
let user: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  user = await project.signUp()
})

afterAll(() => portico.close())

/** Sends a request to this path with only these headers. */
function raw(path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> {
  return portico.service.fetch(new Request(`http://127.0.0.1:4100${path}`, { ...init, headers }))
}

const clientHeaders = (): Record<string, string> => ({
  'x-stack-access-type': 'client',
  'x-stack-project-id': project.id,
  'x-stack-publishable-client-key': project.keys.publishable_client_key,
})

async function refusal(headers: Record<string, string>, path = '/api/v1/projects/current'): Promise<unknown> {
  const response = await raw(path, headers)
  const text = await response.text()
  const code = response.headers.get('x-stack-known-error')
  return { status: response.status, code, ...(code && { body: JSON.parse(text) }) }
}

describe('access checks, in the order of the contract', () => {
  test.each([
    'x-stack-publishable-client-key',
    'x-stack-secret-server-key',
    'x-stack-super-secret-admin-key',
    'x-stack-admin-access-token',
  ])('2: %s without an access type is refused', async (name) => {
    expect(await refusal({ [name]: 'x' })).toMatchObject({ status: 400, code: 'PROJECT_KEY_WITHOUT_ACCESS_TYPE' })
  })

  test('3: a project id and an access token alone count as no authentication', async () => {
    const headers = { 'x-stack-project-id': project.id, 'x-stack-access-token': 'nonsense' }

    expect(await refusal(headers)).toMatchObject({ status: 400, code: 'ACCESS_TYPE_REQUIRED' })
    expect((await raw('/api/v1', headers)).status).toBe(200)
  })

  test('4: an unknown access type is refused', async () => {
    expect(await refusal({ 'x-stack-access-type': 'Client' })).toMatchObject({
      status: 400,
      code: 'INVALID_ACCESS_TYPE',
      body: { details: { accessType: 'Client' } },
    })
  })

  test('5: an access type without a project id is refused', async () => {
    expect(await refusal({ 'x-stack-access-type': 'server' })).toMatchObject({
      status: 400,
      code: 'ACCESS_TYPE_WITHOUT_PROJECT_ID',
      body: { details: { request_type: 'server' } },
    })
  })

  test('6 before 10: an unparsable access token is refused before a missing key', async () => {
    const headers = { ...clientHeaders(), 'x-stack-publishable-client-key': '', 'x-stack-access-token': 'nonsense' }

    expect(await refusal(headers)).toMatchObject({ status: 401, code: 'UNPARSABLE_ACCESS_TOKEN' })
  })

  test.each(['none', 'HS256'])('6: an access token with alg %s is unparsable', async (alg) => {
    const [, payload] = user.accessToken.split('.')
    const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt' })).toString('base64url')
    const forged = `${header}.${payload}.${Buffer.from('x').toString('base64url')}`

    expect(await refusal({ ...clientHeaders(), 'x-stack-access-token': forged })).toMatchObject({
      status: 401,
      code: 'UNPARSABLE_ACCESS_TOKEN',
    })
  })

  test('6: an access token with a changed payload is unparsable', async () => {
    const [header, payload = '', signature] = user.accessToken.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...claims, sub: project.id })).toString('base64url')

    expect(
      await refusal({ ...clientHeaders(), 'x-stack-access-token': `${header}.${changed}.${signature}` }),
    ).toMatchObject({ status: 401, code: 'UNPARSABLE_ACCESS_TOKEN' })
  })

  test.each([
    ['a padded header', (header: string) => [`${header}${'='.repeat((4 - (header.length % 4)) % 4 || 4)}`]],
    ['a padded payload', (header: string, payload: string) => [header, `${payload}==`]],
    ['a padded signature', (header: string, payload: string, signature: string) => [header, payload, `${signature}==`]],
    [
      'unused bits in its signature',
      // The signature has 64 bytes, so its last character has four unused bits. Encoders set them to zero: A, Q, g or
      // w.
      (header: string, payload: string, signature: string) => [
        header,
        payload,
        signature.replace(/[AQgw]$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1)),
      ],
    ],
  ])('6: an access token with %s is unparsable', async (_, change) => {
    const parts = user.accessToken.split('.') as [string, string, string]
    const changed = change(...parts)
    const token = [...changed, ...parts.slice(changed.length)].join('.')

    expect(await refusal({ ...clientHeaders(), 'x-stack-access-token': token })).toMatchObject({
      status: 401,
      code: 'UNPARSABLE_ACCESS_TOKEN',
    })
    expect(await refusal({ ...clientHeaders(), 'x-stack-admin-access-token': token })).toMatchObject({
      status: 401,
      code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN',
    })
  })

  test('7: an expired access token is refused with the time of its expiry', async () => {
    portico.clock.advance(11 * 60_000)
    const refused = await refusal({ ...clientHeaders(), 'x-stack-access-token': user.accessToken })
    portico.clock.advance(-11 * 60_000)

    expect(refused).toMatchObject({
      status: 401,
      code: 'ACCESS_TOKEN_EXPIRED',
      body: { details: { expired_at_millis: expect.any(Number), project_id: project.id, user_id: user.id } },
    })
  })

  test('8: an access token of another project is refused', async () => {
    const other = await portico.createProject()
    const stranger = await other.signUp()

    expect(await refusal({ ...clientHeaders(), 'x-stack-access-token': stranger.accessToken })).toMatchObject({
      status: 401,
      code: 'INVALID_PROJECT_FOR_ACCESS_TOKEN',
      body: { details: { expected_project_id: project.id, actual_project_id: other.id } },
    })
  })

  test.each([
    ['client', 'x-stack-publishable-client-key', 'CLIENT_AUTHENTICATION_REQUIRED', 'INVALID_PUBLISHABLE_CLIENT_KEY'],
    ['server', 'x-stack-secret-server-key', 'SERVER_AUTHENTICATION_REQUIRED', 'INVALID_SECRET_SERVER_KEY'],
    ['admin', 'x-stack-super-secret-admin-key', 'ADMIN_AUTHENTICATION_REQUIRED', 'INVALID_SUPER_SECRET_ADMIN_KEY'],
  ])(
    '10 to 12: access type %s with a missing, an empty or a wrong key is refused',
    async (type, name, missing, invalid) => {
      const headers = { 'x-stack-access-type': type, 'x-stack-project-id': project.id }

      expect(await refusal(headers)).toMatchObject({ status: 401, code: missing })
      expect(await refusal({ ...headers, [name]: '' })).toMatchObject({ status: 401, code: missing })
      expect(await refusal({ ...headers, [name]: 'wrong' })).toMatchObject({
        status: 401,
        code: invalid,
        body: { details: { project_id: project.id } },
      })
    },
  )

  describe('10 to 12: a key in a header that the access type does not use', () => {
    const serverHeaders = (): Record<string, string> => ({
      'x-stack-access-type': 'server',
      'x-stack-project-id': project.id,
      'x-stack-secret-server-key': project.keys.secret_server_key,
    })

    test.each([
      ['x-stack-publishable-client-key', 'publishable_client_key', 'INVALID_PUBLISHABLE_CLIENT_KEY'],
      ['x-stack-super-secret-admin-key', 'super_secret_admin_key', 'INVALID_SUPER_SECRET_ADMIN_KEY'],
    ] as const)('is refused if it is the %s of another project', async (header, kind, code) => {
      const other = await portico.createProject()

      expect(await refusal({ ...serverHeaders(), [header]: other.keys[kind] })).toMatchObject({
        status: 401,
        code,
        body: { details: { project_id: project.id } },
      })
    })

    test('is refused if it is a revoked key of another project', async () => {
      const other = await portico.createProject()
      const listed = await other.admin().get<{ items: { id: string }[] }>('/internal/api-keys')
      await other.admin().patch(`/internal/api-keys/${listed.body.items[0]?.id}`, { revoked: true })

      expect(
        await refusal({ ...clientHeaders(), 'x-stack-secret-server-key': other.keys.secret_server_key }),
      ).toMatchObject({ code: 'INVALID_SECRET_SERVER_KEY' })
    })

    test('is ignored if it is a key of the project, also after it expires or is revoked', async () => {
      const created = await project.admin().post<Record<string, string>>('/internal/api-keys', {
        description: 'Second',
        expires_at_millis: portico.clock.now().getTime() + 60_000,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: true,
      })
      const headers = {
        ...serverHeaders(),
        'x-stack-publishable-client-key': String(created.body.publishable_client_key),
        'x-stack-super-secret-admin-key': String(created.body.super_secret_admin_key),
      }

      const whileValid = await raw('/api/v1/projects/current', headers)
      portico.clock.advance(61_000)
      const expired = await raw('/api/v1/projects/current', headers)
      await project.admin().patch(`/internal/api-keys/${created.body.id}`, { revoked: true })
      const revoked = await raw('/api/v1/projects/current', headers)

      expect([whileValid.status, expired.status, revoked.status]).toEqual([200, 200, 200])
    })

    test.each(['', '__stack_public_client__', 'pck_unknown_key'])('is ignored if it is %j', async (value) => {
      const headers = { ...serverHeaders(), 'x-stack-publishable-client-key': value }

      expect((await raw('/api/v1/projects/current', headers)).status).toBe(200)
    })

    test('is ignored if the call has an admin access token', async () => {
      const other = await portico.createProject()
      const response = await raw('/api/v1/projects/current', {
        'x-stack-access-type': 'server',
        'x-stack-project-id': project.id,
        'x-stack-admin-access-token': project.ownerAccessToken,
        'x-stack-secret-server-key': other.keys.secret_server_key,
        'x-stack-super-secret-admin-key': other.keys.super_secret_admin_key,
      })

      expect(response.status).toBe(200)
    })

    test('is checked after the key of the access type', async () => {
      const other = await portico.createProject()

      expect(
        await refusal({
          ...serverHeaders(),
          'x-stack-secret-server-key': 'wrong',
          'x-stack-super-secret-admin-key': other.keys.super_secret_admin_key,
        }),
      ).toMatchObject({ code: 'INVALID_SECRET_SERVER_KEY' })
    })
  })

  test('10: the secret server key is refused as publishable client key', async () => {
    expect(
      await refusal({ ...clientHeaders(), 'x-stack-publishable-client-key': project.keys.secret_server_key }),
    ).toMatchObject({ code: 'INVALID_PUBLISHABLE_CLIENT_KEY' })
  })

  test('10: an unknown project is answered like a wrong key', async () => {
    const projectId = '00000000-0000-4000-8000-000000000000'

    expect(await refusal({ ...clientHeaders(), 'x-stack-project-id': projectId })).toMatchObject({
      status: 401,
      code: 'INVALID_PUBLISHABLE_CLIENT_KEY',
      body: { details: { project_id: projectId } },
    })
  })

  test('13: an unknown branch is refused and main is accepted', async () => {
    expect(await refusal({ ...clientHeaders(), 'x-stack-branch-id': 'dev' })).toMatchObject({
      status: 400,
      code: 'BRANCH_DOES_NOT_EXIST',
      body: { details: { branch_id: 'dev' } },
    })
    expect((await raw('/api/v1/projects/current', { ...clientHeaders(), 'x-stack-branch-id': 'main' })).status).toBe(
      200,
    )
  })

  test('16: the access token of a deleted user counts as no user', async () => {
    const gone = await project.signUp()
    await project.server(gone).delete('/users/me')

    expect(await project.client(gone).get('/users/me')).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
  })

  test('the access token of an ended session counts as expired at once', async () => {
    const leaving = await project.signUp()
    await project.client(leaving).delete('/auth/sessions/current')

    expect(await project.client(leaving).get('/users/me')).toMatchObject({
      status: 401,
      body: { code: 'ACCESS_TOKEN_EXPIRED' },
    })
  })

  test('headers in the newer spelling are accepted', async () => {
    const renamed = Object.fromEntries(
      Object.entries(clientHeaders()).map(([name, value]) => [name.replace('x-stack-', 'x-hexclave-'), value]),
    )

    expect((await raw('/api/v1/projects/current', renamed)).status).toBe(200)
  })

  test('wrong credentials are refused before an unknown path', async () => {
    expect(
      await refusal({ ...clientHeaders(), 'x-stack-publishable-client-key': 'x' }, '/api/v1/nothing'),
    ).toMatchObject({
      code: 'INVALID_PUBLISHABLE_CLIENT_KEY',
    })
  })
})

describe('edge cases of values', () => {
  test('a server call for "ME" without a user is refused like "me"', async () => {
    expect(await project.server().get('/auth/sessions?user_id=ME')).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' },
    })
  })

  test.each([Number.MAX_SAFE_INTEGER, -1, 8.64e15, 253_402_300_800_000, 1.5])(
    '%d is refused as the expiry of a key',
    async (expires_at_millis) => {
      const answer = await project.admin().post('/internal/api-keys', {
        description: 'x',
        expires_at_millis,
        has_publishable_client_key: true,
        has_secret_server_key: false,
        has_super_secret_admin_key: false,
      })

      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    },
  )

  test('a form with a repeated field is refused', async () => {
    const response = await raw(
      '/api/v1/auth/oauth/token',
      { 'content-type': 'application/x-www-form-urlencoded' },
      { method: 'POST', body: 'grant_type=refresh_token&client_id=a&client_id=b' },
    )

    expect(response.headers.get('x-stack-known-error')).toBe('BODY_PARSING_ERROR')
  })
})

describe('the root endpoint', () => {
  test('answers a call without credentials with "Authentication: None"', async () => {
    const response = await raw('/api/v1')

    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toMatch(/\n\nAuthentication: None$/)
  })

  test('names the project and the user of a signed-in client', async () => {
    const answer = await project.client(user).get('/')

    expect(answer.text).toMatch(
      new RegExp(`\n\nAuthentication: Client\n {2}Project: ${project.id}\n {2}User: ${user.email}$`),
    )
  })

  test('refuses query parameters', async () => {
    const response = await raw('/api/v1?x=1')

    expect(response.headers.get('x-stack-known-error')).toBe('SCHEMA_ERROR')
  })
})

describe('answers', () => {
  test('carry the common headers', async () => {
    const response = await raw('/api/v1/projects/current', clientHeaders())

    expect(response.headers.get('x-stack-request-id')).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store, max-age=0',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'content-type, x-stack-actual-status, x-stack-known-error, retry-after, x-stack-request-id',
    })
    expect(response.headers.has('server')).toBe(false)
    expect(response.headers.has('x-powered-by')).toBe(false)
  })

  test('indent the body of a known error and keep the order of its fields', async () => {
    const response = await raw('/api/v1/projects/current', { 'x-stack-access-type': 'server' })

    expect(await response.text()).toMatch(
      /^\{\n {2}"code": "ACCESS_TYPE_WITHOUT_PROJECT_ID",\n {2}"details": \{\n.*\n {2}\},\n {2}"error": ".*"\n\}$/s,
    )
  })

  test('indent JSON for a browser that accepts HTML', async () => {
    const plain = await (await raw('/api/v1/projects/current', clientHeaders())).text()
    const forPeople = await (await raw('/api/v1/projects/current', { ...clientHeaders(), accept: 'text/html' })).text()

    expect(plain).not.toContain('\n')
    expect(forPeople).toContain('\n  "id"')
  })

  test('have status 200 and the real status in a header if an error answers the override header', async () => {
    const response = await raw('/api/v1/projects/current', {
      'x-stack-access-type': 'client',
      'x-stack-override-error-status': 'anything',
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('x-stack-actual-status')).toBe('400')
    expect(response.headers.get('x-stack-known-error')).toBe('ACCESS_TYPE_WITHOUT_PROJECT_ID')
    expect(await response.json()).toMatchObject({ code: 'ACCESS_TYPE_WITHOUT_PROJECT_ID' })
  })

  test('have no status header if a success answers the override header', async () => {
    const response = await raw('/api/v1/projects/current', {
      ...clientHeaders(),
      'x-stack-override-error-status': 'true',
    })

    expect(response.status).toBe(200)
    expect(response.headers.has('x-stack-actual-status')).toBe(false)
  })
})

describe('CORS', () => {
  test('allows a preflight of any path below /api before any check', async () => {
    for (const path of ['/api/v1/users/me', '/api/v1/nothing', '/api/x']) {
      const response = await raw(
        path,
        { origin: 'https://app.example', 'x-stack-access-type': 'bad' },
        { method: 'OPTIONS' },
      )

      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE, OPTIONS')
      expect(response.headers.get('access-control-allow-headers')).toContain('x-stack-access-token')
      expect(response.headers.get('access-control-expose-headers')).toBe(
        'content-type, x-stack-actual-status, x-stack-known-error, retry-after, x-stack-request-id',
      )
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    }
  })

  test('allows every requested header but the one of own pages, because tracing tools add headers', async () => {
    const requested = 'traceparent, X-Datadog-Trace-Id,content-type, x-portico-own-page, X-Portico-Own-Page, a b, "c"'
    const response = await raw(
      '/api/v1/users/me',
      { origin: 'https://app.example', 'access-control-request-headers': requested },
      { method: 'OPTIONS' },
    )

    const allowed = (response.headers.get('access-control-allow-headers') ?? '').split(', ')
    expect(allowed).toEqual(expect.arrayContaining(['traceparent', 'x-datadog-trace-id', 'x-stack-project-id']))
    expect(allowed.filter((name) => name === 'content-type')).toHaveLength(1)
    for (const name of ['x-portico-own-page', 'a b', '"c"']) expect(allowed).not.toContain(name)
    expect(response.headers.get('vary')).toContain('Access-Control-Request-Headers')
  })

  test.each([
    ['an API answer', '/api/v1', 'GET', 200],
    ['a known error', '/api/v1/users/me', 'GET', 400],
    ['an unknown path', '/api/v1/nothing', 'GET', 404],
    ['a method that is not offered', '/api/v1/users/me', 'PUT', 405],
    ['a redirect to the path without a slash', '/api/v1/', 'GET', 308],
    ['a probe', '/health', 'GET', 200],
  ])('%s carries no headers of a preflight', async (_, path, method, status) => {
    const response = await raw(path, { origin: 'https://app.example' }, { method })

    expect(response.status).toBe(status)
    for (const name of ['access-control-allow-methods', 'access-control-allow-headers', 'access-control-max-age']) {
      expect(response.headers.has(name)).toBe(false)
    }
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')).toContain('x-stack-known-error')
  })

  test('lets only trusted origins of the project read an answer', async () => {
    await project.admin().patch('/internal/projects/current', {
      config: { domains: [{ domain: 'https://app.example/base', handler_path: '/handler' }] },
    })

    const origins = [
      'https://app.example',
      'http://localhost:5173',
      'https://evil.example',
      'https://app.example.evil.example',
      'null',
    ]
    const readable = await Promise.all(
      origins.map(async (origin) => {
        const response = await raw('/api/v1/projects/current', { ...clientHeaders(), origin })
        return response.headers.has('access-control-allow-origin')
      }),
    )

    expect(readable).toEqual([true, true, false, false, false])
  })
})

describe('service endpoints', () => {
  test('the probes report a running service as healthy and ready', async () => {
    expect(await (await raw('/health')).json()).toEqual({ status: 'ok' })
    expect((await raw('/ready')).status).toBe(200)
  })

  test('the OpenAPI document lists endpoints', async () => {
    const answer = await portico.anonymous().get<{ openapi: string; paths: Record<string, object> }>('/openapi.json')

    expect(answer.body.openapi).toBe('3.1.0')
    expect(answer.body.paths['/users/me']).toHaveProperty('patch')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('all answers with one large document share its bytes', () => {
    const document = serialiseOnce({ large: 'document' })

    expect(jsonDraft(200, document, false).body).toBe(jsonDraft(200, document, false).body)
    expect(String(new TextDecoder().decode(jsonDraft(200, document, true).body as Uint8Array))).toBe(
      '{\n  "large": "document"\n}',
    )
  })

  test.each([
    [{}],
    [{ a: {}, b: [], c: { d: null }, e: undefined }],
    [{ paths: { '/a\n': { get: { text: 'one\ntwo' } }, '/b': [1, { c: 2 }] }, info: 'x' }],
  ])('a document that is serialised in steps has the text of one that is not: %j', (document) => {
    for (const steps = serialiseInSteps(document); !steps.next().done;);

    for (const isIndented of [true, false]) {
      const { body } = jsonDraft(200, document, isIndented)
      expect(new TextDecoder().decode(body as Uint8Array)).toBe(JSON.stringify(document, null, isIndented ? 2 : 0))
    }
  })
})
