import {
  APP_CALLBACK_URL,
  APP_ERROR_URL,
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  someEmail,
  type Answer,
  type LastSeen,
  type ProviderSignIn,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico({ isListening: true })
  project = await projectWith({})
})

afterAll(() => portico.close())

interface Tokens {
  access_token: string
  refresh_token: string
  is_new_user: boolean
}

interface Me {
  id: string
  primary_email: string | null
  primary_email_verified: boolean
  auth_with_email: boolean
  display_name: string | null
  is_anonymous: boolean
  oauth_providers: { id: string; account_id: string; email: string | null }[]
}

function projectWith(config: object): Promise<TestProject> {
  return portico.createProject({
    config: {
      oauth_providers: [
        { id: 'google', type: 'shared' },
        { id: 'github', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        { id: 'spotify', type: 'shared' },
        { id: 'apple', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike' },
        { id: 'discord', type: 'standard', client_id: 'look-alike', client_secret: 'look-alike', enabled: false },
      ],
      ...config,
    },
  })
}

async function tokensOf(signIn: ProviderSignIn): Promise<Tokens> {
  const answer = await signIn.exchange<Tokens>()
  if (answer.status !== 200) throw new Error(`The exchange was refused: ${answer.text}`)
  return answer.body
}

async function me(of: TestProject, tokens: Tokens): Promise<Me> {
  const answer = await of
    .client({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })
    .get<Me>('/users/me')
  return answer.body
}

async function authorize(parameters: Record<string, string | null>, accept = '*/*'): Promise<LastSeen> {
  const { url } = authorizationRequest(portico.baseUrl, project, 'google', parameters)
  return new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url, { headers: { accept } }))
}

function codeOf(seen: { text: string }): string | undefined {
  return (JSON.parse(seen.text) as { code?: string }).code
}

describe('the authorization endpoint', () => {
  test('given a good request, when asked, then the browser goes to the provider with a cookie for its state', async () => {
    const seen = await authorize({})

    expect(seen.status).toBe(307)
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    const { searchParams } = seen.location ?? new URL('nowhere:')
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('nonce')).toBeTruthy()
    expect(searchParams.get('redirect_uri')).toBe(`${portico.baseUrl}/api/v1/auth/oauth/callback/google`)
    expect(seen.headers.get('set-cookie')).toBe(
      `stack-oauth-inner-${searchParams.get('state')}=true; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
    )
    expect(searchParams.get('state')).not.toContain('redirect_uri')
  })

  test('given a parameter nobody knows, when asked, then it is ignored, as RFC 6749 section 3.1 demands', async () => {
    const seen = await authorize({ surprise: '1' })

    expect(seen.status).toBe(307)
    expect(seen.location?.searchParams.has('surprise')).toBe(false)
  })

  test('given a page that asks for JSON, when it asks, then it is told the address and no cookie is set', async () => {
    const seen = await authorize({ stack_response_mode: 'json' })

    expect(seen.status).toBe(200)
    expect(seen.headers.get('set-cookie')).toBeNull()
    const { location } = JSON.parse(seen.text) as { location: string }
    const finished = await new ProviderVisitor(portico.service, portico.baseUrl).follow(location)
    expect(finished.location?.searchParams.get('code')).toBeTruthy()
  })

  test.each([
    [
      'an unknown project',
      { client_id: '00000000-0000-4000-8000-000000000000' },
      400,
      'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
    ],
    ['another branch', { client_id: 'internal#other' }, 400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET'],
    ['a wrong key', { client_secret: 'pck_wrong' }, 401, 'INVALID_PUBLISHABLE_CLIENT_KEY'],
    ['an untrusted redirect URI', { redirect_uri: 'https://evil.example/cb' }, 400, 'REDIRECT_URL_NOT_WHITELISTED'],
    [
      'an untrusted return target',
      { after_callback_redirect_url: 'https://evil.example/' },
      400,
      'REDIRECT_URL_NOT_WHITELISTED',
    ],
    [
      'a return target on another host',
      { after_callback_redirect_url: '//evil.example' },
      400,
      'REDIRECT_URL_NOT_WHITELISTED',
    ],
    ['no challenge', { code_challenge: null }, 400, 'SCHEMA_ERROR'],
    ['another scope', { scope: 'openid' }, 400, 'SCHEMA_ERROR'],
    ['another response type', { response_type: 'token' }, 400, 'SCHEMA_ERROR'],
    [
      'extra scopes with shared keys',
      { provider_scope: 'calendar' },
      400,
      'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
    ],
    ['a bad token to link with', { type: 'link', token: 'x' }, 401, 'UNPARSABLE_ACCESS_TOKEN'],
  ])(
    'given %s, when asked, then the error is answered and nobody is redirected',
    async (_case, parameters, status, code) => {
      const seen = await authorize(parameters)

      expect(seen.status).toBe(status)
      expect(seen.location).toBeNull()
      expect(codeOf(seen)).toBe(code)
      expect(seen.headers.get('x-stack-known-error')).toBe(code)
    },
  )

  test.each([
    ['plain', { code_challenge_method: 'plain' }, 'S256'],
    ['a challenge that is no SHA-256', { code_challenge: 'short' }, '43 characters'],
    ['linking without a token', { type: 'link' }, 'access token'],
  ])('given %s, when asked, then it is refused in words', async (_case, parameters, words) => {
    const seen = await authorize(parameters)

    expect(seen.status).toBe(400)
    expect(seen.text).toContain(words)
  })

  test.each(['x', 'discord', 'nonsense', '__proto__'])(
    'given the provider %s, which is not switched on, when asked, then it is not offered',
    async (provider) => {
      const { url } = authorizationRequest(portico.baseUrl, project, 'google')
      const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(
        new Request(url.replace('/google?', `/${provider}?`)),
      )

      expect(seen.status).toBe(400)
      expect(codeOf(seen)).toBe('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
    },
  )

  test('given a browser, when the request is wrong, then it shows a page of ours with the same status', async () => {
    const seen = await authorize({ redirect_uri: 'https://evil.example/<script>' }, 'text/html,application/xhtml+xml')

    expect(seen.status).toBe(400)
    expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    expect(seen.text).toContain('Something went wrong')
    expect(seen.text).not.toContain('evil.example')
  })

  test('given a browser and a trusted app, when it asks for what is refused, then the page leads back to the app', async () => {
    const html = 'text/html,application/xhtml+xml'
    const refused = await authorize({ type: 'link', token: 'x' }, html)
    const untrusted = await authorize({ type: 'link', token: 'x', redirect_uri: 'https://evil.example/cb' }, html)

    expect(refused.status).toBe(401)
    expect(refused.location).toBeNull()
    expect(refused.text).toContain(`href="${new URL('/', APP_CALLBACK_URL).href}"`)
    expect(untrusted.text).not.toContain('href="https://evil')
  })

  test('given a client without a key, when it says so, then it may ask', async () => {
    expect((await authorize({ client_secret: '__stack_public_client__' })).status).toBe(307)
  })
})

describe('signing in', () => {
  test('given somebody new, when they sign in, then they are a user with what the provider said of them', async () => {
    const email = someEmail()

    const signIn = await project.signInAt('google', { email, name: 'Grace Hopper' })
    const tokens = await tokensOf(signIn)

    expect(signIn.status).toBe(303)
    expect(signIn.location?.href.startsWith(`${APP_CALLBACK_URL}?`)).toBe(true)
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      scope: 'legacy',
      is_new_user: true,
      newUser: true,
      after_callback_redirect_url: null,
      afterCallbackRedirectUrl: null,
    })
    expect(await me(project, tokens)).toMatchObject({
      primary_email: email,
      primary_email_verified: true,
      display_name: 'Grace Hopper',
      oauth_providers: [{ id: 'google', email }],
    })
  })

  test('given somebody known, when they sign in again, then it is the same user', async () => {
    const email = someEmail()
    const first = await me(project, await tokensOf(await project.signInAt('google', { email })))

    const again = await tokensOf(await project.signInAt('google', { email }))

    expect(again.is_new_user).toBe(false)
    expect((await me(project, again)).id).toBe(first.id)
  })

  test('given an account whose address has changed at the provider, when it signs in, then it is still the same user', async () => {
    const sub = '109876543210987654321'
    const first = await me(project, await tokensOf(await project.signInAt('google', { email: someEmail(), sub })))
    const email = someEmail()

    const again = await me(project, await tokensOf(await project.signInAt('google', { email, sub })))

    expect(again.id).toBe(first.id)
    expect(again.primary_email).toBe(first.primary_email)
    expect(again.oauth_providers[0]?.email).toBe(email)
  })

  test('given a return target, when signed in, then it comes back with the tokens', async () => {
    const signIn = await project.signInAt(
      'google',
      { email: someEmail() },
      { after_callback_redirect_url: '/done?a=1' },
    )

    expect(await tokensOf(signIn)).toMatchObject({
      after_callback_redirect_url: '/done?a=1',
      afterCallbackRedirectUrl: '/done?a=1',
    })
  })

  test('given a redirect URI with a query and a fragment, when signed in, then the query stays and the fragment goes', async () => {
    const redirectUri = `${APP_CALLBACK_URL}?tab=2&code=old#top`
    const signIn = await project.signInAt('google', { email: someEmail() }, { redirect_uri: redirectUri })

    expect(signIn.location?.searchParams.get('tab')).toBe('2')
    expect(signIn.location?.searchParams.getAll('code')).toEqual([signIn.code])
    expect(signIn.location?.hash).toBe('')
    expect((await signIn.exchange({ redirect_uri: `${APP_CALLBACK_URL}?tab=2&code=old` })).status).toBe(200)
  })

  test('given a provider that posts a form, when signed in, then the browser goes on by 303', async () => {
    const signIn = await project.signInAt('apple', { email: someEmail() })

    expect(signIn.status).toBe(303)
    expect(await tokensOf(signIn)).toMatchObject({ is_new_user: true })
  })

  test('given two answers for one new account at the same moment, when both arrive, then there is one user', async () => {
    const email = someEmail()
    const signIns = await Promise.all([1, 2, 3].map(() => project.signInAt('github', { email })))

    const tokens = await Promise.all(signIns.map(tokensOf))
    const ids = await Promise.all(tokens.map(async (one) => (await me(project, one)).id))

    expect(new Set(ids).size).toBe(1)
    expect(tokens.filter(({ is_new_user: isNew }) => isNew)).toHaveLength(1)
  })

  test('given sign-up is switched off, when somebody new comes, then the app is told; who is known comes in', async () => {
    const closing = await projectWith({})
    const email = someEmail()
    await closing.signInAt('google', { email })
    await closing.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    const stranger = await closing.signInAt('google', { email: someEmail() })
    const known = await closing.signInAt('google', { email })

    expect(stranger.errorCode).toBe('SIGN_UP_NOT_ENABLED')
    expect(stranger.location?.href.startsWith(APP_ERROR_URL)).toBe(true)
    expect(known.code).not.toBeNull()
  })
})

describe('coming back', () => {
  /** Goes as far as the provider's answer, and gives the address it would send the browser to. */
  async function answered(visitor: ProviderVisitor, parameters: Record<string, string | null> = {}): Promise<URL> {
    const { url } = authorizationRequest(portico.baseUrl, project, 'google', parameters)
    const away = await visitor.send(new Request(url))
    const back = await visitor.send(
      new Request(away.location ?? '', { method: 'POST', body: new URLSearchParams({ person: 'ada' }) }),
    )
    if (!back.location) throw new Error(back.text)
    return back.location
  }

  test('given an answer that was received, when it comes again, then it is not known any more', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor)
    const cookies = new Map(visitor.cookies)

    const first = await visitor.send(new Request(answer))
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    const again = await visitor.send(new Request(answer))

    expect(first.status).toBe(303)
    expect(first.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(again.status).toBe(400)
    expect(again.location).toBeNull()
    expect(again.text).toContain('This sign-in is not known here.')
  })

  test('given an answer, when it comes five times at once, then one gets through', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor)

    const all = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.send(new Request(answer))))

    expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 400)).toHaveLength(4)
  })

  test('given an answer slipped to another browser, when it comes without the cookie, then nothing happens and it stays good', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor)

    const slipped = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(answer))
    const own = await visitor.send(new Request(answer))

    expect(slipped.status).toBe(400)
    expect(own.status).toBe(303)
  })

  test.each([
    ['of a line break', 'a\r\nset-cookie: x=1'],
    ['beyond Latin-1', '€'],
    ['of cookie attributes', 'a; Domain=example.com'],
    ['that is too long', 'a'.repeat(101)],
    ['that is missing', ''],
  ])('given a state %s, when it comes, then it is not known and no cookie is named by it', async (_case, state) => {
    const address = `${portico.baseUrl}/api/v1/auth/oauth/callback/google?code=x&state=${encodeURIComponent(state)}`

    const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(address))

    expect(seen.status).toBe(400)
    expect(seen.text).toContain('This sign-in is not known here.')
    expect(seen.headers.get('set-cookie')).toBeNull()
  })

  test('given the answer of one provider, when it comes to the callback of another, then it is refused (mix-up)', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor)

    const mixedUp = await visitor.send(new Request(answer.href.replace('/callback/google', '/callback/spotify')))

    expect(mixedUp.status).toBe(400)
    expect(mixedUp.location).toBeNull()
    expect(mixedUp.text).toContain('This sign-in is not known here.')
  })

  test('given another issuer in the answer, when it comes, then it is refused (RFC 9207)', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor)
    answer.searchParams.set('iss', 'https://evil.example')

    const seen = await visitor.send(new Request(answer))

    expect(seen.status).toBe(400)
    expect(seen.text).toContain('could not be verified')
  })

  test('given eleven minutes at the provider, when the answer comes, then the app is told OUTER_OAUTH_TIMEOUT', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor)
    portico.clock.advance(11 * 60_000)

    const seen = await visitor.send(new Request(answer))

    expect(seen.location?.href.startsWith(APP_ERROR_URL)).toBe(true)
    expect(seen.location?.searchParams.get('errorCode')).toBe('OUTER_OAUTH_TIMEOUT')
    expect(seen.location?.searchParams.get('message')).toBe('The OAuth flow has timed out. Please sign in again.')
    expect(seen.location?.searchParams.get('details')).toBe('{}')
    expect(seen.location?.searchParams.get('error')).toBe('server_error')
    expect(seen.location?.searchParams.get('error_description')).toBe(
      'The OAuth flow has timed out. Please sign in again.',
    )
  })

  test('given no trusted error URL, when the flow has timed out, then 408 is answered here', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await answered(visitor, { error_redirect_url: 'https://evil.example/error' })
    portico.clock.advance(11 * 60_000)

    const seen = await visitor.send(new Request(answer))

    expect(seen.status).toBe(408)
    expect(codeOf(seen)).toBe('OUTER_OAUTH_TIMEOUT')
  })

  test('given a domain that has lost its trust meanwhile, when the answer comes, then no code is given out', async () => {
    const other = await projectWith({ allow_localhost: true })
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const { url } = authorizationRequest(portico.baseUrl, other, 'google')
    const away = await visitor.send(new Request(url))
    await other.admin().patch('/internal/projects/current', { config: { allow_localhost: false } })

    const seen = await visitor.follow(away.location?.href ?? '')

    expect(seen.status).toBe(400)
    expect(codeOf(seen)).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test('given a provider that was switched off meanwhile, when the answer comes, then the app is told', async () => {
    const other = await projectWith({})
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const { url } = authorizationRequest(portico.baseUrl, other, 'google')
    const away = await visitor.send(new Request(url))
    await other.admin().patch('/internal/projects/current', { config: { oauth_providers: [] } })

    const seen = await visitor.follow(away.location?.href ?? '')

    expect(seen.location?.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  })

  test.each([
    { decision: 'refuse', code: 'OAUTH_PROVIDER_ACCESS_DENIED', words: 'refused' },
    { decision: 'unavailable', code: 'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE', words: 'does not work at the moment' },
    {
      decision: 'server_error',
      code: 'OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE',
      words: 'does not answer at the moment',
    },
  ] as const)(
    'given $decision at the provider, when back, then the app is told $code',
    async ({ decision, code, words }) => {
      const signIn = await project.signInAt('google', { decision })

      expect(signIn.errorCode).toBe(code)
      expect(signIn.location?.searchParams.get('message')).toContain(words)
    },
  )

  test('given a code that has expired at the provider, when back, then a page says so and leads back to the app', async () => {
    const signIn = await project.signInAt('google', { decision: 'expired' })

    expect(signIn.status).toBe(400)
    expect(signIn.text).toContain('has expired')
  })

  test.each(['', '?state=', '?state=nobody', '?code=x', `?state=${'x'.repeat(500)}`, '?state=%00', '?state=a&state=b'])(
    'given %s, when it comes to the callback, then it is refused without a redirect',
    async (query) => {
      const answer = await portico.anonymous().get(`/auth/oauth/callback/google${query}`)

      expect(answer.status).toBe(400)
    },
  )
})

describe('the token endpoint', () => {
  async function freshSignIn(): Promise<ProviderSignIn> {
    return project.signInAt('google', { email: someEmail() })
  }

  test('given a code, when it is exchanged twice, then the second is refused and ends what the first gave', async () => {
    const signIn = await freshSignIn()
    const tokens = await tokensOf(signIn)

    const again = await signIn.exchange()

    expect(again).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
    const answer = await project
      .client({ accessToken: tokens.access_token, refreshToken: tokens.refresh_token })
      .get('/users/me')
    expect(answer).toMatchObject({ status: 401, body: { code: 'ACCESS_TOKEN_EXPIRED' } })
  })

  test('given a code, when it is exchanged eight times at once, then one gets tokens', async () => {
    const signIn = await freshSignIn()

    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn.exchange()))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'INVALID_AUTHORIZATION_CODE')).toHaveLength(7)
  })

  test('given a used code without its verifier, when it comes again, then the session lives', async () => {
    const signIn = await freshSignIn()
    const tokens = await tokensOf(signIn)

    await signIn.exchange({ code_verifier: 'x'.repeat(43) })

    expect((await me(project, tokens)).id).toBeTruthy()
  })

  test.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['a short verifier', { code_verifier: 'x' }],
    ['an empty verifier', { code_verifier: '' }],
  ])('given %s, when exchanging, then it is refused and the code stays good', async (_case, fields) => {
    const signIn = await freshSignIn()

    const refused = await signIn.exchange(fields)

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
    expect((await signIn.exchange()).status).toBe(200)
  })

  test('given another redirect URI, when exchanging, then it is refused and the code is used up', async () => {
    const signIn = await freshSignIn()

    const refused = await signIn.exchange({ redirect_uri: 'http://localhost:3000/other' })

    expect(refused).toMatchObject({ status: 400, body: { code: 'REDIRECT_URL_NOT_WHITELISTED' } })
    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })

  test('given a code of 61 seconds ago, when exchanging, then it is refused', async () => {
    const signIn = await freshSignIn()
    portico.clock.advance(61_000)

    expect(await signIn.exchange()).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })

  test('given the code of another project, when exchanging, then it is refused', async () => {
    const other = await projectWith({})
    const signIn = await freshSignIn()

    const refused = await signIn.exchange({ client_id: other.id, client_secret: other.keys.publishable_client_key })

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_AUTHORIZATION_CODE' } })
  })

  test.each([
    ['a wrong key', { client_secret: 'pck_wrong' }],
    ['another project', { client_id: 'internal' }],
    ['another branch', { client_id: 'internal#dev' }],
  ])('given %s, when exchanging, then the client is refused', async (_case, fields) => {
    const signIn = await freshSignIn()

    expect(await signIn.exchange(fields)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', details: { client_id: null } },
    })
  })

  test.each(['code', 'redirect_uri'])('given no %s, when exchanging, then it is an invalid_request', async (field) => {
    const signIn = await freshSignIn()

    const answer = await signIn.exchange({ [field]: '' })

    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect(answer.headers.get('x-stack-known-error')).toBeNull()
  })

  async function exchangeWith(
    signIn: ProviderSignIn,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return portico.anonymous().post('/auth/oauth/token', undefined, {
      rawBody: new URLSearchParams({
        grant_type: 'authorization_code',
        redirect_uri: APP_CALLBACK_URL,
        code: signIn.code ?? '',
        code_verifier: signIn.codeVerifier,
        ...fields,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  test.each([['nothing'], ['the word for it']])(
    'given %s instead of a key, when exchanging with a verifier, then it works',
    async (what) => {
      const secret = what === 'nothing' ? {} : { client_secret: '__stack_public_client__' }
      const answer = await exchangeWith(await freshSignIn(), { client_id: project.id, ...secret })

      expect(answer.status).toBe(200)
    },
  )

  test('given HTTP Basic credentials, when exchanging, then they count; with others beside them they do not', async () => {
    const basic = (secret: string): Record<string, string> => ({
      authorization: `Basic ${btoa(`${encodeURIComponent(project.id)}:${encodeURIComponent(secret)}`)}`,
    })
    const signIn = await freshSignIn()
    const key = project.keys.publishable_client_key

    const wrong = await exchangeWith(signIn, {}, basic('pck_wrong'))
    const both = await exchangeWith(signIn, { client_secret: key }, basic(key))
    const malformed = await exchangeWith(signIn, { client_id: project.id }, { authorization: 'Basic %%%' })
    const right = await exchangeWith(signIn, {}, basic(key))

    for (const refused of [wrong, both, malformed]) {
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_OAUTH_CLIENT_ID_OR_SECRET' } })
    }
    expect(right.status).toBe(200)
    expect(right.headers.get('cache-control')).toBe('no-store')
    expect(right.headers.get('pragma')).toBe('no-cache')
  })
})
