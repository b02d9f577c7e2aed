import { createTestPortico, type Answer, type HttpClient, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner, signUpOwner } from '../../../test/owner.ts'

let portico: TestPortico
let admin: HttpClient

beforeAll(async () => {
  portico = await createTestPortico()
  admin = (await portico.createProject()).admin()
})

afterAll(() => portico.close())

async function configOf(http: HttpClient): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await http.get<{ config: Record<string, unknown> }>('/internal/projects/current')
  return body.config
}

describe.each(['neon', 'custom'])('the domains of a project for %s', (partner) => {
  const path = `/integrations/${partner}/domains`
  let admin: HttpClient

  beforeAll(async () => {
    admin = (await portico.createProject()).admin()
  })

  test('are those of its settings', async () => {
    const [first, second] = ['https://a.example', 'https://b.example:8443/app']
    const added = [await admin.post(path, { domain: first }), await admin.post(path, { domain: second })]
    const again = await admin.post(path, { domain: first })
    const listed = await admin.get(path)
    const stored = (await configOf(admin))['domains']
    const removed = await admin.delete(`${path}/${encodeURIComponent(second)}`)
    const absent = await admin.delete(`${path}/${encodeURIComponent(second)}`)

    expect([...added, again].map(({ body, status }) => [status, body])).toEqual([
      [201, { domain: first }],
      [201, { domain: second }],
      [201, { domain: first }],
    ])
    expect(listed.body).toEqual({ items: [{ domain: first }, { domain: second }], is_paginated: false })
    expect(stored).toEqual([
      { domain: first, handler_path: '/handler' },
      { domain: second, handler_path: '/handler' },
    ])
    expect([removed.body, absent.body]).toEqual([{ success: true }, { success: true }])
    expect((await admin.get(path)).body).toMatchObject({ items: [{ domain: first }] })
  })

  test('do not lose one of those that are added at once', async () => {
    const wanted = Array.from({ length: 5 }, (_, index) => `https://${index}.${partner}.example`)

    await Promise.all(wanted.map((domain) => admin.post(path, { domain })))

    const { body } = await admin.get<{ items: { domain: string }[] }>(path)
    expect(body.items.map(({ domain }) => domain)).toEqual(expect.arrayContaining(wanted))
  })

  test.each(['ftp://a.example', 'a.example', 'https://user@a.example', ''])('refuse %j', async (domain) => {
    const answer = await admin.post(path, { domain })

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.text).toContain('body.domain')
  })
})

describe('the sign-in providers of a project for neon', () => {
  const path = '/integrations/neon/oauth-providers'

  test('are those of its settings', async () => {
    const keys = { client_id: 'id', client_secret: 'secret', microsoft_tenant_id: 'tenant' }
    const shared = await admin.post(path, { id: 'github' })
    const own = await admin.post(path, { id: 'microsoft', type: 'standard', ...keys })
    const renamed = await admin.patch(`${path}/microsoft`, { client_id: 'another' })
    const listed = await admin.get(path)

    expect([shared.status, shared.body]).toEqual([201, { id: 'github', type: 'shared', enabled: true }])
    expect(own.body).toEqual({ id: 'microsoft', type: 'standard', enabled: true, ...keys })
    const masked = { ...own.body, client_id: 'another', client_secret: expect.stringMatching(/^•+$/) }
    expect([renamed.status, renamed.body]).toEqual([200, masked])
    expect(listed.body).toEqual({ items: [shared.body, masked], is_paginated: false })
    expect((await configOf(admin))['oauth_providers']).toEqual([shared.body, masked])
    const back = await admin.patch(`${path}/microsoft`, { type: 'shared' })
    expect(back.body).toEqual({ id: 'microsoft', type: 'shared', enabled: true })
    expect((await admin.delete(`${path}/microsoft`)).body).toEqual({ success: true })
    expect((await admin.get(path)).body).toMatchObject({ items: [{ id: 'github' }] })
  })

  test.each<[string, () => Promise<Answer>, number, string]>([
    ['a provider twice', () => admin.post(path, { id: 'github' }), 400, 'has the provider github already'],
    ['a change of an absent one', () => admin.patch(`${path}/apple`, {}), 404, 'does not have the provider apple'],
    ['the removal of an absent one', () => admin.delete(`${path}/apple`), 404, 'does not have the provider apple'],
    ['an unknown id', () => admin.post(path, { id: 'orkut' }), 400, 'body.id must be one of'],
    ['no client id', () => admin.post(path, { id: 'x', type: 'standard' }), 400, 'body.client_id must be defined'],
    [
      'no client secret',
      () => admin.post(path, { id: 'x', type: 'standard', client_id: 'id' }),
      400,
      'body.client_secret must be defined',
    ],
    [
      'keys for shared keys',
      () => admin.post(path, { id: 'x', client_id: 'id' }),
      400,
      'body.client_id belongs to the type standard',
    ],
    ['a read by id', () => admin.get(`${path}/github`), 405, ''],
  ])('refuse %s', async (_what, call, status, text) => {
    const answer = await call()

    expect(answer.status).toBe(status)
    expect(answer.text).toContain(text)
  })
})

test('the keys of a project for neon are its keys', async () => {
  const path = '/integrations/neon/api-keys'
  const wanted = {
    description: 'Backend',
    expires_at_millis: portico.clock.now().getTime() + 3_600_000,
    has_publishable_client_key: false,
    has_secret_server_key: true,
    has_super_secret_admin_key: false,
  }

  const created = await admin.post<{ id: string; secret_server_key: string }>(path, wanted)
  const renamed = await admin.patch(`${path}/${created.body.id}`, { description: 'Renamed' })

  expect(created.status).toBe(200)
  expect(created.body.secret_server_key).toMatch(/^ssk_/)
  expect(renamed.body).toEqual((await admin.get(`/internal/api-keys/${created.body.id}`)).body)
  expect((await admin.get(`${path}/${created.body.id}`)).body).toEqual(renamed.body)
  expect((await admin.get(path)).body).toEqual((await admin.get('/internal/api-keys')).body)
  expect(await admin.get(`${path}/00000000-0000-4000-8000-000000000000`)).toMatchObject({
    status: 404,
    body: { code: 'API_KEY_NOT_FOUND' },
  })
})

test('an owner needs a recent sign-in to add a domain or a provider, and the other owners get a mail', async () => {
  const [ada, bob] = [await signUpOwner(portico), await signUpOwner(portico)]
  const { body: own } = await portico
    .internal({ accessToken: ada.access_token })
    .post<{ id: string }>('/internal/projects', { display_name: 'Own' })
  await portico.internal({ accessType: 'server', accessToken: bob.access_token }).patch('/users/me', {
    server_metadata: { managedProjectIds: [own.id] },
    primary_email_verified: true,
  })
  const { primary_email: email } = (await portico.internal({ accessToken: bob.access_token }).get('/users/me')).body
  const http = asOwner(portico, own.id, ada.access_token)

  expect((await http.post('/integrations/custom/domains', { domain: 'https://own.example' })).status).toBe(201)
  await portico.service.idle()
  const told = await portico.mailbox.latest(String(email))
  portico.clock.advance(16 * 60_000)
  const { body: refreshed } = await portico
    .internal()
    .with({ refreshToken: ada.refresh_token })
    .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
  const later = asOwner(portico, own.id, refreshed.access_token)
  const refused = [
    await later.post('/integrations/custom/domains', { domain: 'https://late.example' }),
    await later.delete(`/integrations/custom/domains/${encodeURIComponent('https://own.example')}`),
    await later.post('/integrations/neon/oauth-providers', { id: 'github' }),
  ]

  expect(told.text).toContain('Own')
  for (const answer of refused) expect(answer.body).toMatchObject({ code: 'RECENT_SIGN_IN_REQUIRED' })
})
