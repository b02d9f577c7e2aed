import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Seed } from '@portico/server'
import {
  APP_CALLBACK_URL,
  authorizationRequest,
  createTestPortico,
  ProviderVisitor,
  someEmail,
  VirtualAuthenticator,
  type Answer,
  type HttpClient,
  type ProviderSignIn,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'
import { exportJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { MasterSecret } from '../../platform/crypto/master-secret.ts'
import { createLog } from '../../platform/log/log.ts'
import { OutboundHttp } from '../../platform/outbound-http/outbound-http.ts'
import type { OAuthProviderConfig, Project } from '../../records/projects/project.ts'
import { readSettings } from '../../settings.ts'
import { providerIdentityOf } from './provider-identity.ts'
import { ProviderDirectory } from './provider-directory.ts'
import type { SeededSharedProvider, SharedProvider } from '../../records/projects/shared-provider.ts'
import { statement } from '../../kernel/statement.ts'

type SignIn = Pick<ProviderSignIn, 'code' | 'codeVerifier' | 'text'>

type Shared = NonNullable<Seed['shared_oauth_providers']>

const keys = { client_id: 'an id', client_secret: 'a secret' }
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** An OpenID provider with one account. */
class OtherProvider {
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(new URL(request.url ?? '', this.issuer).pathname).then((body) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  issuer = ''
  nonce = ''
  person: { sub: string; email?: string; email_verified?: boolean } = { sub: '' }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  byIssuer(): SeededSharedProvider {
    return { ...keys, issuer: this.issuer }
  }

  byAddresses(): SeededSharedProvider {
    return {
      ...keys,
      authorization_url: `${this.issuer}/authorize`,
      token_url: `${this.issuer}/token`,
      userinfo_url: `${this.issuer}/userinfo`,
    }
  }

  async #answer(path: string): Promise<object> {
    if (path === '/jwks') return { keys: [{ ...(await exportJWK(key.publicKey)), kid: 'k', alg: 'ES256' }] }
    if (path === '/userinfo') return this.person
    if (path === '/token') return { access_token: 'token', token_type: 'Bearer', id_token: await this.#idToken() }
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/jwks`,
    }
  }

  #idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { iss: this.issuer, aud: keys.client_id, sub: this.person.sub, iat: now, exp: now + 300 }
    return new SignJWT({ ...claims, nonce: this.nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .sign(key.privateKey)
  }
}

const first = new OtherProvider()
const second = new OtherProvider()

beforeAll(() => Promise.all([first.start(), second.start()]))

afterAll(() => {
  first.stop()
  second.stop()
})

describe('provider account', () => {
  let portico: TestPortico
  let project: TestProject

  beforeAll(async () => {
    portico = await createTestPortico()
  })

  beforeEach(async () => {
    await portico.restart({ seed: {} })
    project = await portico.createProject({
      config: { oauth_providers: [{ id: 'google', type: 'shared' }], passkey_enabled: true },
    })
    first.person = second.person = { sub: '109876543210987654321' }
  })

  afterAll(() => portico.close())

  const override = (google: SeededSharedProvider): Promise<void> =>
    portico.restart({ seed: { shared_oauth_providers: { google } } })

  /** Signs in at the provider that the operator configured instead of Google. */
  async function signInAt(provider: OtherProvider, parameters: Record<string, string> = {}): Promise<SignIn> {
    const { url, codeVerifier } = authorizationRequest(portico.baseUrl, project, 'google', parameters)
    const visitor = new ProviderVisitor(portico.service, portico.baseUrl)
    const away = await visitor.send(new Request(url))
    if (!away.location) return { code: null, codeVerifier, text: away.text }
    provider.nonce = away.location.searchParams.get('nonce') ?? ''
    const back = new URL(away.location.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', 'a code')
    back.searchParams.set('state', away.location.searchParams.get('state') ?? '')
    const seen = await visitor.send(new Request(back))
    return { code: seen.location?.searchParams.get('code') ?? null, codeVerifier, text: seen.text }
  }

  interface SignedInUser {
    readonly id: string
    readonly accessToken: string
    readonly refreshToken: string
    readonly accounts: { id: string; account_id: string }[]
  }

  async function signInAndRead(signIn: Promise<SignIn>): Promise<SignedInUser> {
    const { code, codeVerifier, text } = await signIn
    if (code === null) throw new Error(`The sign-in ended without a code: ${text}`)
    const { body: tokens } = await portico
      .anonymous()
      .post<{ access_token: string; refresh_token: string }>('/auth/oauth/token', {
        grant_type: 'authorization_code',
        client_id: project.id,
        redirect_uri: APP_CALLBACK_URL,
        code,
        code_verifier: codeVerifier,
      })
    const session = { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
    const me = await project.client(session).get<{ id: string; oauth_providers: SignedInUser['accounts'] }>('/users/me')
    return { ...session, id: me.body.id, accounts: me.body.oauth_providers }
  }

  const lookAlike = (): Promise<SignIn> => project.signInAt('google', { email: someEmail(), sub: first.person.sub })

  async function addPasskey(client: HttpClient): Promise<void> {
    const { body } = await client.post<{ code: string; options_json: { challenge: string; user: { id: string } } }>(
      '/auth/passkey/initiate-passkey-registration',
      {},
    )
    const credential = new VirtualAuthenticator().register(body.options_json)
    expect((await client.post('/auth/passkey/register', { credential, code: body.code })).status).toBe(200)
  }

  const identities = async (): Promise<string[]> => {
    const { rows } = await portico.database.db.run(statement<{ providerIdentity: string }>`
      select authority as "providerIdentity" from oauth_accounts where project_id = ${project.id} order by created_at`)
    return rows.map(({ providerIdentity }) => providerIdentity)
  }

  /** Simulates rows written with the identity of the real Google. */
  const setIdentity = (providerIdentity: string): Promise<unknown> =>
    portico.database.db.run(
      statement`update oauth_accounts set authority = ${providerIdentity} where project_id = ${project.id}`,
    )

  test.each<[string, () => SeededSharedProvider, () => SeededSharedProvider]>([
    ['issuer', () => first.byIssuer(), () => second.byIssuer()],
    ['addresses', () => first.byAddresses(), () => second.byAddresses()],
  ])('does not match the same id after an override of the %s', async (_what, before, after) => {
    await override(before())
    const user = await signInAndRead(signInAt(first))

    await override(after())
    const other = await signInAndRead(signInAt(second))
    await override(before())
    const again = await signInAndRead(signInAt(first))

    expect(other.id).not.toBe(user.id)
    expect(again.id).toBe(user.id)
  })

  test('does not match an override if it is of a look-alike, nor the other way round', async () => {
    const user = await signInAndRead(lookAlike())

    await override(first.byIssuer())
    const other = await signInAndRead(signInAt(first))
    await portico.restart({ seed: {} })
    const again = await signInAndRead(lookAlike())

    expect(other.id).not.toBe(user.id)
    expect(again.id).toBe(user.id)
  })

  test('does not match an override with the same id if it is of the real Google', async () => {
    await override(first.byIssuer())
    const user = await signInAndRead(signInAt(first))
    await setIdentity('google')

    const other = await signInAndRead(signInAt(first))

    expect(other.id).not.toBe(user.id)
    expect((await identities())[0]).toBe('google')
  })

  test('stays the same when a project changes from shared keys to its own and back', async () => {
    const configure = (provider: object): Promise<unknown> =>
      project.admin().patch('/internal/projects/current', { config: { oauth_providers: [provider] } })
    const user = await signInAndRead(lookAlike())

    await configure({ id: 'google', type: 'standard', client_id: 'look-alike', client_secret: 'x' })
    const withOwn = await signInAndRead(lookAlike())
    await configure({ id: 'google', type: 'shared' })
    const withShared = await signInAndRead(lookAlike())

    expect([withOwn.id, withShared.id]).toEqual([user.id, user.id])
  })

  test('is replaced when the user connects an account with another provider identity', async () => {
    const user = await signInAndRead(lookAlike())
    await override(first.byIssuer())
    first.person = { sub: 'another-id' }

    const linked = await signInAndRead(signInAt(first, { type: 'link', token: user.accessToken }))
    const back = await signInAndRead(signInAt(first))

    expect(linked.id).toBe(user.id)
    expect(linked.accounts).toMatchObject([{ id: 'google', account_id: 'another-id' }])
    expect(back.id).toBe(user.id)
  })

  test('is replaced by an account with another provider identity with the same verified address', async () => {
    const email = someEmail()
    const user = await signInAndRead(project.signInAt('google', { email }))
    await override(first.byIssuer())
    first.person = { sub: 'another-id', email, email_verified: true }

    const merged = await signInAndRead(signInAt(first))

    expect(merged).toMatchObject({ id: user.id, accounts: [{ id: 'google', account_id: 'another-id' }] })
  })

  test('requires a recent sign-in if it has another provider identity', async () => {
    const user = await signInAndRead(lookAlike())
    await override(first.byIssuer())
    const longAgo = new Date(portico.clock.now().getTime() - 16 * 60_000)
    await portico.database.db.run(statement`
      update sessions set authenticated_at = ${longAgo} where project_id = ${project.id} and user_id = ${user.id}`)

    const refused = await signInAt(first, { type: 'link', token: user.accessToken })

    expect(refused.code).toBeNull()
    expect(refused.text).toContain('RECENT_SIGN_IN_REQUIRED')
  })

  test('does not count as a sign-in method once the provider identity has changed', async () => {
    await override(first.byIssuer())
    const { accessToken } = await signInAndRead(signInAt(first))
    const client = project.client({ accessToken, refreshToken: '' })
    const remove = (): Promise<Answer> => client.patch('/users/me', { passkey_auth_enabled: false })
    await addPasskey(client)

    await override(second.byIssuer())
    const refused = await remove()
    await override(first.byIssuer())
    const allowed = await remove()

    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('only sign-in method') })
    expect(allowed.status).toBe(200)
  })

  test('gives no token to another provider identity', async () => {
    const configure = (clientId: string): Promise<unknown> =>
      project.admin().patch('/internal/projects/current', {
        config: { oauth_providers: [{ id: 'google', type: 'standard', client_id: clientId, client_secret: 'x' }] },
      })
    await configure('look-alike')
    const user = await signInAndRead(lookAlike())
    const read = async (): Promise<number | string> => {
      const answer = await project
        .client({ accessToken: user.accessToken, refreshToken: '' })
        .post('/connected-accounts/me/google/access-token', {})
      return answer.headers.get('x-stack-known-error') ?? answer.status
    }

    const before = await read()
    await configure('of a real app')

    expect(before).toBe(201)
    expect(await read()).toBe('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER')
  })
})

describe('provider identities', () => {
  const directory = (shared: Shared): ProviderDirectory => {
    const settings = readSettings({})
    const dependencies = { settings, secret: new MasterSecret(settings.secrets), log: createLog('silent') }
    const outbound = new OutboundHttp(settings)
    return new ProviderDirectory({ ...dependencies, outbound, findConnection: async () => null }, shared)
  }

  const projectWith = (...providers: OAuthProviderConfig[]): Project =>
    ({ id: 'p', config: { oauthProviders: providers, oidcProviders: [] } }) as unknown as Project

  test('are the same for shared and own keys', async () => {
    const own = { id: 'microsoft', type: 'standard', enabled: true, clientId: 'ours' } as const
    const of = (entry: Shared, stored: OAuthProviderConfig): string | null =>
      directory(entry).providerIdentityOf(projectWith(stored), 'microsoft')

    expect(of({ microsoft: keys }, { id: 'microsoft', type: 'shared', enabled: true })).toBe('microsoft')
    expect(of({ microsoft: keys }, own)).toBe('microsoft')
    expect(of({ microsoft: keys }, { ...own, microsoftTenantId: 'contoso.example' })).toBe('microsoft')
    expect(of({ microsoft: { ...keys, issuer: 'https://login.example' } }, own)).toBe('microsoft')
  })

  test('are known for a provider that a project does not offer, unless they depend on keys', () => {
    expect(directory({ google: keys }).providerIdentityOf(projectWith(), 'google')).toBe('google')
    expect(directory({}).providerIdentityOf(projectWith(), 'apple')).toBe('apple')
    expect(directory({ google: first.byIssuer() }).providerIdentityOf(projectWith(), 'google')).toBeNull()
  })

  test('permit a sign-in with own keys only if both the client id and the secret are stored', () => {
    const canSignIn = (own: Partial<OAuthProviderConfig>): boolean => {
      const project = projectWith({ id: 'github', type: 'standard', enabled: true, ...own })
      return directory({}).canSignInWith(project, { providerId: 'github', providerIdentity: 'github' })
    }

    expect(canSignIn({ clientId: 'ours', clientSecretSealed: 'sealed' })).toBe(true)
    expect(canSignIn({ clientId: 'ours' })).toBe(false)
    expect(canSignIn({ clientSecretSealed: 'sealed' })).toBe(false)
  })

  test.each<[string, Partial<SharedProvider>, Partial<SharedProvider>]>([
    ['letter case of the host', { issuer: 'https://Login.example/a' }, { issuer: 'https://login.example/a' }],
    ['trailing slash', { issuer: 'https://login.example/' }, { issuer: 'https://login.example' }],
    ['default port', { issuer: 'https://login.example:443' }, { issuer: 'https://login.example' }],
    ['keys', { issuer: 'https://login.example', clientId: 'a' }, { issuer: 'https://login.example', clientId: 'b' }],
  ])('do not depend on the %s of an issuer', (_what, one, other) => {
    expect(providerIdentityOf('google', { ...keys, ...one })).toBe(providerIdentityOf('google', { ...keys, ...other }))
  })

  test('differ by provider, issuer, path of the issuer and each address', () => {
    const addresses = {
      authorizationUrl: 'https://login.example/a',
      tokenUrl: 'https://login.example/t',
      userinfoUrl: 'https://login.example/u',
    }
    const all = [
      providerIdentityOf('google', {}),
      providerIdentityOf('google', { ...keys, issuer: 'https://login.example' }),
      providerIdentityOf('github', { ...keys, issuer: 'https://login.example' }),
      providerIdentityOf('google', { ...keys, issuer: 'https://login.example/tenant' }),
      providerIdentityOf('google', { ...keys, issuer: 'http://login.example' }),
      providerIdentityOf('google', { ...keys, ...addresses }),
      providerIdentityOf('google', { ...keys, ...addresses, authorizationUrl: 'https://login.example/b' }),
      providerIdentityOf('google', { ...keys, ...addresses, tokenUrl: 'https://login.example/b' }),
      providerIdentityOf('google', { ...keys, ...addresses, userinfoUrl: 'https://login.example/b' }),
    ]

    expect(new Set(all).size).toBe(all.length)
  })
})
