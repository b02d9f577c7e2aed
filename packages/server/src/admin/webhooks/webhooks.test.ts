import { webhookEvents, webhookEventTypes, WEBHOOK_ENDPOINTS_MAX, type WebhookEndpointRead } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { entriesOf } from '../../../test/audit-entries.ts'
import { asOwner } from '../../../test/owner.ts'
import { startWebhookReceiver } from '../../../test/webhook-receiver.ts'
import { exampleOf } from './examples.ts'

const path = '/internal/webhook-endpoints'
const url = 'https://shop.example/hooks'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

async function add(fields: object = {}): Promise<WebhookEndpointRead & { secret: string }> {
  const { body } = await project.admin().post<WebhookEndpointRead & { secret: string }>(path, { url, ...fields })
  return body
}

describe('an endpoint', () => {
  test('shows its secret once, and the names of its headers only', async () => {
    const made = await add({ headers: { 'X-Key': 'very secret' }, event_types: ['user.created'], description: 'Shop' })

    const listed = await project.admin().get<{ items: WebhookEndpointRead[] }>(path)

    const { secret, ...shown } = made
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(listed.body.items[0]).toEqual(shown)
    expect(shown).toMatchObject({
      header_names: ['X-Key'],
      event_types: ['user.created'],
      description: 'Shop',
      is_enabled: true,
    })
    expect(listed.text).not.toContain(secret)
    expect(listed.text).not.toContain('very secret')
  })

  test('is changed, disabled, enabled and deleted, with an audit entry each', async () => {
    const { id } = await add()

    const entries = await entriesOf(portico, project.id, async () => {
      await project.admin().patch(`${path}/${id}`, { url: 'https://shop.example/new', rate_limit: 5 })
      await project.admin().patch(`${path}/${id}`, { is_enabled: false })
      await project.admin().patch(`${path}/${id}`, { is_enabled: true })
      await project.admin().post(`${path}/${id}/rotate-secret`, {})
      await project.admin().delete(`${path}/${id}`)
    })

    expect(entries.map(({ action }) => action)).toEqual([
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
      'webhook_endpoint.updated',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.deleted',
    ])
    for (const call of ['get', 'delete'] as const) {
      expect(await project.admin()[call](`${path}/${id}`)).toMatchObject({ status: 404 })
    }
  })

  test('with headers moves to another server only with headers for that server', async () => {
    const { id } = await add({ headers: { 'X-Key': 'key of the gateway' } })
    const update = async (fields: object): Promise<Answer<WebhookEndpointRead>> =>
      project.admin().patch<WebhookEndpointRead>(`${path}/${id}`, fields)

    const sameServer = await update({ url: 'https://shop.example/new' })
    const refused = [await update({ url: 'https://evil.example' }), await update({ url: 'https://shop.example:8443' })]
    const moved = await update({ url: 'https://new.example', headers: {} })

    expect(sameServer).toMatchObject({ status: 200, body: { header_names: ['X-Key'] } })
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('not sent to another server') })
    }
    expect(moved).toMatchObject({ status: 200, body: { url: 'https://new.example', header_names: [] } })
  })

  test('is unknown in another project', async () => {
    const { id } = await add()
    const other = (await portico.createProject()).admin()

    expect((await other.get<{ items: unknown[] }>(path)).body.items).toEqual([])
    expect(await other.get(`${path}/${id}`)).toMatchObject({ status: 404 })
    expect(await other.patch(`${path}/${id}`, { description: 'mine' })).toMatchObject({ status: 404 })
    expect(await other.post(`${path}/${id}/rotate-secret`, {})).toMatchObject({ status: 404 })
  })

  test('is one of a limited number', async () => {
    const own = await portico.createProject()
    for (let count = 0; count < WEBHOOK_ENDPOINTS_MAX; count += 1) await own.admin().post(path, { url })

    expect(await own.admin().post(path, { url })).toMatchObject({ status: 400 })
  })

  test.each<[object, string]>([
    [{ url: 'https://user:key@shop.example/' }, 'contains a user name or password'],
    [{ url: 'ftp://shop.example/' }, 'must begin with https://'],
    [{ url: 'https://shop.example:22/' }, 'uses a port that is not permitted'],
    [{ url: 'https://10.1.2.3/' }, 'must have a public address'],
    [{ url: 'https://[fd00::1]/' }, 'must have a public address'],
    [{ url: 'https://169.254.169.254/latest' }, 'must have a public address'],
    [{ url: 'not a URL' }, 'body.url'],
    [{ url, event_types: ['user.renamed'] }, 'body.event_types[0] must be one of'],
    [{ url, event_types: [] }, 'must name an event'],
    [{ url, event_types: ['user.created', 'user.created'] }, 'names an event twice'],
    [{ url, headers: { 'x-long': 'a'.repeat(2_001) } }, 'at most 2000 characters'],
    [{ url, headers: { 'webhook-id': 'mine' } }, 'a header that the service sets'],
    [{ url, headers: { 'x-a': 'line\r\nx-b: injected' } }, 'printable ASCII'],
    [{ url, headers: { 'X-A': '1', 'x-a': '2' } }, 'is there twice'],
    [{ url, rate_limit: 0 }, 'at least 1'],
  ])('%j is refused with what to change', async (fields, sentence) => {
    const { body, status } = await project.admin().post<{ code: string; error: string }>(path, fields)

    expect([status, body.code]).toEqual([400, 'SCHEMA_ERROR'])
    expect(body.error).toContain(sentence)
  })

  test('is added by an owner who signed in lately, and the other owners get a mail', async () => {
    const internal = portico.internal({ accessType: 'admin' })
    await internal.patch('/internal/projects/current', { config: { recent_sign_in_required: true } })
    const owner = asOwner(portico, project.id, project.ownerAccessToken)
    try {
      const early = await owner.post(path, { url })
      portico.clock.advance(9 * 60_000)
      const stillEarly = await owner.post(path, { url })

      expect([early.status, stillEarly.status]).toEqual([201, 201])
    } finally {
      await internal.patch('/internal/projects/current', { config: { recent_sign_in_required: false } })
    }
  })
})

describe('a test event', () => {
  test.each(webhookEventTypes)('fits the contract for %s', (type) => {
    expect(() => webhookEvents[type].data.parse(exampleOf(type, new Date()))).not.toThrow()
  })

  test('is delivered to an endpoint that does not get the event', async () => {
    const receiver = await startWebhookReceiver()
    const { id } = await add({ url: receiver.url, event_types: ['team.created'] })

    const { status } = await project.admin().post(`${path}/${id}/test`, { event_type: 'user.created' })
    await portico.service.idle()

    expect(status).toBe(200)
    expect(receiver.events().map(({ type }) => type)).toEqual(['user.created'])
    expect((await project.admin().get(`${path}/${id}/figures`)).body).toMatchObject({
      attempts: 1,
      succeeded: 1,
      failed: 0,
    })
    await receiver.close()
  })
})

describe('the list of deliveries', () => {
  test('is read page by page, with filters', async () => {
    const own = await portico.createProject()
    const receiver = await startWebhookReceiver()
    receiver.answers.push({ status: 400 })
    const { body: endpoint } = await own.admin().post<{ id: string }>(path, { url: receiver.url })
    for (let count = 0; count < 5; count += 1) await own.server().post('/teams', { display_name: `Team ${count}` })
    await portico.service.idle()
    type Page = { items: { id: string; state: string }[]; pagination: { next_cursor: string | null } }
    const read = async (query: string): Promise<Page> =>
      (await own.admin().get<Page>(`/internal/webhook-deliveries?${query}`)).body

    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await read(`limit=2&endpoint_id=${endpoint.id}${cursor === '' ? '' : `&cursor=${cursor}`}`)
      ids.push(...page.items.map(({ id }) => id))
      cursor = page.pagination.next_cursor
    }

    expect(new Set(ids).size).toBe(5)
    expect((await read('state=pending')).items).toHaveLength(1)
    expect((await read('event_type=user.created')).items).toEqual([])
    expect(await own.admin().get('/internal/webhook-deliveries?cursor=wrong')).toMatchObject({ status: 400 })
    await receiver.close()
  })
})
