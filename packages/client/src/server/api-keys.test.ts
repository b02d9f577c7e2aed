import { describe, expect, test } from 'vitest'

import {
  accessToken,
  baseUrl,
  createSurroundings,
  knownError,
  projectId,
  type SentRequest,
  wireServerUser,
} from '../../test/surroundings.ts'
import { PorticoServerApp } from './server-app.ts'
import { ConnectionError } from '../transport/connection-error.ts'
import type { AuthenticationRefusal } from './authenticate-request.ts'

const options = { projectId, publishableClientKey: 'pck_key', secretServerKey: 'ssk_key', baseUrl, tokenStore: null }
const ada = '0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001'
const readers = '6a3d2f04-57c2-4a55-9d0b-2f8f0e1d0001'
const keyId = '1c9b0d6e-0f0a-4a55-9d0e-0c5f4f0c0001'

const keyText = (type: string, last = '0') =>
  `sk_${'a'.repeat(45)}${keyId.replaceAll('-', '')}${type}1574ck4u7h0000000${last}`
const userKey = keyText('user')
const teamKey = keyText('team')
const token = accessToken({ expiresAt: 1_800_000_600_000 })

const wireKey = {
  id: keyId,
  description: 'CI',
  is_public: false,
  created_at_millis: 1_750_000_000_000,
  user_id: ada,
  team_id: readers,
  value: { last_four: '0000' },
}
const wireTeam = {
  id: readers,
  display_name: 'Readers',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
  server_metadata: null,
  created_at_millis: 1_750_000_000_000,
}

type Route = (request: SentRequest) => { status?: number; headers?: Record<string, string>; body?: unknown } | Error

/** A service with a user and a team, whose keys it accepts. */
function createApp(routes: Record<string, Route> = {}) {
  const all: Record<string, Route> = {
    'POST /user-api-keys/check': () => ({ body: { ...wireKey, type: 'user' } }),
    'POST /team-api-keys/check': () => ({ body: { ...wireKey, type: 'team' } }),
    [`PATCH /user-api-keys/${keyId}`]: () => ({ body: wireKey }),
    [`GET /users/${ada}`]: () => ({ body: wireServerUser({ id: ada }) }),
    [`PATCH /users/${ada}`]: () => ({ body: wireServerUser({ id: ada }) }),
    [`GET /teams/${readers}`]: () => ({ body: wireTeam }),
    [`PATCH /teams/${readers}`]: () => ({ body: wireTeam }),
    'GET /users/me': ({ headers }) =>
      headers.get('x-stack-access-token') === token
        ? { body: wireServerUser({ id: ada }) }
        : knownError('UNPARSABLE_ACCESS_TOKEN', 401),
    ...routes,
  }
  const surroundings = createSurroundings(
    (request) => all[`${request.method} ${request.path}`]?.(request) ?? { status: 404, body: 'not found' },
  )
  const app = new PorticoServerApp<false>({ ...options, tokenStore: null }, surroundings.ports)
  const calls = () => surroundings.sent.map(({ method, path }) => `${method} ${path}`)
  return { ...surroundings, app, calls }
}

const restrictedBy = (type?: string) =>
  knownError('RESTRICTED_USER_NOT_ALLOWED', 403, type && { restricted_reason: { type } })
const requestOf = (headers: Record<string, string>) => new Request('https://app.example', { headers })
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })
const authHeader = { 'x-stack-auth': JSON.stringify({ accessToken: token, refreshToken: null }) }
const malformedKey = `sk_${'a'.repeat(99)}`

describe('authenticateRequest', () => {
  test.each<[string, Record<string, string>, string]>([
    ['an access token', bearer(token), 'session'],
    ['the header of the client', authHeader, 'session'],
    ['the token pair in the Authorization header', bearer(`stackauth_${btoa(authHeader['x-stack-auth'])}`), 'session'],
    ['a key of a user', bearer(userKey), 'user-api-key'],
    ['a key of a team', bearer(teamKey), 'team-api-key'],
    ['a key in x-api-key', { 'x-api-key': teamKey }, 'team-api-key'],
    ['a key, and the session of cookies or headers', { 'x-api-key': userKey, ...authHeader }, 'user-api-key'],
    ['an access token and a key, of which the first counts', { ...bearer(token), 'x-api-key': teamKey }, 'session'],
    [
      'a key and another authentication of the host',
      { authorization: 'Basic eDp5', 'x-api-key': userKey },
      'user-api-key',
    ],
  ])('accepts %s', async (_name, headers, type) => {
    const { app } = createApp()

    expect(await app.authenticateRequest(requestOf(headers))).toMatchObject({ type })
  })

  test.each<[string, Record<string, string>, AuthenticationRefusal]>([
    ['a request without a proof', {}, 'missing'],
    ['a malformed header of the client', { 'x-stack-auth': '{' }, 'malformed'],
    ['a malformed key', { 'x-api-key': 'key' }, 'malformed'],
    ['a malformed key next to a session', { 'x-api-key': '', ...authHeader }, 'malformed'],
    ['a malformed key in the place of a token', { ...bearer(malformedKey), ...authHeader }, 'malformed'],
    ['a token pair that is not base64', bearer('stackauth_{}'), 'malformed'],
    ['a bearer token that is neither a token nor a key', bearer('nonsense'), 'malformed'],
    ['two keys', { authorization: `Bearer ${userKey}, Bearer ${teamKey}` }, 'malformed'],
    ['a key in two parts next to a session', { authorization: `Bearer ${userKey} x`, ...authHeader }, 'malformed'],
    ['an access token in x-api-key', { 'x-api-key': token }, 'malformed'],
  ])('refuses %s without a call to the service', async (_name, headers, reason) => {
    const { app, calls } = createApp()
    const reasons: AuthenticationRefusal[] = []

    const found = await app.authenticateRequest(requestOf(headers), { onRefused: (why) => reasons.push(why) })

    expect([found, reasons, calls()]).toEqual([null, [reason], []])
  })

  test.each<[string, Route, AuthenticationRefusal]>([
    ['unknown', () => knownError('API_KEY_NOT_FOUND', 404), 'unknown-key'],
    ['of the other type', () => knownError('WRONG_API_KEY_TYPE'), 'unknown-key'],
    ['revoked', () => knownError('API_KEY_REVOKED', 401), 'revoked-key'],
    ['expired', () => knownError('API_KEY_EXPIRED', 401), 'expired-key'],
    ['of a suspended user', () => restrictedBy('restricted_by_administrator'), 'suspended'],
    ['of a restricted user, by a service that gives no reason', () => restrictedBy(), 'suspended'],
    ['of a user on the waiting list', () => restrictedBy('waiting'), 'waiting'],
    ['of a user without a verified address', () => restrictedBy('email_not_verified'), 'email-not-verified'],
    ['of a type that the project does not allow', () => ({ status: 400, body: 'Off.' }), 'keys-not-allowed'],
  ])('refuses a key that is %s', async (_name, answer, reason) => {
    const { app } = createApp({ 'POST /user-api-keys/check': answer })
    const reasons: AuthenticationRefusal[] = []

    const found = await app.authenticateRequest(requestOf(bearer(userKey)), { onRefused: (why) => reasons.push(why) })

    expect([found, reasons]).toEqual([null, [reason]])
  })

  test.each([
    ['a session', { ...bearer(token) }],
    ['a key', { ...bearer(userKey) }],
  ])('accepts the anonymous user of %s only if asked', async (_name, headers) => {
    const anonymous = () => ({ body: wireServerUser({ id: ada, is_anonymous: true, is_restricted: true }) })
    const { app } = createApp({ 'GET /users/me': anonymous, [`GET /users/${ada}`]: anonymous })
    const authenticate = (allowAnonymous?: boolean) =>
      app.authenticateRequest(requestOf(headers), allowAnonymous ? { allowAnonymous } : {})

    expect(await authenticate()).toBeNull()
    expect(await authenticate(true)).toMatchObject({ user: { id: ada } })
  })

  test.each([
    ['a session', 'second_factor_required', bearer(token), 'second-factor-required'],
    ['a key', 'second_factor_required', bearer(userKey), 'second-factor-required'],
    ['a session', 'waiting', bearer(token), 'waiting'],
    ['a session', 'email_not_verified', bearer(token), 'email-not-verified'],
  ])(
    'refuses the user of %s who is restricted by %s, with a reason of its own',
    async (_name, type, headers, reason) => {
      const restricted_reason = { type }
      const read = () => ({ body: wireServerUser({ id: ada, is_restricted: true, restricted_reason }) })
      const { app } = createApp({ 'GET /users/me': read, [`GET /users/${ada}`]: read })
      const reasons: AuthenticationRefusal[] = []

      const found = await app.authenticateRequest(requestOf(headers), {
        allowAnonymous: true,
        onRefused: (why) => reasons.push(why),
      })

      expect([found, reasons]).toEqual([null, [reason]])
    },
  )

  test('refuses a user who was suspended after the check of the key, and so does getUser', async () => {
    const suspended = wireServerUser({ id: ada, is_restricted: true, restricted_by_admin: true })
    const { app } = createApp({ [`GET /users/${ada}`]: () => ({ body: suspended }) })

    expect(await app.authenticateRequest(requestOf(bearer(userKey)))).toBeNull()
    expect(await app.getUser({ apiKey: userKey, includeRestricted: true })).toBeNull()
  })

  test('throws if the service cannot be reached, so that no caller is signed out', async () => {
    const { app } = createApp({ 'POST /user-api-keys/check': () => new TypeError('fetch failed') })

    await expect(app.authenticateRequest(requestOf(bearer(userKey)))).rejects.toThrow(ConnectionError)
  })
})

describe('an API key', () => {
  test('is not a session', async () => {
    const { app, calls } = createApp()
    const request = requestOf({ ...bearer(userKey), ...authHeader })

    expect(await app.getUser({ tokenStore: request })).toBeNull()
    expect(await app.verifyAccessToken(request)).toBeNull()
    expect(await app.getAccessToken({ tokenStore: request })).toBeNull()
    expect(await app.forRequest(requestOf({ 'x-api-key': userKey })).getUser()).toBeNull()
    expect(calls()).toEqual([])
  })

  test('that is missing never selects the user of the request', async () => {
    const { app } = createApp()
    const missing = { apiKey: undefined as unknown as string }

    expect(await app.forRequest(requestOf(bearer(token))).getUser(missing)).toBeNull()
    expect(await app.getTeam(missing)).toBeNull()
  })
})

test.each([
  ['the app', ({ app }: ReturnType<typeof createApp>) => app],
  ['the reads of one request', ({ app }: ReturnType<typeof createApp>) => app.forRequest(requestOf({}))],
])('%s treats the key of a user who must set up a second factor as not valid', async (_name, readerOf) => {
  const restricted = { is_restricted: true, restricted_reason: { type: 'second_factor_required' } }
  const reader = readerOf(
    createApp({ [`GET /users/${ada}`]: () => ({ body: wireServerUser({ id: ada, ...restricted }) }) }),
  )

  expect(await reader.getUser({ apiKey: userKey })).toBeNull()
  expect(await reader.getUser({ apiKey: userKey, includeRestricted: true })).toMatchObject({ isRestricted: true })
})

describe('the reads of one request', () => {
  async function createScope() {
    const { app, calls, sent } = createApp()
    const scope = app.forRequest(requestOf(bearer(userKey)))
    const caller = await scope.authenticateRequest()
    if (caller?.type !== 'user-api-key') throw new Error('The request has a key of a user.')
    const team = await scope.getTeam({ apiKey: teamKey })
    if (!team) throw new Error('The key of the team is valid.')
    await scope.getUser({ apiKey: userKey })
    await scope.getUser(ada)
    const callsOfReads = calls()
    /** Repeats all reads and returns the checks that this caused. */
    const checksAgain = async (): Promise<string[]> => {
      sent.length = 0
      await scope.getUser({ apiKey: userKey })
      await scope.getTeam({ apiKey: teamKey })
      return calls().filter((call) => call.endsWith('/check'))
    }
    return { ...caller, team, callsOfReads, checksAgain }
  }
  const checkOfUser = 'POST /user-api-keys/check'
  const checkOfTeam = 'POST /team-api-keys/check'

  test('check each key once, and read its owner once', async () => {
    const { callsOfReads } = await createScope()

    expect(callsOfReads).toEqual([checkOfUser, `GET /users/${ada}`, checkOfTeam, `GET /teams/${readers}`])
  })

  test.each<[string, (of: Awaited<ReturnType<typeof createScope>>) => Promise<unknown>, readonly string[]]>([
    ['nothing', async () => {}, []],
    ['a change of a key', ({ apiKey }) => apiKey.revoke(), [checkOfUser, checkOfTeam]],
    ['a change of the user', ({ user }) => user.suspend(), [checkOfUser]],
    ['a change of the team', ({ team }) => team.update({ displayName: 'New' }), [checkOfTeam]],
  ])('check again after %s', async (_name, change, expected) => {
    const scope = await createScope()

    await change(scope)

    expect(await scope.checksAgain()).toEqual(expected)
  })
})
