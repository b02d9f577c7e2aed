import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { Suspense, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PorticoServerApp, type RequestScopeWithHooks } from './server.ts'
import { StackServerApp } from './stack-server-app.ts'

// Components that only the server renders, against the real service.

let portico: TestPortico
let project: TestProject
let ada: TestUser
let app: PorticoServerApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject({ config: { allow_user_api_keys: true, allow_team_api_keys: true } })
  ada = await project.signUp()
  app = new PorticoServerApp({
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: project.keys.secret_server_key,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
})

afterAll(() => portico.close())

function requestOf(accessToken?: string): Request {
  const headers = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
  return new Request('https://app.example', { headers })
}

/** Renders completely, including suspended parts. */
async function render(page: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(<Suspense fallback="loading">{page}</Suspense>, {
    onError: (error) => void errors.push(error),
  })
  await stream.allReady
  const html = await new Response(stream).text()
  if (errors.length > 0) throw errors[0]
  return html.replaceAll('<!-- -->', '')
}

function Greeting({ scope }: { readonly scope: RequestScopeWithHooks }): ReactNode {
  const user = scope.useUser()
  return <p>{user ? `Hello ${user.primaryEmail}` : 'Hello visitor'}</p>
}

function Directory({ scope }: { readonly scope: RequestScopeWithHooks }): ReactNode {
  const first = scope.useUser(ada.id)
  const unknown = scope.useUser('unknown')
  const users = scope.useUsers({ limit: 10 })
  return <p>{`${first?.primaryEmail} ${unknown === null} ${users.length} of ${users.nextCursor}`}</p>
}

test('the user of the request renders on the server', async () => {
  const scope = app.forRequest(requestOf(ada.accessToken))

  expect(await render(<Greeting scope={scope} />)).toContain(`Hello ${ada.email}`)
  expect(await render(<Greeting scope={app.forRequest(requestOf())} />)).toContain('Hello visitor')
})

test('any user and lists of users render on the server', async () => {
  expect(await render(<Directory scope={app.forRequest(requestOf())} />)).toContain(`${ada.email} true 1 of null`)
})

function Teams({ scope, teamId }: { readonly scope: RequestScopeWithHooks; readonly teamId: string }): ReactNode {
  const team = scope.useTeam(teamId)
  const unknown = scope.useTeam('unknown')
  const teams = scope.useTeams({ limit: 10 })
  return <p>{`${team?.displayName} ${unknown === null} ${teams.length} of ${teams.nextCursor}`}</p>
}

test('any team and lists of teams render on the server', async () => {
  const scope = app.forRequest(requestOf())
  const team = await scope.createTeam({ displayName: 'Readers' })

  expect(await render(<Teams scope={scope} teamId={team.id} />)).toContain('Readers true 1 of null')
  expect(scope.useTeam(team.id)).toBe(await scope.getTeam(team.id))
  expect(scope.useTeams({ limit: 10 })).toBe(await scope.listTeams({ limit: 10 }))
})

test('the owners of API keys render on the server', async () => {
  const scope = app.forRequest(requestOf())
  const user = await scope.getUser(ada.id)
  const team = await scope.createTeam({ displayName: 'Readers' })
  const keys = [
    await user?.createApiKey({ description: 'CI', expiresAt: null }),
    await team.createApiKey({ description: 'CI', expiresAt: null }),
  ].map((key) => String(key?.value))
  const Owners = (): ReactNode => {
    const [ofUser = '', ofTeam = ''] = keys
    const wrong = scope.useUser({ apiKey: ofTeam })
    return (
      <p>{`${scope.useUser({ apiKey: ofUser })?.id} ${scope.useTeam({ apiKey: ofTeam })?.id} ${wrong === null}`}</p>
    )
  }

  expect(await render(<Owners />)).toContain(`${ada.id} ${team.id} true`)
})

test('hooks and methods of one request share their answers', async () => {
  const request = requestOf(ada.accessToken)
  const scope = app.forRequest(request)
  const user = await scope.getUser({ or: 'throw' })

  expect(app.forRequest(request)).toBe(scope)
  expect(scope.useUser()).toBe(user)
  expect(scope.useUser({ or: 'throw' })).toBe(user)
  expect(await scope.verifyAccessToken()).toMatchObject({ userId: ada.id })
})

test('a hook shows a change through the same scope', async () => {
  const scope = app.forRequest(requestOf(ada.accessToken))
  const user = await scope.getUser({ or: 'throw' })

  await user.setDisplayName('Ada')
  await scope.getUser()

  expect(scope.useUser()?.displayName).toBe('Ada')
  expect(scope.useUser(ada.id)?.displayName).toBe('Ada')
})

test('a hook without a user throws if asked', async () => {
  const scope = app.forRequest(requestOf())
  await scope.getUser()

  expect(() => scope.useUser({ or: 'throw' })).toThrow('User is not signed in but useUser was called with')
})

test('a hook throws the failure of its read', async () => {
  const broken = new PorticoServerApp<false>({
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: 'ssk_wrong',
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })

  await expect(render(<Directory scope={broken.forRequest(requestOf())} />)).rejects.toMatchObject({
    errorCode: 'INVALID_SECRET_SERVER_KEY',
  })
})

describe('the server app of a migrating app', () => {
  function create(secretServerKey: string): StackServerApp<false> {
    return new StackServerApp<false>({
      projectId: project.id,
      publishableClientKey: project.keys.publishable_client_key,
      secretServerKey,
      baseUrl: portico.baseUrl,
      tokenStore: null,
    })
  }

  function Records({ of, id, teamId }: { of: StackServerApp<false>; id: string; teamId: string }): ReactNode {
    const [user, same, team] = [of.useUser(id), of.useUserById(id), of.useTeam(teamId)]
    const unknown = [of.useUser('unknown'), of.useTeam('unknown')]
    const users = of.useUsers({ query: 'Linus' }).map(({ displayName }) => displayName)
    const teams = of.useTeams().filter(({ id }) => id === teamId)
    return <p>{JSON.stringify([user?.displayName, same === user, team?.displayName, unknown, users, teams.length])}</p>
  }

  test('has a hook for users, teams and their lists, which follow changes through the app', async () => {
    const stackApp = create(project.keys.secret_server_key)
    const user = await stackApp.createUser({ displayName: 'Linus' })
    const team = await stackApp.createTeam({ displayName: 'Kernel' })
    const records = <Records of={stackApp} id={user.id} teamId={team.id} />
    const before = await render(records)

    await user.update({ displayName: 'Linus T' })
    await team.update({ displayName: 'Core' })

    const quoted = (text: string): string => text.replaceAll('"', '&quot;')
    expect(before).toContain(quoted('["Linus",true,"Kernel",[null,null],["Linus"],1]'))
    expect(await render(records)).toContain(quoted('["Linus T",true,"Core",[null,null],["Linus T"],1]'))
  })

  test('refuses to share the user of a session or of an API key between requests', () => {
    const untyped = create(project.keys.secret_server_key) as unknown as Record<string, (given?: object) => unknown>

    expect(() => untyped.useUser?.()).toThrow('Use `app.forRequest(request).useUser`')
    expect(() => untyped.useUser?.({ apiKey: 'key' })).toThrow('needs an id')
    expect(() => untyped.useTeam?.({ apiKey: 'key' })).toThrow('Use `app.forRequest(request).useTeam`')
  })

  test('has the hooks of a request, and throws the failure of a read', async () => {
    const scope = create(project.keys.secret_server_key).forRequest(requestOf(ada.accessToken))

    expect(await render(<Greeting scope={scope} />)).toContain(`Hello ${ada.email}`)
    await expect(render(<Records of={create('ssk_wrong')} id={ada.id} teamId={ada.id} />)).rejects.toMatchObject({
      errorCode: 'INVALID_SECRET_SERVER_KEY',
    })
  })
})
