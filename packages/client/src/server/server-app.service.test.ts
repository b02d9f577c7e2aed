import {
  createTestPortico,
  type Listening,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
  VirtualAuthenticator,
} from '@portico/testkit'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { TestBrowser } from '../../test/surroundings.ts'
import { virtualCredentials } from '../../test/virtual-credentials.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { PorticoServerApp } from './server-app.ts'
import type { ServerUser } from './server-user.ts'
import { defaultPorts } from '../transport/ports.ts'
import { KnownErrors } from '../transport/known-error.ts'

// The SDK against the real service over the real network port. Only the clock is a test double.

const oauth_providers = [
  { id: 'github' as const, type: 'standard' as const, client_id: 'look-alike', client_secret: 'look-alike' },
]

let portico: TestPortico
let project: TestProject
let listening: Listening
let app: PorticoServerApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({
    config: { magic_link_enabled: true, passkey_enabled: true, oauth_providers },
  })
  listening = await portico.listen()
  app = createServerApp(project)
})

afterAll(() => portico.close())

const ports = () => ({ ...defaultPorts, now: () => portico.clock.now().getTime() })

function optionsOf({ id, keys }: TestProject) {
  return { projectId: id, publishableClientKey: keys.publishable_client_key, baseUrl: listening.url }
}

function createServerApp(of: TestProject): PorticoServerApp<false> {
  const secretServerKey = of.keys.secret_server_key
  return new PorticoServerApp({ ...optionsOf(of), secretServerKey, tokenStore: null }, ports())
}

async function readUser(id: string): Promise<ServerUser> {
  const user = await app.getUser(id)
  if (!user) throw new Error(`There is no user ${id}.`)
  return user
}

/** A page whose authenticator is virtual. */
function createPagePorts() {
  const browser = new TestBrowser('http://localhost:3000/')
  browser.navigator.credentials = virtualCredentials(new VirtualAuthenticator({ origin: 'http://localhost:3000' }))
  browser.PublicKeyCredential = {}
  return { ...ports(), browser: () => browser }
}

/** A visitor of the application: the client SDK in the browser, and the request that the browser would send. */
async function createVisitor() {
  const client = new PorticoClientApp({ ...optionsOf(project), tokenStore: 'memory' }, createPagePorts())
  const email = someEmail()
  const verificationCallbackUrl = 'http://localhost:3000/handler/email-verification'
  await client.signUpWithCredential({ email, password: TEST_PASSWORD, verificationCallbackUrl })
  const user = await client.getUser({ or: 'throw' })
  const request = async () => new Request('https://app.example', { headers: await client.getAuthHeaders() })
  return { client, email, user, request }
}

describe('createUser', () => {
  test('creates a user with every field', async () => {
    const email = someEmail()

    const user = await app.createUser({
      primaryEmail: email,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password: TEST_PASSWORD,
      otpAuthEnabled: true,
      displayName: 'Ada',
      profileImageUrl: 'https://images.example/ada.png',
      clientMetadata: { theme: 'dark' },
      clientReadOnlyMetadata: { plan: 'pro' },
      serverMetadata: { customer: 'c_1' },
      countryCode: 'GB',
      riskScores: { signUp: { bot: 1, freeTrialAbuse: 2 } },
      oauthProviders: [{ id: 'github', accountId: 'gh-1', email }],
    })

    const expected = {
      primaryEmail: email,
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      hasPassword: true,
      otpAuthEnabled: true,
      emailAuthEnabled: true,
      displayName: 'Ada',
      clientMetadata: { theme: 'dark' },
      clientReadOnlyMetadata: { plan: 'pro' },
      serverMetadata: { customer: 'c_1' },
      countryCode: 'GB',
      riskScores: { signUp: { bot: 1, freeTrialAbuse: 2 } },
      isAnonymous: false,
      isRestricted: false,
    }
    expect(user).toMatchObject(expected)
    expect(user.signedUpAt).toBeInstanceOf(Date)
    expect(user.lastActiveAt).toEqual(user.signedUpAt)
    expect(user.profileImageUrl).not.toBeNull()
    expect(user.oauthProviders).toMatchObject([{ id: 'github', provider_user_id: 'gh-1' }])
    expect(await app.getUser(user.id)).toMatchObject({ ...expected, id: user.id })
  })

  test('creates a user without any field', async () => {
    expect(await app.createUser({})).toMatchObject({ primaryEmail: null, displayName: null, hasPassword: false })
  })

  test('keeps the ids and dates that a user and a team have in another system', async () => {
    const began = new Date(86_400_000)
    const [userId, teamId] = [crypto.randomUUID(), crypto.randomUUID()]

    const user = await app.createUser({ id: userId, signedUpAt: began })
    const team = await app.createTeam({ displayName: 'Readers', id: teamId, createdAt: began })

    expect(user).toMatchObject({ id: userId, signedUpAt: began })
    expect(team).toMatchObject({ id: teamId, createdAt: began })
  })

  test('imports a password hash, with which the user signs in', async () => {
    const email = someEmail()
    const passwordHash = '$2b$10$YdTvFfzB6vQ8oZD8sCpiTeZP8oZ5GyIM8fGaBV8iXk0HhXwQ0i6m2'

    const user = await app.createUser({ primaryEmail: email, primaryEmailAuthEnabled: true, passwordHash })

    expect(user.hasPassword).toBe(true)
  })

  test('stores the secret of an authenticator app', async () => {
    const user = await app.createUser({
      primaryEmail: someEmail(),
      totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)),
    })

    expect((await app.getUser(user.id))?.isMultiFactorRequired).toBe(true)
  })

  test('throws the error of the service for a taken address', async () => {
    const primaryEmail = someEmail()
    const options = { primaryEmail, primaryEmailAuthEnabled: true, primaryEmailVerified: true }
    await app.createUser(options)

    const again = app.createUser(options)

    await expect(again).rejects.toSatisfy((error) => KnownErrors.UserWithEmailAlreadyExists.isInstance(error))
  })
})

describe('getUser by id', () => {
  test.each([
    ['an unknown id', '7f9dd0de-52b9-4c7e-a5f5-4b3ab6e5d1c3'],
    ['a text that is no id', 'ada'],
    ['me', 'me'],
    ['a path', '../projects/current'],
    ['an empty text', ''],
  ])('returns null for %s', async (_case, id) => {
    expect(await app.getUser(id)).toBeNull()
  })

  test('returns null for a user of another project', async () => {
    const other = await portico.createProject()
    const { id } = await createServerApp(other).createUser({})

    expect(await app.getUser(id)).toBeNull()
  })

  test('reads an id in upper case', async () => {
    const { id } = await app.createUser({})

    expect((await app.getUser(id.toUpperCase()))?.id).toBe(id)
  })

  test('throws for a wrong secret key', async () => {
    const { id } = await app.createUser({})
    const keys = { ...project.keys, secret_server_key: 'ssk_wrong' }

    const read = createServerApp({ ...project, keys }).getUser(id)

    await expect(read).rejects.toMatchObject({ errorCode: 'INVALID_SECRET_SERVER_KEY' })
  })
})

describe('a user', () => {
  test('is changed by each setter', async () => {
    const { id } = await app.createUser({ primaryEmail: someEmail() })
    const email = someEmail()
    const user = await readUser(id)

    await user.setDisplayName('Grace')
    await user.setClientMetadata({ a: 1 })
    await user.setClientReadOnlyMetadata({ b: 2 })
    await user.setServerMetadata({ c: 3 })
    await user.setPrimaryEmail(email, { verified: true })
    await user.setPassword({ password: TEST_PASSWORD })

    expect(await app.getUser(id)).toMatchObject({
      displayName: 'Grace',
      clientMetadata: { a: 1 },
      clientReadOnlyMetadata: { b: 2 },
      serverMetadata: { c: 3 },
      primaryEmail: email,
      primaryEmailVerified: true,
      hasPassword: true,
    })
    expect(user.displayName).toBeNull()
  })

  test('has an unverified address after a change of it without `verified`, and none after null', async () => {
    const user = await app.createUser({ primaryEmail: someEmail(), primaryEmailVerified: true })

    await user.setPrimaryEmail(someEmail())
    expect((await app.getUser(user.id))?.primaryEmailVerified).toBe(false)
    await user.setPrimaryEmail(null)

    expect((await app.getUser(user.id))?.primaryEmail).toBeNull()
  })

  test('is changed by each option of update', async () => {
    const user = await app.createUser({ primaryEmail: someEmail() })

    await user.update({
      displayName: 'Ada',
      primaryEmailVerified: true,
      primaryEmailAuthEnabled: true,
      password: TEST_PASSWORD,
      otpAuthEnabled: true,
      totpMultiFactorSecret: crypto.getRandomValues(new Uint8Array(20)),
      profileImageUrl: null,
      selectedTeamId: null,
      countryCode: 'DE',
      riskScores: { signUp: { bot: 3, freeTrialAbuse: 4 } },
    })
    expect(await app.getUser(user.id)).toMatchObject({
      otpAuthEnabled: true,
      isMultiFactorRequired: true,
      hasPassword: true,
      primaryEmailAuthEnabled: true,
      countryCode: 'DE',
      riskScores: { signUp: { bot: 3, freeTrialAbuse: 4 } },
    })
    await user.update({ otpAuthEnabled: false, passkeyAuthEnabled: false, totpMultiFactorSecret: null, password: null })

    expect(await app.getUser(user.id)).toMatchObject({
      otpAuthEnabled: false,
      isMultiFactorRequired: false,
      hasPassword: false,
    })
  })

  test('throws for a password that the service refuses', async () => {
    const user = await app.createUser({ primaryEmail: someEmail() })

    await expect(user.setPassword({ password: 'x'.repeat(71) })).rejects.toMatchObject({ statusCode: 400 })
  })

  test('that was anonymous becomes a normal one', async () => {
    const user = await app.createUser({ isAnonymous: true })

    await user.update({ isAnonymous: false })

    expect((await app.getUser(user.id))?.isAnonymous).toBe(false)
  })

  test('can be deleted', async () => {
    const user = await app.createUser({})

    await user.delete()

    expect(await app.getUser(user.id)).toBeNull()
    await expect(user.setDisplayName('x')).rejects.toMatchObject({ errorCode: 'USER_NOT_FOUND' })
  })

  test('gives a page only the fields that its visitor may read', async () => {
    const user = await app.createUser({ displayName: 'Ada', serverMetadata: { secret: 'for servers' } })

    const json = user.toClientJson()

    expect(json).toMatchObject({ id: user.id, display_name: 'Ada' })
    expect(JSON.stringify(json)).not.toMatch(/server_metadata|for servers|restricted_by_admin|risk_scores|last_active/)
  })
})

const idsOf = (listed: readonly { id: string }[]) => listed.map(({ id }) => id)

describe('listUsers', () => {
  let listed: PorticoServerApp<false>
  let ids: string[]

  beforeAll(async () => {
    listed = createServerApp(await portico.createProject())
    ids = []
    for (const name of ['Ada', 'Grace', 'Barbara', 'Edith', 'Joan']) {
      portico.clock.advance(1_000)
      ids.push((await listed.createUser({ displayName: name })).id)
    }
    await listed.createUser({ isAnonymous: true, displayName: 'Anonymous' })
  })

  test('returns all users without a limit', async () => {
    const users = await listed.listUsers()

    expect(idsOf(users)).toEqual(ids)
    expect(users.nextCursor).toBeNull()
    expect(users[0]).toMatchObject({ displayName: 'Ada', serverMetadata: null })
  })

  test.each([false, true])('returns pages with desc = %s', async (desc) => {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof listed.listUsers>> = await listed.listUsers({
        limit: 2,
        desc,
        orderBy: 'signedUpAt',
        ...(cursor !== null && { cursor }),
      })
      pages.push(idsOf(page))
      cursor = page.nextCursor
    } while (cursor !== null)

    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(desc ? ids.toReversed() : ids)
  })

  test('finds users by a part of the name', async () => {
    expect(idsOf(await listed.listUsers({ query: 'ARBAR' }))).toEqual([ids[2]])
    expect(idsOf(await listed.listUsers({ query: ids[3] ?? '' }))).toEqual([ids[3]])
    expect(idsOf(await listed.listUsers({ query: '100%_&=?#' }))).toEqual([])
  })

  test('lists anonymous users only if asked', async () => {
    expect(await listed.listUsers({ includeAnonymous: true })).toHaveLength(6)
    expect((await listed.listUsers({ onlyAnonymous: true })).map(({ displayName }) => displayName)).toEqual([
      'Anonymous',
    ])
  })

  test('counts the list of a page, and filters and sorts it', async () => {
    const page = await listed.listUsers({ limit: 2, verified: false, orderBy: 'lastActiveAt', includeTotal: true })

    // None of them has been active, so the ids determine the order.
    expect(idsOf(page)).toEqual(ids.toSorted().slice(0, 2))
    expect(page.total).toEqual({ count: 5, isCapped: false })
    expect((await listed.listUsers({ limit: 2 })).total).toBeUndefined()
    expect(await listed.listUsers({ limit: 2, signInMethods: ['github'] })).toHaveLength(0)
  })

  test('throws for a limit that is not positive', async () => {
    await expect(listed.listUsers({ limit: 0 })).rejects.toMatchObject({ errorCode: 'SCHEMA_ERROR' })
  })
})

describe('listTeams', () => {
  test('filters, counts and summarizes the teams of a page', async () => {
    const app = createServerApp(await portico.createProject())
    const [readers, writers] = [
      await app.createTeam({ displayName: 'Readers' }),
      await app.createTeam({ displayName: 'Writers' }),
    ]
    const member = await app.createUser({})
    await member.createSession()
    await writers.addUser(member.id)

    const page = await app.listTeams({ limit: 1, desc: true, includeSummary: true, includeTotal: true })

    expect([...page]).toMatchObject([{ id: writers.id, summary: { memberCount: 1, lastActiveAt: expect.any(Date) } }])
    expect(page.total).toEqual({ count: 2, isCapped: false })
    expect(idsOf(await app.listTeams({ limit: 5, query: 'READ' }))).toEqual([readers.id])
    expect(await app.listTeams({ limit: 5, createdUntil: readers.createdAt })).toHaveLength(0)
  })
})

describe('sessions', () => {
  test('that the server creates sign the user in until their end', async () => {
    const user = await app.createUser({ displayName: 'Ada' })

    const session = await user.createSession({ expiresInMillis: 60_000 })
    const tokenStore = await session.getTokens()

    expect((await app.getUser({ tokenStore, or: 'throw' })).id).toBe(user.id)
    expect(await session.getTokens()).toBe(tokenStore)
    portico.clock.advance(61_000)
    expect(await app.getUser({ tokenStore: { ...tokenStore, accessToken: null } })).toBeNull()
  })

  test('of an impersonation are marked', async () => {
    const user = await app.createUser({})

    const { accessToken } = await (await user.createSession({ isImpersonation: true })).getTokens()
    const ordinary = await (await user.createSession()).getTokens()

    expect(await app.verifyAccessToken(accessToken)).toMatchObject({ userId: user.id, isImpersonation: true })
    expect(await app.verifyAccessToken(ordinary.accessToken)).toMatchObject({ isImpersonation: false })
  })

  test('of an impersonation change no credentials, and everything else as the server', async () => {
    const user = await app.createUser({ primaryEmail: someEmail() })
    const tokenStore = await (await user.createSession({ isImpersonation: true })).getTokens()
    const impersonated = await app.getUser({ tokenStore, or: 'throw' })
    const refused = { message: expect.stringContaining('impersonates the user') as string }

    await expect(impersonated.setPassword({ password: 'another battery staple' })).rejects.toMatchObject(refused)
    await expect(impersonated.update({ otpAuthEnabled: true })).rejects.toMatchObject(refused)
    await expect(impersonated.delete()).rejects.toMatchObject(refused)
    const channel = { type: 'email' as const, value: someEmail(), usedForAuth: false }
    await expect(impersonated.createContactChannel(channel)).rejects.toMatchObject(refused)
    await expect(impersonated.createSession()).rejects.toMatchObject(refused)
    await impersonated.setDisplayName('Ada')

    expect(await readUser(user.id)).toMatchObject({ displayName: 'Ada', hasPassword: false })
    await user.setPassword({ password: 'another battery staple' })
  })

  test('of an impersonation that has ended change no credentials with the rights of the server', async () => {
    const user = await app.createUser({ primaryEmail: someEmail() })
    const tokenStore = await (await user.createSession({ isImpersonation: true })).getTokens()
    const impersonated = await app.getUser({ tokenStore, or: 'throw' })
    const elsewhere = await createServerApp(project).getUser({ tokenStore, or: 'throw' })
    const change = () => impersonated.setPassword({ password: 'another battery staple' })
    const refused = { statusCode: 403, message: expect.stringContaining('impersonates the user') as string }

    await elsewhere.signOut()
    await expect(change()).rejects.toMatchObject(refused)
    portico.clock.advance(3_600_000)
    await expect(change()).rejects.toMatchObject(refused)
    await expect(impersonated.setDisplayName('Ada')).rejects.toMatchObject(refused)

    expect(await readUser(user.id)).toMatchObject({ displayName: null, hasPassword: false })
    expect(await impersonated.listContactChannels()).toHaveLength(1)
  })

  test('that have ended leave the user with the rights of the server', async () => {
    const user = await app.createUser({ primaryEmail: someEmail() })
    const tokenStore = await (await user.createSession()).getTokens()
    const current = await app.getUser({ tokenStore, or: 'throw' })

    await current.setPassword({ password: 'another battery staple' })
    portico.clock.advance(3_600_000)
    await current.setDisplayName('Ada')

    expect((await readUser(user.id)).displayName).toBe('Ada')
  })

  test('can be listed and ended one by one', async () => {
    const user = await app.createUser({})
    const tokenStore = await (await user.createSession()).getTokens()
    await user.createSession()

    const sessions = await user.getActiveSessions()
    expect(sessions).toMatchObject([
      { userId: user.id, isCurrentSession: false, isImpersonation: false },
      { userId: user.id, isCurrentSession: false },
    ])
    for (const { id } of sessions) await user.revokeSession(id)

    expect(await user.getActiveSessions()).toEqual([])
    expect(await app.getUser({ tokenStore })).toBeNull()
  })

  test('can be ended all at once', async () => {
    const user = await app.createUser({})
    const tokenStore = await (await user.createSession()).getTokens()
    await user.createSession()

    await user.revokeAllSessions()

    expect(await user.getActiveSessions()).toEqual([])
    expect(await app.getUser({ tokenStore })).toBeNull()
  })

  test('of an unknown user cannot be created', async () => {
    const user = await app.createUser({})
    await user.delete()

    await expect(user.createSession()).rejects.toMatchObject({ errorCode: 'USER_ID_DOES_NOT_EXIST' })
  })

  test('end when the server sets a password', async () => {
    const { user, request } = await createVisitor()
    const visiting = await request()

    await (await app.getUser(user.id))?.setPassword({ password: 'another good passphrase' })

    expect(await app.getUser({ tokenStore: visiting })).toBeNull()
  })
})

describe('the user of a request', () => {
  test('has the fields of the server and the methods of a session', async () => {
    const { user: visitor, request } = await createVisitor()

    const user = await app.getUser({ tokenStore: await request(), or: 'throw' })
    await user.setServerMetadata({ plan: 'pro' })

    expect(user.id).toBe(visitor.id)
    expect((await app.getUser(visitor.id))?.serverMetadata).toEqual({ plan: 'pro' })
    expect(await user.currentSession.getTokens()).toEqual(await user.getAuthJson())
    expect((await user.getAuthHeaders())['x-stack-auth']).toBe(JSON.stringify(await user.getAuthJson()))
  })

  test.each<[string, (token: string) => Record<string, string>]>([
    ['Authorization: Bearer', (token) => ({ authorization: `Bearer ${token}` })],
    ['x-stack-access-token', (token) => ({ 'x-stack-access-token': token })],
    ['x-stack-auth', (accessToken) => ({ 'x-stack-auth': JSON.stringify({ accessToken, refreshToken: null }) })],
  ])('is read from %s, of a web-standard request and of Node', async (_case, headersFor) => {
    const { client, user } = await createVisitor()
    const headers = headersFor((await client.getAccessToken()) ?? '')

    expect((await app.getUser({ tokenStore: new Request('https://app.example', { headers }) }))?.id).toBe(user.id)
    expect((await app.getUser({ tokenStore: { headers } }))?.id).toBe(user.id)
    expect(await app.verifyAccessToken({ headers })).toMatchObject({ userId: user.id })
  })

  test('is null without tokens, with a token that is not valid, and for an anonymous visitor', async () => {
    const tokenStore = new Request('https://app.example', { headers: { authorization: 'Bearer e30.e30.e30' } })
    const anonymous = await project.signUpAnonymously()

    expect(await app.getUser({ tokenStore: new Request('https://app.example') })).toBeNull()
    expect(await app.getUser({ tokenStore })).toBeNull()
    expect(await app.getUser({ tokenStore: anonymous })).toBeNull()
    expect((await app.getUser({ tokenStore: anonymous, or: 'anonymous-if-exists' }))?.id).toBe(anonymous.id)
    await expect(app.getUser({ tokenStore, or: 'throw' })).rejects.toThrow(/not signed in/)
    await expect(app.getUser({ tokenStore, or: 'redirect' })).rejects.toThrow(/redirectMethod/)
  })

  test('marks and keeps its current session', async () => {
    const { client, email, request } = await createVisitor()
    const user = await app.getUser({ tokenStore: await request(), or: 'throw' })
    await client.signInWithCredential({ email, password: TEST_PASSWORD })

    const sessions = await user.getActiveSessions()
    const current = sessions.find(({ isCurrentSession }) => isCurrentSession)
    expect(sessions).toHaveLength(2)
    await expect(user.revokeSession(current?.id ?? '')).rejects.toMatchObject({
      errorCode: 'CANNOT_DELETE_CURRENT_SESSION',
    })
    await user.revokeOtherSessions()

    expect(await user.getActiveSessions()).toMatchObject([{ id: current?.id }])
  })

  test('can sign out', async () => {
    const { client, request } = await createVisitor()
    const tokenStore = await request()
    const user = await app.getUser({ tokenStore, or: 'throw' })

    await user.signOut()

    expect(await app.getUser({ tokenStore })).toBeNull()
    expect(await client.getUser()).toBeNull()
  })

  test('changes the password with the old one', async () => {
    const { client, email, request } = await createVisitor()
    const user = await app.getUser({ tokenStore: await request(), or: 'throw' })
    const newPassword = 'another good passphrase'

    const refused = await user.updatePassword({ oldPassword: 'wrong password', newPassword })
    const changed = await user.updatePassword({ oldPassword: TEST_PASSWORD, newPassword })

    expect(KnownErrors.PasswordConfirmationMismatch.isInstance(refused)).toBe(true)
    expect(changed).toBeUndefined()
    expect((await client.signInWithCredential({ email, password: newPassword })).status).toBe('ok')
  })

  test('can be deleted', async () => {
    const { client, request } = await createVisitor()
    const user = await app.getUser({ tokenStore: await request(), or: 'throw' })

    await user.delete()

    expect(await app.getUser(user.id)).toBeNull()
    expect(await client.getUser()).toBeNull()
    expect(await user.currentSession.getTokens()).toEqual({ accessToken: null, refreshToken: null })
  })

  test('signs up anonymously in the store of the app', async () => {
    const secretServerKey = project.keys.secret_server_key
    const own = new PorticoServerApp({ ...optionsOf(project), secretServerKey, tokenStore: 'memory' }, ports())

    const user = await own.getUser({ or: 'anonymous' })

    expect(user).toMatchObject({ isAnonymous: true, serverMetadata: null })
    expect((await own.getUser({ or: 'anonymous-if-exists' }))?.id).toBe(user.id)
  })
})

describe('an access token', () => {
  test('of a visitor is verified without a call to the service', async () => {
    const { client, user, email } = await createVisitor()
    const token = (await client.getAccessToken()) ?? ''
    await app.verifyAccessToken(token)
    const { fetch } = globalThis
    globalThis.fetch = () => Promise.reject(new Error('no call'))
    try {
      expect(await app.verifyAccessToken(token)).toMatchObject({
        userId: user.id,
        projectId: project.id,
        isAnonymous: false,
        partialUser: { primaryEmail: email },
      })
    } finally {
      globalThis.fetch = fetch
    }
    portico.clock.advance(11 * 60_000)

    expect(await app.verifyAccessToken(token)).toBeNull()
  })

  test('of an anonymous user is refused unless asked', async () => {
    const { accessToken, id } = await project.signUpAnonymously()

    expect(await app.verifyAccessToken(accessToken)).toBeNull()
    expect(await app.verifyAccessToken(accessToken, { allowAnonymous: true })).toMatchObject({ userId: id })
  })

  test('of another project is refused', async () => {
    const other = await portico.createProject()
    const { accessToken } = await other.signUp()

    expect(await app.verifyAccessToken(accessToken)).toBeNull()
    expect(await createServerApp(other).verifyAccessToken(accessToken)).not.toBeNull()
  })
})

describe('connected accounts', () => {
  test('give the server their provider token', async () => {
    const signIn = await project.signInAt('github', { email: someEmail() })
    const { body } = await signIn.exchange<{ access_token: string }>()
    const tokenStore = { accessToken: body.access_token, refreshToken: null }
    const current = await app.getUser({ tokenStore, or: 'throw' })
    const user = await app.getUser(current.id)

    const [listed] = (await user?.listConnectedAccounts()) ?? []
    const account = await user?.getConnectedAccount('github', { or: 'throw' })

    expect(listed).toMatchObject({ id: 'github', provider: 'github', providerAccountId: expect.any(String) })
    const token = await account?.getAccessToken()
    expect(token?.accessToken).toMatch(/.+/)
    expect(await listed?.getAccessToken()).toEqual(token)
    expect(await (await current.getConnectedAccount('github'))?.getAccessToken()).toEqual(token)
    expect(await user?.getConnectedAccount('github', { scopes: ['admin:org'] })).toBeNull()
  })

  test('without a token are null, or an error', async () => {
    const user = await app.createUser({})

    expect(await user.listConnectedAccounts()).toEqual([])
    expect(await user.getConnectedAccount('github')).toBeNull()
    await expect(user.getConnectedAccount('github', { or: 'throw' })).rejects.toThrow(/github/)
  })
})

describe('sign-in methods', () => {
  test('a server lists, renames and removes passkeys, also the last one', async () => {
    const { user: visitor } = await createVisitor()
    expect(await visitor.registerPasskey({ name: 'Laptop' })).toEqual({ status: 'ok', data: undefined })
    const user = await readUser(visitor.id)

    const [passkey] = await user.listPasskeys()
    await passkey?.update({ name: 'Old laptop' })

    expect(passkey).toMatchObject({ name: 'Laptop', relyingPartyId: 'localhost', createdAt: expect.any(Date) })
    expect(await user.listPasskeys()).toMatchObject([{ name: 'Old laptop' }])
    await passkey?.delete()
    expect(await user.listPasskeys()).toEqual([])
    expect((await app.getUser(visitor.id))?.passkeyAuthEnabled).toBe(false)
  })

  test('a server disconnects an account', async () => {
    const accountId = someEmail()
    const user = await app.createUser({ oauthProviders: [{ id: 'github', accountId, email: 'ada@example.com' }] })

    const [account] = await user.listOAuthProviders()
    await account?.delete()

    expect(account).toMatchObject({ id: 'github', userId: user.id, accountId, email: 'ada@example.com' })
    expect(await user.listConnectedAccounts()).toEqual([])
    expect((await app.getUser(user.id))?.oauthProviders).toEqual([])
  })
})

describe('contact channels', () => {
  test('are added, changed and removed by a server', async () => {
    const primaryEmail = someEmail()
    const value = someEmail()
    const user = await app.createUser({ primaryEmail, primaryEmailVerified: true })

    const added = await user.createContactChannel({ type: 'email', value, usedForAuth: true, isVerified: true })
    expect(added).toMatchObject({ value, type: 'email', isPrimary: false, isVerified: true, usedForAuth: true })
    await added.update({ isPrimary: true, isVerified: false, usedForAuth: false })

    const channels = await user.listContactChannels()
    expect(channels).toMatchObject([
      { value: primaryEmail, isPrimary: false, isVerified: true },
      { id: added.id, value, isPrimary: true, isVerified: false, usedForAuth: false },
    ])
    expect(await app.getUser(user.id)).toMatchObject({ primaryEmail: value, primaryEmailVerified: false })
    await added.delete()

    expect(await user.listContactChannels()).toMatchObject([{ value: primaryEmail }])
    expect((await app.getUser(user.id))?.primaryEmail).toBeNull()
  })

  test('with a new value are not verified', async () => {
    const user = await app.createUser({ primaryEmail: someEmail(), primaryEmailVerified: true })
    const [channel] = await user.listContactChannels()
    const value = someEmail()

    await channel?.update({ value })

    expect(await user.listContactChannels()).toMatchObject([{ value, isVerified: false }])
  })

  test('throw if another user signs in with the address', async () => {
    const value = someEmail()
    await app.createUser({ primaryEmail: value, primaryEmailVerified: true, primaryEmailAuthEnabled: true })
    const user = await app.createUser({})

    const created = user.createContactChannel({ type: 'email', value, usedForAuth: true, isVerified: true })

    await expect(created).rejects.toMatchObject({
      errorCode: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE',
    })
  })

  test('are verified by a mail that a server sends', async () => {
    const primaryEmail = someEmail()
    const callbackUrl = 'http://localhost:3000/handler/email-verification'
    const user = await app.createUser({ primaryEmail })
    const [channel] = await user.listContactChannels()

    await channel?.sendVerificationEmail({ callbackUrl })
    await app.verifyEmail(await portico.mailbox.latestCode(primaryEmail))
    await channel?.sendVerificationEmail({ callbackUrl })

    expect((await app.getUser(user.id))?.primaryEmailVerified).toBe(true)
    await expect(channel?.sendVerificationEmail()).rejects.toThrow(/callbackUrl/)
  })

  test('have an absolute page of the app as default target', async () => {
    const emailVerification = 'http://localhost:3000/verify'
    const secretServerKey = project.keys.secret_server_key
    const urls = { emailVerification }
    const own = new PorticoServerApp({ ...optionsOf(project), secretServerKey, urls, tokenStore: null }, ports())
    const primaryEmail = someEmail()
    const user = await own.createUser({ primaryEmail })
    const [channel] = await user.listContactChannels()

    await channel?.sendVerificationEmail()

    expect((await portico.mailbox.latest(primaryEmail)).text).toContain(`${emailVerification}?code=`)
  })
})

describe('a suspension', () => {
  test('ends all sessions, and its end lets the user sign in again', async () => {
    const { client, email, user: visitor, request } = await createVisitor()
    const tokenStore = await request()
    const user = await readUser(visitor.id)
    const until = new Date(portico.clock.now().getTime() + 3_600_000)

    await user.suspend({ reason: 'Spam', privateDetails: 'case 7', until })

    expect(await app.getUser({ tokenStore })).toBeNull()
    expect(await app.getUser(user.id)).toMatchObject({
      isRestricted: true,
      restrictedReason: { type: 'restricted_by_administrator' },
      suspension: { reason: 'Spam', privateDetails: 'case 7', until },
    })
    expect(await client.signInWithCredential({ email, password: TEST_PASSWORD })).toMatchObject({
      status: 'error',
      error: { errorCode: 'RESTRICTED_USER_NOT_ALLOWED' },
    })
    await expect(user.createSession()).rejects.toMatchObject({ errorCode: 'RESTRICTED_USER_NOT_ALLOWED' })
    portico.clock.advance(3_601_000)

    expect(await app.getUser(user.id)).toMatchObject({ isRestricted: false, suspension: null })
    expect((await client.signInWithCredential({ email, password: TEST_PASSWORD })).status).toBe('ok')
  })

  test('without a text or an end lasts until it is lifted', async () => {
    const user = await app.createUser({ suspension: { reason: 'Import' } })
    expect(user.suspension).toEqual({ reason: 'Import', privateDetails: null, until: null })

    await user.suspend()
    expect((await app.getUser(user.id))?.suspension).toEqual({ reason: null, privateDetails: null, until: null })
    await user.liftSuspension()

    expect(await app.getUser(user.id)).toMatchObject({ isRestricted: false, suspension: null })
  })

  test('is listed unless restricted users are left out', async () => {
    const listed = createServerApp(await portico.createProject())
    const { id } = await listed.createUser({ suspension: {} })
    await listed.createUser({})

    expect((await listed.listUsers()).map((user) => user.id)).toContain(id)
    expect(await listed.listUsers({ includeRestricted: false })).toHaveLength(1)
  })
})

describe('sendEmail', () => {
  const emailConfig = {
    type: 'standard' as const,
    ...{ host: 'mail.example', port: 587, username: 'mailer', password: 'secret' },
    ...{ sender_name: 'Acme', sender_email: 'hello@example.com' },
  }

  test('mails users with HTML, a template and blocks, and its figures count them', async () => {
    const own = await portico.createProject({ displayName: 'Acme', config: { email_config: emailConfig } })
    const sending = createServerApp(own)
    const primaryEmail = someEmail()
    const user = await sending.createUser({ primaryEmail, primaryEmailVerified: true, displayName: 'Ada' })
    const nameless = await sending.createUser({})
    const content = {
      root: { type: 'EmailLayout', data: { childrenIds: ['a'] } },
      a: { type: 'Text', data: { props: { text: 'Hello {{ userDisplayName }}, {{ plan }}!' } } },
    }

    const results = await sending.sendEmail({ userIds: [nameless.id, user.id], html: '<p>News</p>', subject: 'One' })
    await sending.sendEmail({ userIds: [user.id], content, subject: '{{ plan }}', variables: { plan: 'Pro' } })
    await sending.sendEmail({ userIds: [user.id], templateId: 'magic_link', variables: { otp: 'ABC123' } })

    expect(results).toEqual([
      { userId: nameless.id, userEmail: null },
      { userId: user.id, userEmail: primaryEmail },
    ])
    const mails = await portico.mailbox.to(primaryEmail)
    expect(mails.map(({ subject }) => subject)).toEqual(['Your code to sign in to Acme', 'Pro', 'One'])
    expect(mails.slice(1).map(({ text }) => text)).toEqual(['Hello Ada, Pro!\n', 'News\n'])
    expect(await sending.getEmailDeliveryStats()).toMatchObject({
      stats: { hour: { sent: 3, bounced: 0, marked_as_spam: 0 } },
      limits: null,
    })
  })

  test('throws for a project without a mail server of its own, and for an unknown user', async () => {
    const news = { html: '<p>News</p>', subject: 'News' }
    const own = createServerApp(await portico.createProject({ config: { email_config: emailConfig } }))
    const unknown = '00000000-0000-4000-8000-000000000000'

    const shared = await app.sendEmail({ userIds: [unknown], ...news }).catch((error: unknown) => error)

    expect(KnownErrors.RequiresCustomEmailServer.isInstance(shared)).toBe(true)
    await expect(own.sendEmail({ userIds: [unknown], ...news })).rejects.toMatchObject({
      errorCode: 'USER_ID_DOES_NOT_EXIST',
      details: { user_id: unknown },
    })
  })
})

describe('members of the client', () => {
  test('are available on the server too', async () => {
    const { client, user } = await createVisitor()
    const tokenStore = { headers: { 'x-stack-auth': (await client.getAuthHeaders())['x-stack-auth'] } }

    expect((await app.getProject()).id).toBe(project.id)
    expect(await app.getAccessToken({ tokenStore: new Request('https://app.example', tokenStore) })).toBe(
      await client.getAccessToken(),
    )
    expect(
      await app.getPartialUser({ from: 'token', tokenStore: new Request('https://app.example', tokenStore) }),
    ).toMatchObject({ id: user.id })
  })
})
