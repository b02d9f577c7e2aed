import { createHash } from 'node:crypto'

import type { PartnerAuthorizationRead } from '@portico/contract'
import {
  createTestPortico,
  ProviderVisitor,
  type Answer,
  type HttpClient,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { asOwner, signUpOwner } from '../../../test/owner.ts'
import {
  authorizationRequestOf,
  beginAuthorization,
  exchangePartnerCode,
  postTo,
  returnToPartner,
  type BegunAuthorization,
} from '../../../test/partner-oauth.ts'
import type { TestPartner } from '../../../test/partners.ts'
import { createPortico } from '../../create-portico.ts'
import { statement } from '../../kernel/statement.ts'
import { readSettings } from '../../settings.ts'

const CALLBACK = 'https://console.partner.example/callback?from=portico'
const OTHER_CALLBACK = 'https://console.partner.example/other'
const redirect_uris = [CALLBACK, OTHER_CALLBACK]
const clients = {
  console: { partner: 'neon', client_id: 'console-1', client_secret: 'secret:of the/console', redirect_uris },
  other: { partner: 'neon', client_id: 'other', client_secret: 'secret of other', redirect_uris },
  custom: { partner: 'custom', client_id: 'console-1', client_secret: 'secret of custom', redirect_uris },
} as const satisfies Record<string, TestPartner>

const MINUTE_MILLIS = 60_000

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_PARTNERS: JSON.stringify(Object.values(clients)) } })
})

afterAll(() => portico.close())

function oauthUrl(partner = 'neon'): string {
  return `${portico.baseUrl}/api/v1/integrations/${partner}/oauth`
}

function begin(fields?: Readonly<Record<string, string>>): Promise<BegunAuthorization> {
  return beginAuthorization(portico, clients.console, fields)
}

function ownerOf({ ownerAccessToken }: TestProject): HttpClient {
  return portico.internal({ accessToken: ownerAccessToken })
}

function confirm(http: HttpClient, uid: string, projectId: string): Promise<Answer> {
  return http.post(`/internal/partner-authorizations/${uid}/confirm`, { project_id: projectId })
}

/** Confirms as the owner of the project. Returns the address at which the browser continues. */
async function confirmed(project: TestProject, uid: string): Promise<string> {
  return String((await confirm(ownerOf(project), uid, project.id)).body['continue_url'])
}

interface Issued extends BegunAuthorization {
  readonly project: TestProject
  readonly code: string
}

/** Runs the flow up to the authorization code. */
async function issue(given?: TestProject): Promise<Issued> {
  const project = given ?? (await portico.createProject())
  const begun = await begin()
  const back = await returnToPartner(begun.visitor, await confirmed(project, begun.uid))
  return { ...begun, project, code: back.searchParams.get('code') ?? '' }
}

function exchange(
  issued: Pick<Issued, 'code' | 'verifier'>,
  fields?: Readonly<Record<string, string>>,
  client: TestPartner = clients.console,
): Promise<Answer> {
  return exchangePartnerCode(portico, client, issued, fields)
}

const invalidGrant = { status: 400, text: expect.stringContaining('"error":"invalid_grant"') as string }

async function keysOf(project: TestProject): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await asOwner(portico, project.id, project.ownerAccessToken).get<{
    items: Record<string, unknown>[]
  }>('/internal/api-keys')
  return body.items
}

describe('the authorization of a partner', () => {
  test('takes the steps of the protocol, and gives an admin key', async () => {
    const project = await portico.createProject()
    const { seen, state, uid, verifier, visitor } = await begin()
    const [authorized, started, opened] = seen

    const issuer = `${oauthUrl()}/idp`
    const query = new URLSearchParams(authorizationRequestOf(clients.console, verifier, state))
    expect(seen.map(({ status }) => status)).toEqual([307, 303, 307])
    expect(authorized?.location?.href).toBe(`${issuer}/auth?${query.toString()}&scope=openid`)
    expect(started?.location?.href).toBe(`${issuer}/interaction/${uid}`)
    expect(started?.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^portico-partner-\w+=\w+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(opened?.location?.href).toBe(
      `${portico.baseUrl}/integrations/neon/confirm?interaction_uid=${uid}&external_project_name=Shop`,
    )

    const continueUrl = await confirmed(project, uid)
    const form = await visitor.send(new Request(continueUrl))
    const resume = await visitor.send(postTo(continueUrl))
    const back = await visitor.send(new Request(resume.location?.href ?? ''))
    expect(continueUrl).toMatch(`${issuer}/interaction/${uid}/done?code=`)
    expect([form.status, form.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(form.text).toContain('<form method="post"')
    expect([resume.status, resume.location?.href]).toEqual([303, `${issuer}/auth/${uid}`])
    expect(back.status).toBe(303)
    expect(back.location?.href.startsWith(`${CALLBACK}&code=`)).toBe(true)
    expect(Object.fromEntries(back.location?.searchParams ?? [])).toMatchObject({ state, iss: issuer })
    expect(visitor.cookies.size).toBe(0)

    const answer = await exchange({ code: back.location?.searchParams.get('code') ?? '', verifier })
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'api_key', project_id: project.id } })
    const key = String(answer.body['access_token'])
    const http = portico.internal({ projectId: project.id, accessType: 'admin', key })
    expect((await http.get('/internal/projects/current')).body).toMatchObject({ id: project.id })
    const [created] = await keysOf(project)
    expect(created).toMatchObject({
      description: 'Partner neon: Shop',
      super_secret_admin_key: { last_four: key.slice(-4) },
    })
    expect(new Date(Number(created?.['expires_at_millis'])).getUTCFullYear()).toBe(
      portico.clock.now().getUTCFullYear() + 100,
    )
  })

  test('follows the protocol with an independent client', async () => {
    const project = await portico.createProject()
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const { client_id: id, client_secret: secret } = clients.console
    const server: oauth.AuthorizationServer = {
      issuer: `${oauthUrl()}/idp`,
      authorization_endpoint: `${oauthUrl()}/authorize`,
      token_endpoint: `${oauthUrl()}/token`,
      authorization_response_iss_parameter_supported: true,
    }
    const client: oauth.Client = { client_id: id }
    const { uid, visitor } = await begin({ state, code_challenge: await oauth.calculatePKCECodeChallenge(verifier) })
    const back = await returnToPartner(visitor, await confirmed(project, uid))

    const parameters = oauth.validateAuthResponse(server, client, back, state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.ClientSecretBasic(secret),
      parameters,
      CALLBACK,
      verifier,
      {
        [oauth.allowInsecureRequests]: true,
        [oauth.customFetch]: (url, init) => portico.service.fetch(new Request(url, init as RequestInit)),
      },
    )
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
      recognizedTokenTypes: { api_key: () => undefined },
    })

    expect(tokens).toMatchObject({ token_type: 'api_key', project_id: project.id })
  })

  test('describes the request to the owner', async () => {
    const project = await portico.createProject()
    const { state, uid } = await begin({ redirect_uri: OTHER_CALLBACK })
    const read = async (): Promise<Answer<PartnerAuthorizationRead>> =>
      ownerOf(project).get(`/internal/partner-authorizations/${uid}`)

    expect((await read()).body).toEqual({
      partner: 'neon',
      redirect_host: 'console.partner.example',
      external_project_name: 'Shop',
      state: 'open',
      refusal_url: `${oauthUrl()}/idp/interaction/${uid}/done?error=access_denied`,
    })
    expect(state).not.toBe('')
    await confirmed(project, uid)
    expect((await read()).body.state).toBe('answered')
    expect(await ownerOf(project).get('/internal/partner-authorizations/unknown')).toMatchObject({ status: 404 })
    const expired = await begin()
    await portico.database.db.run(statement`
      update partner_authorizations set expires_at = ${portico.clock.now()}
      where uid_hash = ${createHash('sha256').update(expired.uid).digest()}`)
    expect((await ownerOf(project).get(`/internal/partner-authorizations/${expired.uid}`)).body).toMatchObject({
      state: 'expired',
    })
  })

  test('returns a refusal to the partner', async () => {
    const project = await portico.createProject()
    const { state, uid, visitor } = await begin()
    const { body } = await ownerOf(project).get<PartnerAuthorizationRead>(`/internal/partner-authorizations/${uid}`)

    const back = await returnToPartner(visitor, body.refusal_url)

    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: 'portico',
      error: 'access_denied',
      state,
      iss: `${oauthUrl()}/idp`,
    })
    expect(await confirm(ownerOf(project), uid, project.id)).toMatchObject({ status: 400 })
  })

  test('is confirmed by the server of "internal" too', async () => {
    const project = await portico.createProject()
    const { uid, verifier, visitor } = await begin()
    const send = (http: HttpClient, partner = 'neon'): Promise<Answer> =>
      http.post(`/integrations/${partner}/internal/confirm`, {
        interaction_uid: uid,
        project_id: project.id,
        external_project_name: 'Books',
      })

    const ofOtherProject = await send(project.server())
    const ofOtherPartner = await send(portico.internal({ accessType: 'server' }), 'custom')
    const { body, status } = await send(portico.internal({ accessType: 'server' }))

    expect(ofOtherProject).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(ofOtherPartner.status).toBe(400)
    expect(status).toBe(200)
    const url = `${oauthUrl()}/idp/interaction/${uid}/done?code=${String(body['authorization_code'])}`
    const code = (await returnToPartner(visitor, url)).searchParams.get('code') ?? ''
    expect((await exchange({ code, verifier })).status).toBe(200)
    expect((await keysOf(project))[0]).toMatchObject({ description: 'Partner neon: Books' })
  })

  test('creates the key at the exchange, as the owner, and tells the other owners', async () => {
    const project = await portico.createProject({ displayName: 'Notes' })
    const other = await signUpOwner(portico)
    const { rows } = await portico.database.db.run(statement<{ value: string }>`
      update contact_channels set is_verified = true where user_id = ${other.user_id} returning value`)
    await portico.database.db.run(statement`
      insert into project_owners (project_id, user_id, owned_project_id)
      values ('internal', ${other.user_id}, ${project.id})`)
    const email = rows[0]?.value ?? ''

    const issued = await issue(project)
    const before = await keysOf(project)
    await exchange(issued)

    expect([before.length, (await keysOf(project)).length]).toEqual([1, 2])
    await portico.service.idle()
    expect((await portico.mailbox.latest(email)).text).toContain('the access of a partner of the project “Notes”')
    const { body } = await project.admin().get<{ items: object[] }>('/internal/audit-events?limit=1')
    expect(body.items).toMatchObject([{ action: 'internal_api_key.created', actor_type: 'admin' }])
  })
})

describe('a request of a partner', () => {
  test.each([
    [
      'an unregistered redirect URI',
      { redirect_uri: 'https://console.partner.example/callback' },
      'invalid_redirect_uri',
    ],
    ['a redirect URI with more', { redirect_uri: `${CALLBACK}&more` }, 'invalid_redirect_uri'],
    ['a redirect URI that is no URL', { redirect_uri: 'callback' }, 'invalid_redirect_uri'],
    ['an unknown client', { client_id: 'unknown' }, 'invalid_client'],
  ])('is refused as JSON with %s', async (_what, fields, error) => {
    const { seen, state } = await begin(fields)
    const last = seen.at(-1)

    expect([seen.length, last?.status]).toEqual([2, 400])
    expect(JSON.parse(last?.text ?? '')).toEqual({
      error,
      error_description: expect.any(String) as string,
      iss: `${oauthUrl()}/idp`,
      state,
    })
    expect(last?.headers.getSetCookie()).toEqual([])
  })

  test.each([
    ['client_id', ''],
    ['state', ''],
    ['redirect_uri', ''],
    ['code_challenge', 'short'],
    ['code_challenge_method', 'plain'],
    ['response_type', 'token'],
  ])('is refused with SCHEMA_ERROR for a wrong %s', async (name, value) => {
    const request = { ...authorizationRequestOf(clients.console, 'v'.repeat(43), 'state'), [name]: value }
    const query = new URLSearchParams(request).toString()

    for (const path of ['authorize', 'idp/auth']) {
      const answer = await portico.anonymous().get(`/integrations/neon/oauth/${path}?${query}&scope=openid`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })

  test('is described as text', async () => {
    const { text } = await portico.anonymous().get('/integrations/custom/oauth')

    expect(text).toContain(`${oauthUrl('custom')}/authorize`)
    expect(text).toContain(`${oauthUrl('custom')}/token`)
  })

  test('finds an issuer without keys that refuses tokens', async () => {
    const keys = await portico.anonymous().get('/integrations/neon/oauth/idp/.well-known/jwks.json')
    const me = await portico.anonymous().get('/integrations/neon/oauth/idp/me')

    expect(keys.body).toEqual({ keys: [] })
    expect([me.status, me.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  })
})

describe('a browser', () => {
  test('cannot continue for another visitor, also with the code', async () => {
    const project = await portico.createProject()
    const { uid } = await begin()
    const code = new URL(await confirmed(project, uid)).searchParams.get('code') ?? ''
    const [interaction, done, resume] = [
      `${oauthUrl()}/idp/interaction/${uid}`,
      `${oauthUrl()}/idp/interaction/${uid}/done?code=${code}`,
      `${oauthUrl()}/idp/auth/${uid}`,
    ]
    const thief = (await begin()).visitor

    for (const request of [new Request(interaction), new Request(done), postTo(done), new Request(resume)]) {
      const answer = await thief.send(request)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
    }
  })

  test('cannot continue with a code that is wrong, missing or of another interaction', async () => {
    const project = await portico.createProject()
    const [own, other] = [await begin(), await begin()]
    const ownUrl = new URL(await confirmed(project, own.uid))
    const otherUrl = new URL(await confirmed(project, other.uid))

    for (const search of [`?code=${'a'.repeat(52)}`, otherUrl.search, '']) {
      ownUrl.search = search
      for (const request of [new Request(ownUrl), postTo(ownUrl.href)]) {
        expect((await own.visitor.send(request)).status).toBe(400)
      }
      expect((await own.visitor.send(new Request(`${oauthUrl()}/idp/auth/${own.uid}`))).status).toBe(400)
    }
  })

  test('does not go to a redirect URI that is no longer configured', async () => {
    const project = await portico.createProject()
    const { uid, visitor } = await begin()
    const continueUrl = await confirmed(project, uid)
    const settings = readSettings({
      PORTICO_SECRET: portico.secret,
      PORTICO_BASE_URL: portico.baseUrl,
      PORTICO_PARTNERS: JSON.stringify([{ ...clients.console, redirect_uris: [OTHER_CALLBACK] }]),
      PORTICO_LOG: 'error',
    })
    const node = await createPortico({ settings, db: portico.database.db, clock: portico.clock })
    const later = new ProviderVisitor(node, portico.baseUrl)
    for (const [name, value] of visitor.cookies) later.cookies.set(name, value)

    const statuses: number[] = []
    for (const request of [
      new Request(continueUrl),
      postTo(continueUrl),
      new Request(`${oauthUrl()}/idp/auth/${uid}`),
    ]) {
      statuses.push((await later.send(request)).status)
    }
    await node.close()

    expect(statuses).toEqual([400, 400, 400])
  })

  test('sees what is wrong on a page in its language', async () => {
    const { visitor } = await begin()
    const headers = { accept: 'text/html', 'accept-language': 'de' }

    const answer = await visitor.send(new Request(`${oauthUrl()}/idp/interaction/unknown`, { headers }))

    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Diese Anfrage ist abgelaufen')
  })

  test('cannot use the code of a confirmation twice, or later than ten minutes', async () => {
    const project = await portico.createProject()
    const [first, second] = [await begin(), await begin()]
    const used = await confirmed(project, first.uid)
    const late = await confirmed(project, second.uid)
    await returnToPartner(first.visitor, used)

    expect((await first.visitor.send(postTo(used))).status).toBe(400)
    portico.clock.advance(11 * MINUTE_MILLIS)
    expect((await second.visitor.send(postTo(late))).status).toBe(400)
  })
})

describe('a confirmation', () => {
  test('is refused for a project of another owner like for an unknown one', async () => {
    const [own, other] = [await portico.createProject(), await portico.createProject()]
    const { uid } = await begin()
    const unknown = 'c0a7c6d0-0000-4000-8000-000000000000'

    const answers = await Promise.all([other.id, unknown].map((id) => confirm(ownerOf(own), uid, id)))

    expect(answers).toMatchObject([
      { status: 404, body: { code: 'PROJECT_NOT_FOUND' } },
      { status: 404, body: { code: 'PROJECT_NOT_FOUND' } },
    ])
    expect(await confirm(ownerOf(own), uid, 'internal')).toMatchObject({ status: 400 })
    expect(await confirm(ownerOf(own), uid, own.id)).toMatchObject({ status: 200 })
  })

  test('needs a recent sign-in', async () => {
    const project = await portico.createProject()
    portico.clock.advance(9 * MINUTE_MILLIS)
    const owner = await signUpOwner(portico)
    portico.clock.advance(16 * MINUTE_MILLIS)
    const { body } = await portico
      .internal({ refreshToken: owner.refresh_token })
      .post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    const { uid } = await begin()

    const answer = await confirm(portico.internal({ accessToken: body.access_token }), uid, project.id)

    expect(answer).toMatchObject({ body: { code: 'RECENT_SIGN_IN_REQUIRED' } })
  })

  test('wins alone against another at the same time, and has a time limit', async () => {
    const project = await portico.createProject()
    const { uid } = await begin()
    const late = await begin()

    const answers = await Promise.all([1, 2, 3].map(() => confirm(ownerOf(project), uid, project.id)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    portico.clock.advance(61 * MINUTE_MILLIS)
    expect(await confirm(ownerOf(await portico.createProject()), late.uid, project.id)).toMatchObject({ status: 404 })
    const { id, ownerAccessToken } = await portico.createProject()
    expect(await confirm(portico.internal({ accessToken: ownerAccessToken }), late.uid, id)).toMatchObject({
      status: 400,
    })
  })
})

describe('an authorization code', () => {
  test('gives nothing to another client or with another parameter, and stays valid', async () => {
    const issued = await issue()
    const attacks: readonly { fields?: Record<string, string>; client?: TestPartner }[] = [
      { client: clients.other },
      { client: clients.custom },
      { fields: { redirect_uri: OTHER_CALLBACK } },
      { fields: { code_verifier: 'v'.repeat(43) } },
      { fields: { code_verifier: 'short' } },
      { fields: { code: 'x'.repeat(43) } },
    ]

    for (const { client, fields } of attacks) {
      const refused = await exchange(issued, fields, client)
      expect(refused).toMatchObject(invalidGrant)
      expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    }
    expect((await exchange(issued)).status).toBe(200)
  })

  test('is valid for a minute', async () => {
    const [early, late] = [await issue(), await issue()]

    portico.clock.advance(MINUTE_MILLIS - 5_000)
    expect((await exchange(early)).status).toBe(200)
    portico.clock.advance(10_000)
    expect(await exchange(late)).toMatchObject(invalidGrant)
  })

  test('revokes its key when it is used again with its verifier, and not without', async () => {
    const issued = await issue()
    const key = String((await exchange(issued)).body['access_token'])
    const http = portico.internal({ projectId: issued.project.id, accessType: 'admin', key })
    const use = async (): Promise<number> => (await http.get('/internal/projects/current')).status

    expect(await exchange(issued, { code_verifier: 'v'.repeat(43) })).toMatchObject(invalidGrant)
    expect(await use()).toBe(200)
    expect(await exchange(issued)).toMatchObject(invalidGrant)
    expect(await use()).toBe(401)
  })

  test('gives one key to exchanges at the same time', async () => {
    const issued = await issue()

    const answers = await Promise.all([1, 2, 3].map(() => exchange(issued)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(await keysOf(issued.project)).toHaveLength(2)
  })

  test.each([
    ['has signed out', (owner: HttpClient) => owner.delete('/auth/sessions/current')],
    [
      'no longer owns the project',
      async (_owner: HttpClient, project: TestProject) => {
        await portico.database.db.run(statement`delete from project_owners where owned_project_id = ${project.id}`)
      },
    ],
    [
      'has deleted the project',
      (_owner: HttpClient, project: TestProject) =>
        asOwner(portico, project.id, project.ownerAccessToken).delete('/internal/projects/current'),
    ],
  ])('gives nothing after the owner %s', async (_what, end: (owner: HttpClient, project: TestProject) => unknown) => {
    const issued = await issue()
    await end(ownerOf(issued.project), issued.project)

    expect(await exchange(issued)).toMatchObject(invalidGrant)
  })

  test('needs the credentials of the client', async () => {
    const issued = await issue()
    const wrong = { ...clients.console, client_secret: 'wrong' }

    expect(await exchange(issued, {}, wrong)).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })
})
