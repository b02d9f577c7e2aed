import { inspect } from 'node:util'

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import {
  baseUrl,
  createSurroundings,
  knownError,
  projectId,
  type SentRequest,
  settle,
  TestBrowser,
  wireServerUser,
} from '../../test/surroundings.ts'
import { PorticoAdminApp } from './admin-app.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { PorticoServerApp } from '../server/server-app.ts'
import { StackAdminApp } from '../stack.ts'

const keys = { secretServerKey: 'ssk_secret', superSecretAdminKey: 'sak_secret' }
const options = { projectId, publishableClientKey: 'pck_key', ...keys, baseUrl, tokenStore: null } as const

/** A service with the definitions of one scope, which can refuse any call. */
function createApp() {
  const ids = new Set(['reader'])
  const read = (id: string) => ({ id, contained_permission_ids: [] })
  const state = { isRefusing: false }
  const surroundings = createSurroundings(({ method, path, body }) => {
    const id = path.split('/')[2] ?? ''
    if (state.isRefusing) return knownError('PERMISSION_NOT_FOUND', 404)
    if (path.startsWith('/users')) return { body: wireServerUser() }
    if (method === 'GET') return { body: { items: [...ids].map(read) } }
    if (method !== 'POST') ids.delete(id)
    const given = (body as { id?: string } | undefined)?.id
    if (given !== undefined) ids.add(given)
    return { body: read(given ?? id) }
  })
  return { ...surroundings, state, app: new PorticoAdminApp<false>(options, surroundings.ports) }
}

const callsOf = (sent: readonly SentRequest[]) => sent.map(({ method, path }) => `${method} ${path}`)

test('a change of a team by our own pages returns the team as the service has answered', async () => {
  const read = { id: 't1', display_name: 'Night readers', created_at_millis: 1_750_000_000_000, server_metadata: null }
  const { ports, sent } = createSurroundings(() => ({ body: read }))
  const app = new PorticoAdminApp<false>(options, ports)

  const team = await app[porticoAppInternalsSymbol].updateTeam('t1', { displayName: 'Night readers' })

  expect(team).toMatchObject({ id: 't1', displayName: 'Night readers', createdAt: new Date(1_750_000_000_000) })
  expect(sent).toMatchObject([{ method: 'PATCH', path: '/teams/t1', body: { display_name: 'Night readers' } }])
})

test('a change of a user by our own pages returns the user as the service has answered', async () => {
  const read = wireServerUser({ id: 'u1', display_name: 'Ada' })
  const { ports, sent } = createSurroundings(() => ({ body: read }))
  const app = new PorticoAdminApp<false>(options, ports)

  const user = await app[porticoAppInternalsSymbol].updateUser('u1', { displayName: 'Ada' })

  expect(user).toMatchObject({ id: 'u1', displayName: 'Ada', hasBeenActive: true })
  expect(sent).toMatchObject([{ method: 'PATCH', path: '/users/u1', body: { display_name: 'Ada' } }])
})

test('a change of the project by our own pages returns the project as the service has answered', async () => {
  const config = { email_config: { type: 'shared' } }
  const read = { id: 'p1', display_name: 'Marginalia', created_at_millis: 1_750_000_000_000, version: 3, config }
  const { ports, sent } = createSurroundings(() => ({ body: read }))
  const app = new PorticoAdminApp<false>(options, ports)

  const project = await app[porticoAppInternalsSymbol].updateProject({ displayName: 'Marginalia', ifVersion: 2 })

  expect(project).toMatchObject({ displayName: 'Marginalia', version: 3 })
  expect(sent).toMatchObject([{ method: 'PATCH', body: { display_name: 'Marginalia', if_version: 2 } }])
})

describe('the keys', () => {
  test('are both sent with the calls of an admin', async () => {
    const { app, sent } = createApp()

    await app.listTeamPermissionDefinitions()

    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': keys.superSecretAdminKey,
      'x-stack-secret-server-key': keys.secretServerKey,
      'x-stack-publishable-client-key': 'pck_key',
      'x-stack-project-id': projectId,
    })
  })

  test('of an admin are not sent with the calls of a server and a client', async () => {
    const { app, sent } = createApp()

    await app.getUser('0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001')
    await app.checkCliLogin('code').catch(() => {})

    expect(sent.map(({ headers }) => headers.get('x-stack-access-type'))).toEqual(['server', 'client'])
    expect(sent.some(({ headers }) => headers.has('x-stack-super-secret-admin-key'))).toBe(false)
  })

  test('are not sent to the target of a redirect', async () => {
    const { ports } = createSurroundings(() => ({}))
    const redirects: (string | undefined)[] = []
    const fetch: typeof ports.fetch = (url, init) => {
      redirects.push(init.redirect)
      return ports.fetch(url, init)
    }

    await new PorticoAdminApp<false>(options, { ...ports, fetch }).deleteTeamPermissionDefinition('reader')

    expect(redirects).toEqual(['manual'])
  })

  test('are not visible in logs', () => {
    const { app } = createApp()

    expect(JSON.stringify(app)).not.toContain('_secret')
    expect(inspect(app, { depth: 10, showHidden: true })).not.toContain('_secret')
  })

  test('do not work in a browser', () => {
    const { ports } = createSurroundings(() => ({}), { browser: new TestBrowser('https://app.example/') })

    expect(() => new PorticoAdminApp(options, ports)).toThrow(
      'PorticoAdminApp cannot run in a browser, because every visitor could read the super secret admin key there.',
    )
  })
})

describe('the environment', () => {
  const variables = ['PORTICO_SUPER_SECRET_ADMIN_KEY', 'STACK_SUPER_SECRET_ADMIN_KEY']
  const { superSecretAdminKey: _key, ...withoutKey } = options
  const { ports, sent } = createSurroundings(() => ({ body: { items: [] } }))

  beforeEach(() => {
    sent.length = 0
    for (const name of variables) vi.stubEnv(name, undefined)
  })
  afterEach(() => void vi.unstubAllEnvs())

  test.each(variables)('supplies the admin key as %s', async (name) => {
    vi.stubEnv(name, 'sak_environment')

    await new PorticoAdminApp<false>(withoutKey, ports).listProjectPermissionDefinitions()

    expect(sent[0]?.headers.get('x-stack-super-secret-admin-key')).toBe('sak_environment')
  })

  test.each(['NEXT_PUBLIC_', 'VITE_'])('never supplies the admin key under the public prefix %s', (prefix) => {
    for (const name of variables) vi.stubEnv(`${prefix}${name}`, 'sak_public')

    expect(() => new PorticoAdminApp(withoutKey, ports)).toThrow(
      'The super secret admin key is missing. Pass `superSecretAdminKey` or set PORTICO_SUPER_SECRET_ADMIN_KEY.',
    )
  })

  test('must supply the server key too', () => {
    vi.stubEnv('PORTICO_SECRET_SERVER_KEY', undefined)
    vi.stubEnv('STACK_SECRET_SERVER_KEY', undefined)
    const { secretServerKey: _serverKey, ...withAdminKey } = options

    expect(() => new PorticoAdminApp(withAdminKey, ports)).toThrow(/PORTICO_SECRET_SERVER_KEY/)
  })
})

describe('the list of a hook', () => {
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id)

  test('follows the changes of its scope while it has a subscriber', async () => {
    const { app, sent } = createApp()
    const list = app[porticoAppInternalsSymbol].permissionDefinitionsResource('team')
    list.subscribe(() => {})
    await list.load()

    await app.createTeamPermissionDefinition({ id: 'writer', containedPermissionIds: [] })
    const created = idsOf(list.read())
    await app.updateTeamPermissionDefinition('reader', { id: 'viewer' })
    const renamed = idsOf(list.read())
    await app.deleteTeamPermissionDefinition('writer')

    expect([created, renamed, idsOf(list.read())]).toEqual([['reader', 'writer'], ['writer', 'viewer'], ['viewer']])
    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(4)
  })

  test('is dropped by a change while it has none', async () => {
    const { app, sent } = createApp()
    const list = app[porticoAppInternalsSymbol].permissionDefinitionsResource('project')
    await list.load()

    await app.deleteProjectPermissionDefinition('reader')

    expect(callsOf(sent)).toEqual([
      'GET /project-permission-definitions',
      'DELETE /project-permission-definitions/reader',
    ])
    expect(await list.load()).toEqual([])
  })

  test('does not follow refused changes and those of the other scope', async () => {
    const { app, sent, state } = createApp()
    const list = app[porticoAppInternalsSymbol].permissionDefinitionsResource('team')
    list.subscribe(() => {})
    await list.load()

    await app.deleteProjectPermissionDefinition('other')
    state.isRefusing = true
    await expect(app.updateTeamPermissionDefinition('none', {})).rejects.toMatchObject({
      errorCode: 'PERMISSION_NOT_FOUND',
    })
    await settle()

    expect(sent.filter(({ method }) => method === 'GET')).toHaveLength(1)
  })
})

test('the app has every method of the server, and the /stack entry exports it under the original name', () => {
  const names = (prototype: object) => Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor')
  const { ports } = createSurroundings(() => ({}))

  expect(names(PorticoServerApp.prototype).filter((name) => !(name in PorticoAdminApp.prototype))).toEqual([])
  expect(new StackAdminApp<false>(options, ports)).toBeInstanceOf(PorticoAdminApp)
})
