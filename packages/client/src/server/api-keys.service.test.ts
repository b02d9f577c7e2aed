import {
  createTestPortico,
  type Listening,
  someEmail,
  TEST_PASSWORD,
  type TestPortico,
  type TestProject,
} from '@portico/testkit'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { TestBrowser } from '../../test/surroundings.ts'
import { PorticoClientApp } from '../app/client-app.ts'
import { PorticoServerApp } from './server-app.ts'
import { defaultPorts } from '../transport/ports.ts'

// API keys of the SDK against the real service over the real network port. Only the clock and the page are test
// doubles.

const config = { allow_user_api_keys: true, allow_team_api_keys: true, client_team_creation_enabled: true }
const newKey = { description: 'CI', expiresAt: null }
const minute = 60_000

let portico: TestPortico
let project: TestProject
let listening: Listening
let server: PorticoServerApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config })
  listening = await portico.listen()
  server = createServerApp(project)
})

afterAll(() => portico.close())

const now = () => portico.clock.now().getTime()

function optionsOf({ id, keys }: TestProject) {
  return { projectId: id, publishableClientKey: keys.publishable_client_key, baseUrl: listening.url }
}

function createServerApp(of: TestProject): PorticoServerApp<false> {
  const secretServerKey = of.keys.secret_server_key
  return new PorticoServerApp({ ...optionsOf(of), secretServerKey, tokenStore: null }, { ...defaultPorts, now })
}

async function createVisitor() {
  const browser = new TestBrowser('http://localhost:3000/')
  const ports = { ...defaultPorts, now, browser: () => browser }
  const app = new PorticoClientApp({ ...optionsOf(project), tokenStore: 'memory' }, ports)
  await app.signUpWithCredential({ email: someEmail(), password: TEST_PASSWORD, noRedirect: true })
  return { app, user: await app.getUser({ or: 'throw' }) }
}

async function createOwner() {
  const visitor = await createVisitor()
  return { ...visitor, team: await visitor.user.createTeam({ displayName: 'Readers' }) }
}

const requestOf = (headers: Record<string, string>) => new Request('https://app.example', { headers })
const bearer = (value: string) => requestOf({ authorization: `Bearer ${value}` })

describe('a user', () => {
  test('creates a key, and sees its value once', async () => {
    const { user } = await createVisitor()

    const created = await user.createApiKey({ ...newKey, isPublic: true })

    const expected = {
      id: created.id,
      type: 'user',
      userId: user.id,
      description: 'CI',
      isPublic: true,
      createdAt: expect.any(Date) as Date,
      manuallyRevokedAt: null,
      lastUsedAt: null,
      createdByUserId: user.id,
      createdFrom: { ip: expect.any(String) as string },
    }
    expect(created).toMatchObject({ ...expected, value: expect.stringMatching(/^pk_/) as string })
    expect(await user.listApiKeys()).toMatchObject([{ ...expected, value: { lastFour: created.value.slice(-4) } }])
  })

  test('renames keys, changes their expiry, and revokes them', async () => {
    const { user } = await createVisitor()
    const first = await user.createApiKey({ description: 'First', expiresAt: new Date(now() + minute) })
    const second = await user.createApiKey({ description: 'Second', expiresAt: new Date(now() + minute) })
    const third = await user.createApiKey(newKey)

    await first.update({ description: 'Renamed', expiresAt: null })
    await third.revoke()
    portico.clock.advance(minute)

    const keys = await user.listApiKeys()
    expect(keys.map((key) => [key.description, key.whyInvalid(), key.expiresAt])).toEqual([
      ['CI', 'manually-revoked', undefined],
      ['Second', 'expired', second.expiresAt],
      ['Renamed', null, undefined],
    ])
    await expect(third.update({ revoked: false })).rejects.toMatchObject({ errorCode: 'SCHEMA_ERROR' })
  })
})

describe('a team', () => {
  test('has keys that members with the permission manage', async () => {
    const owner = await createOwner()
    const other = await createVisitor()
    const team = await server.getTeam(owner.team.id)
    await team?.addUser(other.user.id)
    const created = await owner.team.createApiKey(newKey)
    const ofOther = await other.user.getTeam(owner.team.id)

    await (await owner.team.listApiKeys())[0]?.update({ description: 'Deploy' })
    const listed = await owner.team.listApiKeys()

    expect(listed).toMatchObject([{ id: created.id, type: 'team', teamId: owner.team.id, description: 'Deploy' }])
    await expect(ofOther?.listApiKeys()).rejects.toMatchObject({ errorCode: 'API_KEY_NOT_FOUND' })
    await listed[0]?.revoke()
    expect((await owner.team.listApiKeys()).map((key) => key.isValid())).toEqual([false])
  })
})

describe('a server', () => {
  test('creates and revokes keys of users and teams', async () => {
    const user = await server.createUser({})
    const team = await server.createTeam({ displayName: 'Staff' })

    const created = [await user.createApiKey(newKey), await team.createApiKey(newKey)]
    for (const key of created) await key.revoke()

    const keys = [...(await user.listApiKeys()), ...(await team.listApiKeys())]
    expect(keys.map(({ id }) => id)).toEqual(created.map(({ id }) => id))
    expect(keys).toMatchObject(
      keys.map(() => ({ createdByUserId: null, createdFrom: null, manuallyRevokedAt: expect.any(Date) as Date })),
    )
  })

  test('creates no key with an impersonating session', async () => {
    const user = await server.createUser({})
    const tokenStore = await (await user.createSession({ isImpersonation: true })).getTokens()

    const impersonated = await server.getUser({ tokenStore, or: 'throw' })

    await expect(impersonated.createApiKey(newKey)).rejects.toThrow(/impersonates the user/)
  })

  test('reads the owner of a key', async () => {
    const user = await server.createUser({})
    const team = await server.createTeam({ displayName: 'Staff' })
    const ofUser = (await user.createApiKey(newKey)).value
    const ofTeam = (await team.createApiKey(newKey)).value

    expect(await server.getUser({ apiKey: ofUser })).toMatchObject({ id: user.id })
    expect(await server.getTeam({ apiKey: ofTeam })).toMatchObject({ id: team.id })
    expect(await server.getUser({ apiKey: ofTeam })).toBeNull()
    expect(await server.getTeam({ apiKey: ofUser })).toBeNull()
  })

  test('reads no owner of a key that is not valid', async () => {
    const user = await server.createUser({})
    const suspended = await server.createUser({})
    const revoked = await user.createApiKey(newKey)
    const expiring = await user.createApiKey({ ...newKey, expiresAt: new Date(now() + minute) })
    const ofSuspended = await suspended.createApiKey(newKey)
    const { value } = await user.createApiKey(newKey)
    await revoked.revoke()
    await suspended.suspend()
    portico.clock.advance(minute)

    // A key with another checksum, and a text that is not a key.
    const wrong = [`${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}`, 'key']
    for (const apiKey of [revoked.value, expiring.value, ofSuspended.value, ...wrong]) {
      expect(await server.getUser({ apiKey })).toBeNull()
    }
    expect(await createServerApp(await portico.createProject({ config })).getUser({ apiKey: value })).toBeNull()
    expect(await server.getUser({ apiKey: value })).toMatchObject({ id: user.id })
  })

  test('identifies the sender of a request by session or key', async () => {
    const { app, user, team } = await createOwner()
    const ofUser = await user.createApiKey(newKey)
    const ofTeam = await team.createApiKey(newKey)

    expect(await server.authenticateRequest(requestOf(await app.getAuthHeaders()))).toMatchObject({
      type: 'session',
      user: { id: user.id },
    })
    expect(await server.authenticateRequest(bearer(ofUser.value))).toMatchObject({
      type: 'user-api-key',
      user: { id: user.id },
      apiKey: { id: ofUser.id, value: { lastFour: ofUser.value.slice(-4) } },
    })
    expect(await server.authenticateRequest(requestOf({ 'x-api-key': ofTeam.value }))).toMatchObject({
      type: 'team-api-key',
      team: { id: team.id },
      apiKey: { id: ofTeam.id },
    })
  })

  test('refuses a session and a key as soon as they end', async () => {
    const { app, user } = await createOwner()
    const key = await user.createApiKey(newKey)
    const request = requestOf(await app.getAuthHeaders())
    await key.revoke()
    await user.signOut()
    const reasons: string[] = []
    const onRefused = (reason: string) => void reasons.push(reason)

    expect(await server.authenticateRequest(request, { onRefused })).toBeNull()
    expect(await server.authenticateRequest(bearer(key.value), { onRefused })).toBeNull()
    expect(reasons).toEqual(['ended-session', 'revoked-key'])
  })

  test('accepts no keys in a project that does not allow them', async () => {
    const user = await server.createUser({})
    const { value: apiKey } = await user.createApiKey(newKey)
    const other = createServerApp(await portico.createProject())
    const reasons: string[] = []

    const found = await other.authenticateRequest(bearer(apiKey), { onRefused: (reason) => void reasons.push(reason) })

    expect([found, reasons]).toEqual([null, ['keys-not-allowed']])
    await expect(other.getUser({ apiKey })).rejects.toMatchObject({ statusCode: 400 })
  })
})
