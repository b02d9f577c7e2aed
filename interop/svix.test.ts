import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { ApiException, Svix, Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const endpointsPath = '/internal/webhook-endpoints'

let portico: TestPortico
let project: TestProject
let url: string
let svix: Svix

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  // Takes the URL of the endpoint at which the testkit collects the webhooks of the project.
  await portico.webhooks.collect(project)
  const { body: endpoints } = await project.admin().get<{ items: { id: string; url: string }[] }>(endpointsPath)
  const [endpoint = expect.unreachable()] = endpoints.items
  ;({ url } = endpoint)
  await project.admin().delete(`${endpointsPath}/${endpoint.id}`)
  const { body } = await project.admin().post<{ token: string }>('/webhooks/svix-token', {})
  svix = new Svix(body.token, { serverUrl: portico.baseUrl })
})

afterAll(() => portico.close())

describe('the published Svix client, unmodified', () => {
  test('manages endpoints, their headers and secrets', async () => {
    const app = project.id
    const { id } = await svix.endpoint.create(app, { url, description: 'Shop', version: 1, metadata: {} })

    expect(await svix.endpoint.get(app, id)).toMatchObject({ id, description: 'Shop', createdAt: expect.any(Date) })
    expect(await svix.endpoint.update(app, id, { url, filterTypes: ['user.created'] })).toMatchObject({
      description: '',
      filterTypes: ['user.created'],
    })
    expect(await svix.endpoint.patch(app, id, { disabled: true })).toMatchObject({ disabled: true })
    expect(await svix.endpoint.list(app, { limit: 10 })).toMatchObject({ data: [{ id }], done: true, iterator: null })
    await svix.endpoint.updateHeaders(app, id, { headers: { 'X-Shop': 'first' } })
    await svix.endpoint.patchHeaders(app, id, { headers: { 'X-Key': 'second' }, deleteHeaders: ['X-Shop'] })
    expect(await svix.endpoint.getHeaders(app, id)).toEqual({ headers: {}, sensitive: ['X-Key'] })
    const before = await svix.endpoint.getSecret(app, id)
    await svix.endpoint.rotateSecret(app, id)
    expect((await svix.endpoint.getSecret(app, id)).key).not.toBe(before.key)
    const unknown = await svix.endpoint.transformationGet(app, id).catch((cause: unknown) => cause)
    expect(unknown).toMatchObject({ code: 404, body: { code: 'not_found', detail: expect.any(String) } })
    await svix.endpoint.delete(app, id)
    const error = await svix.endpoint.get(app, id).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ApiException)
    expect(error).toMatchObject({ code: 404, body: { code: 'not_found', detail: expect.any(String) } })
  })

  test('reads messages and attempts, delivers again, sends examples, and reads refusals', async () => {
    const app = project.id
    const { id } = await svix.endpoint.create(app, { url })
    await project.signUp()
    await portico.service.idle()

    const messages = await svix.message.list(app, { eventTypes: ['user.created'], withContent: true })
    const [message = expect.unreachable()] = messages.data
    expect(message.payload).toMatchObject({ type: 'user.created' })
    expect(await svix.message.get(app, message.id)).toEqual(message)
    const { data: attempts } = await svix.messageAttempt.listByMsg(app, message.id)
    const [attempt = expect.unreachable()] = attempts
    expect(attempt).toMatchObject({ endpointId: id, status: 0, responseStatusCode: 204, timestamp: expect.any(Date) })
    expect(await svix.messageAttempt.get(app, message.id, attempt.id)).toEqual(attempt)
    expect((await svix.messageAttempt.listByEndpoint(app, id, { withMsg: true })).data[0]).toHaveProperty('msg')
    expect((await svix.messageAttempt.listAttemptedMessages(app, id)).data).toMatchObject([
      { id: message.id, status: 0 },
    ])
    expect((await svix.messageAttempt.listAttemptedDestinations(app, message.id)).data).toMatchObject([
      { id, status: 0 },
    ])
    expect(await svix.endpoint.getStats(app, id)).toMatchObject({ success: 1, fail: 0 })
    await svix.messageAttempt.resend(app, message.id, id)
    const since = new Date(message.timestamp.getTime() - 1_000)
    expect(await svix.endpoint.recover(app, id, { since })).toMatchObject({ status: 'finished' })
    expect(await svix.endpoint.replayMissing(app, id, { since })).toMatchObject({ status: 'finished' })
    expect(await svix.endpoint.sendExample(app, id, { eventType: 'team.created' })).toMatchObject({
      eventType: 'team.created',
    })
    const payload = { type: 'team.deleted', data: { id: app } }
    expect(await svix.message.create(app, { eventType: 'team.deleted', payload })).toMatchObject({ payload })
    expect((await svix.eventType.list({ limit: 5 })).data).toHaveLength(5)
    const refused = await svix.endpoint.create(app, { url: 'https://10.0.0.1/' }).catch((cause: unknown) => cause)
    expect(refused).toMatchObject({ code: 400, body: { detail: expect.stringContaining('public address') } })
    expect(await portico.webhooks.received()).toHaveLength(4)
  })
})

test('the published libraries of Svix and Standard Webhooks verify a delivery, and refuse a changed one', async () => {
  const own = await portico.createProject()
  await portico.webhooks.collect(own, ['user.created'])
  const { id } = await own.signUp()

  const received = await portico.webhooks.received('user.created')
  const delivery = received.find(({ projectId }) => projectId === own.id) ?? expect.unreachable()
  // The libraries compare the delivery time with the clock of the machine, which the test uses too.
  const headers = delivery.headers as Record<string, string>
  for (const library of [new StandardWebhook(delivery.secret), new SvixWebhook(delivery.secret)]) {
    expect(library.verify(delivery.body, headers)).toMatchObject({ type: 'user.created', data: { id } })
    expect(() => library.verify(`${delivery.body} `, headers)).toThrow('No matching signature found')
  }
})
