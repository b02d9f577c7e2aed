import { createHash } from 'node:crypto'

import { oauthProviderIds, type OAuthProviderId } from '@portico/contract'
import { createTestPortico, type TestPortico } from '@portico/testkit'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { oauthProviders } from '../../flows/oauth/providers.ts'

const base = 'http://127.0.0.1:4100'
const verifier = 'a-verifier-of-more-than-forty-three-characters-in-all'
const codeChallenge = createHash('sha256').update(verifier).digest('base64url')

let portico: TestPortico

beforeAll(async () => {
  portico = await createTestPortico({ settings: { PORTICO_BASE_URL: base } })
})

afterAll(() => portico.close())

type Fields = Record<string, string>

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return portico.service.fetch(new Request(new URL(path, base), init))
}

function post(path: string, fields: Fields, headers: Fields = {}): Promise<Response> {
  return send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
}

function callbackOf(id: OAuthProviderId): string {
  return `${base}/api/v1/auth/oauth/callback/${id}`
}

/** The authorization request of the service, without undefined parameters. */
function authorizeUrl(id: OAuthProviderId, changes: Record<string, string | undefined> = {}): string {
  const provider = oauthProviders[id]
  const parameters = {
    client_id: 'look-alike',
    redirect_uri: callbackOf(id),
    response_type: 'code',
    scope: provider.scopes.join(' '),
    state: 'a-state',
    nonce: 'a-nonce',
    ...(provider.usesPkce && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...provider.authorizationParameters({ clientId: 'look-alike', clientSecret: 'any' }),
    ...changes,
  }
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/dev/providers/${id}/authorize?${new URLSearchParams(given).toString()}`
}

/** The parameters of the authorization response, from the redirect or from Apple's form. */
async function answerOf(response: Response): Promise<Fields> {
  const location = response.headers.get('location')
  if (location !== null) return Object.fromEntries(new URL(location).searchParams)
  const fields = (await response.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value?.replaceAll('&quot;', '"')]))
}

async function decide(id: OAuthProviderId, fields: Fields = {}, changes: Record<string, string> = {}): Promise<Fields> {
  return answerOf(await post(authorizeUrl(id, changes), fields))
}

/** Adds the client authentication of the provider to the fields. */
function asClient(id: OAuthProviderId, fields: Fields): [Fields, Fields] {
  if (oauthProviders[id].clientAuthentication === 'post') {
    return [{ ...fields, client_id: 'look-alike', client_secret: 'any' }, {}]
  }
  return [fields, { authorization: `Basic ${Buffer.from('look-alike:any').toString('base64')}` }]
}

function exchange(id: OAuthProviderId, code: string, changes: Fields = {}): Promise<Response> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackOf(id),
    ...(oauthProviders[id].usesPkce && { code_verifier: verifier }),
    ...changes,
  }
  return post(`/dev/providers/${id}/token`, ...asClient(id, fields))
}

async function tokensOf(id: OAuthProviderId, fields: Fields = {}, changes: Fields = {}): Promise<Fields> {
  const { code = '' } = await decide(id, fields, changes)
  const response = await exchange(id, code)
  expect(response.status).toBe(200)
  return (await response.json()) as Fields
}

function refresh(id: OAuthProviderId, refreshToken: string): Promise<Response> {
  return post(
    `/dev/providers/${id}/token`,
    ...asClient(id, { grant_type: 'refresh_token', refresh_token: refreshToken }),
  )
}

describe.each(oauthProviderIds)('the look-alike of %s', (id) => {
  test('returns the account in the format that the service reads', async () => {
    const tokens = await tokensOf(id, { email: 'grace@example.com', email_verified: 'true', name: 'Grace Hopper' })

    const identity = await identityOf(id, tokens)

    const { addresses } = oauthProviders[id].lookAlike
    expect(identity).toMatchObject({
      email: addresses === 'none' ? null : 'grace@example.com',
      isEmailVerified: addresses === 'vouched',
      displayName: id === 'apple' ? null : 'Grace Hopper',
    })
  })

  test('has a stable account id for each person', async () => {
    const who = (name: string): Fields => ({ email: `${name}@example.com`, name })
    const [first, again, other] = [
      await identityOf(id, await tokensOf(id, who('ada'))),
      await identityOf(id, await tokensOf(id, who('ada'))),
      await identityOf(id, await tokensOf(id, who('eve'))),
    ]

    expect(again.accountId).toBe(first.accountId)
    expect(other.accountId).not.toBe(first.accountId)
  })

  test('refuses a code that was already exchanged', async () => {
    const { code = '' } = await decide(id)
    await exchange(id, code)

    const again = await exchange(id, code)

    expect(await again.json()).toEqual({ error: id === 'github' ? 'bad_verification_code' : 'invalid_grant' })
    expect(again.status).toBe(id === 'github' ? 200 : 400)
  })

  test('refuses a code after a minute', async () => {
    const { code = '' } = await decide(id)
    portico.clock.advance(60_000)

    expect(await (await exchange(id, code)).json()).toMatchObject({ error: expect.stringMatching(/grant|bad_/) })
  })

  test('refuses a code with another redirect URI or verifier', async () => {
    const wrong = [{ redirect_uri: `${callbackOf(id)}/` }, { code_verifier: 'x'.repeat(43) }]
    for (const changes of wrong) {
      const { code = '' } = await decide(id)
      expect(await (await exchange(id, code, changes)).json()).toHaveProperty('error')
    }
  })

  test('refuses the other method of client authentication', async () => {
    const { code = '' } = await decide(id)
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callbackOf(id), code_verifier: verifier }
    const isPost = oauthProviders[id].clientAuthentication === 'post'

    const response = await post(
      `/dev/providers/${id}/token`,
      isPost ? fields : { ...fields, client_id: 'look-alike', client_secret: 'any' },
      isPost ? { authorization: `Basic ${Buffer.from('look-alike:any').toString('base64')}` } : {},
    )

    expect(await response.json()).toEqual({ error: 'invalid_client' })
  })

  test('redirects with an error and without a code after a refusal', async () => {
    const answer = await decide(id, { decision: 'refuse' })

    const isRefusal = [...(oauthProviders[id].refusalErrors ?? []), 'access_denied'].includes(answer.error ?? '')
    expect(isRefusal).toBe(true)
    expect(answer).toMatchObject({ state: 'a-state' })
    expect(answer).not.toHaveProperty('code')
  })

  test('fails in the same step as the real provider', async () => {
    const unavailable = await decide(id, { decision: 'unavailable' })
    const [expired, broken] = [
      await decide(id, { decision: 'expired' }),
      await decide(id, { decision: 'server_error' }),
    ]

    expect(unavailable).toMatchObject({ error: 'temporarily_unavailable', state: 'a-state' })
    expect(await (await exchange(id, expired.code ?? '')).json()).toHaveProperty('error')
    expect((await exchange(id, broken.code ?? '')).status).toBe(500)
  })

  test('rotates refresh tokens if the real provider does', async () => {
    const scope = `${oauthProviders[id].scopes.join(' ')} offline_access`
    const { refresh_token: refreshToken } = await tokensOf(id, {}, { scope })
    expect(refreshToken !== undefined).toBe(oauthProviders[id].lookAlike.refresh !== 'never')
    if (refreshToken === undefined) return

    const first = (await (await refresh(id, refreshToken)).json()) as Fields
    const second = await refresh(id, refreshToken)

    const isRotated = oauthProviders[id].lookAlike.refresh === 'rotated'
    expect(first.refresh_token !== undefined).toBe(isRotated)
    expect(second.status).toBe(isRotated ? 400 : 200)
    expect((await send(`/dev/providers/${id}/userinfo`, bearer(first))).status).toBe(id === 'apple' ? 404 : 200)
  })

  test('refuses a wrong access token and one of another provider', async () => {
    const other = await tokensOf(id === 'google' ? 'github' : 'google')

    for (const token of ['', 'wrong', other.access_token ?? '']) {
      const response = await send(`/dev/providers/${id}/userinfo`, bearer({ access_token: token }))
      expect(response.status).toBe(id === 'apple' ? 404 : 401)
    }
  })

  test('refuses an authorization request that the real provider would refuse', async () => {
    const wrong: Record<string, string | undefined>[] = [
      { redirect_uri: 'https://evil.example/' },
      { redirect_uri: `${callbackOf(id)}?next=/` },
      { client_id: undefined },
      { state: undefined },
      { response_type: 'token' },
      { scope: 'nothing' },
      { response_mode: 'fragment' },
      oauthProviders[id].usesPkce ? { code_challenge: undefined } : { code_challenge: codeChallenge },
    ]
    for (const changes of wrong) {
      const url = authorizeUrl(id, changes)
      const [shown, posted] = [await send(url), await post(url, {})]
      expect([shown.status, posted.status]).toEqual([400, 400])
      expect(await shown.text()).toContain('Invalid request')
    }
  })
})

/** Reads the identity from the look-alike as the service does, including the ID token. */
async function identityOf(
  id: OAuthProviderId,
  tokens: Fields,
): ReturnType<(typeof oauthProviders)[OAuthProviderId]['readIdentity']> {
  const provider = oauthProviders[id]
  const real = provider.endpoints({ clientId: 'look-alike', clientSecret: 'any' })
  const root = `/dev/providers/${id}`
  const claims = real.issuer === null ? null : await claimsOf(id, tokens.id_token ?? '')
  return provider.readIdentity({
    tokens: { accessToken: tokens.access_token ?? '', claims },
    endpoints: {
      ...real,
      userinfo: `${root}/userinfo`,
      others: { emails: `${root}/emails` },
    },
    get: async (url) => {
      const response = await send(url, bearer(tokens))
      expect(response.status).toBe(200)
      return response.json()
    },
  })
}

async function claimsOf(id: OAuthProviderId, idToken: string): Promise<Record<string, unknown>> {
  const keys = (await (await send(`/dev/providers/${id}/jwks`)).json()) as JSONWebKeySet
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
    algorithms: ['RS256'],
    issuer: `${base}/dev/providers/${id}`,
    audience: 'look-alike',
    currentDate: portico.clock.now(),
  })
  expect(payload.nonce).toBe(oauthProviders[id].omitsNonce ? undefined : 'a-nonce')
  return payload
}

function bearer(tokens: Fields): RequestInit {
  return { headers: { authorization: `Bearer ${tokens.access_token}` } }
}

describe('the authorization page', () => {
  test('offers a verified account, an unverified one and one without an address', async () => {
    const [ada, bruno, chiyo] = [
      await identityOf('discord', await tokensOf('discord', { person: 'ada' })),
      await identityOf('discord', await tokensOf('discord', { person: 'bruno' })),
      await identityOf('discord', await tokensOf('discord', { person: 'chiyo' })),
    ]

    expect(ada).toMatchObject({ email: 'ada.okafor@example.com', isEmailVerified: true })
    expect(bruno).toMatchObject({ email: 'bruno@example.com', isEmailVerified: false })
    expect(chiyo).toMatchObject({ email: null, displayName: 'Chiyo Marangoni' })
  })

  test('accepts an account id with any address', async () => {
    const one = await identityOf('github', await tokensOf('github', { sub: '583231', email: 'new@example.com' }))

    expect(one).toMatchObject({ accountId: '583231', email: 'new@example.com', isEmailVerified: false })
  })

  test.each([
    [{ sub: 'no-number' }, 'sub must match'],
    [{ email: 'no address' }, 'not an e-mail address'],
    [{ person: 'mallory' }, 'Unknown person'],
    [{ decision: 'maybe' }, 'The form is invalid'],
    [{ mail: 'a@b.example' }, 'The form is invalid'],
    [{ email: '' }, 'Enter an address'],
  ])('refuses the form %j and shows its problem', async (fields, sentence) => {
    const response = await post(authorizeUrl('github'), fields)

    expect(response.status).toBe(400)
    expect(await response.text()).toContain(sentence)
  })

  test('escapes hostile parameters', async () => {
    const hostile = '"><img src=x onerror=alert(1)>'

    const html = await (await send(authorizeUrl('google', { client_id: hostile, state: hostile }))).text()

    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x')
  })

  test('grants a refresh token of Google only with access_type=offline', async () => {
    expect(await tokensOf('google', {}, { access_type: 'online' })).not.toHaveProperty('refresh_token')
  })

  test('adds the issuer to the authorization response of Google (RFC 9207)', async () => {
    expect(await decide('google')).toMatchObject({ iss: `${base}/dev/providers/google` })
  })

  test('answers for Apple with a form that a script submits', async () => {
    const response = await post(authorizeUrl('apple'), { person: 'ada' })

    const html = await response.clone().text()
    expect(response.status).toBe(200)
    expect(html).toContain(`<form method="post" action="${callbackOf('apple')}" data-auto-submit>`)
    expect(JSON.parse((await answerOf(response)).user ?? '')).toMatchObject({ email: 'ada.okafor@example.com' })
  })
})

describe('the look-alikes', () => {
  test.each(['https://evil.example', 'null', 'http://127.0.0.1:4101'])('refuse a form from %s', async (origin) => {
    const answers = await Promise.all([
      post(authorizeUrl('google'), {}, { origin }),
      post('/dev/providers/google/token', {}, { origin }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  })

  test('accept a form from their own page', async () => {
    expect((await post(authorizeUrl('google'), {}, { origin: base })).status).toBe(303)
  })

  test('refuse a foreign host name', async () => {
    for (const path of ['/dev/providers', authorizeUrl('google'), '/dev/providers/google/jwks']) {
      expect((await send(path, { headers: { host: 'evil.example' } })).status).toBe(403)
    }
  })

  test.each([
    ['an unknown provider', '/dev/providers/myspace/authorize'],
    ['the keys of a provider without ID tokens', '/dev/providers/github/jwks'],
    ['the addresses of a provider without that endpoint', '/dev/providers/google/emails'],
  ])('answer 404 for %s', async (_, path) => {
    expect((await send(path)).status).toBe(404)
  })

  test.each([
    ['a body that is not a form', { body: '{}', headers: { 'content-type': 'application/json' } }, 400],
    ['a repeated field', { body: new URLSearchParams('sub=1&sub=2') }, 400],
    ['a body that is too large', { body: new URLSearchParams({ name: 'a'.repeat(20_000) }) }, 413],
  ])('refuse %s', async (_, init, status) => {
    expect((await send(authorizeUrl('google'), { method: 'POST', ...init })).status).toBe(status)
  })

  test('are listed on a page that the start page links to', async () => {
    const [list, start] = await Promise.all(['/dev/providers', '/dev'].map(async (path) => (await send(path)).text()))

    for (const id of oauthProviderIds) expect(list).toContain(oauthProviders[id].name)
    expect(start).toContain('href="/dev/providers"')
  })
})
