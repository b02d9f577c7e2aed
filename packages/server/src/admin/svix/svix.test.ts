import { endpoints, type SvixAttempt, type SvixEndpoint, type SvixMessage } from '@portico/contract'
import { createTestPortico, type Answer, type HttpClient, type TestPortico, type TestProject } from '@portico/testkit'
import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { entriesOf } from '../../../test/audit-entries.ts'
import { examplePath } from '../../../test/example-path.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'

const HOUR_MILLIS = 3_600_000
const MINUTE_MILLIS = 60_000
const url = 'https://shop.example/hooks'

interface Page<Item> {
  readonly data: Item[]
  readonly iterator: string | null
  readonly done: boolean
}

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

async function createToken(http: HttpClient): Promise<string> {
  const { body, status } = await http.post<{ token: string }>('/webhooks/svix-token', {})
  expect(status).toBe(201)
  return body.token
}

/** Calls as a Svix client does, with the token only. */
function callWith(token: string, path: string, method = 'GET', body?: object): Promise<Answer> {
  return portico.anonymous().send(method, path, body, { headers: { authorization: `Bearer ${token}` } })
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
    const token = await createToken(project.admin())

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
    expect(await createToken(project.admin())).toMatch(/^svt_[\w-]+$/)
  })

  test('is accepted by no other call, in no header', async () => {
    const token = await createToken(project.admin())
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
    const token = await createToken(project.admin())
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
    const token = await createToken(project.admin().with({ key: set.super_secret_admin_key }))
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
      await createToken(asOwner(portico, deleted, ada.access_token)),
      await createToken(asOwner(portico, kept, ada.access_token)),
    ] as const

    await asOwner(portico, deleted, ada.access_token).delete('/internal/projects/current')
    expect(await callWith(tokens[0], `/app/${deleted}/endpoint`)).toMatchObject(refused)
    expect(await callWith(tokens[1], `/app/${kept}/endpoint`)).toMatchObject({ status: 200 })
    await http.delete('/auth/sessions/current')
    expect(await callWith(tokens[1], `/app/${kept}/endpoint`)).toMatchObject(refused)
  })

  test('of an owner needs a recent sign-in for changes and for the secret, and the owner is the author', async () => {
    const internal = portico.internal({ accessType: 'admin' })
    const token = await createToken(asOwner(portico, project.id, project.ownerAccessToken))
    await internal.patch('/internal/projects/current', { config: { recent_sign_in_required: true } })
    try {
      const entries = await entriesOf(portico, project.id, async () => {
        expect(await callWith(token, list, 'POST', { url })).toMatchObject({ status: 201 })
      })
      expect(entries).toMatchObject([
        { action: 'webhook_endpoint.created', actorId: decodeJwt(project.ownerAccessToken).sub },
      ])
      const { body } = await callWith(token, list)
      const { id } = (body as unknown as Page<SvixEndpoint>).data[0] ?? expect.unreachable()

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
    token = await createToken(project.admin())
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
  let receiver: WebhookReceiver

  beforeEach(async () => {
    project = await portico.createProject({ config: { create_team_on_sign_up: false } })
    path = `/app/${project.id}`
    token = await createToken(project.admin())
    receiver = await startWebhookReceiver()
  })

  afterEach(() => receiver.close())

  /** Calls with the token. The headers of the admin let the testkit compare the answer with the contract; the service ignores them. */
  function call<Body>(method: string, of: string, body?: object): Promise<Answer<Body>> {
    const headers = { authorization: `Bearer ${token}` }
    return project.admin().with({ key: 'unused' }).send<Body>(method, of, body, { headers })
  }

  async function add(fields: object = {}): Promise<SvixEndpoint> {
    const { body, status } = await call<SvixEndpoint>('POST', `${path}/endpoint`, { url: receiver.url, ...fields })
    expect(status).toBe(201)
    return body
  }

  async function readAll<Item>(list: string): Promise<Item[]> {
    const items: Item[] = []
    for (let iterator: string | null = ''; iterator !== null;) {
      const query: string = `${list.includes('?') ? '&' : '?'}limit=2${iterator === '' ? '' : `&iterator=${iterator}`}`
      const { body }: Answer<Page<Item>> = await call<Page<Item>>('GET', `${list}${query}`)
      expect(body.done).toBe(body.iterator === null)
      items.push(...body.data)
      iterator = body.iterator
    }
    return items
  }

  test('change endpoints', async () => {
    const { id } = await add({
      description: 'Shop',
      filterTypes: [],
      rateLimit: 5,
      metadata: {},
      version: 1,
      channels: null,
    })

    const patched = await call('PATCH', `${path}/endpoint/${id}`, { disabled: true, filterTypes: ['user.created'] })
    const replaced = await call('PUT', `${path}/endpoint/${id}`, { url, throttleRate: 7 })

    expect(patched.body).toMatchObject({
      description: 'Shop',
      disabled: true,
      filterTypes: ['user.created'],
      rateLimit: 5,
    })
    expect(replaced.body).toMatchObject({ url, description: '', disabled: false, filterTypes: null, throttleRate: 7 })
    const second = await add()
    const listed = await readAll<SvixEndpoint>(`${path}/endpoint`)
    const ascending = await readAll<SvixEndpoint>(`${path}/endpoint?order=ascending`)
    expect(listed.map((endpoint) => endpoint.id)).toEqual([second.id, id])
    expect(ascending.map((endpoint) => endpoint.id)).toEqual([id, second.id])
    expect(await call('DELETE', `${path}/endpoint/${id}`)).toMatchObject({ status: 204, text: '' })
    expect(await call('GET', `${path}/endpoint/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found', detail: expect.any(String) },
    })
  })

  test('change headers without showing their values, and secrets', async () => {
    const { id } = await add({ headers: { 'X-Shop': 'first', 'X-Other': 'second' } })
    const endpoint = `${path}/endpoint/${id}`

    await call('PATCH', `${endpoint}/headers`, { headers: { 'x-shop': 'third' }, deleteHeaders: ['X-OTHER'] })
    const shown = await call('GET', `${endpoint}/headers`)
    await call('POST', `${endpoint}/send-example`, { eventType: 'user.created' })
    await portico.service.idle()
    const full = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x-${index}`, 'value']))
    const tooMany = await call('PATCH', `${endpoint}/headers`, { headers: full })
    await call('PUT', `${endpoint}/headers`, { headers: {} })
    const cleared = await call('GET', `${endpoint}/headers`)

    expect(shown).toMatchObject({ body: { headers: {}, sensitive: ['x-shop'] } })
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-shop': 'third' })
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-other')
    expect(tooMany).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(cleared.body).toEqual({ headers: {}, sensitive: [] })

    const wanted = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
    expect(await call('POST', `${endpoint}/secret/rotate`, { key: wanted })).toMatchObject({ status: 204 })
    expect((await call('GET', `${endpoint}/secret`)).body).toEqual({ key: wanted })
    const own = await add({ secret: wanted })
    const entries = await entriesOf(portico, project.id, async () => {
      expect((await call('GET', `${path}/endpoint/${own.id}/secret`)).body).toEqual({ key: wanted })
    })
    expect(entries).toMatchObject([{ action: 'webhook_endpoint.secret_read', actorType: 'admin', targetId: own.id }])
  })

  test('read messages, attempts and figures, page by page and with filters', async () => {
    const [one, two] = [await add(), await add({ filterTypes: ['user.created'] })]
    receiver.answers.push({ status: 500 }, { status: 500 })
    await project.signUp()
    await portico.service.idle()
    for (let count = 0; count < 3; count += 1) {
      portico.clock.advance(1_000)
      await project.server().post('/teams', { display_name: `Team ${count}` })
    }
    await portico.service.idle()

    const messages = await readAll<SvixMessage>(`${path}/msg`)
    expect(messages.map(({ eventType }) => eventType)).toEqual([
      'team.created',
      'team.created',
      'team.created',
      'user.created',
    ])
    const oldest = messages[3] ?? expect.unreachable()
    expect(oldest.payload).toEqual(JSON.parse(receiver.received[0]?.body ?? ''))
    expect(await readAll(`${path}/msg?event_types=user.created,user.deleted`)).toEqual([oldest])
    expect(await readAll(`${path}/msg?after=${oldest.timestamp}&with_content=false`)).toMatchObject([
      { payload: {} },
      {},
      {},
    ])
    expect(await readAll(`${path}/msg?before=${oldest.timestamp}`)).toEqual([])
    expect((await call('GET', `${path}/msg/${oldest.id}`)).body).toEqual(oldest)

    const attempts = await readAll<SvixAttempt>(`${path}/attempt/msg/${oldest.id}`)
    expect(attempts.map(({ endpointId }) => endpointId).toSorted()).toEqual([one.id, two.id].toSorted())
    expect(attempts[0]).toMatchObject({
      status: 2,
      statusText: 'fail',
      responseStatusCode: 500,
      url: receiver.url,
      msgId: oldest.id,
    })
    expect(await readAll(`${path}/attempt/msg/${oldest.id}?endpoint_id=${one.id}`)).toHaveLength(1)
    expect((await call('GET', `${path}/msg/${oldest.id}/attempt/${attempts[0]?.id}`)).body).toEqual(attempts[0])
    const ofEndpoint = `${path}/attempt/endpoint/${one.id}`
    expect(await readAll(ofEndpoint)).toHaveLength(4)
    expect(await readAll(`${ofEndpoint}?status=0`)).toHaveLength(3)
    expect(await readAll(`${ofEndpoint}?status=4`)).toEqual([])
    expect(await readAll(`${ofEndpoint}?status_code_class=500&with_msg=true`)).toMatchObject([{ msg: oldest }])
    expect(await readAll(`${ofEndpoint}?event_types=team.created&after=${oldest.timestamp}`)).toHaveLength(3)

    const pending = { status: 1, statusText: 'pending', nextAttempt: expect.any(String) }
    expect(await readAll(`${path}/endpoint/${two.id}/msg`)).toEqual([{ ...oldest, ...pending }])
    expect(await readAll(`${path}/endpoint/${one.id}/msg?status=0`)).toHaveLength(3)
    expect(await readAll(`${path}/endpoint/${one.id}/msg?status=3`)).toEqual([])
    expect(await readAll<SvixEndpoint>(`${path}/msg/${oldest.id}/endpoint`)).toMatchObject([
      { id: two.id, ...pending },
      { id: one.id, ...pending },
    ])
    expect((await call('GET', `${path}/endpoint/${one.id}/stats`)).body).toEqual({
      success: 3,
      pending: 1,
      sending: 0,
      fail: 0,
      canceled: 0,
    })
    expect((await call('GET', `${path}/endpoint/${one.id}/stats?until=${oldest.timestamp}`)).body).toMatchObject({
      pending: 0,
    })
  })

  test('deliver again what failed and what a disabled endpoint did not get', async () => {
    const { id } = await add()
    const since = portico.clock.now().toISOString()
    receiver.answers.push({ status: 410 })
    await project.signUp()
    await portico.service.idle()
    await project.server().post('/teams', { display_name: 'Skipped' })
    const isDisabled = await call('POST', `${path}/endpoint/${id}/recover`, { since })
    await call('PATCH', `${path}/endpoint/${id}`, { disabled: false })
    receiver.received.length = 0

    const early = await call('POST', `${path}/endpoint/${id}/replay-missing`, { since, until: since })
    const missing = await call('POST', `${path}/endpoint/${id}/replay-missing`, { since })
    await portico.service.idle()

    expect(isDisabled).toMatchObject({ status: 400, body: { code: 'invalid_request', detail: expect.any(String) } })
    expect(early).toMatchObject({ status: 202, body: { status: 'finished', task: 'endpoint.replay' } })
    expect(missing).toMatchObject({ status: 202, body: { status: 'finished', task: 'endpoint.replay' } })
    expect(receiver.events().map(({ type }) => type)).toContain('team.created')
    expect(await call('POST', `${path}/endpoint/${id}/recover`, { since, until: null })).toMatchObject({
      status: 202,
      body: { status: 'finished', task: 'endpoint.recover' },
    })
    const [message = expect.unreachable()] = await readAll<SvixMessage>(`${path}/msg?event_types=team.created`)
    receiver.received.length = 0
    expect(await call('POST', `${path}/msg/${message.id}/endpoint/${id}/resend`)).toMatchObject({
      status: 202,
      body: {},
    })
    await portico.service.idle()
    expect(receiver.received.map(({ headers }) => headers['svix-id'])).toEqual([message.id])
    const stranger = await add()
    expect(await call('POST', `${path}/msg/${message.id}/endpoint/${stranger.id}/resend`)).toMatchObject({
      status: 404,
    })
  })

  test('send examples, and events with data of their own', async () => {
    const { id } = await add({ filterTypes: ['team.deleted'] })

    const example = await call<SvixMessage>('POST', `${path}/endpoint/${id}/send-example`, {
      eventType: 'user.created',
    })
    const data = { id: project.id }
    const payload = { type: 'team.deleted', data }
    const made = await call<SvixMessage>('POST', `${path}/msg`, { eventType: 'team.deleted', payload, tags: null })
    await portico.service.idle()

    expect(made).toMatchObject({ status: 202, body: { eventType: 'team.deleted', payload } })
    const bodies = receiver.received.map(({ body }) => JSON.parse(body) as object)
    expect(bodies).toEqual([example.body.payload, made.body.payload])
    const user = await project.signUp()
    const ofUser = { type: 'user.deleted', data: { id: user.id, teams: [] } }
    expect(await call('POST', `${path}/msg`, { eventType: 'user.deleted', payload: ofUser })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('No webhook endpoint') },
    })
  })

  test('erase the data of a user that an owner has sent, with the user', async () => {
    await add({ filterTypes: ['user.suspended'] })
    const user = await project.signUp()
    const payload = { type: 'user.suspended', data: { id: user.id, until_millis: null } }
    const { body } = await call<SvixMessage>('POST', `${path}/msg`, { eventType: 'user.suspended', payload })
    expect(body.payload).toMatchObject(payload)

    await project.server().delete(`/users/${user.id}`)

    expect((await call('GET', `${path}/msg/${body.id}`)).body).toMatchObject({ payload: {} })
  })

  test('list the events', async () => {
    const types = await readAll<{ name: string }>('/event-type')

    expect(types).toHaveLength(18)
    expect(types[0]).toMatchObject({ name: 'user.created', archived: false, description: expect.any(String) })
    expect((await readAll<{ name: string }>('/event-type?order=descending')).at(-1)).toEqual(types[0])
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
    const answer = await call<{ code: string; detail: string }>(method, `${path}${of}`, body)

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

  test('refuse an iterator of attempts that cannot be one', async () => {
    const { id } = await add()

    for (const iterator of ['wrong', '9999999999999999_00000000-0000-4000-8000-000000000000_1', '1_x_1']) {
      expect(await call('GET', `${path}/attempt/endpoint/${id}?iterator=${iterator}`)).toMatchObject({ status: 400 })
    }
  })
})
