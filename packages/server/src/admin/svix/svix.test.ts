import type { SvixAttempt, SvixEndpoint, SvixMessage } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { entriesOf } from '../../../test/audit-entries.ts'
import { createSvixToken } from '../../../test/svix.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts'
import { statement } from '../../kernel/statement.ts'

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

describe('the calls of Svix clients', () => {
  let project: TestProject
  let path: string
  let token: string
  let receiver: WebhookReceiver

  beforeEach(async () => {
    project = await portico.createProject({ config: { create_team_on_sign_up: false } })
    path = `/app/${project.id}`
    token = await createSvixToken(project.admin())
    receiver = await startWebhookReceiver()
  })

  afterEach(() => receiver.close())

  /**
   * Calls with the token. The admin headers make the testkit compare the answer with the contract; the service ignores
   * them.
   */
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

  test('create, change and delete endpoints', async () => {
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
    const refused = [
      await call('PATCH', endpoint, { url: 'https://evil.example' }),
      await call('PUT', endpoint, { url: 'https://evil.example' }),
    ]
    await call('PUT', `${endpoint}/headers`, { headers: {} })
    const cleared = await call('GET', `${endpoint}/headers`)

    expect(shown).toMatchObject({ body: { headers: {}, sensitive: ['x-shop'] } })
    expect(receiver.received[0]?.headers).toMatchObject({ 'x-shop': 'third' })
    expect(receiver.received[0]?.headers).not.toHaveProperty('x-other')
    expect(tooMany).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('delete them before') } })
    }
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

  test('say what to do if PORTICO_SECRET no longer contains a secret', async () => {
    const { id } = await add({ headers: { 'X-Shop': 'first' } })
    const endpoint = `${path}/endpoint/${id}`
    await portico.projectDatabase.db.run(statement`
      update webhook_endpoints set secret_sealed = overlay(secret_sealed placing 'unknown!' from 4 for 8),
        headers_sealed = overlay(headers_sealed placing 'unknown!' from 4 for 8)
      where project_id = ${project.id} and id = ${id}`)

    const secret = await call('GET', `${endpoint}/secret`)
    const headers = await call('PATCH', `${endpoint}/headers`, { headers: { 'X-Other': 'second' } })
    const rotated = await call('POST', `${endpoint}/secret/rotate`, {})
    const replaced = await call('PUT', `${endpoint}/headers`, { headers: { 'X-Other': 'second' } })

    expect(secret).toMatchObject({ status: 409, text: expect.stringContaining('rotate the secret') })
    expect(headers).toMatchObject({ status: 409, text: expect.stringContaining('replace all headers') })
    expect([rotated.status, replaced.status]).toEqual([204, 204])
    expect(await call('GET', `${endpoint}/secret`)).toMatchObject({ status: 200 })
  })

  test('read messages, attempts and figures, page by page and with filters', async () => {
    const [one, two] = [await add(), await add({ filterTypes: ['user.created'] })]
    // Even on a slow machine, the next attempt comes after the end of the test.
    const busy = { status: 503, headers: { 'retry-after': '3600' } }
    receiver.answers.push(busy, busy)
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
      responseStatusCode: 503,
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

  test('refuse an iterator of attempts that cannot be one', async () => {
    const { id } = await add()

    for (const iterator of ['wrong', '9999999999999999_00000000-0000-4000-8000-000000000000_1', '1_x_1']) {
      expect(await call('GET', `${path}/attempt/endpoint/${id}?iterator=${iterator}`)).toMatchObject({ status: 400 })
    }
  })
})
