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
  portico = await createTestPortico()
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

/** The request as the service makes it; what is undefined is left out. */
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

/** What comes back with the browser: from the redirect, or from the form that Apple sends it with. */
async function answerOf(response: Response): Promise<Fields> {
  const location = response.headers.get('location')
  if (location !== null) return Object.fromEntries(new URL(location).searchParams)
  const fields = (await response.text()).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value?.replaceAll('&quot;', '"')]))
}

async function decide(id: OAuthProviderId, fields: Fields = {}, changes: Record<string, string> = {}): Promise<Fields> {
  return answerOf(await post(authorizeUrl(id, changes), fields))
}

/** Client authentication as the provider wants it. */
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
  test('given a person, when the code is exchanged, then our own reading of the provider finds that person', async () => {
    const tokens = await tokensOf(id, { email: 'grace@example.com', email_verified: 'true', name: 'Grace Hopper' })

    const identity = await identityOf(id, tokens)

    const { addresses } = oauthProviders[id].lookAlike
    expect(identity).toMatchObject({
      email: addresses === 'none' ? null : 'grace@example.com',
      isEmailVerified: addresses === 'vouched',
      displayName: id === 'apple' ? null : 'Grace Hopper',
    })
  })

  test('given one person twice and another, when they sign in, then the account ids tell them apart', async () => {
    const who = (name: string): Fields => ({ email: `${name}@example.com`, name })
    const [first, again, other] = [
      await identityOf(id, await tokensOf(id, who('ada'))),
      await identityOf(id, await tokensOf(id, who('ada'))),
      await identityOf(id, await tokensOf(id, who('eve'))),
    ]

    expect(again.accountId).toBe(first.accountId)
    expect(other.accountId).not.toBe(first.accountId)
  })

  test('given a code that was exchanged, when it is exchanged again, then it is refused', async () => {
    const { code = '' } = await decide(id)
    await exchange(id, code)

    const again = await exchange(id, code)

    expect(await again.json()).toEqual({ error: id === 'github' ? 'bad_verification_code' : 'invalid_grant' })
    expect(again.status).toBe(id === 'github' ? 200 : 400)
  })

  test('given a code, when a minute has passed, then it is refused', async () => {
    const { code = '' } = await decide(id)
    portico.clock.advance(60_000)

    expect(await (await exchange(id, code)).json()).toMatchObject({ error: expect.stringMatching(/grant|bad_/) })
  })

  test('given another redirect URI or verifier, when the code is exchanged, then it is refused', async () => {
    const wrong = [{ redirect_uri: `${callbackOf(id)}/` }, { code_verifier: 'x'.repeat(43) }]
    for (const changes of wrong) {
      const { code = '' } = await decide(id)
      expect(await (await exchange(id, code, changes)).json()).toHaveProperty('error')
    }
  })

  test('given client authentication of the other kind, when the code is exchanged, then the client is refused', async () => {
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

  test('given a refusal, when the browser comes back, then an error says so and there is no code', async () => {
    const answer = await decide(id, { decision: 'refuse' })

    const isRefusal = [...(oauthProviders[id].refusalErrors ?? []), 'access_denied'].includes(answer.error ?? '')
    expect(isRefusal).toBe(true)
    expect(answer).toMatchObject({ state: 'a-state' })
    expect(answer).not.toHaveProperty('code')
  })

  test('given each way to fail, when it is chosen, then it shows where it does at the real one', async () => {
    const unavailable = await decide(id, { decision: 'unavailable' })
    const [expired, broken] = [
      await decide(id, { decision: 'expired' }),
      await decide(id, { decision: 'server_error' }),
    ]

    expect(unavailable).toMatchObject({ error: 'temporarily_unavailable', state: 'a-state' })
    expect(await (await exchange(id, expired.code ?? '')).json()).toHaveProperty('error')
    expect((await exchange(id, broken.code ?? '')).status).toBe(500)
  })

  test('given a refresh token, when it is used twice, then it goes on or was good once, as at the real one', async () => {
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

  test('given a wrong token or one of another provider, when the account is asked for, then it is not given', async () => {
    const other = await tokensOf(id === 'google' ? 'github' : 'google')

    for (const token of ['', 'wrong', other.access_token ?? '']) {
      const response = await send(`/dev/providers/${id}/userinfo`, bearer({ access_token: token }))
      expect(response.status).toBe(id === 'apple' ? 404 : 401)
    }
  })

  test('given a request that the real one would refuse, when it comes, then the page says what is wrong with it', async () => {
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
      expect(await shown.text()).toContain('This request is not right')
    }
  })
})

/** Reads an identity from the look-alike the way the service does, ID token included. */
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

describe('people', () => {
  test('given the people of the page, when they sign in, then one is verified, one is not, one has no address', async () => {
    const [ada, bruno, chiyo] = [
      await identityOf('discord', await tokensOf('discord', { person: 'ada' })),
      await identityOf('discord', await tokensOf('discord', { person: 'bruno' })),
      await identityOf('discord', await tokensOf('discord', { person: 'chiyo' })),
    ]

    expect(ada).toMatchObject({ email: 'ada.okafor@example.com', isEmailVerified: true })
    expect(bruno).toMatchObject({ email: 'bruno@example.com', isEmailVerified: false })
    expect(chiyo).toMatchObject({ email: null, displayName: 'Chiyo Marangoni' })
  })

  test('given an account id, when somebody signs in, then it is that account, whatever its address', async () => {
    const one = await identityOf('github', await tokensOf('github', { sub: '583231', email: 'new@example.com' }))

    expect(one).toMatchObject({ accountId: '583231', email: 'new@example.com', isEmailVerified: false })
  })

  test.each([
    [{ sub: 'no-number' }, 'sub must be'],
    [{ email: 'no address' }, 'not an e-mail address'],
    [{ person: 'mallory' }, 'no person'],
    [{ decision: 'maybe' }, 'The form is not right'],
    [{ mail: 'a@b.example' }, 'The form is not right'],
    [{ email: '' }, 'Please write an address'],
  ])('given the form %j, when it is sent, then the page says what is wrong', async (fields, sentence) => {
    const response = await post(authorizeUrl('github'), fields)

    expect(response.status).toBe(400)
    expect(await response.text()).toContain(sentence)
  })

  test('given hostile words, when they are shown, then they are text', async () => {
    const hostile = '"><img src=x onerror=alert(1)>'

    const html = await (await send(authorizeUrl('google', { client_id: hostile, state: hostile }))).text()

    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;img src=x')
  })

  test('given access_type is not offline, when the code of Google is exchanged, then there is no refresh token', async () => {
    expect(await tokensOf('google', {}, { access_type: 'online' })).not.toHaveProperty('refresh_token')
  })

  test('given Google, when the browser comes back, then it says who issued the answer', async () => {
    expect(await decide('google')).toMatchObject({ iss: `${base}/dev/providers/google` })
  })

  test('given Apple, when somebody signs in, then a form goes back, and a script sends it', async () => {
    const response = await post(authorizeUrl('apple'), { person: 'ada' })

    const html = await response.clone().text()
    expect(response.status).toBe(200)
    expect(html).toContain(`<form method="post" action="${callbackOf('apple')}" data-auto-submit>`)
    expect(JSON.parse((await answerOf(response)).user ?? '')).toMatchObject({ email: 'ada.okafor@example.com' })
  })
})

describe('who gets in', () => {
  test.each(['https://evil.example', 'null', 'http://127.0.0.1:4101'])(
    'given a form from %s, when it is sent, then it is refused',
    async (origin) => {
      const answers = await Promise.all([
        post(authorizeUrl('google'), {}, { origin }),
        post('/dev/providers/google/token', {}, { origin }),
      ])

      expect(answers.map(({ status }) => status)).toEqual([403, 403])
    },
  )

  test('given our own page, when its form is sent, then it is taken', async () => {
    expect((await post(authorizeUrl('google'), {}, { origin: base })).status).toBe(303)
  })

  test('given a foreign host name, when a look-alike is asked, then it is refused', async () => {
    for (const path of ['/dev/providers', authorizeUrl('google'), '/dev/providers/google/jwks']) {
      expect((await send(path, { headers: { host: 'evil.example' } })).status).toBe(403)
    }
  })

  test.each([
    ['an unknown provider', '/dev/providers/myspace/authorize'],
    ['keys of a provider without', '/dev/providers/github/jwks'],
    ['addresses of a provider without', '/dev/providers/google/emails'],
  ])('given %s, when it is asked for, then answers 404', async (_, path) => {
    expect((await send(path)).status).toBe(404)
  })

  test.each([
    ['no form', { body: '{}', headers: { 'content-type': 'application/json' } }, 400],
    ['a field twice', { body: new URLSearchParams('sub=1&sub=2') }, 400],
    ['far too much', { body: new URLSearchParams({ name: 'a'.repeat(20_000) }) }, 413],
  ])('given %s, when it is posted, then it is refused', async (_, init, status) => {
    expect((await send(authorizeUrl('google'), { method: 'POST', ...init })).status).toBe(status)
  })

  test('given the list, when it is opened, then it names every provider, and the start page leads there', async () => {
    const [list, start] = await Promise.all(['/dev/providers', '/'].map(async (path) => (await send(path)).text()))

    for (const id of oauthProviderIds) expect(list).toContain(oauthProviders[id].name)
    expect(start).toContain('href="/dev/providers"')
  })
})
