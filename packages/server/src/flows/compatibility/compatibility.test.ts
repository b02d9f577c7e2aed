import { endpoints, type EndpointSpec } from '@portico/contract'
import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
})

afterAll(() => portico.close())

describe('a compatibility answer', () => {
  test('states that a user has no payment method and no products', async () => {
    const user = await project.signUp()
    const other = await project.signUp()
    const client = project.client(user)

    expect(await client.get(`/payments/billing/user/${user.id}`)).toMatchObject({
      status: 200,
      body: { has_customer: false, default_payment_method: null },
    })
    expect(await client.get(`/payments/products/user/${user.id}?limit=10`)).toMatchObject({
      status: 200,
      body: { items: [], is_paginated: true, pagination: { next_cursor: null } },
    })
    expect((await client.get(`/payments/billing/user/${other.id}`)).status).toBe(403)
    expect((await client.get(`/payments/products/user/${other.id}`)).status).toBe(403)
  })

  test('states that a team has no products, to its members and to servers', async () => {
    const [member, other] = [await project.signUp(), await project.signUp()]
    const server = project.server()
    const { body: team } = await server.post<{ id: string }>('/teams', { display_name: 'T' })
    await server.post(`/team-memberships/${team.id}/${member.id}`, {})
    const products = `/payments/products/team/${team.id}?limit=1`
    const noProducts = { status: 200, body: { items: [], pagination: { next_cursor: null } } }

    expect(await project.client(member).get(products)).toMatchObject(noProducts)
    expect(await server.get(products)).toMatchObject(noProducts)
    expect(await project.client(other).get(products)).toMatchObject({ body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } })
  })

  test('states that a user has no notification preferences', async () => {
    const user = await project.signUp()

    expect(await project.client(user).get('/emails/notification-preference/me')).toMatchObject({
      status: 200,
      body: { items: [] },
    })
    expect((await project.client().get('/emails/notification-preference/me')).status).toBe(400)
  })

  test.each([
    ['JSON', 'application/json', '{"events":[]}'],
    ['a compressed batch', 'application/octet-stream', Uint8Array.of(31, 139, 8, 0)],
  ])('accepts events as %s', async (_kind, type, rawBody) => {
    const answer = await project
      .client()
      .post('/analytics/events/batch', undefined, { rawBody, headers: { 'content-type': type } })

    expect(answer).toMatchObject({ status: 200, body: { success: true } })
  })

  test('names no other address of the service, without authentication', async () => {
    expect(await portico.anonymous().get('/internal/backend-urls')).toMatchObject({ status: 200, body: {} })
  })

  test('is marked in the OpenAPI document', async () => {
    const { body } = await portico
      .anonymous()
      .get<{ paths: Record<string, Record<string, Record<string, unknown>>> }>('/openapi.json')
    const marked = Object.values(body.paths)
      .flatMap((operations) => Object.values(operations))
      .filter((operation) => operation['x-compatibility-answer'] === true)
      .map(({ operationId }) => operationId)
    const declared = [...endpoints].flatMap(([name, spec]: [string, EndpointSpec]) =>
      spec.isCompatibilityAnswer ? [name] : [],
    )

    expect(marked).toHaveLength(6)
    expect(new Set(marked)).toEqual(new Set(declared))
  })
})
