import { WEBHOOK_LISTENER_SECONDS, WEBHOOK_LISTENERS_MAX } from '@portico/contract'
import { createTestPortico, type Answer, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const path = '/internal/webhook-listeners'

interface Listened {
  readonly id: string
  readonly event_type: string
  readonly payload: string
}

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
})

afterAll(() => portico.close())

beforeEach(async () => {
  project = await portico.createProject({ config: { create_team_on_sign_up: false } })
})

async function listen(body: object = {}): Promise<string> {
  const answer = await project.admin().post<{ id: string }>(path, body)
  expect(answer.status).toBe(201)
  return answer.body.id
}

function fetchMore(id: string, handled: readonly Listened[] = []): Promise<Answer<{ items: Listened[] }>> {
  return project.admin().post(`${path}/${id}/fetch`, { handled_ids: handled.map((webhook) => webhook.id) })
}

async function fetchItems(id: string, handled?: readonly Listened[]): Promise<Listened[]> {
  const { body, status } = await fetchMore(id, handled)
  expect(status).toBe(200)
  return body.items
}

describe('a listener', () => {
  test('gets the ids and bytes that an endpoint gets, once each is handled', async () => {
    const id = await listen()
    await portico.webhooks.collect(project)
    const user = await project.signUp()
    await project.createTeam({ creator: user })
    await portico.service.idle()

    const first = await fetchItems(id)
    const again = await fetchItems(id, first.slice(0, 1))
    const last = await fetchItems(id, again)

    expect(first.map(({ event_type }) => event_type)).toEqual(['user.created', 'team.created'])
    expect(again).toEqual(first.slice(1))
    expect(last).toEqual([])
    const sent = [
      ...(await portico.webhooks.received('user.created')),
      ...(await portico.webhooks.received('team.created')),
    ].filter(({ projectId }) => projectId === project.id)
    expect(first.map((webhook) => [webhook.id, webhook.payload])).toEqual(
      sent.map(({ body, headers }) => [headers['webhook-id'], body]),
    )
  })

  test('gets the events of a project without an endpoint, and only those that it names', async () => {
    const [all, named] = [await listen(), await listen({ event_types: ['session.created'] })]
    const user = await project.signUp()

    const [created = expect.unreachable()] = await fetchItems(all)
    expect(JSON.parse(created.payload)).toMatchObject({ type: 'user.created', data: { id: user.id } })
    expect((await fetchItems(named)).map(({ event_type }) => event_type)).toEqual(['session.created'])
  })

  test('gets no payload of a user who was deleted, and what comes after it', async () => {
    const id = await listen()
    const user = await project.signUp()
    await project.server().delete(`/users/${user.id}`)

    const items = await fetchItems(id)

    expect(items.map(({ event_type }) => event_type)).toEqual(['user.deleted'])
    expect(await fetchItems(id, items)).toEqual([])
  })

  test('ends when nothing has fetched for two minutes, and on request', async () => {
    const [silent, busy, ended] = [await listen(), await listen(), await listen()]
    expect((await project.admin().delete(`${path}/${ended}`)).status).toBe(200)
    portico.clock.advance((WEBHOOK_LISTENER_SECONDS - 1) * 1_000)
    await fetchItems(busy)
    portico.clock.advance(2_000)

    expect(await fetchMore(silent)).toMatchObject({ status: 404 })
    expect(await fetchMore(ended)).toMatchObject({ status: 404 })
    expect(await fetchMore(busy)).toMatchObject({ status: 200 })
    expect((await project.admin().delete(`${path}/${ended}`)).status).toBe(200)
  })

  test('is unknown in another project', async () => {
    const id = await listen()
    const other = (await portico.createProject()).admin()
    await project.signUp()

    expect(await other.post(`${path}/${id}/fetch`, { handled_ids: [] })).toMatchObject({ status: 404 })
    expect((await other.delete(`${path}/${id}`)).status).toBe(200)
    expect(await fetchItems(id)).toHaveLength(1)
  })

  test('does not fill the sample of recent requests', async () => {
    const id = await listen()
    await fetchItems(id)
    await portico.service.idle()

    const { text } = await project.admin().get('/internal/requests')
    expect(text).toContain(path)
    expect(text).not.toContain('/fetch')
  })

  test('is one of a limited number', async () => {
    for (let count = 0; count < WEBHOOK_LISTENERS_MAX; count += 1) await listen()

    expect(await project.admin().post(path, {})).toMatchObject({ status: 400 })
    portico.clock.advance(WEBHOOK_LISTENER_SECONDS * 1_000)
    await listen()
  })
})
