import { createTestPortico, internalKeys, someEmail, type TestPortico, type TestProject } from '@portico/testkit'
import { Suspense, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withUserHooks } from './app/useConnectedAccount.ts'
import type { CurrentServerUserWithHooks, ServerTeamWithHooks } from './app/server-records.ts'
import { StackAdminApp } from './stack-admin-app.ts'
import { StackClientApp } from './stack-client-app.ts'
import { StackServerApp } from './stack-server-app.ts'

// Each read method of an object has a hook with the same arguments, which returns the same value.

type Twins = Readonly<Record<string, string>>

/** Hook by read method, from the SDK contract. */
const twins = {
  'client app': { getUser: 'useUser', getProject: 'useProject' },
  'server app': {
    getProject: 'useProject',
    getUser: 'useUser',
    getTeam: 'useTeam',
    listTeams: 'useTeams',
    listUsers: 'useUsers',
  },
  'admin app': {
    getProject: 'useProject',
    listInternalApiKeys: 'useInternalApiKeys',
    listEmailTemplates: 'useEmailTemplates',
    listTeamPermissionDefinitions: 'useTeamPermissionDefinitions',
    listProjectPermissionDefinitions: 'useProjectPermissionDefinitions',
    getMetrics: 'useMetrics',
  },
  user: {
    getTeam: 'useTeam',
    listTeams: 'useTeams',
    getTeamProfile: 'useTeamProfile',
    getPermission: 'usePermission',
    listPermissions: 'usePermissions',
    listContactChannels: 'useContactChannels',
    listApiKeys: 'useApiKeys',
    getConnectedAccount: 'useConnectedAccount',
  },
  owner: { listOwnedProjects: 'useOwnedProjects' },
  team: { listUsers: 'useUsers', listInvitations: 'useInvitations', listApiKeys: 'useApiKeys' },
  connection: { getAccessToken: 'useAccessToken' },
  'admin project': { getProductionModeErrors: 'useProductionModeErrors' },
} as const satisfies Record<string, Twins>

type Called = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>

let portico: TestPortico
let project: TestProject
let tokenStore: { accessToken: string; refreshToken: null }
let app: StackServerApp<false>
let adminApp: StackAdminApp<false>
let user: CurrentServerUserWithHooks
let team: ServerTeamWithHooks

beforeAll(async () => {
  portico = await createTestPortico()
  const oauth_providers = [
    { id: 'github' as const, type: 'standard' as const, client_id: 'look-alike', client_secret: 'look-alike' },
  ]
  project = await portico.createProject({
    config: { oauth_providers, allow_user_api_keys: true, allow_team_api_keys: true },
  })
  const { body } = await (await project.signInAt('github', { email: someEmail() })).exchange<{ access_token: string }>()
  tokenStore = { accessToken: body.access_token, refreshToken: null }
  app = new StackServerApp<false>({ ...options(), tokenStore: null })
  adminApp = new StackAdminApp<false>({ ...options(), tokenStore: null })
  user = await app.getUser({ tokenStore, or: 'throw' })
  team = await user.createTeam({ displayName: 'Readers' })
  await team.inviteUser({ email: someEmail(), callbackUrl: 'http://localhost:3000/handler/team-invitation' })
  await team.createApiKey({ description: 'CI', expiresAt: null })
  await user.createApiKey({ description: 'CI', expiresAt: null })
})

afterAll(() => portico.close())

function options() {
  return {
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: project.keys.secret_server_key,
    superSecretAdminKey: project.keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
  }
}

/** Returns the value of a hook in a component that the server renders. */
async function render<Value>(read: () => Value): Promise<Value> {
  const shown: Value[] = []
  const Reader = (): ReactNode => {
    shown.push(read())
    return null
  }
  const errors: unknown[] = []
  const stream = await renderToReadableStream(
    <Suspense fallback="loading">
      <Reader />
    </Suspense>,
    { onError: (error) => void errors.push(error) },
  )
  await stream.allReady
  if (errors.length > 0) throw errors[0]
  return shown.at(-1) as Value
}

/** Checks that each hook returns the value of its twin. */
async function expectTwins(object: object, pairs: Twins, given: Readonly<Record<string, readonly unknown[]>> = {}) {
  const called = object as Called
  const shown: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  for (const [method, hook] of Object.entries(pairs)) {
    const argumentsOfBoth = given[method] ?? []
    shown[hook] = JSON.stringify(await render(() => called[hook]?.(...argumentsOfBoth)))
    expected[hook] = JSON.stringify(await called[method]?.(...argumentsOfBoth))
  }
  expect(shown).toEqual(expected)
  expect(Object.values(expected)).not.toContain('null')
}

describe('every read method has a hook', () => {
  test('of a server app and an admin app', async () => {
    const given = { getUser: [user.id], getTeam: [team.id] }

    await expectTwins(app, twins['server app'], given)
    await expectTwins(adminApp, { ...twins['server app'], ...twins['admin app'] }, given)
  })

  test('of a user, by id, in a list, of a session, and of a member', async () => {
    const given = {
      getTeam: [team.id],
      getTeamProfile: [team],
      listPermissions: [team, { recursive: false }],
      getPermission: [team, '$update_team'],
      getConnectedAccount: ['github'],
    }
    const users = [await app.getUser(user.id), (await app.listUsers())[0], (await team.listUsers())[0]]

    for (const each of [user, ...users]) await expectTwins(each ?? {}, twins.user, given)
  })

  test('of a team and of a connected account', async () => {
    const connection = await user.getConnectedAccount('github', { or: 'throw' })

    for (const each of [team, ...(await app.listTeams()), ...(await user.listTeams())])
      await expectTwins(each, twins.team)
    await expectTwins(connection, twins.connection)
    expect(await render(() => user.useConnectedAccounts()[0]?.useAccessToken())).toEqual(
      await connection.getAccessToken(),
    )
  })

  test('of the project of an admin, and of an owner of projects', async () => {
    const internal = new StackServerApp<false, 'internal'>({
      ...options(),
      projectId: 'internal',
      publishableClientKey: internalKeys.publishable_client_key,
      secretServerKey: internalKeys.secret_server_key,
      tokenStore: null,
    })
    const owner = await internal.getUser({
      tokenStore: { accessToken: project.ownerAccessToken, refreshToken: null },
      or: 'throw',
    })

    await expectTwins(await adminApp.getProject(), twins['admin project'])
    expect(await render(() => owner.useOwnedProjects().map(({ id }) => id))).toContain(project.id)
    expect((await owner.listOwnedProjects()).map(({ id }) => id)).toContain(project.id)
  })

  test('of the objects of a client', async () => {
    const client = new StackClientApp<true>({ ...options(), tokenStore })
    const current = withUserHooks(client, await client.getUser({ or: 'throw' }), {})
    const objects: readonly (readonly [object, Twins])[] = [
      [client, twins['client app']],
      [current, twins.user],
      [(await current.listTeams())[0] ?? {}, twins.team],
    ]

    for (const [object, pairs] of objects) {
      const missing = Object.entries(pairs)
        .flat()
        .filter((name) => typeof (object as Called)[name] !== 'function')
      expect(missing).toEqual([])
    }
  })
})

describe('hooks of users and teams', () => {
  test('show changes through the app', async () => {
    const member = await app.createUser({ displayName: 'Linus' })
    const read = () => ({
      teams: member.useTeams().map(({ displayName }) => displayName),
      mayUpdate: member.usePermission(team, '$update_team') !== null,
      channels: member.useContactChannels().length,
      members: team.useUsers().length,
    })
    const before = await render(read)

    await team.addUser(member.id)
    await member.grantPermission(team, '$update_team')
    await member.createContactChannel({ type: 'email', value: someEmail(), usedForAuth: false })

    expect(before).toEqual({ teams: [], mayUpdate: false, channels: 0, members: 1 })
    expect(await render(read)).toEqual({ teams: ['Readers'], mayUpdate: true, channels: 1, members: 2 })
  })

  test('show changes through the same request', async () => {
    const scope = app.forRequest(new Request('https://app.example'))
    const found = await scope.getTeam(team.id)
    const invitations = () => found?.useInvitations().length ?? 0
    const before = await render(invitations)

    await found?.inviteUser({ email: someEmail(), callbackUrl: 'http://localhost:3000/handler/team-invitation' })

    expect(await render(invitations)).toBe(before + 1)
  })

  test('of a session return objects that act for this session', async () => {
    const person = await app.createUser({ primaryEmail: someEmail() })
    const readAs = async (isImpersonation: boolean) => {
      const session = await person.createSession({ isImpersonation })
      const current = await app.getUser({ tokenStore: await session.getTokens(), or: 'throw' })
      const [channel] = await render(() => current.useContactChannels())
      return channel
    }
    const [own, impersonated] = [await readAs(false), await readAs(true)]

    await expect(impersonated?.delete()).rejects.toThrow('impersonates the user')
    await own?.delete()
    expect(await person.listContactChannels()).toEqual([])
  })
})

describe('useUser of an app', () => {
  const requestOf = (): Request =>
    new Request('https://app.example', { headers: { authorization: `Bearer ${tokenStore.accessToken}` } })

  test('returns the user of a request that it was passed, or that the app was created with', async () => {
    const ofRequest = new StackServerApp<true>({ ...options(), tokenStore: requestOf() })
    const [request, unknown] = [requestOf(), new Request('https://app.example')]
    const read = () => [ofRequest.useUser(), app.useUser({ tokenStore: request, or: 'throw' })]

    expect((await render(read)).map((found) => found?.id)).toEqual([user.id, user.id])
    expect(await render(() => app.useUser({ tokenStore: unknown }))).toBeNull()
    await expect(render(() => app.useUser({ tokenStore: unknown, or: 'throw' }))).rejects.toThrow('not signed in')
  })

  test('refuses what a server cannot do', () => {
    const untyped = app as unknown as { useUser(given: object): unknown }

    expect(() => untyped.useUser({ tokenStore: requestOf(), or: 'redirect' })).toThrow("cannot do { or: 'redirect' }")
    expect(() => untyped.useUser({ tokenStore: 'memory' })).toThrow('Use `app.forRequest(request).useUser`')
    expect(() => untyped.useUser({ tokenStore: requestOf(), apiKey: 'key' })).toThrow('for API keys')
  })
})
