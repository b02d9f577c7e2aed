import { createTestPortico, type TestPortico, type TestProject } from '@portico/testkit'
import { Suspense, type ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { porticoAppInternalsSymbol } from '@portico/client/admin'
import { PorticoAdminApp } from './admin.ts'
import { StackAdminApp } from './stack-admin-app.ts'

// Components that only the server renders, against the real service.

let portico: TestPortico
let project: TestProject
let app: PorticoAdminApp<false>

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  const { id, keys } = project
  app = new PorticoAdminApp({
    projectId: id,
    publishableClientKey: keys.publishable_client_key,
    secretServerKey: keys.secret_server_key,
    superSecretAdminKey: keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
})

afterAll(() => portico.close())

function Permissions(): ReactNode {
  const ids = [...app.useTeamPermissionDefinitions(), ...app.useProjectPermissionDefinitions()].map(({ id }) => id)
  return (
    <p>
      {ids
        .filter((id) => !id.startsWith('$'))
        .toSorted()
        .join(' ')}
    </p>
  )
}

async function render(content: ReactNode = <Permissions />): Promise<string> {
  const page = <Suspense fallback="loading">{content}</Suspense>
  const stream = await renderToReadableStream(page)
  await stream.allReady
  return new Response(stream).text()
}

test('hooks of an admin render the definitions of both scopes, and follow changes', async () => {
  const before = await render()
  await app.createTeamPermissionDefinition({ id: 'writer', containedPermissionIds: [] })
  await app.createProjectPermissionDefinition({ id: 'beta', containedPermissionIds: [] })
  const created = await render()
  await app.updateTeamPermissionDefinition('writer', { id: 'author' })
  await app.deleteProjectPermissionDefinition('beta')

  expect(before).toContain('team_admin team_member')
  expect(created).toContain('beta team_admin team_member writer')
  expect(await render()).toContain('author team_admin team_member')
})

test('the hook of webhook endpoints follows changes', async () => {
  function Endpoints(): ReactNode {
    return <p>{app.useWebhookEndpoints().map(({ description }) => `[${description}]`)}</p>
  }
  const before = await render(<Endpoints />)
  await app.createWebhookEndpoint({ url: 'https://shop.example/hooks', description: 'Shop' })

  expect(before).not.toContain('[')
  expect(await render(<Endpoints />)).toContain('[Shop]')
})

test('useSvixToken returns a token, and the same one after a change', async () => {
  const Token = (): ReactNode => <p>{app.useSvixToken()}</p>
  const before = await render(<Token />)
  await app.createTeam({ displayName: 'Acme' })

  expect(await render(<Token />)).toBe(before)
  const token = /<p>(.+)<\/p>/.exec(before)?.[1] ?? ''
  const path = `${portico.baseUrl}/api/v1/app/${project.id}/endpoint`
  expect((await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

test('useWebhookPortalUrl returns an address with that token', async () => {
  const Url = (): ReactNode => <p>{app.useWebhookPortalUrl({ theme: 'dark' })}</p>
  const Token = (): ReactNode => <p>{app.useSvixToken()}</p>
  const address = `${portico.baseUrl}/embed/webhooks/${project.id}?theme=dark#`

  expect(await render(<Url />)).toBe((await render(<Token />)).replace('<p>', `<p>${address}`))
})

test('hooks of an admin render the project, its production-mode errors and its keys, and follow changes', async () => {
  function Settings(): ReactNode {
    const shown = app.useProject()
    const rules = shown.useProductionModeErrors().map(({ rule }) => rule)
    const keys = app.useInternalApiKeys().map(({ description }) => description)
    return <p>{[shown.displayName, ...rules, ...keys].join(', ')}</p>
  }
  const before = await render(<Settings />)

  const read = await app.getProject()
  const domains = [{ domain: 'https://app.example', handlerPath: '/handler' }]
  await read.update({ displayName: 'Marginalia', config: { allowLocalhost: false, domains } })
  await app.createInternalApiKey({
    description: 'Backend',
    expiresAt: new Date(Date.now() + 3_600_000),
    hasPublishableClientKey: true,
    hasSecretServerKey: false,
    hasSuperSecretAdminKey: false,
  })

  expect(before).toContain('Test project, allow-localhost, no-domains, Test keys')
  expect(await render(<Settings />)).toContain('Marginalia, Backend, Test keys')
  expect(read.useProductionModeErrors()).toHaveLength(2)
})

test('useEmailTemplates renders the templates', async () => {
  function Templates(): ReactNode {
    return <p>{app.useEmailTemplates().map(({ type }) => type)}</p>
  }

  expect(await render(<Templates />)).toContain('email_verification')
})

test('useMetrics renders the figures, and the migrating app returns them as on the wire', async () => {
  const stackApp = new StackAdminApp({
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: project.keys.secret_server_key,
    superSecretAdminKey: project.keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
    tokenStore: null,
  })
  const user = await app.createUser({ displayName: 'Ada', password: 'correct horse battery staple' })
  function Figures(): ReactNode {
    const { totalUsers, recentlyRegistered } = app.useMetrics()
    const wire = stackApp[porticoAppInternalsSymbol].useMetrics()
    return <p>{[totalUsers, recentlyRegistered[0]?.displayName, wire.total_users].join(', ')}</p>
  }

  expect(await render(<Figures />)).toContain('1, Ada, 1')
  const { loginMethods, recentlyRegistered } = await app.getMetrics()
  expect(loginMethods).toEqual([{ method: 'password', count: 1 }])
  await recentlyRegistered[0]?.update({ displayName: 'Grace' })
  expect((await app.getUser(user.id))?.displayName).toBe('Grace')
})

test('hooks of an admin render users, and follow every change through the app', async () => {
  function People(): ReactNode {
    const names = app.useUsers({ orderBy: 'signedUpAt', desc: true, limit: 1 }).map(({ displayName }) => displayName)
    return <p>{names}</p>
  }
  const user = await app.createUser({ displayName: 'Ada' })
  const before = await render(<People />)

  await user.update({ displayName: 'Grace' })

  expect(before).toContain('Ada')
  expect(await render(<People />)).toContain('Grace')
})

test('an admin app has the hooks of a server', async () => {
  const scope = app.forRequest(new Request('https://app.example'))
  const team = await scope.createTeam({ displayName: 'Staff' })
  await scope.getTeam(team.id)

  expect(scope.useTeam(team.id)?.displayName).toBe('Staff')
})
