import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
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

// A provider whose every answer a test can spoil. It is the operator's Google, by its issuer.

const CLIENT_ID = 'client of a test'
const CLIENT_SECRET = 'secret of a test: +/%&='
const ACCESS_TOKEN = 'an access token'

const rightKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const wrongKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

interface Spoiled {
  claims: Record<string, unknown>
  key: KeyObject
  keyId: string
  algorithm: 'ES256' | 'HS256'
  userinfo: Record<string, unknown>
  /** Answers the request instead, by path. */
  instead: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
  /** Changes what the token endpoint says. */
  tokens: Record<string, unknown>
}

let portico: TestPortico
let project: TestProject
let issuer: string
let spoiled: Spoiled
let tokenRequest: { authorization: string | undefined; form: URLSearchParams } | null
const server = createServer((request, response) => void answer(request, response))

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const keys = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
  portico = await createTestPortico({
    settings: { PORTICO_LOG: 'silent' },
    seed: {
      shared_oauth_providers: {
        google: { ...keys, issuer },
        spotify: {
          ...keys,
          authorization_url: `${issuer}/authorize`,
          token_url: `${issuer}/token`,
          userinfo_url: `${issuer}/userinfo`,
        },
        github: { ...keys, issuer: `${issuer}/elsewhere` },
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
  spoiled = {
    claims: {},
    key: rightKey.privateKey,
    keyId: 'k',
    algorithm: 'ES256',
    userinfo: { sub: 'ada', email: 'ada@example.com', email_verified: true },
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
  const special = spoiled.instead[pathname]
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
  if (pathname === '/jwks')
    return send({ keys: [{ ...(await exportJWK(rightKey.publicKey)), kid: 'k', alg: 'ES256' }] })
  if (pathname === '/userinfo') return send(spoiled.userinfo)
  if (pathname !== '/token') return send({}, 404)
  let text = ''
  for await (const chunk of request) text += String(chunk)
  tokenRequest = { authorization: request.headers.authorization, form: new URLSearchParams(text) }
  return send({
    access_token: ACCESS_TOKEN,
    token_type: 'Bearer',
    expires_in: 3600,
    id_token: await idToken(),
    ...spoiled.tokens,
  })
}

function idToken(): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  const claims = { iss: issuer, aud: CLIENT_ID, sub: 'ada', iat: now, exp: now + 300, nonce, ...spoiled.claims }
  const key = spoiled.algorithm === 'HS256' ? new TextEncoder().encode(CLIENT_SECRET.padEnd(32)) : spoiled.key
  return new SignJWT(claims).setProtectedHeader({ alg: spoiled.algorithm, kid: spoiled.keyId }).sign(key)
}

/** The claim `at_hash` (OpenID Connect Core 1.0 section 3.1.3.6). */
function accessTokenHash(accessToken: string): string {
  return hash('sha256', accessToken, 'buffer').subarray(0, 16).toString('base64url')
}

/** Goes to the provider and comes back with the given answer, `code` and `state` unless said otherwise. */
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

function codeOf(seen: LastSeen): string | null {
  return seen.location?.searchParams.get('code') ?? null
}

describe('a provider described by its issuer', () => {
  test('given good answers, when signing in, then PKCE, nonce and client authentication are as the standards say', async () => {
    const seen = await signIn()

    expect(seen.status).toBe(303)
    expect(codeOf(seen)).toBeTruthy()
    // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
    const [id, secret] = atob(tokenRequest?.authorization?.replace('Basic ', '') ?? '').split(':')
    expect(new URLSearchParams(`v=${id}`).get('v')).toBe(CLIENT_ID)
    expect(new URLSearchParams(`v=${secret}`).get('v')).toBe(CLIENT_SECRET)
    expect(tokenRequest?.form.get('code_verifier')).toMatch(/^[A-Za-z0-9._~-]{43,128}$/)
    expect(tokenRequest?.form.has('client_secret')).toBe(false)
  })

  test.each<[string, Partial<Spoiled>]>([
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody else' } }],
    ['several audiences and another party', { claims: { aud: [CLIENT_ID, 'x'], azp: 'x' } }],
    ['another nonce', { claims: { nonce: 'planted' } }],
    ['several audiences and no party', { claims: { aud: [CLIENT_ID, 'x'] } }],
    ['our audience and another party', { claims: { azp: 'x' } }],
    ['a party that is no text', { claims: { azp: [CLIENT_ID] } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an end that is past', { claims: { exp: Math.floor(Date.now() / 1_000) - 600 } }],
    ['no end', { claims: { exp: undefined } }],
    ['a start that is to come', { claims: { nbf: Math.floor(Date.now() / 1_000) + 600 } }],
    ['an issue time that is to come', { claims: { iat: Math.floor(Date.now() / 1_000) + 60 } }],
    ['an issue time that is no number', { claims: { iat: '1' } }],
    ['the hash of another access token', { claims: { at_hash: accessTokenHash('another access token') } }],
    ['a hash that is no text', { claims: { at_hash: 5 } }],
    ['an empty hash', { claims: { at_hash: '' } }],
    ['a signature by another key', { key: wrongKey.privateKey }],
    ['a key nobody has published', { keyId: 'unknown' }],
    ['a signature with the client secret', { algorithm: 'HS256' }],
    [
      'another subject than the userinfo',
      { userinfo: { sub: 'bruno', email: 'ada@example.com', email_verified: true } },
    ],
  ])('given an ID token with %s, when signing in, then nobody is', async (_case, what) => {
    Object.assign(spoiled, what)

    const seen = await signIn()

    expect(seen.status).toBe(400)
    expect(seen.location).toBeNull()
  })

  test.each<[string, Record<string, unknown>]>([
    ['our party', { azp: CLIENT_ID }],
    ['several audiences and our party', { aud: [CLIENT_ID, 'x'], azp: CLIENT_ID }],
    ['an issue time within the tolerance', { iat: Math.floor(Date.now() / 1_000) + 20 }],
    ['the hash of its access token', { at_hash: accessTokenHash(ACCESS_TOKEN) }],
  ])('accepts an ID token with %s', async (_case, claims) => {
    spoiled.claims = claims

    expect(codeOf(await signIn())).toBeTruthy()
  })

  test.each([
    ['none', { id_token: undefined }],
    ['a number', { id_token: 5 }],
    ['no JWT', { id_token: 'x.y.z' }],
    ['an unsigned one', { id_token: `${btoa('{"alg":"none"}').replaceAll('=', '')}.${btoa('{}')}.` }],
  ])('given %s for an ID token, when signing in, then nobody is', async (_case, tokens) => {
    spoiled.tokens = tokens

    expect((await signIn()).status).toBe(400)
  })

  test.each([
    ['no access token', { access_token: undefined }],
    ['an object for an access token', { access_token: {} }],
    ['an access token with a line break', { access_token: 'a\r\nx: y' }],
    ['an access token beyond Latin-1', { access_token: 'a€' }],
    ['an access token with an unpaired surrogate', { access_token: '\ud800' }],
    ['an empty refresh token', { refresh_token: '' }],
    ['a lifetime below nothing', { expires_in: -5 }],
    ['another type of token', { token_type: 'mac' }],
    ['a lifetime that is no number', { expires_in: 'soon' }],
    ['a list for scopes', { scope: ['a'] }],
    ['an object for a refresh token', { refresh_token: {} }],
  ])('given %s, when signing in, then nobody is and nothing breaks', async (_case, tokens) => {
    spoiled.tokens = tokens

    expect((await signIn()).status).toBe(400)
  })

  test.each([
    ['invalid_grant', 'has expired'],
    ['invalid_client', 'invalid_client'],
    ['<script>', 'unknown'],
    [{ type: 'OAuthException', message: 'x' }, 'OAuthException'],
    [[], 'unknown'],
  ])('given the error %j with status 200, when signing in, then it is told in words', async (error, words) => {
    spoiled.tokens = { error, access_token: undefined }

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
    ['half of an object', (_request, response) => response.end('{"access_token":"')],
    ['a redirect', (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['deep JSON', (_request, response) => response.end('['.repeat(100_000))],
    ['a refusal without words', (_request, response) => response.writeHead(403).end()],
  ]
  test.each(garbage.flatMap(([what, act]) => ['/token', '/userinfo'].map((path) => ({ what, act, path }))))(
    'given $what from $path, when signing in, then nobody is and nothing breaks',
    async ({ act, path }) => {
      spoiled.instead = { [path]: act }

      const seen = await signIn()

      expect(seen.status).toBe(400)
    },
  )

  const outages: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ['is down', (_request, response) => response.writeHead(503).end('{}')],
    ['hangs up', (request) => request.socket.destroy()],
    ['has no time', (_request, response) => response.writeHead(429).end('{}')],
    [
      'switches to another protocol',
      (request) => request.socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    ['answers with two megabytes', (_request, response) => response.end(Buffer.alloc(2_097_152))],
  ]
  test.each(outages)('given a provider that %s, when signing in, then the app is told so', async (_case, act) => {
    spoiled.instead = { '/token': act }

    const { location } = await signIn()

    expect(location?.searchParams.get('errorCode')).toBe('OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE')
    expect(location?.searchParams.get('message')).toContain('does not answer at the moment')
  })

  test('given a provider that never answers, when signing in, then the app is told within eleven seconds', async () => {
    spoiled.instead = { '/token': () => {} }
    const startedAt = performance.now()

    const { location } = await signIn()

    expect(performance.now() - startedAt).toBeLessThan(14_000)
    expect(location?.searchParams.get('message')).toContain('does not answer at the moment')
  })

  test('given an issuer that calls itself by another name, when signing in, then it does not start', async () => {
    const seen = await signIn('github')

    expect(seen.status).toBe(424)
    expect(seen.text).toContain('does not answer at the moment')
  })

  test('given an issuer nobody answers at, when signing in, then it does not start', async () => {
    expect((await signIn('microsoft')).status).toBe(424)
  })
})

describe('a provider described by three addresses', () => {
  test('given good answers, when signing in, then it works without an ID token', async () => {
    spoiled.tokens = { id_token: undefined, token_type: undefined, expires_in: '3600' }

    expect(codeOf(await signIn('spotify'))).toBeTruthy()
  })

  test.each([
    ['no subject', { email: 'ada@example.com' }],
    ['an empty subject', { sub: '' }],
    ['an object for a subject', { sub: { toString: 'x' } }],
    ['a huge subject', { sub: 'x'.repeat(10_000) }],
    ['a subject with a NUL', { sub: 'a\0b' }],
    ['a list for an address', { sub: 'a', email: ['ada@example.com'] }],
    ['a word for whether it is verified', { sub: 'a', email: 'ada@example.com', email_verified: 'yes' }],
  ])('given a userinfo with %s, when signing in, then nobody is and nothing breaks', async (_case, userinfo) => {
    spoiled.userinfo = userinfo

    expect((await signIn('spotify')).status).toBe(400)
  })

  test.each([
    ['an address that is none', { sub: 'odd-1', email: 'ada@example.com, eve@example.com', email_verified: true }],
    ['a strange name and picture', { sub: 'odd-2', name: { first: 'x' }, picture: 'javascript:alert(1)' }],
    ['a name with a NUL', { sub: 'odd-3', name: 'a\0b' }],
  ])('given a userinfo with %s, when signing in, then that is left out', async (_case, userinfo) => {
    spoiled.userinfo = userinfo

    expect(codeOf(await signIn('spotify'))).toBeTruthy()
  })
})
