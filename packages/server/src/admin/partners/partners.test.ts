import { createTestPortico, HttpClient, type Answer, type TestPortico } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { entriesOf } from '../../../test/audit-entries.ts'
import { asOwner, signUpOwner } from '../../../test/owner.ts'
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

  test('gets all other problems of the request too if its credentials are wrong', async () => {
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

  test('has an audit entry of the service for wrong credentials', async () => {
    await portico
      .anonymous()
      .post('/integrations/custom/projects/provision', {}, asPartner({ ...acme, client_secret: 'wrong' }))

    const { body } = await portico
      .internal({ accessType: 'admin' })
      .get('/internal/audit-events?outcome=refused&action=access.refused')

    expect(JSON.stringify(body)).toContain('/integrations/{partner}/projects/provision')
  })
})

describe('a transfer', () => {
  const transferPath = (by: TestPartner): string => `/integrations/${by.partner}/projects/transfer`

  function check(by: TestPartner, projectId: string): Promise<Answer> {
    return portico.anonymous().get(`${transferPath(by)}?project_id=${projectId}`, asPartner(by))
  }

  function start(by: TestPartner, projectId: string, path = transferPath(by)): Promise<Answer> {
    return portico.anonymous().post(path, { project_id: projectId }, asPartner(by))
  }

  async function startedCode(by: TestPartner, projectId: string): Promise<string> {
    const { body } = await start(by, projectId)
    return new URL(String(body['confirmation_url'])).searchParams.get('code') ?? ''
  }

  function checkCode(by: TestPartner, code: string, http: HttpClient = portico.internal()): Promise<Answer> {
    return http.post(`${transferPath(by)}/confirm/check`, { code })
  }

  function confirm(by: TestPartner, code: string, http: HttpClient): Promise<Answer> {
    return http.post(`${transferPath(by)}/confirm`, { code })
  }

  async function signedInOwner(): Promise<{ http: HttpClient; userId: string; accessToken: string }> {
    const { access_token: accessToken, user_id: userId } = await signUpOwner(portico)
    return { http: portico.internal({ accessToken }), userId, accessToken }
  }

  test.each([neon, acme])('makes the user who confirms it an owner: $partner', async (by) => {
    const { body: provisioned } = await provision(by)
    const { project_id: projectId } = provisioned
    const { accessToken, http, userId } = await signedInOwner()

    const checked = await check(by, projectId)
    const started = await start(by, projectId)
    const entries = await entriesOf(portico, projectId, async () => {
      expect(await start(by, projectId, `${transferPath(by)}/initiate`)).toMatchObject({ status: 200 })
    })
    const link = new URL(String(started.body['confirmation_url']))
    const code = link.searchParams.get('code') ?? ''
    const described = await checkCode(by, code)
    const confirmed = await confirm(by, code, http)

    expect(checked).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(entries).toMatchObject([
      { action: 'project.transfer_started', actorType: 'system', targetId: projectId, outcome: 'ok' },
    ])
    expect(link.origin + link.pathname).toBe(`${portico.baseUrl}/integrations/${by.partner}/projects/transfer/confirm`)
    expect(described.body).toEqual({ is_code_valid: true, project_display_name: 'Shop' })
    expect(confirmed).toMatchObject({ status: 200, body: { project_id: projectId } })
    const owned = asOwner(portico, projectId, accessToken)
    expect((await owned.get('/internal/projects/current/owners')).body).toMatchObject({ items: [{ user_id: userId }] })
    expect(JSON.stringify((await owned.get('/internal/audit-events')).body)).toContain('"project_owner.added"')
    expect((await adminOf(provisioned).get('/internal/projects/current')).status).toBe(200)
  })

  test('happens once: afterwards no step works, with this code or an older one', async () => {
    const { project_id: projectId } = (await provision(neon)).body
    const [first, second] = [await startedCode(neon, projectId), await startedCode(neon, projectId)]
    const { http } = await signedInOwner()
    await confirm(neon, second, http)

    const refused = [
      await check(neon, projectId),
      await start(neon, projectId),
      await checkCode(neon, first),
      await confirm(neon, first, http),
    ]

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(new Set(refused.map(({ text }) => text))).toEqual(
      new Set(['The project was not provisioned by this client, or it was transferred already.']),
    )
    expect(await confirm(neon, second, http)).toMatchObject({
      status: 409,
      body: { code: 'VERIFICATION_CODE_ALREADY_USED' },
    })
  })

  test.each(['the same code', 'different codes'])(
    'has one winner among users who confirm at once with %s',
    async (which) => {
      const { project_id: projectId, ...key } = (await provision(neon)).body
      const people = await Promise.all([1, 2, 3, 4].map(() => signedInOwner()))
      const shared = await startedCode(neon, projectId)
      const codes: string[] = []
      for (const _person of people) {
        codes.push(which === 'the same code' ? shared : await startedCode(neon, projectId))
      }

      const answers = await Promise.all(people.map(({ http }, index) => confirm(neon, codes[index] ?? '', http)))

      const { body } = await adminOf({ project_id: projectId, ...key }).get<{ items: { user_id: string }[] }>(
        '/internal/projects/current/owners',
      )
      const winners = people.filter((_person, index) => answers[index]?.status === 200)
      expect(body.items.map((owner) => owner.user_id)).toEqual(winners.map(({ userId }) => userId))
      const late = which === 'the same code' ? 409 : 400
      expect(winners).toHaveLength(1)
      expect(answers.filter(({ status }) => status === late)).toHaveLength(3)
    },
  )

  test.each([
    ['of another client of the partner', otherNeon],
    ['of another partner', acme],
  ])('is refused like that of an unknown project to a client %s', async (_which, stranger) => {
    const { project_id: projectId } = (await provision(neon)).body
    const unknown = '00000000-0000-4000-8000-000000000000'
    const seen = ({ status, text }: Answer): unknown => [status, text]

    expect(seen(await check(stranger, projectId))).toEqual(seen(await check(stranger, unknown)))
    expect(seen(await start(stranger, projectId))).toEqual(seen(await start(stranger, unknown)))
    expect((await check(stranger, unknown)).status).toBe(400)
  })

  test('has a code for its partner, the project "internal" and an hour', async () => {
    const { project_id: projectId } = (await provision(neon)).body
    const code = await startedCode(neon, projectId)
    const { http } = await signedInOwner()
    const other = await portico.createProject()
    const unknown = { status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } }

    expect(await checkCode(acme, code)).toMatchObject(unknown)
    expect(await confirm(acme, code, http)).toMatchObject(unknown)
    expect(await checkCode(neon, code, other.admin())).toMatchObject(unknown)
    expect(await confirm(neon, code, other.client(await other.signUp()))).toMatchObject(unknown)
    expect(await checkCode(neon, code.slice(1))).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    portico.clock.advance(3_600_000)
    expect(await checkCode(neon, code)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_CODE_EXPIRED' } })
  })

  test('is not confirmed by a visitor or an anonymous user, who leave the code valid', async () => {
    const { project_id: projectId } = (await provision(acme)).body
    const code = await startedCode(acme, projectId)
    const internal = portico.internal({ accessType: 'admin' })
    await internal.patch('/internal/projects/current', { config: { anonymous_enabled: true } })
    const { body } = await portico.internal().post('/auth/anonymous/sign-up', {})
    const missing = { status: 401, body: { code: 'USER_AUTHENTICATION_REQUIRED' } }

    expect(await confirm(acme, code, portico.internal())).toMatchObject(missing)
    expect(await confirm(acme, code, portico.internal({ accessToken: String(body['access_token']) }))).toMatchObject(
      missing,
    )
    expect((await checkCode(acme, code)).status).toBe(200)
  })

  test('is refused for a deleted project', async () => {
    const { body: provisioned } = await provision(acme)
    const code = await startedCode(acme, provisioned.project_id)
    const { http } = await signedInOwner()
    await adminOf(provisioned).delete('/internal/projects/current')

    const refused = [
      await check(acme, provisioned.project_id),
      await checkCode(acme, code),
      await confirm(acme, code, http),
    ]

    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  })
})

describe('a webhook of a partner', () => {
  const path = '/integrations/neon/webhooks'
  const wanted = { url: 'https://hooks.example/portico', description: 'Console' }

  async function provisionWithKeys(): Promise<{ admin: HttpClient; client: HttpClient; projectId: string }> {
    const { body: provisioned } = await provision(neon)
    const admin = adminOf(provisioned)
    const { body: keys } = await admin.post('/internal/api-keys', {
      description: 'Page',
      expires_at_millis: portico.clock.now().getTime() + 3_600_000,
      has_publishable_client_key: true,
      has_secret_server_key: false,
      has_super_secret_admin_key: false,
    })
    const { project_id: projectId } = provisioned
    const key = String(keys['publishable_client_key'])
    return { admin, client: new HttpClient(portico.service, { projectId, accessType: 'client', key }), projectId }
  }

  test('is added with the admin key, and to a provisioned project with the publishable key', async () => {
    const { admin, client } = await provisionWithKeys()

    const answers = [
      await admin.post(path, wanted, asPartner(otherNeon)),
      await client.post(path, wanted, asPartner(neon)),
    ]

    for (const { body, status } of answers) {
      expect([status, body]).toEqual([200, { secret: expect.stringMatching(/^whsec_/) }])
    }
    const { body } = await admin.get<{ items: unknown[] }>('/internal/webhook-endpoints')
    expect(body.items).toEqual([expect.objectContaining(wanted), expect.objectContaining(wanted)])
  })

  test('is refused with a publishable key to other clients, and to its client after the transfer', async () => {
    const { client, projectId } = await provisionWithKeys()
    const { body } = await portico
      .anonymous()
      .post('/integrations/neon/projects/transfer', { project_id: projectId }, asPartner(neon))
    const code = new URL(String(body['confirmation_url'])).searchParams.get('code')
    const { access_token: accessToken } = await signUpOwner(portico)

    const stranger = await client.post(path, wanted, asPartner(otherNeon))
    await portico.internal({ accessToken }).post('/integrations/neon/projects/transfer/confirm', { code })
    const late = await client.post(path, wanted, asPartner(neon))

    expect([stranger.status, late.status]).toEqual([400, 400])
    expect(late.text).toContain('was not provisioned by this client')
  })
})

describe('an address with many wrong credentials', () => {
  let limited: TestPortico

  beforeAll(async () => {
    limited = await createTestPortico({
      settings: { ...partnerSettings, PORTICO_TRUSTED_PROXIES: '127.0.0.1', PORTICO_RATE_LIMITS: 'on' },
    })
  })

  afterAll(() => limited.close())

  const from = (address: string, by: TestPartner): { headers: Record<string, string> } => ({
    headers: { ...asPartner(by).headers, 'x-forwarded-for': address },
  })

  async function provisionFrom(address: string, by: TestPartner): Promise<number> {
    const path = `/integrations/${by.partner}/projects/provision`
    return (await limited.anonymous().post(path, { display_name: 'X' }, from(address, by))).status
  }

  test('is refused with right ones too, and other addresses are not', async () => {
    const wrong: number[] = []
    for (let guess = 0; guess < 20; guess += 1) {
      wrong.push(await provisionFrom('192.0.2.1', { ...neon, client_secret: `guess ${guess}` }))
    }

    const [same, other] = [await provisionFrom('192.0.2.1', neon), await provisionFrom('192.0.2.2', neon)]

    expect([new Set(wrong), same, other]).toEqual([new Set([400]), 429, 200])
  })

  test('is refused with the secret server key of a project too', async () => {
    const backend = (await limited.createProject()).server()
    const send = async (by: TestPartner): Promise<number> => {
      const wanted = { url: 'https://hooks.example/portico' }
      return (await backend.post('/integrations/neon/webhooks', wanted, from('192.0.2.3', by))).status
    }
    const wrong: number[] = []
    for (let guess = 0; guess < 20; guess += 1) wrong.push(await send({ ...neon, client_secret: `guess ${guess}` }))

    expect([new Set(wrong), await send(neon)]).toEqual([new Set([400]), 429])
  })
})
