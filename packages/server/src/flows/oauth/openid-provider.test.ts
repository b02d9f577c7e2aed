import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { ConnectionDomainRead, ProjectAdminRead, TeamConnectionRead } from '@portico/contract'

import {
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  type Answer,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { startDnsServer, type DnsServer } from '../../../../../tools/dns-server.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../../../../../tools/openid-provider.ts'
import { createRsaKey } from '../../../test/dkim.ts'
import { json, statement } from '../../kernel/statement.ts'
import { SECRET_MASK } from '../../records/projects/secret-mask.ts'

// An independent OpenID provider replaces the operator's Google.

const CLIENT = { client_id: 'portico', client_secret: 'a secret of some length, for a test' }

let dns: DnsServer
let portico: TestPortico
let provider: OpenIdProvider
let project: TestProject
let issuer: string
/** The public keys that the provider reads, by the client to which they belong. */
const registeredKeys: Record<string, object> = {}

/** The provider's clients and how they authenticate, by the id of the issuer that the project has for each. */
const issuerClients = {
  'custom:basic': { method: 'client_secret_basic', client_secret: CLIENT.client_secret },
  'custom:post': { method: 'client_secret_post', client_secret: CLIENT.client_secret },
  'custom:key': { method: 'private_key_jwt' },
  'custom:own-key': { method: 'private_key_jwt', audience: 'token_endpoint', private_key: createRsaKey() },
} as const
type IssuerId = keyof typeof issuerClients

function issuerOf(id: IssuerId): Record<string, unknown> {
  return { id, display_name: 'Company', issuer_url: issuer, client_id: id, authentication: issuerClients[id] }
}

function saveIssuers(
  issuers: readonly object[],
  of = project,
): Promise<Answer<ProjectAdminRead & { code: string; error: string }>> {
  return of.admin().patch('/internal/projects/current', { config: { oidc_providers: issuers } })
}

beforeAll(async () => {
  provider = await startOpenIdProvider(({ pathname }) => registeredKeys[pathname.slice(1)])
  issuer = provider.url
  dns = await startDnsServer()
  portico = await createTestPortico({
    seed: { shared_oauth_providers: { google: { ...CLIENT, issuer } } },
    settings: { PORTICO_DNS_SERVER: dns.address },
  })
  project = await portico.createProject({ config: { oauth_providers: [{ id: 'google', type: 'shared' }] } })
  await provider.register({
    ...CLIENT,
    redirect_uris: [`${portico.baseUrl}/api/v1/auth/oauth/callback/google`],
    token_endpoint_auth_method: 'client_secret_post',
    userinfo_signed_response_alg: 'RS256',
  })
  for (const [id, { method }] of Object.entries(issuerClients)) {
    await provider.register({
      client_id: id,
      redirect_uris: [`${portico.baseUrl}/api/v1/auth/oauth/callback/${id}@${project.id}`],
      token_endpoint_auth_method: method,
      ...(method === 'private_key_jwt'
        ? { jwks_uri: `https://portico.example/${id}` }
        : { client_secret: CLIENT.client_secret }),
    })
  }
})

afterAll(async () => {
  await portico.close()
  await dns.close()
  provider.close()
})

function urlOf(listening: Server): string {
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

/** Signs in at the provider like a browser, with cookies and forms, and returns the callback URL. */
async function signInAtProvider(start: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(start)
  let form: Record<string, string> | null = null
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location !== null) {
      url = new URL(location, url)
      form = null
      if (url.origin !== issuer) return url
      continue
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (prompt === undefined || action === undefined) throw new Error(`No form on the page of the provider: ${page}`)
    url = new URL(action, url)
    form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt }
  }
  throw new Error('The provider redirected the browser too often.')
}

async function signIn(
  login: string,
  providerId: 'google' | `custom:${string}` | `connection:${string}` = 'google',
): Promise<{ isNew: boolean; me: Record<string, unknown> }> {
  const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
  const { url, codeVerifier } = authorizationRequest(portico.baseUrl, project, providerId)
  const away = await visitor.send(new Request(url))
  const back = await signInAtProvider(away.location?.href ?? '', login)
  const seen = await visitor.send(new Request(back))
  const code = seen.location?.searchParams.get('code')
  if (!code) throw new Error(`${seen.status} ${seen.location?.href ?? seen.text}`)
  const tokens = await portico.anonymous().post<{ access_token: string; is_new_user: boolean }>('/auth/oauth/token', {
    grant_type: 'authorization_code',
    client_id: project.id,
    redirect_uri: 'http://localhost:3000/handler/oauth-callback',
    code,
    code_verifier: codeVerifier,
  })
  const me = await project.client({ accessToken: tokens.body.access_token, refreshToken: '' }).get('/users/me')
  return { isNew: tokens.body.is_new_user, me: me.body }
}

test('two sign-ins at an OpenID provider with form authentication and signed userinfo give one user with its claims', async () => {
  const first = await signIn('ada')
  const second = await signIn('ada')

  expect(first.isNew).toBe(true)
  expect(first.me).toMatchObject({
    primary_email: 'ada@example.com',
    primary_email_verified: true,
    display_name: 'Ada Lovelace',
    profile_image_url: 'https://example.com/ada.png',
    oauth_providers: [{ id: 'google', account_id: 'ada', email: 'ada@example.com' }],
  })
  expect(second.isNew).toBe(false)
  expect(second.me.id).toBe(first.me.id)
})

test('the request to an OpenID provider has the scope openid, PKCE and a nonce', async () => {
  const { url } = authorizationRequest(portico.baseUrl, project, 'google')

  const { location } = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))

  expect(location?.origin).toBe(issuer)
  expect(location?.searchParams.get('scope')).toBe('openid profile email')
  expect(location?.searchParams.get('code_challenge_method')).toBe('S256')
  expect(location?.searchParams.get('nonce')).toBeTruthy()
})

describe('an issuer by URL', () => {
  beforeAll(async () => {
    const { body } = await saveIssuers([
      issuerOf('custom:basic'),
      issuerOf('custom:post'),
      issuerOf('custom:key'),
      issuerOf('custom:own-key'),
    ])
    for (const { authentication, id } of body.config.oidc_providers) {
      if (authentication.method === 'private_key_jwt') registeredKeys[id] = authentication.public_jwk
    }
  })

  test.each(Object.keys(issuerClients) as IssuerId[])('signs users in as %s', async (id) => {
    const login = id.replace(':', '-')
    const first = await signIn(login, id)
    const second = await signIn(login, id)

    expect(first).toMatchObject({
      isNew: true,
      me: {
        primary_email: `${login}@example.com`,
        primary_email_verified: true,
        oauth_providers: [{ id, account_id: login }],
      },
    })
    expect(second).toMatchObject({ isNew: false, me: { id: first.me.id } })
  })

  test('signs in a user whom a server has created or moved with an account there', async () => {
    const accounts = [{ id: 'custom:basic', account_id: 'created', email: null }]
    const provider_accounts = [{ provider: 'custom:basic', account_id: 'moved', email: null }]
    const run = { source: 'auth0', is_dry_run: false }

    const created = await project.server().post('/users', { oauth_providers: accounts })
    const { body: started } = await project.admin().post('/internal/imports', run)
    const moved = await project.admin().post<{ outcomes: unknown }>(`/internal/imports/${String(started.id)}/records`, {
      lines: [{ line: 1, record: { kind: 'user', source_id: 'moved', provider_accounts } }],
    })

    expect(created.status).toBe(201)
    expect(moved.body.outcomes).toMatchObject([{ outcome: 'created' }])
    expect(await signIn('created', 'custom:basic')).toMatchObject({ isNew: false, me: { id: created.body.id } })
    expect(await signIn('moved', 'custom:basic')).toMatchObject({ isNew: false })
  })

  test('has a callback URL for each project, which accepts no state of another one', async () => {
    const other = await portico.createProject()
    await saveIssuers([issuerOf('custom:basic')], other)

    const seen = await Promise.all(
      [`custom:basic@${other.id}`, 'custom:basic'].map(async (name) => {
        const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
        const away = await visitor.send(new Request(authorizationRequest(portico.baseUrl, project, 'custom:basic').url))
        const back = await signInAtProvider(away.location?.href ?? '', 'eve')
        expect(back.pathname).toBe(`/api/v1/auth/oauth/callback/custom:basic@${project.id}`)
        return visitor.send(new Request(back.href.replace(`custom:basic@${project.id}`, name)))
      }),
    )

    expect(seen.map(({ location, status }) => [status, location])).toEqual([
      [400, null],
      [400, null],
    ])
  })

  test('is requested with PKCE, a nonce and the scope openid', async () => {
    const { url } = authorizationRequest(portico.baseUrl, project, 'custom:basic')

    const { location } = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url))

    expect(location?.origin).toBe(issuer)
    expect(location?.searchParams.get('scope')).toBe('openid profile email')
    expect(location?.searchParams.get('code_challenge_method')).toBe('S256')
    expect(location?.searchParams.get('nonce')).toBeTruthy()
  })

  test('has its display name in the mail about removed accounts', async () => {
    const recipient = 'removed@example.com'
    const now = portico.clock.now()
    const payload = {
      ...{ change: 'unproved_access_removed', changedAtMillis: now.getTime(), providerName: '' },
      disconnected: ['custom:basic', 'github'],
    }
    await portico.database.db.run(statement`
      insert into emails (project_id, id, user_id, template, recipient, payload, next_attempt_at, created_at)
      values (${project.id}, ${randomUUID()}, null, 'sign_in_method_changed', ${recipient}, ${json(payload)}::jsonb, ${now}, ${now})`)

    const { text } = await portico.mailbox.latest(recipient)

    expect(text).toContain('Company')
    expect(text).not.toContain('custom:basic')
  })

  test('is public without its client, and its secrets are masked', async () => {
    const read = await project.client().get<{ config: object }>('/projects/current')
    const admin = await project.admin().get('/internal/projects/current')

    expect(read.body.config).toMatchObject({
      oidc_providers: expect.arrayContaining([{ id: 'custom:basic', display_name: 'Company', icon_url: null }]),
    })
    expect(read.text).not.toContain(issuer)
    expect(admin.text).not.toMatch(/PRIVATE KEY|a secret of some length/)
  })

  test('keeps its key while issuer and client stay, and settings can be written back as they were read', async () => {
    const { body } = await project.admin().get<ProjectAdminRead>('/internal/projects/current')
    const before = body.config.oidc_providers

    const same = await saveIssuers(before)
    const withoutKey = await saveIssuers(before.map((one) => (one.id === 'custom:key' ? issuerOf('custom:key') : one)))
    const [otherClient] = (
      await saveIssuers(
        before.map((one) => (one.id === 'custom:key' ? { ...issuerOf('custom:key'), client_id: 'other' } : one)),
      )
    ).body.config.oidc_providers.filter(({ id }) => id === 'custom:key')

    expect(same.body).toMatchObject({ version: body.version, config: { oidc_providers: before } })
    expect(withoutKey.body.config.oidc_providers).toEqual(before)
    expect(otherClient?.authentication).not.toMatchObject({
      public_jwk: registeredKeys['custom:key'],
    })
  })

  test('cannot have a masked secret of another issuer or client', async () => {
    const other = await portico.createProject()
    await saveIssuers([issuerOf('custom:basic')], other)
    const masked = { method: 'client_secret_basic', client_secret: SECRET_MASK }

    const answers = [
      await saveIssuers([{ ...issuerOf('custom:basic'), client_id: 'other', authentication: masked }], other),
      await saveIssuers([{ ...issuerOf('custom:post'), authentication: masked }], other),
    ]

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400 })
      expect(answer.text).toContain('masked secret')
    }
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a repeated id', { id: 'custom:basic' }, '[1].id must not occur twice'],
    ['an id without the prefix', { id: 'okta' }, '[1].id must be custom: and a name'],
    ['an address with a query', { issuer_url: 'https://id.example/?a' }, '[1].issuer_url must not have a query'],
    ['an address with a password', { issuer_url: 'https://a:b@id.example' }, '[1].issuer_url must not contain a user'],
    ['plain HTTP', { issuer_url: 'http://id.example' }, '[1].issuer_url must start with https://'],
    [
      'a weak key',
      { authentication: { method: 'private_key_jwt', private_key: createRsaKey(1_024) } },
      '[1].authentication.private_key must be the PEM text',
    ],
    ['an empty name', { display_name: ' ' }, '[1].display_name must not be empty'],
    ['a script as icon', { icon_url: 'javascript:alert(1)' }, '[1].icon_url must be a web address'],
    ['an inline icon', { icon_url: 'data:image/svg+xml,<svg/>' }, '[1].icon_url must be a web address'],
    ['no client authentication', { authentication: { method: 'none' } }, '[1].authentication'],
  ])('is refused with %s', async (_case, part, problem) => {
    const other = await portico.createProject()

    const answer = await saveIssuers([issuerOf('custom:basic'), { ...issuerOf('custom:post'), ...part }], other)

    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(answer.body.error).toContain(`body.config.oidc_providers${problem}`)
  })

  test('is refused if the service accepts none of its signatures', async () => {
    const url = await serveIssuer((base) => ({
      issuer: base,
      authorization_endpoint: `${base}/authorize`,
      token_endpoint: `${base}/token`,
      jwks_uri: `${base}/keys`,
      id_token_signing_alg_values_supported: ['EdDSA', 'PS256'],
    }))

    const { body } = await project.admin().post('/internal/oidc-discovery', { issuer_url: url })

    expect(body).toMatchObject({
      problem: 'The issuer signs ID tokens with EdDSA, PS256. The service accepts RS256 and ES256.',
      document: null,
    })
  })

  /** Answers every path with the document. */
  async function serveIssuer(documentOf: (url: string) => object): Promise<string> {
    const other = createServer((_request, response) => response.end(JSON.stringify(documentOf(urlOf(other)))))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    return urlOf(other)
  }

  test('is not saved if it cannot be read, and the error says what was tried', async () => {
    const other = await portico.createProject()
    const nowhere = 'http://127.0.0.1:9'
    const slash = `${issuer}/`

    const refusals = [
      await saveIssuers([{ ...issuerOf('custom:basic'), issuer_url: nowhere }], other),
      await saveIssuers([{ ...issuerOf('custom:basic'), issuer_url: slash }], other),
      await saveIssuers([{ ...issuerOf('custom:basic'), issuer_url: `${issuer}/no` }], other),
    ]

    expect(refusals.map(({ body, status }) => ({ status, code: body.code }))).toEqual(
      refusals.map(() => ({ status: 400, code: 'SCHEMA_ERROR' })),
    )
    expect(refusals[0]?.body.error).toContain(
      `${nowhere}/.well-known/openid-configuration: The address could not be reached.`,
    )
    expect(refusals[1]?.body.error).toContain(`The configured issuer is "${slash}"`)
    expect(refusals[2]?.body.error).toContain('The status of the answer is 404.')
    const { body } = await other.admin().get<ProjectAdminRead>('/internal/projects/current')
    expect(body.config.oidc_providers).toEqual([])
  })

  test('is read for its owner before it is saved', async () => {
    const discover = (issuerUrl: string): Promise<Answer> =>
      project.admin().post('/internal/oidc-discovery', { issuer_url: issuerUrl })

    expect((await discover(issuer)).body).toEqual({
      url: `${issuer}/.well-known/openid-configuration`,
      problem: null,
      document: {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/jwks`,
        authentication_methods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
        keys: expect.any(Number),
      },
    })
    expect((await discover('http://127.0.0.1:9')).body).toEqual({
      url: 'http://127.0.0.1:9/.well-known/openid-configuration',
      problem: 'The address could not be reached.',
      document: null,
    })
    expect(await discover('http://id.example')).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('is neither shown nor usable if the project switches it off', async () => {
    const { body } = await project.admin().get<ProjectAdminRead>('/internal/projects/current')
    await saveIssuers(body.config.oidc_providers.map((one) => ({ ...one, enabled: false })))

    const read = await project.client().get<{ config: object }>('/projects/current')
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const start = await visitor.send(new Request(authorizationRequest(portico.baseUrl, project, 'custom:basic').url))

    expect(read.body.config).toMatchObject({ oidc_providers: [] })
    expect(start).toMatchObject({ status: 400, location: null })
  })
})

describe('a connection of a team', () => {
  test('signs users in, and vouches only for addresses of a domain that it has proved', async () => {
    const { body: connection } = await project.server().post<TeamConnectionRead>('/team-connections', {
      ...{ team_id: await project.createTeam(), display_name: 'Acme', issuer_url: issuer, client_id: 'acme' },
      authentication: { method: 'client_secret_basic', client_secret: CLIENT.client_secret },
    })
    const providerId = connection.provider_id as `connection:${string}`
    await provider.register({
      ...CLIENT,
      client_id: 'acme',
      redirect_uris: [`${portico.baseUrl}/api/v1/auth/oauth/callback/${providerId}`],
      token_endpoint_auth_method: 'client_secret_basic',
    })
    const path = `/team-connections/${connection.id}`

    const before = await signIn('joan', providerId)
    const { body: claimed } = await project
      .server()
      .post<ConnectionDomainRead>(`${path}/domains`, { domain: 'example.com' })
    dns.names.set(claimed.record_name, { txt: [claimed.record_value] })
    await project.server().post(`${path}/domains/example.com/prove`, {})
    const after = await signIn('mary', providerId)

    expect(before.me).toMatchObject({
      primary_email: 'joan@example.com',
      primary_email_verified: false,
      oauth_providers: [{ id: providerId, account_id: 'joan' }],
    })
    expect(after.me).toMatchObject({ primary_email: 'mary@example.com', primary_email_verified: true })

    await project.server().delete(`${path}/domains/example.com`)
    await expect(signIn('mary', providerId)).rejects.toThrow(/^\d{3} /)
    expect((await signIn('joan', providerId)).me).toMatchObject({ primary_email: 'joan@example.com' })
    await project.server().post(`${path}/domains`, { domain: 'example.com' })
    await project.server().post(`${path}/domains/example.com/prove`, {})
    expect((await signIn('mary', providerId)).me.id).toBe(after.me.id)

    await project.server().delete(path)
    await expect(signIn('joan', providerId)).rejects.toThrow('Invalid URL')
  })
})
