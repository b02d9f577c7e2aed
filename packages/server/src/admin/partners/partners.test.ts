import { createTestPortico, HttpClient, type Answer, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acme, asPartner, neon, otherNeon, partnerSettings, type TestPartner } from '../../../test/partners.ts'

const YEAR_MILLIS = 365.25 * 24 * 3_600_000

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ settings: partnerSettings })
})

afterAll(() => portico.close())

interface Provisioned {
  readonly project_id: string
  readonly super_secret_admin_key: string
}

function provision(by: TestPartner, displayName = 'Shop'): Promise<Answer<Provisioned & Answer['body']>> {
  const path = `/integrations/${by.partner}/projects/provision`
  return portico.anonymous().post(path, { display_name: displayName }, asPartner(by))
}

function adminOf({ project_id: projectId, super_secret_admin_key: key }: Provisioned): HttpClient {
  return new HttpClient(portico.service, { projectId, accessType: 'admin', key })
}

describe('a partner', () => {
  test.each([neon, acme])('provisions a project without an owner: $partner', async (by) => {
    const answer = await provision(by)
    const http = adminOf(answer.body)
    const [project, owners, keys] = [
      await http.get('/internal/projects/current'),
      await http.get('/internal/projects/current/owners'),
      await http.get<{ items: { expires_at_millis: number }[] }>('/internal/api-keys'),
    ]

    expect(answer.status).toBe(200)
    expect(project.body).toMatchObject({
      display_name: 'Shop',
      description: 'Provisioned by a partner.',
      config: {
        credential_enabled: true,
        allow_localhost: true,
        oauth_providers: [
          { id: 'github', type: 'shared' },
          { id: 'google', type: 'shared' },
        ],
      },
    })
    expect(owners.body).toMatchObject({ items: [] })
    expect(keys.body.items).toHaveLength(1)
    expect(Object.keys(keys.body.items[0] ?? {})).not.toContain('secret_server_key')
    const years = ((keys.body.items[0]?.expires_at_millis ?? 0) - portico.clock.now().getTime()) / YEAR_MILLIS
    expect(Math.round(years)).toBe(100)
  })

  test.each([
    ['of another partner', acme],
    ['with the secret of another client', { ...neon, client_secret: otherNeon.client_secret }],
    ['with an unknown id', { ...neon, client_id: 'neon-unknown' }],
    ['with an empty secret', { ...neon, client_secret: '' }],
  ])('is refused %s like with a wrong secret', async (_which, credentials) => {
    const http = portico.anonymous()
    const path = '/integrations/neon/projects/provision'
    const wrong = asPartner({ ...neon, client_secret: 'wrong' })
    const expected = await http.post(path, { display_name: 'X' }, wrong)

    const refused = await http.post(path, { display_name: 'X' }, asPartner(credentials))

    expect([refused.status, refused.text]).toEqual([400, expected.text])
  })

  test('whose credentials are wrong is told all other problems of the request too', async () => {
    const wrong = asPartner({ ...neon, client_secret: 'wrong' })
    const answer = await portico.anonymous().post('/integrations/neon/projects/provision', { surprise: 1 }, wrong)

    expect(answer.body['error']).toBe(
      [
        'The request does not fit POST /api/v1/integrations/neon/projects/provision:',
        'Invalid client_id:client_secret values; did you use the correct values for the Neon integration?',
        'body.display_name must be defined',
        'body contains unknown properties: surprise',
      ].join('\n  - '),
    )
  })

  test('whose credentials are wrong has an audit entry of the service', async () => {
    await portico
      .anonymous()
      .post('/integrations/custom/projects/provision', {}, asPartner({ ...acme, client_secret: 'wrong' }))

    const { body } = await portico
      .internal({ accessType: 'admin' })
      .get('/internal/audit-events?outcome=refused&action=access.refused')

    expect(JSON.stringify(body)).toContain('/integrations/{partner}/projects/provision')
  })
})

test('an address with many wrong credentials is refused with right ones too, and other addresses are not', async () => {
  const limited = await createTestPortico({
    settings: { ...partnerSettings, PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_RATE_LIMITS: 'on' },
  })
  const send = async (client: TestPartner, address: string): Promise<number> => {
    const { headers } = asPartner(client)
    const options = { headers: { ...headers, 'x-forwarded-for': address } }
    const path = `/integrations/${client.partner}/projects/provision`
    return (await limited.anonymous().post(path, { display_name: 'X' }, options)).status
  }
  const wrong: number[] = []
  for (let guess = 0; guess < 20; guess += 1) {
    wrong.push(await send({ ...neon, client_secret: `guess ${guess}` }, '192.0.2.1'))
  }

  const [same, other] = [await send(neon, '192.0.2.1'), await send(neon, '192.0.2.2')]

  await limited.close()
  expect([new Set(wrong), same, other]).toEqual([new Set([400]), 429, 200])
})
