import {
  APP_CALLBACK_URL,
  APP_ERROR_URL,
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  someEmail,
  type LastSeen,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createProjectWithProviders, me, tokensOf } from '../../../test/provider-sign-ins.ts'

let portico: TestPortico
let project: TestProject

beforeAll(async () => {
  portico = await createTestPortico()
  project = await createProjectWithProviders(portico)
})

afterAll(() => portico.close())

async function authorize(parameters: Record<string, string | null>, accept = '*/*'): Promise<LastSeen> {
  const { url } = authorizationRequest(portico.baseUrl, project, 'google', parameters)
  return new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(url, { headers: { accept } }))
}

function codeOf(seen: { text: string }): string | undefined {
  return (JSON.parse(seen.text) as { code?: string }).code
}

describe('authorization endpoint', () => {
  test('redirects the browser to the provider with a cookie for the state', async () => {
    const seen = await authorize({})

    expect(seen.status).toBe(307)
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    const { searchParams } = seen.location ?? new URL('missing:')
    expect(searchParams.get('response_type')).toBe('code')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    expect(searchParams.get('nonce')).toBeTruthy()
    expect(searchParams.get('redirect_uri')).toBe(`${portico.baseUrl}/api/v1/auth/oauth/callback/google`)
    expect(seen.headers.get('set-cookie')).toBe(
      `stack-oauth-inner-${searchParams.get('state')}=true; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`,
    )
    expect(searchParams.get('state')).not.toContain('redirect_uri')
  })

  test('ignores an unknown parameter, as RFC 6749 section 3.1 requires', async () => {
    const seen = await authorize({ surprise: '1' })

    expect(seen.status).toBe(307)
    expect(seen.location?.searchParams.has('surprise')).toBe(false)
  })

  test('returns the URL without a cookie in JSON mode', async () => {
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
    ['an invalid token to link with', { type: 'link', token: 'x' }, 401, 'UNPARSABLE_ACCESS_TOKEN'],
  ])('answers %s with an error and no redirect', async (_case, parameters, status, code) => {
    const seen = await authorize(parameters)

    expect(seen.status).toBe(status)
    expect(seen.location).toBeNull()
    expect(codeOf(seen)).toBe(code)
    expect(seen.headers.get('x-stack-known-error')).toBe(code)
  })

  test.each([
    ['plain', { code_challenge_method: 'plain' }, 'S256'],
    ['a challenge that is not a SHA-256 hash', { code_challenge: 'short' }, '43 characters'],
    ['linking without a token', { type: 'link' }, 'access token'],
  ])('refuses %s with a plain sentence', async (_case, parameters, words) => {
    const seen = await authorize(parameters)

    expect(seen.status).toBe(400)
    expect(seen.text).toContain(words)
  })

  test.each(['x', 'discord', 'nonsense', '__proto__'])(
    'refuses the provider %s, which is not enabled',
    async (provider) => {
      const { url } = authorizationRequest(portico.baseUrl, project, 'google')
      const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(
        new Request(url.replace('/google?', `/${provider}?`)),
      )

      expect(seen.status).toBe(400)
      expect(codeOf(seen)).toBe('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
    },
  )

  test('shows a browser an error page with the same status', async () => {
    const seen = await authorize({ redirect_uri: 'https://evil.example/<script>' }, 'text/html,application/xhtml+xml')

    expect(seen.status).toBe(400)
    expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(seen.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(seen.headers.get('referrer-policy')).toBe('no-referrer')
    expect(seen.text).toContain('Something went wrong')
    expect(seen.text).not.toContain('evil.example')
  })

  test('shows the error page in the language of the browser, and sentences for developers in English', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'de' }
    const ask = (url: string): Promise<Response> => portico.service.fetch(new Request(url, { headers }))
    const { url } = authorizationRequest(portico.baseUrl, project, 'google')
    const known = await ask(url.replace('/google?', '/discord?'))
    const malformed = await ask(url.replace('response_type=code', 'response_type=token'))

    expect(known.headers.get('content-language')).toBe('de')
    expect(known.headers.get('vary')).toBe('Origin, Accept-Language')
    const page = await known.text()
    expect(page).toContain('<html lang="de" dir="ltr">')
    expect(page).toContain('<p class="soft">Dieser Anbieter ist für das Projekt nicht aktiviert.</p>')
    expect(await malformed.text()).toMatch(/<p class="soft" lang="en" dir="ltr">[^<]*response_type must be code/)
  })

  test('shows the branding of the project on the error page, with the support address', async () => {
    const branded = await portico.createProject({ displayName: 'Acme <1>' })
    const gif = 'R0lGODlhAQABAIABABtvYwAAACwAAAAAAQABAAACAkQBADs='
    const branding = {
      accent_color: '#ffd400',
      logo_url: `data:image/gif;base64,${gif}`,
      logo_dark_mode_url: `data:image/gif;base64,${Buffer.concat([Buffer.from(gif, 'base64'), Buffer.from('dark')]).toString('base64')}`,
      support_email: 'help@acme.example',
    }
    const { body: read } = await branded.admin().patch<Record<string, string>>('/internal/projects/current', branding)
    const { url } = authorizationRequest(portico.baseUrl, branded, 'google')

    const answer = await portico.service.fetch(
      new Request(url.replace('/google?', '/discord?'), { headers: { accept: 'text/html' } }),
    )
    const seen = await answer.text()

    const pathOf = (field: string): string => new URL(read[field] ?? '').pathname
    expect(seen).toContain(`<img class="logo" src="${pathOf('logo_url')}" alt="" />`)
    expect(seen).toContain(`<source srcset="${pathOf('logo_dark_mode_url')}"`)
    expect(seen).toContain('<bdi>Acme &lt;1&gt;</bdi>')
    expect(seen).toContain('href="mailto:help@acme.example"')
    expect(seen).not.toContain('class="mark"')
    const [, nonce] =
      /<style nonce="([^"]+)"> :root \{ --accent: light-dark\(#887100, #ffd400\);/.exec(seen.replaceAll(/\s+/g, ' ')) ??
      []
    expect(answer.headers.get('content-security-policy')).toContain(`style-src 'nonce-${nonce}'`)
    expect(answer.headers.get('content-security-policy')).toContain("; img-src 'self' data:; ")
  })

  test('links from the error page back to a trusted app', async () => {
    const html = 'text/html,application/xhtml+xml'
    const refused = await authorize({ type: 'link', token: 'x' }, html)
    const untrusted = await authorize({ type: 'link', token: 'x', redirect_uri: 'https://evil.example/cb' }, html)

    expect(refused.status).toBe(401)
    expect(refused.location).toBeNull()
    expect(refused.text).toContain(`href="${new URL('/', APP_CALLBACK_URL).href}"`)
    expect(untrusted.text).not.toContain('href="https://evil')
  })

  test('accepts a public client without a key', async () => {
    expect((await authorize({ client_secret: '__stack_public_client__' })).status).toBe(307)
  })
})

describe('sign-in at a provider', () => {
  test('creates a user with the data of the provider', async () => {
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

  test('finds the same user again', async () => {
    const email = someEmail()
    const first = await me(project, await tokensOf(await project.signInAt('google', { email })))

    const again = await tokensOf(await project.signInAt('google', { email }))

    expect(again.is_new_user).toBe(false)
    expect((await me(project, again)).id).toBe(first.id)
  })

  test('finds the same user after the address changes at the provider', async () => {
    const sub = '109876543210987654321'
    const first = await me(project, await tokensOf(await project.signInAt('google', { email: someEmail(), sub })))
    const email = someEmail()

    const again = await me(project, await tokensOf(await project.signInAt('google', { email, sub })))

    expect(again.id).toBe(first.id)
    expect(again.primary_email).toBe(first.primary_email)
    expect(again.oauth_providers[0]?.email).toBe(email)
  })

  test('returns the return target with the tokens', async () => {
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

  test('keeps the query of a redirect URI and drops its fragment', async () => {
    const redirectUri = `${APP_CALLBACK_URL}?tab=2&code=old#top`
    const signIn = await project.signInAt('google', { email: someEmail() }, { redirect_uri: redirectUri })

    expect(signIn.location?.searchParams.get('tab')).toBe('2')
    expect(signIn.location?.searchParams.getAll('code')).toEqual([signIn.code])
    expect(signIn.location?.hash).toBe('')
    expect((await signIn.exchange({ redirect_uri: `${APP_CALLBACK_URL}?tab=2&code=old` })).status).toBe(200)
  })

  test('redirects with 303 after a form post', async () => {
    const signIn = await project.signInAt('apple', { email: someEmail() })

    expect(signIn.status).toBe(303)
    expect(await tokensOf(signIn)).toMatchObject({ is_new_user: true })
  })

  test('creates one user for concurrent sign-ins of one new account', async () => {
    const email = someEmail()
    const signIns = await Promise.all([1, 2, 3].map(() => project.signInAt('github', { email })))

    const tokens = await Promise.all(signIns.map(tokensOf))
    const ids = await Promise.all(tokens.map(async (one) => (await me(project, one)).id))

    expect(new Set(ids).size).toBe(1)
    expect(tokens.filter(({ is_new_user: isNew }) => isNew)).toHaveLength(1)
  })

  test('returns SIGN_UP_NOT_ENABLED to the app for a new user if sign-up is disabled, and signs in an existing user', async () => {
    const closing = await createProjectWithProviders(portico)
    const email = someEmail()
    await closing.signInAt('google', { email })
    await closing.admin().patch('/internal/projects/current', { config: { sign_up_enabled: false } })

    const newUser = await closing.signInAt('google', { email: someEmail() })
    const known = await closing.signInAt('google', { email })

    expect(newUser.errorCode).toBe('SIGN_UP_NOT_ENABLED')
    expect(newUser.location?.href.startsWith(APP_ERROR_URL)).toBe(true)
    expect(known.code).not.toBeNull()
  })
})

describe('callback', () => {
  /** Signs in at the provider and returns the callback URL without opening it. */
  async function getCallbackUrl(
    visitor: ProviderVisitor,
    parameters: Record<string, string | null> = {},
  ): Promise<URL> {
    const { url } = authorizationRequest(portico.baseUrl, project, 'google', parameters)
    const away = await visitor.send(new Request(url))
    const back = await visitor.send(
      new Request(away.location ?? '', { method: 'POST', body: new URLSearchParams({ person: 'ada' }) }),
    )
    if (!back.location) throw new Error(back.text)
    return back.location
  }

  test('refuses the same callback a second time', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor)
    const cookies = new Map(visitor.cookies)

    const first = await visitor.send(new Request(answer))
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    const again = await visitor.send(new Request(answer, { headers: { accept: 'text/html' } }))

    expect(first.status).toBe(303)
    expect(first.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(again.status).toBe(400)
    expect(again.location).toBeNull()
    expect(again.text).toContain('This sign-in was not found.')
    // The case of a visitor who went back to the page of the provider.
    expect(again.text).toContain('href="http://localhost:3000/"')
  })

  test('accepts one of five concurrent identical callbacks', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor)

    const all = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.send(new Request(answer))))

    expect(all.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(all.filter(({ status }) => status === 400)).toHaveLength(4)
  })

  test('refuses a callback without the cookie and does not use it up', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor)

    const slipped = await new ProviderVisitor(portico.service, portico.baseUrl).send(
      new Request(answer, { headers: { accept: 'text/html' } }),
    )
    const own = await visitor.send(new Request(answer))

    expect(slipped.status).toBe(400)
    expect(slipped.text).not.toContain('href="http')
    expect(own.status).toBe(303)
  })

  test.each([
    ['with a line break', 'a\r\nset-cookie: x=1'],
    ['beyond Latin-1', '€'],
    ['with cookie attributes', 'a; Domain=example.com'],
    ['that is too long', 'a'.repeat(101)],
    ['that is empty', ''],
  ])('refuses a state %s and sets no cookie for it', async (_case, state) => {
    const address = `${portico.baseUrl}/api/v1/auth/oauth/callback/google?code=x&state=${encodeURIComponent(state)}`

    const seen = await new ProviderVisitor(portico.service, portico.baseUrl).send(new Request(address))

    expect(seen.status).toBe(400)
    expect(seen.text).toContain('This sign-in was not found.')
    expect(seen.headers.get('set-cookie')).toBeNull()
  })

  test('refuses the response of another provider (mix-up attack)', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor)

    const mixedUp = await visitor.send(new Request(answer.href.replace('/callback/google', '/callback/spotify')))

    expect(mixedUp.status).toBe(400)
    expect(mixedUp.location).toBeNull()
    expect(mixedUp.text).toContain('This sign-in was not found.')
  })

  test('refuses another issuer in the response (RFC 9207)', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor)
    answer.searchParams.set('iss', 'https://evil.example')

    const seen = await visitor.send(new Request(answer))

    expect(seen.status).toBe(400)
    expect(seen.text).toContain('could not be verified')
  })

  test('returns OUTER_OAUTH_TIMEOUT to the app after eleven minutes', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor)
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

  test('answers a timeout with 408 if the error URL is not trusted', async () => {
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const answer = await getCallbackUrl(visitor, { error_redirect_url: 'https://evil.example/error' })
    portico.clock.advance(11 * 60_000)

    const seen = await visitor.send(new Request(answer))

    expect(seen.status).toBe(408)
    expect(codeOf(seen)).toBe('OUTER_OAUTH_TIMEOUT')
  })

  test('issues no code if the domain is no longer trusted', async () => {
    const other = await createProjectWithProviders(portico, { allow_localhost: true })
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const { url } = authorizationRequest(portico.baseUrl, other, 'google')
    const away = await visitor.send(new Request(url))
    await other.admin().patch('/internal/projects/current', { config: { allow_localhost: false } })

    const seen = await visitor.follow(away.location?.href ?? '')

    expect(seen.status).toBe(400)
    expect(codeOf(seen)).toBe('REDIRECT_URL_NOT_WHITELISTED')
  })

  test('returns an error to the app if the provider was disabled meanwhile', async () => {
    const other = await createProjectWithProviders(portico)
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
  ] as const)('returns $code to the app after $decision at the provider', async ({ decision, code, words }) => {
    const signIn = await project.signInAt('google', { decision })

    expect(signIn.errorCode).toBe(code)
    expect(signIn.location?.searchParams.get('message')).toContain(words)
  })

  test('shows an error page for an expired code of the provider', async () => {
    const signIn = await project.signInAt('google', { decision: 'expired' })

    expect(signIn.status).toBe(400)
    expect(signIn.text).toContain('has expired')
  })

  test.each([
    '',
    '?state=',
    '?state=unknown',
    '?code=x',
    `?state=${'x'.repeat(500)}`,
    '?state=%00',
    '?state=a&state=b',
  ])('refuses "%s" without a redirect', async (query) => {
    const answer = await portico.anonymous().get(`/auth/oauth/callback/google${query}`)

    expect(answer.status).toBe(400)
  })
})
