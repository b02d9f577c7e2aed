import { ACCESS_TOKEN_CLAIMS_MAX_BYTES, type Json } from '@portico/contract'
import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import fc from 'fast-check'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { claimsInToken, computeCustomClaims } from './custom-claims.ts'

const none = { clientMetadata: null, clientReadOnlyMetadata: null, serverMetadata: null }

describe('custom claims', () => {
  test.each<[string, string, Json | undefined]>([
    ['a text', 'server_metadata.plan', 'pro'],
    ['null', 'server_metadata.nothing', null],
    ['an object', 'server_metadata.limits', { seats: 5 }],
    ['a member of an object', 'server_metadata.limits.seats', 5],
    ['a list', 'server_metadata.tags', ['a']],
    ['an entry of a list', 'server_metadata.tags.0', undefined],
    ['a member of a text', 'server_metadata.plan.length', undefined],
    ['a member of the prototype', 'server_metadata.constructor', undefined],
    ['a member of another document', 'client_metadata.plan', undefined],
  ])('contain %s only if the metadata has it', (_case, path, value) => {
    const serverMetadata = { plan: 'pro', nothing: null, limits: { seats: 5 }, tags: ['a'] }

    const { claims } = computeCustomClaims({ wanted: path }, { ...none, serverMetadata })

    expect(claims).toEqual(value === undefined ? {} : { wanted: value })
  })

  test('leave out what does not fit, in the order of their names', () => {
    const serverMetadata = { long: 'x'.repeat(900), short: 'y' }
    const paths = { c: 'server_metadata.long', b: 'server_metadata.long', a: 'server_metadata.short' }

    expect(computeCustomClaims(paths, { ...none, serverMetadata })).toEqual({
      claims: { a: 'y', b: serverMetadata.long },
      omitted: ['c'],
    })
  })

  test('do not contain a name that became reserved after the project was stored', () => {
    expect(computeCustomClaims({ sub: 'server_metadata.id' }, { ...none, serverMetadata: { id: 'x' } })).toEqual({
      claims: {},
      omitted: [],
    })
  })

  test('never exceed their size, and each claim with a value is contained or named', () => {
    const name = fc.tuple(fc.nat(999), fc.nat(28)).map(([number, length]) => `x${number}`.padEnd(length, '_'))
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.jsonValue({ maxDepth: 2 }).map((json) => json as Json),
    )
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 8, noNullPrototype: true }), (serverMetadata) => {
        const names = Object.keys(serverMetadata)
        const paths = Object.fromEntries(names.map((one) => [one, `server_metadata.${one}`]))

        const custom = computeCustomClaims(paths, { ...none, serverMetadata })

        expect(Buffer.byteLength(JSON.stringify(claimsInToken(custom)))).toBeLessThanOrEqual(
          ACCESS_TOKEN_CLAIMS_MAX_BYTES,
        )
        expect([...Object.keys(custom.claims), ...custom.omitted].toSorted()).toEqual(names.toSorted())
      }),
      { numRuns: 50 },
    )
  })
})

describe('the tokens of a project with custom claims', () => {
  const PROJECT = '/internal/projects/current'
  const paths = {
    billing_plan: 'server_metadata.billing.plan',
    size_2: 'client_metadata.size',
    region: 'client_read_only_metadata.region',
  }
  const custom = { billing_plan: 'pro', region: 'eu', size_2: null }
  let portico: TestPortico
  let project: TestProject
  let user: TestUser

  beforeAll(async () => {
    portico = await createTestPortico()
    project = await portico.createProject({ config: { access_token_claims: paths } })
    user = await project.signUp()
    const metadata = {
      server_metadata: { billing: { plan: 'pro' } },
      client_metadata: { size: null },
      client_read_only_metadata: { region: 'eu' },
    }
    await project.server().patch(`/users/${user.id}`, metadata)
  })

  afterAll(() => portico.close())

  async function refreshed(session: { accessToken: string; refreshToken: string }): Promise<string> {
    const { body } = await project.client(session).post<{ access_token: string }>('/auth/sessions/current/refresh', {})
    return body.access_token
  }

  const ways: Record<string, () => Promise<string>> = {
    'a refresh': () => refreshed(user),
    'a sign-in': async () => {
      const { email, password } = user
      const answer = await project
        .client()
        .post<{ access_token: string }>('/auth/password/sign-in', { email, password })
      return answer.body.access_token
    },
    'a session of a server': async () => {
      const answer = await project.server().post<{ access_token: string }>('/auth/sessions', { user_id: user.id })
      return answer.body.access_token
    },
    'an impersonation': async () => {
      const wanted = { user_id: user.id, is_impersonation: true }
      const answer = await project.server().post<{ access_token: string }>('/auth/sessions', wanted)
      return answer.body.access_token
    },
    'the token endpoint': async () => {
      const answer = await project.client().post<{ access_token: string }>('/auth/oauth/token', {
        grant_type: 'refresh_token',
        refresh_token: user.refreshToken,
        client_id: project.id,
        client_secret: project.keys.publishableClientKey,
      })
      return answer.body.access_token
    },
  }

  test.each(Object.entries(ways))('contain them after %s', async (_way, getToken) => {
    const token = await getToken()

    expect(decodeJwt(token)).toMatchObject({ ...custom, sub: user.id, role: 'authenticated' })
    expect(await project.client().with({ accessToken: token }).get('/users/me')).toMatchObject({ status: 200 })
  })

  test('contain none without metadata, and those of other projects are as before', async () => {
    const [own, other] = [await project.signUp(), await (await portico.createProject()).signUp()]

    expect(Object.keys(decodeJwt(own.accessToken))).toEqual(Object.keys(decodeJwt(other.accessToken)))
  })

  test('fit into a cookie with the longest name and address, and all claims', async () => {
    const domain = `${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(55)}.example`
    const longest = await project.signUp(`${'a'.repeat(64)}@${domain}`)
    const fields = {
      display_name: '\u{1F600}'.repeat(200),
      server_metadata: { billing: { plan: '\u{1F600}'.repeat(245) } },
    }
    await project.server().patch(`/users/${longest.id}`, fields)
    const token = await refreshed(longest)
    const { size_2: _absent, ...claims } = decodeJwt(token)

    expect(Buffer.byteLength(String(claims['billing_plan']))).toBe(980)
    const cookie = `__Host-stack-access=${encodeURIComponent(JSON.stringify([longest.refreshToken, token]))}`
    expect(`${cookie}; Max-Age=86400; Path=/; Secure; SameSite=Lax`.length).toBeLessThan(4_096)
  })

  test('name the claims that do not fit', async () => {
    const other = await project.signUp()
    await project.server().patch(`/users/${other.id}`, {
      client_read_only_metadata: { region: 'eu' },
      server_metadata: { billing: { plan: 'x'.repeat(1_100) } },
    })

    expect(decodeJwt(await refreshed(other))).toMatchObject({ omitted_claims: ['billing_plan'], region: 'eu' })
  })

  test('are shown as they would be', async () => {
    const claims = { size_2: 'client_metadata.size', missing: 'client_metadata.other' }
    const preview = (userId: string) =>
      project.admin().post('/internal/access-token-claims/preview', { user_id: userId, claims })

    expect(await preview(user.id)).toMatchObject({
      status: 200,
      body: { claims: { size_2: null }, bytes: '{"size_2":null}'.length, omitted: [] },
    })
    expect(await preview(project.id)).toMatchObject({ body: { code: 'USER_NOT_FOUND' } })
  })

  test('keep the names that the owner chose', async () => {
    const { body } = await project.admin().get(PROJECT)

    expect(body).toMatchObject({ config: { access_token_claims: paths } })
    expect(await project.admin().get(`${PROJECT}/configuration`)).toMatchObject({
      body: { config: { access_token_claims: paths } },
    })
  })

  test.each([
    ['a registered name', { sub: 'server_metadata.x' }, 'a standard or the service uses'],
    ['a name of our tokens', { is_impersonation: 'server_metadata.x' }, 'a standard or the service uses'],
    [
      'the name of the list of left-out claims',
      { omitted_claims: 'server_metadata.x' },
      'a standard or the service uses',
    ],
    ['upper-case letters', { planName: 'server_metadata.x' }, 'lower-case letters'],
    ['a long name', { ['x'.repeat(33)]: 'server_metadata.x' }, 'at most 32'],
    ['a whole document', { plan: 'server_metadata' }, 'a path in metadata'],
    ['a path elsewhere', { plan: 'primary_email' }, 'a path in metadata'],
    [
      'too many claims',
      Object.fromEntries([...'abcdefghijklmnopqrstu'].map((name) => [name, 'client_metadata.x'])),
      'at most 20',
    ],
  ])('refuse %s', async (_case, access_token_claims, sentence) => {
    const answer = await project.admin().patch(PROJECT, { config: { access_token_claims } })

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'SCHEMA_ERROR', error: expect.stringContaining(sentence) },
    })
    expect((await project.admin().get(PROJECT)).body).toMatchObject({ config: { access_token_claims: paths } })
  })
})
