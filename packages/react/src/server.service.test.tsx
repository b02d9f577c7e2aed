import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { Suspense, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PorticoServerApp, type RequestScopeWithHooks } from './server.ts'

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

/** Renders to the end, with all suspended parts. */
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
