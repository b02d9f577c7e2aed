import { generateKeyPairSync, hash, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  type LastSeen,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

// A provider whose responses the tests manipulate. Its issuer replaces the Google of the operator.

const CLIENT_ID = 'client of a test'
const CLIENT_SECRET = 'secret of a test: +/%&='
const ACCESS_TOKEN = 'an access token'

const rightKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const nextKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const wrongKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Manipulation {
  claims: Record<string, unknown>
  key: KeyObject
  /** Null for a token without a key id. */
  keyId: string | null
  algorithm: 'ES256' | 'HS256'
  userinfo: Record<string, unknown>
  /** Signs the userinfo with this key instead of sending JSON. */
  userinfoKey: KeyObject | null
  /** Handlers that replace the response of a path. */
  instead: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
  /** Overrides members of the token response. */
  tokens: Record<string, unknown>
}

let portico: TestPortico
let project: TestProject
let issuer: string
let manipulation: Manipulation
const log: string[] = []
let tokenRequest: { authorization: string | undefined; form: URLSearchParams } | null
const server = createServer((request, response) => void answer(request, response))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
  portico = await createTestPortico({
    settings: { PORTICO_LOG: 'warn' },
    onLog: (line) => log.push(line),
    seed: {
      shared_oauth_providers: {
        google: { ...keys, issuer },
        spotify: {
          ...keys,
          authorization_url: `${issuer}/authorize`,
          token_url: `${issuer}/token`,
          userinfo_url: `${issuer}/userinfo`,
        },
        github: { ...keys, issuer: `${issuer}/other` },
        microsoft: { ...keys, issuer: 'http://127.0.0.1:1' },
      },
    },
  })
  project = await portico.createProject({
    config: {
      oauth_providers: (['google', 'spotify', 'github', 'microsoft'] as const).map((id) => ({ id, type: 'shared' })),
    },
  })
})

beforeEach(() => {
  tokenRequest = null
  manipulation = {
    claims: {},
    key: rightKey.privateKey,
    keyId: 'k',
    algorithm: 'ES256',
    userinfo: { sub: 'ada', email: 'ada@example.com', email_verified: true },
    userinfoKey: null,
    instead: {},
    tokens: {},
  }
})

afterAll(async () => {
  await portico.close()
  server.closeAllConnections()
  server.close()
})

let nonce = ''

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '', issuer)
  const special = manipulation.instead[pathname]
  if (special) return special(request, response)
  const send = (body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  if (pathname.endsWith('/.well-known/openid-configuration')) {
    return send({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
    })
  }
  if (pathname === '/jwks') return send({ keys: await publishedKeys() })
  if (pathname === '/userinfo') {
    if (manipulation.userinfoKey === null) return send(manipulation.userinfo)
    response.writeHead(200, { 'content-type': 'application/jwt' })
    response.end(await sign(manipulation.userinfo, manipulation.userinfoKey))
    return
  }
  if (pathname !== '/token') return send({}, 404)
  let text = ''
  for await (const chunk of request) text += String(chunk)
  tokenRequest = { authorization: request.headers.authorization, form: new URLSearchParams(text) }
  return send({
    access_token: ACCESS_TOKEN,
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: await idToken(),
    ...manipulation.tokens,
  })
}

/** Two keys of one algorithm, as during a rotation. */
async function publishedKeys(): Promise<Record<string, unknown>[]> {
  const [next, right] = await Promise.all([exportJWK(nextKey.publicKey), exportJWK(rightKey.publicKey)])
  return [
    { ...next, kid: 'next', alg: 'ES256' },
    { ...right, kid: 'k', alg: 'ES256' },
  ]
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}

function idToken(): Promise<string> {
  const now = seconds()
  const claims = { iss: issuer, aud: CLIENT_ID, sub: 'ada', iat: now, exp: now + 300, nonce, ...manipulation.claims }
  const key = manipulation.algorithm === 'HS256' ? new TextEncoder().encode(CLIENT_SECRET.padEnd(32)) : manipulation.key
  return sign(claims, key)
}

function sign(claims: Record<string, unknown>, key: KeyObject | Uint8Array): Promise<string> {
  const { algorithm: alg, keyId } = manipulation
  return new SignJWT(claims).setProtectedHeader({ alg, ...(keyId !== null && { kid: keyId }) }).sign(key)
}

/** The claim `at_hash` (OpenID Connect Core 1.0 section 3.1.3.6). */
function accessTokenHash(accessToken: string): string {
  return hash('sha256', accessToken, 'buffer').subarray(0, 16).toString('base64url')
}

/** Starts a sign-in and opens the callback with `code` and `state`. */
async function signIn(provider: 'google' | 'spotify' | 'github' | 'microsoft' = 'google'): Promise<LastSeen> {
  const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
  const { url } = authorizationRequest(portico.baseUrl, project, provider)
  const away = await visitor.send(new Request(url))
  if (!away.location) return away
  nonce = away.location.searchParams.get('nonce') ?? ''
  const back = new URL(away.location.searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('code', 'a code')
  back.searchParams.set('state', away.location.searchParams.get('state') ?? '')
  return visitor.send(new Request(back))
}

/** Returns the ids of the Google accounts that users have signed in with. */
async function accountIds(): Promise<unknown[]> {
  const { body } = await project.server().get<{ items: { oauth_providers: { account_id: string }[] }[] }>('/users')
  return body.items.flatMap(({ oauth_providers: accounts }) => accounts.map(({ account_id: id }) => id))
}

function codeOf(seen: LastSeen): string | null {
  return seen.location?.searchParams.get('code') ?? null
}

describe('provider with an issuer', () => {
  test('gets PKCE, nonce and client authentication as the standards require', async () => {
    const seen = await signIn()

    expect(seen.status).toBe(303)
    expect(codeOf(seen)).toBeTruthy()
    // RFC 6749 section 2.3.1: form-encoded, except for characters that providers read equally with and without
    // decoding.
    const [id, secret] = atob(tokenRequest?.authorization?.replace('Basic ', '') ?? '').split(':')
    expect(new URLSearchParams(`v=${id}`).get('v')).toBe(CLIENT_ID)
    expect(new URLSearchParams(`v=${secret}`).get('v')).toBe(CLIENT_SECRET)
    expect(secret).toBe('secret%20of%20a%20test%3A%20%2B/%25%26=')
    expect(tokenRequest?.form.get('code_verifier')).toMatch(/^[A-Za-z0-9._~-]{43,128}$/)
    expect(tokenRequest?.form.has('client_secret')).toBe(false)
  })

  test.each<[string, Partial<Manipulation>]>([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['several audiences and another party', { claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } }],
    ['another nonce', { claims: { nonce: 'planted' } }],
    ['several audiences and no party', { claims: { aud: [CLIENT_ID, 'x'] } }],
    ['our audience and another party', { claims: { azp: 'x' } }],
    ['a party that is not a string', { claims: { azp: [CLIENT_ID] } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an expiry in the past', { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['a start in the future', { claims: { nbf: Math.floor(Date.now() / 1_000) + 600 } }],
    ['an issue time in the future', { claims: { iat: Math.floor(Date.now() / 1_000) + 90 } }],
    ['an issue time that is not a number', { claims: { iat: '1' } }],
    ['the hash of another access token', { claims: { at_hash: accessTokenHash('another access token') } }],
    ['a hash that is not a string', { claims: { at_hash: 5 } }],
    ['an empty hash', { claims: { at_hash: '' } }],
    ['a signature by another key', { key: wrongKey.privateKey }],
    ['an unpublished key', { keyId: 'unknown' }],
    ['a signature by another key and no key id', { key: wrongKey.privateKey, keyId: null }],
    ['a signature with the client secret', { algorithm: 'HS256' }],
    [
      'another subject than the userinfo',
      { userinfo: { sub: 'bruno', email: 'ada@example.com', email_verified: true } },
    ],
  ])('is refused for an ID token with %s', async (_case, what) => {
    Object.assign(manipulation, what)

    const seen = await signIn()

    expect(seen.status).toBe(400)
    expect(seen.location).toBeNull()
  })

  test.each<[string, Record<string, unknown>]>([
    ['our party', { azp: CLIENT_ID }],
    ['several audiences and our party', { aud: [CLIENT_ID, 'x'], azp: CLIENT_ID }],
    ['times of a clock that is 45 s fast', { iat: seconds() + 45, nbf: seconds() + 45 }],
    ['the hash of its access token', { at_hash: accessTokenHash(ACCESS_TOKEN) }],
  ])('is accepted with an ID token with %s', async (_case, claims) => {
    manipulation.claims = claims

    expect(codeOf(await signIn())).toBeTruthy()
  })

  test('is accepted with an ID token without a key id, while it publishes two keys', async () => {
    manipulation.keyId = null

    expect(codeOf(await signIn())).toBeTruthy()
  })

  test.each<[string, string | number, string]>([
    ['a number', 48_151, '48151'],
    ['a name in Cyrillic letters', 'доброе-утро', 'доброе-утро'],
    ['a distinguished name', 'CN=Ada Lovelace,O=Example', 'CN=Ada Lovelace,O=Example'],
  ])('is accepted with %s as subject', async (_case, sub, accountId) => {
    manipulation.claims = { sub }
    manipulation.userinfo = { sub, email: `${randomUUID()}@example.com`, email_verified: true }

    expect(codeOf(await signIn())).toBeTruthy()
    expect(await accountIds()).toContain(accountId)
  })

  test('is accepted with a signed userinfo response', async () => {
    manipulation.userinfoKey = rightKey.privateKey
    manipulation.userinfo = { ...manipulation.userinfo, iss: issuer, aud: [CLIENT_ID] }

    expect(codeOf(await signIn())).toBeTruthy()
  })

  test.each<[string, KeyObject, Record<string, unknown>]>([
    ['signed by another key', wrongKey.privateKey, {}],
    ['of another issuer', rightKey.privateKey, { iss: 'https://evil.example' }],
    ['for another client', rightKey.privateKey, { aud: 'another client' }],
    ['of another subject', rightKey.privateKey, { sub: 'bruno' }],
    ['that has expired', rightKey.privateKey, { exp: 1 }],
  ])('is refused for a userinfo response %s', async (_case, key, claims) => {
    manipulation.userinfoKey = key
    manipulation.userinfo = { ...manipulation.userinfo, ...claims }

    expect((await signIn()).status).toBe(400)
  })

  test('signs in a user with the claims of the ID token if the userinfo has only the subject', async () => {
    const email = `${randomUUID()}@example.com`
    const sub = randomUUID()
    manipulation.claims = { sub, email, email_verified: true, given_name: 'Ada', family_name: 'Lovelace' }
    manipulation.userinfo = { sub }

    expect(codeOf(await signIn())).toBeTruthy()
    const { body } = await project.server().get<{ items: unknown[] }>(`/users?query=${email}`)
    expect(body.items).toMatchObject([
      { primary_email: email, primary_email_verified: true, display_name: 'Ada Lovelace' },
    ])
  })

  test.each<[string, Record<string, unknown>]>([
    ['absent values as null', { refresh_token: null, scope: null, expires_in: null, token_type: null, error: null }],
    ['a list for scopes', { scope: ['openid', 'email'] }],
  ])('is accepted with a token response with %s', async (_case, tokens) => {
    manipulation.tokens = tokens

    expect(codeOf(await signIn())).toBeTruthy()
  })

  test('is accepted with a form-encoded token response', async () => {
    manipulation.instead = {
      '/token': (_request, response) => {
        const answer = new URLSearchParams({ access_token: ACCESS_TOKEN, expires_in: '3600' })
        response.writeHead(200, { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' })
        response.end(String(answer))
      },
    }

    expect(codeOf(await signIn('spotify'))).toBeTruthy()
  })

  test.each([
    ['nothing', { id_token: undefined }],
    ['a number', { id_token: 5 }],
    ['a malformed JWT', { id_token: 'x.y.z' }],
    ['an unsigned JWT', { id_token: `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{}')}.` }],
  ])('is refused for %s instead of an ID token', async (_case, tokens) => {
    manipulation.tokens = tokens

    expect((await signIn()).status).toBe(400)
  })

  test.each([
    ['no access token', { access_token: undefined }],
    ['an object for an access token', { access_token: {} }],
    ['an access token with a line break', { access_token: 'a\r\nx: y' }],
    ['an access token beyond Latin-1', { access_token: 'a€' }],
    ['an access token with an unpaired surrogate', { access_token: '\ud800' }],
    ['an empty refresh token', { refresh_token: '' }],
    ['a negative lifetime', { expires_in: -5 }],
    ['another type of token', { token_type: 'mac' }],
    ['a lifetime that is not a number', { expires_in: 'soon' }],
    ['an object for scopes', { scope: { a: true } }],
    ['an object for a refresh token', { refresh_token: {} }],
  ])('is refused for %s without a server error', async (_case, tokens) => {
    manipulation.tokens = tokens

    expect((await signIn()).status).toBe(400)
  })

  test.each([
    ['invalid_grant', 'has expired'],
    ['invalid_client', 'invalid_client'],
    ['<script>', 'unknown'],
    [{ type: 'OAuthException', message: 'x' }, 'OAuthException'],
    [[], 'unknown'],
  ])('causes a plain error page for the error %j with status 200', async (error, words) => {
    manipulation.tokens = { error, access_token: undefined }

    const seen = await signIn()

    expect(seen.status).toBe(400)
    expect(seen.text).toContain(words)
    expect(seen.text).not.toContain('<script>')
  })

  const garbage: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['HTML', (_request, response) => response.end('<html>')],
    ['nothing', (_request, response) => response.end()],
    ['null', (_request, response) => response.end('null')],
    ['a list', (_request, response) => response.end('[]')],
    ['truncated JSON', (_request, response) => response.end('{"access_token":"')],
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['deep JSON', (_request, response) => response.end('['.repeat(100_000))],
    ['403 without a body', (_request, response) => response.writeHead(403).end()],
  ]
  test.each(garbage.flatMap(([what, act]) => ['/token', '/userinfo'].map((path) => ({ what, act, path }))))(
    'is refused for $what from $path without a server error',
    async ({ act, path }) => {
      manipulation.instead = { [path]: act }

      const seen = await signIn()

      expect(seen.status).toBe(400)
    },
  )

  const outages: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['is down', (_request, response) => response.writeHead(503).end('{}')],
    ['closes the connection', (request) => request.socket.destroy()],
    ['is rate limited', (_request, response) => response.writeHead(429).end('{}')],
    [
      'switches to another protocol',
      (request) => request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    ['answers with two megabytes', (_request, response) => response.end(Buffer.alloc(2_097_152))],
  ]
  test.each(outages)('causes OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE if it %s', async (_case, act) => {
    manipulation.instead = { '/token': act }

    const { location } = await signIn()

    expect(location?.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE')
    expect(location?.searchParams.get('message')).toContain('does not answer at the moment')
  })

  test('causes an error if it never responds', async () => {
    manipulation.instead = { '/token': () => {} }

    const { location } = await signIn()

    expect(location?.searchParams.get('message')).toContain('does not answer at the moment')
  })

  test('is refused as misconfigured if its discovery document names another issuer', async () => {
    const seen = await signIn('github')

    expect(seen.status).toBe(424)
    expect(seen.text).toContain('The sign-in with GitHub is not configured correctly. Contact the operator of the app.')
    const logged = log.find((line) => line.includes('discovery document'))
    expect(logged).toContain(`${issuer}/other`)
    expect(logged).toContain(`names \\"${issuer}\\"`)
  })

  test('logs why a response was refused', async () => {
    manipulation.instead = { '/userinfo': (_request, response) => response.writeHead(403).end() }

    await signIn()

    expect(log.some((line) => line.includes('The response has the status 403.'))).toBe(true)
  })

  test('is refused if it is unreachable', async () => {
    expect((await signIn('microsoft')).status).toBe(424)
  })
})

describe('provider with three endpoint URLs', () => {
  test('signs users in without an ID token', async () => {
    manipulation.tokens = { id_token: undefined, token_type: undefined, expires_in: '3600' }

    expect(codeOf(await signIn('spotify'))).toBeTruthy()
  })

  test.each([
    ['no subject', { email: 'ada@example.com' }],
    ['an empty subject', { sub: '' }],
    ['an object for a subject', { sub: { toString: 'x' } }],
    ['a huge subject', { sub: 'x'.repeat(10_000) }],
    ['a subject with a NUL', { sub: 'a\0b' }],
    ['a list instead of an address', { sub: 'a', email: ['ada@example.com'] }],
    ['a string as verification flag', { sub: 'a', email: 'ada@example.com', email_verified: 'yes' }],
  ])('is refused for userinfo with %s without a server error', async (_case, userinfo) => {
    manipulation.userinfo = userinfo

    expect((await signIn('spotify')).status).toBe(400)
  })

  test.each([
    ['an invalid address', { sub: 'odd-1', email: 'ada@example.com, eve@example.com', email_verified: true }],
    ['a malformed name and picture', { sub: 'odd-2', name: { first: 'x' }, picture: 'javascript:alert(1)' }],
    ['a name with a NUL', { sub: 'odd-3', name: 'a\0b' }],
  ])('is accepted without %s in userinfo', async (_case, userinfo) => {
    manipulation.userinfo = userinfo

    expect(codeOf(await signIn('spotify'))).toBeTruthy()
  })
})
