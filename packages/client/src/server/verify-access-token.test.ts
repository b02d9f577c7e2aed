import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

import { CLOCK_TOLERANCE_SECONDS, JWKS_CACHE_SECONDS } from '@portico/contract/limits'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import { createSurroundings, baseUrl, projectId, settle, type Surroundings } from '../../test/surroundings.ts'
import { createIssuerKey, keySetOf, signerOf, signToken } from '../../test/token-issuer.ts'
import { type AccessTokenVerifierOptions, createAccessTokenVerifier } from './access-token-verifier.ts'
import type { AccessTokenRefusal, VerifiedAccessToken, VerifyAccessToken } from './verify-access-token.ts'

const key = createIssuerKey('key-1')
const otherKey = createIssuerKey('key-2')

interface TestVerifier extends Surroundings {
  readonly verify: VerifyAccessToken
  /** Verifies a token. Returns the reason for a refusal instead of null. */
  readonly outcome: (...given: Parameters<VerifyAccessToken>) => Promise<VerifiedAccessToken | AccessTokenRefusal>
  /** The answer of the service to a request for its keys. */
  answer: object | Error | Promise<object>
}

function createVerifier(options: AccessTokenVerifierOptions = {}, { isManual = false } = {}): TestVerifier {
  const surroundings = createSurroundings(
    ({ path }) => {
      if (!path.endsWith('/.well-known/jwks.json')) return { body: {} }
      return test.answer
    },
    { isManual },
  )
  const verify = createAccessTokenVerifier({ projectId, baseUrl, ...options }, surroundings.ports)
  const test: TestVerifier = {
    ...surroundings,
    verify,
    outcome: async (token, given) => {
      let reason: AccessTokenRefusal | undefined
      const verified = await verify(token, { ...given, onRefused: (refusal) => (reason = refusal) })
      if ((verified === null) !== (reason !== undefined)) throw new Error('A refusal has a reason, and only a refusal.')
      return verified ?? (reason as AccessTokenRefusal)
    },
    answer: { body: keySetOf(key) },
  }
  return test
}

const minutes = (count: number): number => count * 60_000
const fetches = ({ sent }: Surroundings): number => sent.filter(({ path }) => path.endsWith('jwks.json')).length

describe('a valid token', () => {
  test('returns its claims', async () => {
    const { verify, clock, sent } = createVerifier()

    const verified = await verify(signToken(key, clock.now))

    expect(verified).toEqual({
      userId: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001',
      sessionId: '1c9b0d6e-0f0a-4a55-9d0e-0c5f4f0c0001',
      projectId,
      issuedAt: new Date(clock.now),
      expiresAt: new Date(clock.now + 600_000),
      isAnonymous: false,
      isRestricted: false,
      isImpersonation: false,
      act: null,
      claims: expect.objectContaining({ name: 'Ada', sub: '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001' }),
      partialUser: expect.objectContaining({ displayName: 'Ada', primaryEmail: 'ada@example.com' }),
    })
    expect(sent.map(({ path }) => path)).toEqual([`/projects/${projectId}/.well-known/jwks.json`])
  })

  test('fetches the keys without the keys of the application', async () => {
    const { verify, clock, sent } = createVerifier()

    await verify(signToken(key, clock.now))

    expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(['accept'])
  })

  test('returns the custom claims of the project among its claims', async () => {
    const { verify, clock } = createVerifier()
    const claims = { plan: { name: 'pro', seats: 5 }, omitted_claims: ['region'] }

    const verified = await verify(signToken(key, clock.now, { claims }))

    expect(verified?.claims).toMatchObject(claims)
    expect(verified?.claims['region']).toBeUndefined()
  })

  test('names the impersonation that it belongs to', async () => {
    const { verify, clock } = createVerifier()

    const act = { iss: `${baseUrl}/api/v1/projects/internal`, sub: 'owner' }

    const byServer = await verify(signToken(key, clock.now, { claims: { is_impersonation: true } }))
    const byOwner = await verify(signToken(key, clock.now, { claims: { is_impersonation: true, act } }))

    expect(byServer).toMatchObject({ isImpersonation: true, act: null })
    expect(byOwner).toMatchObject({ isImpersonation: true, act: { sub: 'owner' } })
  })

  test.each([
    ['expires in the tolerance', -600 - CLOCK_TOLERANCE_SECONDS + 1, false],
    ['has expired', -600 - CLOCK_TOLERANCE_SECONDS, true],
  ])('that %s is judged by the clock', async (_case, ageSeconds, isExpired) => {
    const { outcome, clock } = createVerifier()

    const found = await outcome(signToken(key, clock.now + ageSeconds * 1_000))

    expect(found === 'expired').toBe(isExpired)
  })
})

describe('a refused token', () => {
  test.each<[string, AccessTokenRefusal, object, object]>([
    ['an issuer of another service', 'wrong-issuer', {}, { iss: 'https://other.example/api/v1/projects/x' }],
    ['an issuer of another project', 'wrong-issuer', {}, { iss: `${baseUrl}/api/v1/projects/other` }],
    ['no issuer', 'wrong-issuer', {}, { iss: undefined }],
    ['another audience', 'wrong-audience', {}, { aud: 'other' }],
    ['a list of audiences', 'wrong-audience', {}, { aud: [projectId, 'other'] }],
    ['no audience', 'wrong-audience', {}, { aud: undefined }],
    ['no subject', 'malformed', {}, { sub: undefined }],
    ['an empty subject', 'malformed', {}, { sub: '' }],
    ['no session', 'malformed', {}, { refresh_token_id: undefined }],
    ['no expiry', 'malformed', {}, { exp: undefined }],
    ['an expiry that is a text', 'malformed', {}, { exp: '9999999999' }],
    ['no issue time', 'malformed', {}, { iat: undefined }],
    ['a start that is a text', 'malformed', {}, { nbf: 'now' }],
    ['a start in the future', 'not-yet-valid', {}, { nbf: 9_999_999_999 }],
    ['an issue time in the future', 'not-yet-valid', {}, { iat: 9_999_999_000, exp: 9_999_999_600 }],
    ['a lifetime of ten years', 'too-long-lived', {}, { exp: 9_999_999_999 }],
    ['too many characters', 'malformed', {}, { padding: 'x'.repeat(4_096) }],
    ['the type of an ID token', 'wrong-type', { typ: 'JWT' }, {}],
    ['no type', 'wrong-type', { typ: undefined }, {}],
    ['a critical extension', 'wrong-type', { crit: ['b64'], b64: false }, {}],
    ['an empty list of critical extensions', 'wrong-type', { crit: [] }, {}],
    ['another algorithm', 'wrong-type', { alg: 'ES384' }, {}],
    ['no key id', 'wrong-type', { kid: undefined }, {}],
    ['a key id that is a number', 'wrong-type', { kid: 1 }, {}],
    ['an unknown key id', 'unknown-key', { kid: 'key-9' }, {}],
    ['a key id from the prototype', 'unknown-key', { kid: '__proto__' }, {}],
  ])('has %s', async (_case, reason, header, claims) => {
    const { outcome, clock } = createVerifier()

    expect(await outcome(signToken(key, clock.now, { header, claims }))).toBe(reason)
  })

  test.each([
    ['none', ''],
    ['none', 'the signature of another token'],
  ])('has the algorithm %s and as signature %j', async (alg, signature) => {
    const { outcome, clock } = createVerifier()
    const token = signToken(key, clock.now, { header: { alg } })
    const unsigned = token.slice(0, token.lastIndexOf('.') + 1)
    const borrowed = signature && (signToken(key, clock.now).split('.')[2] ?? '')

    expect(['malformed', 'wrong-type']).toContain(await outcome(unsigned + borrowed))
  })

  test.each(['pem', 'der', 'jwk'] as const)(
    'is signed with HS256 and the public key (%s) as secret',
    async (format) => {
      const { outcome, clock } = createVerifier()
      const { publicKey } = key
      const secret =
        format === 'jwk'
          ? JSON.stringify(publicKey.export({ format }))
          : format === 'pem'
            ? publicKey.export({ format, type: 'spki' })
            : publicKey.export({ format, type: 'spki' })
      const token = signToken(key, clock.now, { header: { alg: 'HS256' } }, (input) =>
        // As long as an ES256 signature, so that the length is not the reason for the refusal.
        createHmac('sha512', secret).update(input).digest(),
      )

      expect(await outcome(token)).toBe('wrong-type')
    },
  )

  test('is signed with HS256 although its header says ES256', async () => {
    const { outcome, clock } = createVerifier()
    const secret = key.publicKey.export({ format: 'pem', type: 'spki' })
    const token = signToken(key, clock.now, {}, (input) => createHmac('sha512', secret).update(input).digest())

    expect(await outcome(token)).toBe('wrong-signature')
  })

  test('is signed with the key of another project', async () => {
    const { outcome, clock } = createVerifier()

    expect(await outcome(signToken(otherKey, clock.now, { header: { kid: key.kid } }))).toBe('wrong-signature')
    expect(await outcome(signToken(otherKey, clock.now))).toBe('unknown-key')
  })

  test.each([
    ['jwk', otherKey.publicKey.export({ format: 'jwk' })],
    ['jku', 'https://attacker.example/jwks.json'],
    ['x5u', 'https://attacker.example/certificate.pem'],
    ['x5c', [otherKey.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')]],
  ])('brings its own key as %s', async (name, value) => {
    const { outcome, clock, sent } = createVerifier()
    const header = { [name]: value }

    expect(await outcome(signToken(otherKey, clock.now, { header: { ...header, kid: key.kid } }))).toBe(
      'wrong-signature',
    )
    expect(await outcome(signToken(otherKey, clock.now, { header }))).toBe('unknown-key')
    expect(sent.filter(({ path }) => path.includes('attacker'))).toEqual([])
  })

  test('has a signature in the format of OpenSSL', async () => {
    const { outcome, clock } = createVerifier()
    const token = signToken(key, clock.now, {}, (input) => sign('sha256', Buffer.from(input), key.privateKey))

    expect(await outcome(token)).toBe('malformed')
  })

  test.each([
    ['another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })],
    ['another algorithm', { ...otherKey.publicKey.export({ format: 'jwk' }), alg: 'ES384' }],
    ['the use of encryption', { ...otherKey.publicKey.export({ format: 'jwk' }), use: 'enc' }],
    ['another key type', generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })],
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }],
  ])('names a published key with %s', async (_case, jwk) => {
    const verifier = createVerifier()
    verifier.answer = { body: { keys: [{ ...jwk, kid: otherKey.kid }, ...keySetOf(key).keys] } }

    expect(await verifier.outcome(signToken(otherKey, verifier.clock.now))).toBe('unknown-key')
    expect(await verifier.verify(signToken(key, verifier.clock.now))).not.toBeNull()
  })

  test('is a genuine token with one changed character', async () => {
    const { verify, clock } = createVerifier()
    const token = signToken(key, clock.now)

    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \u00e9\0'),
        async (index, character) => {
          const changed = token.slice(0, index) + character + token.slice(index + 1)
          expect((await verify(changed)) === null).toBe(changed !== token)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is any other text', async () => {
    const { verify } = createVerifier()
    const part = fc.string({ unit: 'grapheme', maxLength: 90 })
    const encoded = part.map((text) => Buffer.from(text).toString('base64url'))
    const parts = fc.array(fc.oneof(part, encoded), { maxLength: 5 })

    await fc.assert(
      fc.asyncProperty(
        parts.map((texts) => texts.join('.')),
        async (text) => {
          expect(await verify(text)).toBeNull()
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    ['an array', '[]'],
    ['null', 'null'],
    ['a text', '"x"'],
    ['not JSON', '{'],
    ['not UTF-8', '\xff'],
  ])('has a header or claims that are %s', async (_case, text) => {
    const { outcome, clock } = createVerifier()
    const [header = '', claims = ''] = signToken(key, clock.now).split('.')
    const encoded = Buffer.from(text, 'latin1').toString('base64url')
    for (const input of [`${encoded}.${claims}`, `${header}.${encoded}`]) {
      const token = `${input}.${signerOf(key)(input).toString('base64url')}`
      expect(await outcome(token)).toBe('malformed')
    }
  })
})

describe('anonymous and restricted users', () => {
  const anonymous = { is_anonymous: true, is_restricted: true, restricted_reason: { type: 'anonymous' } }
  const restricted = { is_restricted: true, restricted_reason: { type: 'restricted_by_administrator' } }
  const unverified = {
    aud: `${projectId}:restricted`,
    is_restricted: true,
    restricted_reason: { type: 'email_not_verified' },
  }
  const unverifiedWithoutFactor = {
    ...unverified,
    restricted_reason: { type: 'email_not_verified', second_factor_required: true },
  }
  const waiting = { aud: `${projectId}:restricted`, is_restricted: true, restricted_reason: { type: 'waiting' } }
  const withoutFactor = { aud: `${projectId}:restricted`, is_restricted: true }

  test.each([
    ['anonymous', anonymous, {}, 'anonymous'],
    ['anonymous', anonymous, { allowRestricted: true }, 'anonymous'],
    ['anonymous', anonymous, { allowAnonymous: true }, null],
    ['restricted', restricted, {}, 'restricted'],
    ['restricted', restricted, { allowAnonymous: true }, 'restricted'],
    ['restricted', restricted, { allowRestricted: true }, null],
    ['restricted', withoutFactor, {}, 'second-factor-required'],
    ['restricted', withoutFactor, { allowRestricted: true, allowAnonymous: true }, 'second-factor-required'],
    ['restricted', { ...withoutFactor, is_restricted: false }, {}, 'second-factor-required'],
    ['restricted', withoutFactor, { allowWithoutSecondFactor: true }, null],
    ['waiting', waiting, {}, 'waiting'],
    ['waiting', waiting, { allowWithoutSecondFactor: true, allowRestricted: true }, 'waiting'],
    ['restricted', restricted, { allowWithoutSecondFactor: true }, 'restricted'],
    ['unverified', unverified, {}, 'restricted'],
    ['unverified', unverified, { allowWithoutSecondFactor: true, allowAnonymous: true }, 'restricted'],
    ['unverified', unverified, { allowRestricted: true }, null],
    ['unverified', unverifiedWithoutFactor, {}, 'restricted'],
    ['unverified', unverifiedWithoutFactor, { allowRestricted: true }, 'second-factor-required'],
    ['unverified', unverifiedWithoutFactor, { allowWithoutSecondFactor: true }, 'restricted'],
    ['unverified', unverifiedWithoutFactor, { allowRestricted: true, allowWithoutSecondFactor: true }, null],
    ['anonymous', anonymous, { allowWithoutSecondFactor: true }, 'anonymous'],
  ])('an %s user with claims %j and options %j', async (_name, claims, options, refusal) => {
    const { outcome, clock } = createVerifier()

    const found = await outcome(signToken(key, clock.now, { claims }), options)

    if (refusal === null) expect(found).toMatchObject({ isRestricted: true })
    else expect(found).toBe(refusal)
  })
})

describe('the token of a request', () => {
  const cookies = (access: string) =>
    [
      `__Host-stack-refresh-${projectId}--default=${encodeURIComponent('{"refresh_token":"r","updated_at_millis":1}')}`,
      `__Host-stack-access=${encodeURIComponent(JSON.stringify(['r', access]))}`,
    ].join('; ')

  const pairHeader = (name: string, accessToken: string) =>
    `Bearer ${name}_${btoa(JSON.stringify({ accessToken, refreshToken: 'r' }))}`

  test.each<[string, (token: string) => Record<string, string>]>([
    ['the Authorization header', (token) => ({ authorization: `Bearer ${token}` })],
    ['the Authorization header in lower case', (token) => ({ authorization: `bearer ${token}` })],
    ['x-stack-auth', (accessToken) => ({ 'x-stack-auth': JSON.stringify({ accessToken, refreshToken: 'r' }) })],
    ['the token pair in the Authorization header', (token) => ({ authorization: pairHeader('stackauth', token) })],
    ['the same with its newest name', (token) => ({ authorization: pairHeader('hexclave', token) })],
    [
      'the token pair in the Authorization header before x-stack-auth',
      (token) => ({ authorization: pairHeader('stackauth', token), 'x-stack-auth': '{' }),
    ],
    ['x-stack-access-token', (token) => ({ 'x-stack-access-token': token })],
    ['the cookies of the client', (token) => ({ cookie: cookies(token) })],
    [
      'x-stack-auth beside another scheme',
      (accessToken) => ({
        authorization: 'Basic YTpi',
        'x-stack-auth': JSON.stringify({ accessToken }),
      }),
    ],
  ])('is read from %s', async (_case, headersFor) => {
    const { verify, clock } = createVerifier()
    const headers = headersFor(signToken(key, clock.now))

    expect(await verify(new Request('https://app.example', { headers }))).not.toBeNull()
    expect(await verify({ headers })).not.toBeNull()
  })

  test.each<[string, AccessTokenRefusal, (token: string) => Record<string, string>]>([
    ['no headers', 'missing', () => ({})],
    ['only a scheme', 'missing', () => ({ authorization: 'Bearer' })],
    ['a malformed header', 'malformed', (token) => ({ 'x-stack-auth': token })],
    [
      'a malformed header and a good cookie',
      'malformed',
      (token) => ({
        'x-stack-auth': '{',
        cookie: cookies(token),
      }),
    ],
    [
      'a wrong bearer token and a good cookie',
      'malformed',
      (token) => ({
        authorization: 'Bearer x',
        cookie: cookies(token),
      }),
    ],
    [
      'a malformed token pair and a good cookie',
      'malformed',
      (token) => ({
        authorization: 'Bearer stackauth_e30x!',
        cookie: cookies(token),
      }),
    ],
    [
      'two bearer tokens and a good cookie',
      'malformed',
      (token) => ({
        authorization: `Bearer ${token}, Bearer ${token}`,
        cookie: cookies(token),
      }),
    ],
    [
      'an access cookie of another session',
      'missing',
      (token) => ({
        cookie: cookies(token).replace('%22r%22%2C%22updated', '%22other%22%2C%22updated'),
      }),
    ],
    [
      'a cookie that a sibling subdomain can set',
      'missing',
      (token) => ({
        cookie: cookies(token).replaceAll('__Host-', ''),
      }),
    ],
  ])('is refused with %s', async (_case, reason, headersFor) => {
    const { outcome, clock } = createVerifier()
    const headers = headersFor(signToken(key, clock.now))

    expect(await outcome(new Request('https://app.example', { headers }))).toBe(reason)
  })
})

describe('the issuer', () => {
  const internal = 'http://portico.internal:4100'
  const ofService = (address: string) => ({ iss: `${address}/api/v1/projects/${projectId}` })

  test('may be the address for browsers or for servers', async () => {
    const addresses = { browser: baseUrl, server: baseUrl }
    const { verify, clock } = createVerifier({ baseUrl: { ...addresses, browser: 'https://public.example/' } })

    expect(await verify(signToken(key, clock.now, { claims: ofService('https://public.example') }))).not.toBeNull()
    expect(await verify(signToken(key, clock.now))).not.toBeNull()
    expect(await verify(signToken(key, clock.now, { claims: ofService(internal) }))).toBeNull()
  })

  test('can be set, and then is the only one', async () => {
    const { verify, clock } = createVerifier({ issuerBaseUrl: 'https://public.example/' })

    expect(await verify(signToken(key, clock.now, { claims: ofService('https://public.example') }))).not.toBeNull()
    expect(await verify(signToken(key, clock.now))).toBeNull()
  })

  test('warns once about wrong settings, and never for a forged token', async () => {
    const { verify, clock, warnings } = createVerifier()
    const claims = ofService(internal)

    await verify(signToken(otherKey, clock.now, { header: { kid: key.kid }, claims }))
    expect(warnings).toEqual([])
    await verify(signToken(key, clock.now, { claims }))
    await verify(signToken(key, clock.now, { claims }))

    expect(warnings).toEqual([expect.stringContaining('issuerBaseUrl')])
  })
})

describe('the keys', () => {
  test('are fetched once for concurrent calls and then cached', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier

    await Promise.all(Array.from({ length: 20 }, () => verify(signToken(key, clock.now))))
    clock.now += minutes(29)
    await verify(signToken(key, clock.now))

    expect(fetches(verifier)).toBe(1)
  })

  test('are fetched by each request on a platform where requests cannot share work', async () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    try {
      const verifier = createVerifier()
      const { verify, clock } = verifier

      const verified = await Promise.all([1, 2].map(() => verify(signToken(key, clock.now))))
      await verify(signToken(key, clock.now))

      expect(verified).not.toContain(null)
      expect(fetches(verifier)).toBe(2)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('are renewed in the background while a busy server uses them', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    clock.now += minutes(31)
    const held = Promise.withResolvers<object>()
    verifier.answer = held.promise

    expect(await verify(signToken(key, clock.now))).not.toBeNull()
    held.resolve({ body: keySetOf(otherKey) })
    await settle()

    expect(fetches(verifier)).toBe(2)
    expect(await verify(signToken(otherKey, clock.now))).not.toBeNull()
    expect(await verifier.outcome(signToken(key, clock.now))).toBe('unknown-key')
  })

  test('that were rotated out are refused after an hour, also by a server that was idle', async () => {
    const verifier = createVerifier()
    const { verify, outcome, clock } = verifier
    await verify(signToken(key, clock.now))
    verifier.answer = { body: keySetOf(otherKey) }

    clock.now += JWKS_CACHE_SECONDS * 1_000 + 1

    expect(await outcome(signToken(key, clock.now))).toBe('unknown-key')
  })

  test('that are new are fetched when a token names them', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    verifier.answer = { body: keySetOf(key, otherKey) }
    clock.now += 30_000

    expect(await verify(signToken(otherKey, clock.now))).not.toBeNull()
  })

  test('are fetched at most twice a minute for forged key ids', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))

    for (let second = 0; second < 60; second += 1) {
      const forged = Array.from({ length: 10 }, (_, index) => ({ header: { kid: `forged-${second}-${index}` } }))
      await Promise.all(forged.map((options) => verify(signToken(otherKey, clock.now, options))))
      clock.now += 1_000
    }

    expect(fetches(verifier)).toBe(2)
  })

  test('are not fetched for a forged token that names a known key', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    clock.now += minutes(5)

    await verify(signToken(otherKey, clock.now, { header: { kid: key.kid } }))

    expect(fetches(verifier)).toBe(1)
  })

  test('are used for four hours while the service cannot be reached', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    verifier.answer = new TypeError('fetch failed')

    for (const hours of [1, 2, 3, 4]) {
      clock.now = clock.now + minutes(60) - (hours === 4 ? 1_000 : 0)
      expect(await verify(signToken(key, clock.now))).not.toBeNull()
    }
    clock.now += 60_000

    await expect(verify(signToken(key, clock.now))).rejects.toMatchObject({ code: 'UNREACHABLE' })
  })

  test('are renewed when the service is back', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    verifier.answer = new TypeError('fetch failed')
    clock.now += minutes(61)
    await verify(signToken(key, clock.now))
    verifier.answer = { body: keySetOf(otherKey) }
    clock.now += 3_000
    await verify(signToken(key, clock.now))
    await settle()

    expect(await verifier.outcome(signToken(key, clock.now))).toBe('unknown-key')
  })

  test('that cannot be fetched are an error, not a refusal, and are not requested for each call', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    verifier.answer = new TypeError('fetch failed')

    for (let call = 0; call < 10; call += 1) {
      await expect(verify(signToken(key, clock.now))).rejects.toMatchObject({ code: 'UNREACHABLE' })
    }
    expect(fetches(verifier)).toBe(1)
    verifier.answer = { body: keySetOf(key) }
    clock.now += 2_000

    expect(await verify(signToken(key, clock.now))).not.toBeNull()
  })

  test.each([
    ['a page', { body: '<html>' }],
    ['another object', { body: { items: [] } }],
    ['an error', { status: 404, body: 'There is no project.' }],
    ['a redirect', { status: 302, headers: { location: 'https://attacker.example' }, body: '' }],
    ['a key that is damaged', { body: { keys: [{ ...keySetOf(key).keys[0], x: 'AA' }] } }],
  ])('are kept if the service answers with %s', async (_case, answer) => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    verifier.answer = answer
    clock.now += minutes(90)

    expect(await verify(signToken(key, clock.now))).not.toBeNull()
  })

  test('are fetched again if the local clock was set back', async () => {
    const verifier = createVerifier()
    const { verify, clock } = verifier
    await verify(signToken(key, clock.now))
    verifier.answer = { body: keySetOf(otherKey) }
    clock.now -= minutes(24 * 60)

    expect(await verifier.outcome(signToken(key, clock.now))).toBe('unknown-key')
  })
})
