import { endpoints, type SvixEndpoint } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { entriesOf } from '../../../test/audit-entries.ts'
import { examplePath } from '../../../test/example-path.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { callAsSvixClient, createSvixToken } from '../../../test/svix.ts'

const HOUR_MILLIS = 3_600_000
const MINUTE_MILLIS = 60_000
const url = 'https://shop.example/hooks'

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

function callWith(token: string, path: string, method = 'GET', body?: object): Promise<Answer> {
  return callAsSvixClient(portico, token, path, method, body)
}

const refused = { status: 401, body: { code: 'authentication_failed', detail: expect.stringContaining('svix-token') } }

describe('a token for Svix clients', () => {
  let project: TestProject
  let list: string

  beforeEach(async () => {
    project = await portico.createProject()
    list = `/app/${project.id}/endpoint`
  })

  test('lists the endpoints of its project, of no other one, and only for two hours', async () => {
    const other = await portico.createProject()
    await other.admin().post('/internal/webhook-endpoints', { url })
    const token = await createSvixToken(project.admin())

    expect(await callWith(token, list)).toMatchObject({ status: 200, body: { data: [], iterator: null, done: true } })
    expect(await callWith(token, `/app/${other.id}/endpoint`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: 'There is no such app.' },
    })
    portico.clock.advance(HOUR_MILLIS)
    expect(await callWith(token, list)).toMatchObject({ status: 200 })
    portico.clock.advance(HOUR_MILLIS)
    expect(await callWith(token, list)).toMatchObject(refused)
  })

  test('has no part that a Svix client reads as a region', async () => {
    expect(await createSvixToken(project.admin())).toMatch(/^svt_[\w-]+$/)
  })

  test('is accepted by no other call, in no header', async () => {
    const token = await createSvixToken(project.admin())
    const others = [...endpoints.values()].filter(
      ({ access, acceptsSvixToken, isOfWebhookPortal }) => !acceptsSvixToken && !isOfWebhookPortal && 'admin' in access,
    )
    const accepted: string[] = []
    for (const { method, path } of others) {
      const answer = await callWith(token, examplePath(path, project.id), method, method === 'GET' ? undefined : {})
      if (answer.body['code'] !== 'ACCESS_TYPE_REQUIRED') accepted.push(`${method} ${path}: ${answer.status}`)
    }

    expect(accepted).toEqual([])
    const asAdminToken = await asOwner(portico, project.id, token).get('/internal/projects/current')
    expect(asAdminToken.body).toMatchObject({ code: 'UNPARSABLE_ADMIN_ACCESS_TOKEN' })
    const asAccessToken = await project.client({ accessToken: token, refreshToken: '' }).get('/users/me')
    expect(asAccessToken.body).toMatchObject({ code: 'UNPARSABLE_ACCESS_TOKEN' })
    expect(await project.admin().with({ key: token }).get('/internal/projects/current')).toMatchObject({ status: 401 })
  })

  test('is nothing else: no access token, no key, no changed or shortened token', async () => {
    const token = await createSvixToken(project.admin())
    const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
    const wrong = [
      project.ownerAccessToken,
      project.keys.super_secret_admin_key,
      changed,
      token.slice(0, -8),
      `${token}=`,
      'svt_',
      'svt_AAAA',
      '',
    ]
    for (const one of wrong) expect(await callWith(one, list)).toMatchObject(refused)
    const basic = { headers: { authorization: `Basic ${btoa(`user:${token}`)}` } }
    expect(await portico.anonymous().get(list, basic)).toMatchObject(refused)
  })

  test('ends when the key that created it is revoked', async () => {
    const { body: set } = await project
      .admin()
      .post<{ id: string; super_secret_admin_key: string }>('/internal/api-keys', {
        description: 'Portal',
        expires_at_millis: portico.clock.now().getTime() + 24 * HOUR_MILLIS,
        has_publishable_client_key: false,
        has_secret_server_key: false,
        has_super_secret_admin_key: true,
      })
    const token = await createSvixToken(project.admin().with({ key: set.super_secret_admin_key }))
    expect(await callWith(token, list)).toMatchObject({ status: 200 })

    await project.admin().patch(`/internal/api-keys/${set.id}`, { revoked: true })

    expect(await callWith(token, list)).toMatchObject(refused)
  })

  test('ends with the session of its owner, and with the project', async () => {
    const ada = await signUpOwner(portico)
    const http = portico.internal({ accessToken: ada.access_token })
    const create = async (): Promise<string> =>
      (await http.post<{ id: string }>('/internal/projects', { display_name: 'Mine' })).body.id
    const [deleted, kept] = [await create(), await create()]
    const tokens = [
      await createSvixToken(asOwner(portico, deleted, ada.access_token)),
      await createSvixToken(asOwner(portico, kept, ada.access_token)),
    ] as const

    await asOwner(portico, deleted, ada.access_token).delete('/internal/projects/current')
    expect(await callWith(tokens[0], `/app/${deleted}/endpoint`)).toMatchObject(refused)
    expect(await callWith(tokens[1], `/app/${kept}/endpoint`)).toMatchObject({ status: 200 })
    await http.delete('/auth/sessions/current')
    expect(await callWith(tokens[1], `/app/${kept}/endpoint`)).toMatchObject(refused)
  })

  test('needs a recent sign-in of its owner for changes and for the secret, and the owner is the author', async () => {
    const internal = portico.internal({ accessType: 'admin' })
    const token = await createSvixToken(asOwner(portico, project.id, project.ownerAccessToken))
    await internal.patch('/internal/projects/current', { config: { recent_sign_in_required: true } })
    try {
      const entries = await entriesOf(portico, project.id, async () => {
        expect(await callWith(token, list, 'POST', { url })).toMatchObject({ status: 201 })
      })
      expect(entries).toMatchObject([
        { action: 'webhook_endpoint.created', actorId: decodeJwt(project.ownerAccessToken).sub },
      ])
      const { body } = await callWith(token, list)
      const { id } = (body as unknown as { data: SvixEndpoint[] }).data[0] ?? expect.unreachable()

      portico.clock.advance(16 * MINUTE_MILLIS)
      const late = [
        await callWith(token, list, 'POST', { url }),
        await callWith(token, `${list}/${id}`, 'DELETE'),
        await callWith(token, `${list}/${id}/secret`),
      ]

      for (const answer of late) {
        expect(answer).toMatchObject({
          status: 403,
          body: { code: 'RECENT_SIGN_IN_REQUIRED', detail: expect.any(String), error: expect.any(String) },
        })
      }
      expect(await callWith(token, `${list}/${id}`)).toMatchObject({ status: 200 })
    } finally {
      await internal.patch('/internal/projects/current', { config: { recent_sign_in_required: false } })
    }
  })

  test('is not for servers, and neither it nor a secret is for a session that impersonates an owner', async () => {
    const { body: endpoint } = await project.admin().post<{ id: string }>('/internal/webhook-endpoints', { url })
    const impersonated = { user_id: decodeJwt(project.ownerAccessToken).sub, is_impersonation: true }
    const { body } = await portico.internal({ accessType: 'server' }).post('/auth/sessions', impersonated)
    const impersonator = asOwner(portico, project.id, String(body['access_token']))

    expect(await project.server().post('/webhooks/svix-token', {})).toMatchObject({ status: 401 })
    expect(await impersonator.post('/webhooks/svix-token', {})).toMatchObject({ status: 403 })
    expect(await impersonator.get(`${list}/${endpoint.id}`)).toMatchObject({ status: 200 })
    expect(await impersonator.get(`${list}/${endpoint.id}/secret`)).toMatchObject({ status: 403 })
  })
})

describe('the calls of the webhook portal', () => {
  const calls = [...endpoints.values()].filter(({ isOfWebhookPortal }) => isOfWebhookPortal)
  let project: TestProject
  let token: string

  beforeEach(async () => {
    project = await portico.createProject()
    token = await createSvixToken(project.admin())
  })

  function callAsPortal(method: string, path: string, projectId: string, authorization = `Bearer ${token}`) {
    const http = portico.internal({ projectId, accessType: 'admin', key: '' })
    return http.send(method, path, method === 'POST' ? {} : undefined, { headers: { authorization } })
  }

  test('are all calls about endpoints and deliveries, and no other ones', () => {
    const paths = [...endpoints.values()]
      .filter(({ path }) => /^\/internal\/webhook-(?:endpoints|deliveries)/.test(path))
      .map(({ path }) => path)

    expect(calls.map(({ path }) => path)).toEqual(paths)
  })

  test('accept the token of their project, and of no other one', async () => {
    const other = await portico.createProject()
    const { body: foreign } = await other.admin().post<{ id: string }>('/internal/webhook-endpoints', { url })
    const ofPortal = { status: 401, text: expect.stringContaining('The token is invalid or has ended') }

    expect(await callAsPortal('GET', '/internal/webhook-endpoints', project.id)).toMatchObject({
      status: 200,
      body: { items: [] },
    })
    expect(await callAsPortal('DELETE', `/internal/webhook-endpoints/${foreign.id}`, project.id)).toMatchObject({
      status: 404,
    })
    for (const { method, path } of calls) {
      expect(await callAsPortal(method, examplePath(path, foreign.id), other.id)).toMatchObject(ofPortal)
      expect(await callAsPortal(method, examplePath(path, foreign.id), project.id, 'Bearer svt_A')).toMatchObject(
        ofPortal,
      )
    }
  })

  test('ignore the Authorization of a proxy', async () => {
    const headers = { authorization: 'Basic c3RhZ2luZzpzdGFnaW5n' }

    expect(await project.admin().get('/internal/webhook-endpoints', { headers })).toMatchObject({ status: 200 })
  })
})

describe('the calls of Svix clients', () => {
  let project: TestProject
  let path: string
  let token: string

  beforeAll(async () => {
    project = await portico.createProject()
    path = `/app/${project.id}`
    token = await createSvixToken(project.admin())
  })

  test.each<[method: string, path: string, body: object | undefined, detail: string]>([
    ['POST', '/endpoint', { url: 'https://10.0.0.1/' }, 'public address'],
    ['POST', '/endpoint', { url, filterTypes: ['user.renamed'] }, 'body.filterTypes[0] must be one of'],
    ['POST', '/endpoint', { url, channels: ['a'] }, 'body.channels is not supported'],
    ['POST', '/endpoint', { url, metadata: { a: 'b' } }, 'body.metadata'],
    ['POST', '/endpoint', { url, uid: 'mine' }, 'body.uid is not supported'],
    ['POST', '/endpoint', { url, secret: 'whsec_short' }, 'body.secret must be whsec_'],
    ['POST', '/endpoint', { url, secret: `whsec_${'A'.repeat(88)}` }, 'body.secret must be whsec_'],
    [
      'POST',
      '/msg',
      { eventType: 'user.renamed', payload: { type: 'user.renamed', data: {} } },
      'body.eventType must be one of',
    ],
    ['POST', '/msg', { eventType: 'team.deleted', payload: { type: 'user.deleted', data: {} } }, 'body.payload.type'],
    [
      'POST',
      '/msg',
      { eventType: 'team.deleted', payload: { type: 'team.deleted', data: {} } },
      'body.payload.data.id',
    ],
    ['POST', '/msg', { eventType: 'team.deleted', payload: { type: 'team.deleted', data: null } }, 'body.payload.data'],
    ['GET', '/msg?channel=a', undefined, 'unknown properties: channel'],
    ['GET', '/msg?iterator=wrong', undefined, 'query.iterator is not one of this list'],
    ['GET', '/endpoint?iterator=wrong', undefined, 'query.iterator is not one of this list'],
    ['GET', '/msg?before=yesterday', undefined, 'query.before must be a time'],
    ['GET', '/msg?before=1900-01-01T00:00:00Z', undefined, 'query.before must be a time'],
    ['GET', '/msg?event_types=user.renamed', undefined, 'query.event_types must consist of'],
    ['GET', '/msg?limit=201', undefined, 'query.limit must be at most 200'],
    ['GET', '/msg/not-an-id', undefined, 'params.msg_id must be a UUID'],
    ['GET', '/endpoint/not-an-id', undefined, 'params.endpoint_id must be a UUID'],
  ])('%s %s refuses %j with what to change', async (method, of, body, detail) => {
    const answer = await callWith(token, `${path}${of}`, method, body)

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.body.detail).toContain(detail)
  })

  test.each<[method: string, of: string, status: number, code: string]>([
    ['GET', '/integration', 404, 'not_found'],
    ['PATCH', '/endpoint/ep_1/transformation', 404, 'not_found'],
    ['DELETE', '', 404, 'not_found'],
    ['PUT', '/msg', 405, 'method_not_allowed'],
  ])('answer %s %s, which does not exist, as Svix answers', async (method, of, status, code) => {
    const answer = await callWith(token, `${path}${of}`, method, method === 'GET' ? undefined : {})

    expect(answer).toMatchObject({ status, body: { code, detail: expect.stringContaining(method) } })
  })
})
