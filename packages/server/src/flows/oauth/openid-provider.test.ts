import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'

// An independent, certified OpenID provider replaces the operator's Google, to test interoperability.

const CLIENT = { client_id: 'portico', client_secret: 'a secret of some length, for a test' }

let portico: TestPortico
let project: TestProject
let issuer: string
const server: Server = createServer()

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  portico = await createTestPortico({ seed: { shared_oauth_providers: { google: { ...CLIENT, issuer } } } })
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [`${portico.baseUrl}/api/v1/auth/oauth/callback/google`],
        token_endpoint_auth_method: 'client_secret_post',
        userinfo_signed_response_alg: 'RS256',
      },
    ],
    clientAuthMethods: ['client_secret_post'],
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    features: { devInteractions: { enabled: true }, jwtUserinfo: { enabled: true } },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@example.com`,
        email_verified: true,
        name: 'Ada Lovelace',
        picture: 'https://example.com/ada.png',
      }),
    }),
  })
  server.on('request', provider.callback())
  project = await portico.createProject({ config: { oauth_providers: [{ id: 'google', type: 'shared' }] } })
})

afterAll(async () => {
  await portico.close()
  server.closeAllConnections()
  server.close()
})

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

async function signIn(login: string): Promise<{ isNew: boolean; me: Record<string, unknown> }> {
  const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
  const { url, codeVerifier } = authorizationRequest(portico.baseUrl, project, 'google')
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
