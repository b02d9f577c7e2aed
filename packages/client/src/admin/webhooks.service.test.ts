import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type CreatedWebhookEndpoint, PorticoAdminApp, verifyWebhook } from '../admin.ts'

// Webhooks of the real service, received on a real port.

/** The statuses of the next answers. Afterwards the answer is 204. */
const answers: number[] = []
const server = createServer((_request, response) => void response.writeHead(answers.shift() ?? 204).end())

let portico: TestPortico
let project: TestProject
let app: PorticoAdminApp<false>
let url: string

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { create_team_on_sign_up: false } })
  app = new PorticoAdminApp<false>({ ...project.keys, tokenStore: null })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
})

afterAll(async () => {
  await portico.close()
  server.close()
})

const now = (): Date => portico.clock.now()

describe('webhooks of the admin app', () => {
  let endpoint: CreatedWebhookEndpoint

  beforeEach(async () => {
    for (const { id } of await app.listWebhookEndpoints()) await app.deleteWebhookEndpoint(id)
    endpoint = await app.createWebhookEndpoint({ url, eventTypes: ['user.created'], headers: { 'X-Key': 'secret' } })
  })

  test('are managed in the portal, whose address has its token in the fragment', async () => {
    const options = { origin: 'https://app.example', language: 'de', theme: 'dark' } as const
    const url = new URL(await app.getWebhookPortalUrl(options))
    const plain = await app.getWebhookPortalUrl()

    expect([url.origin, url.pathname]).toEqual([portico.baseUrl, `/embed/webhooks/${project.id}`])
    expect(Object.fromEntries(url.searchParams)).toEqual(options)
    expect(url.hash).toMatch(/^#svt_[\w-]+$/)
    expect(plain).toContain(`/embed/webhooks/${project.id}#svt_`)
  })

  test('show an endpoint, change it and delete it', async () => {
    const { secret: _secret, ...shown } = endpoint
    const listed = await app.listWebhookEndpoints()
    const disabled = await app.updateWebhookEndpoint(endpoint.id, {
      isEnabled: false,
      description: 'Shop',
      rateLimit: 5,
    })

    expect(shown).toMatchObject({
      url,
      eventTypes: ['user.created'],
      headerNames: ['X-Key'],
      isEnabled: true,
      disabled: null,
    })
    expect(listed).toEqual([shown])
    expect(disabled).toMatchObject({
      isEnabled: false,
      description: 'Shop',
      rateLimit: 5,
      eventTypes: ['user.created'],
    })
    expect(disabled.disabled).toEqual({ reason: 'requested', at: expect.any(Date) })
    expect(await app.getWebhookEndpoint(endpoint.id)).toEqual(disabled)
    await app.deleteWebhookEndpoint(endpoint.id)
    expect(await app.listWebhookEndpoints()).toEqual([])
    expect(await app.getWebhookEndpoint(endpoint.id)).toBeNull()
  })

  test('deliver an event that verifyWebhook accepts, with both secrets after a rotation', async () => {
    await portico.webhooks.collect(project)
    const [collected = expect.unreachable()] = await app.listWebhookEndpoints()
    const newSecret = await app.rotateWebhookSecret(collected.id)

    const user = await app.createUser({ primaryEmail: 'ada@example.com', displayName: 'Ada' })
    const webhook = await portico.webhooks.waitFor('user.created', ({ data }) => data.id === user.id)

    for (const secret of [newSecret, webhook.secret]) {
      const event = await verifyWebhook(webhook, secret, { now: now() })
      expect(event).toMatchObject({ type: 'user.created', data: { id: user.id, primary_email: 'ada@example.com' } })
    }
    expect(await verifyWebhook(webhook, endpoint.secret, { now: now() })).toBeNull()
    expect(await app.getWebhookEndpoint(collected.id)).toMatchObject({ oldSecretEndsAt: expect.any(Date) })
    expect((await portico.webhooks.received()).map(({ type }) => type)).toEqual(['user.created'])
    expect(await portico.webhooks.received('team.created')).toEqual([])
  })

  test('list deliveries page by page, and show one with its attempts', async () => {
    answers.push(500)
    for (const displayName of ['Ada', 'Ben', 'Cleo']) await app.createUser({ displayName })
    await portico.service.idle()

    const first = await app.listWebhookDeliveries({ endpointId: endpoint.id, eventType: 'user.created', limit: 2 })
    const second = await app.listWebhookDeliveries({
      endpointId: endpoint.id,
      eventType: 'user.created',
      cursor: first.nextCursor ?? '',
    })
    const [pending = expect.unreachable()] = await app.listWebhookDeliveries({
      state: 'pending',
      endpointId: endpoint.id,
    })

    expect([first.length, second.length, second.nextCursor]).toEqual([2, 1, null])
    expect(pending).toMatchObject({
      attempts: 1,
      lastStatus: 500,
      nextAttemptAt: expect.any(Date),
      createdAt: expect.any(Date),
    })
    const read = await app.getWebhookDelivery(pending.id)
    expect(read).toMatchObject({ ...pending, url, tries: [{ attempt: 1, status: 500, startedAt: expect.any(Date) }] })
    expect(JSON.parse(read?.payload ?? '')).toMatchObject({ type: 'user.created' })
    expect(await app.getWebhookFigures(endpoint.id)).toMatchObject({ attempts: 3, succeeded: 2, failed: 1 })
    expect(await app.getWebhookDelivery(endpoint.id)).toBeNull()
  })

  test('replay one delivery, and all that were skipped', async () => {
    const { id } = endpoint
    const since = now()
    const sent = await app.sendTestWebhook({ endpointId: id, eventType: 'team.created' })
    await app.updateWebhookEndpoint(id, { isEnabled: false })
    for (const displayName of ['Ada', 'Ben']) await app.createUser({ displayName })
    await app.updateWebhookEndpoint(id, { isEnabled: true })
    await portico.service.idle()
    const progress: number[] = []

    const again = await app.replayWebhookDelivery(sent.id)
    const replayed = await app.replayWebhookDeliveries(id, { since, onProgress: (count) => progress.push(count) })
    await portico.service.idle()

    expect([again.state, replayed, progress]).toEqual(['pending', 2, [2]])
    const deliveries = await app.listWebhookDeliveries({ endpointId: id })
    expect(deliveries.map(({ attempts, eventType, state }) => [eventType, state, attempts])).toEqual([
      ['user.created', 'delivered', 1],
      ['user.created', 'delivered', 1],
      ['team.created', 'delivered', 2],
    ])
  })

  test('refuse an id that would change the path of a call', async () => {
    expect(await app.getWebhookEndpoint('../api-keys')).toBeNull()
    expect(await app.getWebhookDelivery('..')).toBeNull()
    await expect(app.deleteWebhookEndpoint('../api-keys')).rejects.toThrow('must be a UUID')
  })
})
