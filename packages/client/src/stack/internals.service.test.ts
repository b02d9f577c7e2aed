import { createTestPortico, type TestPortico, type TestProject, type TestUser } from '@portico/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { TestBrowser } from '../../test/surroundings.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import { StackAdminApp } from './admin-app.ts'
import { StackClientApp } from './client-app.ts'
import type { RequestType } from './internals.ts'
import { StackServerApp } from './server-app.ts'
import { KnownErrors } from '../transport/known-error.ts'
import { defaultPorts, type Ports } from '../transport/ports.ts'

let portico: TestPortico
let project: TestProject
let ada: TestUser

beforeAll(async () => {
  portico = await createTestPortico()
  project = await portico.createProject()
  ada = await project.signUp()
})

afterAll(() => portico.close())

function createApps(openBrowser: Ports['browser'] = () => new TestBrowser('https://app.example/')) {
  const options = {
    projectId: project.id,
    publishableClientKey: project.keys.publishable_client_key,
    secretServerKey: project.keys.secret_server_key,
    superSecretAdminKey: project.keys.super_secret_admin_key,
    baseUrl: portico.baseUrl,
  }
  const browser = openBrowser()
  const page = { ...defaultPorts, browser: () => browser }
  const { secretServerKey: _server, superSecretAdminKey: _admin, ...ofClient } = options
  return {
    client: new StackClientApp<true>({ ...ofClient, tokenStore: ada }, page)[porticoAppInternalsSymbol],
    server: new StackServerApp<true>({ ...options, tokenStore: ada })[porticoAppInternalsSymbol],
    serverOnly: new StackServerApp<false>({ ...options, tokenStore: null })[porticoAppInternalsSymbol],
    admin: new StackAdminApp<false>({ ...options, tokenStore: null })[porticoAppInternalsSymbol],
  }
}

describe('sendRequest', () => {
  const calls: [keyof ReturnType<typeof createApps>, string, RequestType?][] = [
    ['client', '/users/me'],
    ['server', '/users/me', 'client'],
    ['server', '/users/me', 'server'],
    ['serverOnly', '/users/{id}', 'server'],
    ['admin', '/users/{id}', 'server'],
  ]

  test.each(calls)('of the %s app reads %s as %s', async (name, path, type) => {
    const response = await createApps()[name].sendRequest(path.replace('{id}', ada.id), undefined, type)

    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('json')])
    expect(await response.json()).toMatchObject({ id: ada.id, primary_email: ada.email })
  })

  test('sends a request without a session, and as an admin', async () => {
    const { serverOnly, admin } = createApps()
    const read = await serverOnly.sendRequest('/projects/current')
    const asAdmin = await admin.sendRequest('/internal/projects/current', {}, 'admin')

    expect(await read.json()).toMatchObject({ id: project.id })
    expect(await asAdmin.json()).toMatchObject({ id: project.id, is_production_mode: false })
  })

  test('sends method, headers and body, and not the keys that a caller names', async () => {
    const { client } = createApps()
    const response = await client.sendRequest('/users/me', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'x-stack-publishable-client-key': 'wrong' },
      body: JSON.stringify({ display_name: 'Ada' }),
    })

    expect(await response.json()).toMatchObject({ display_name: 'Ada' })
  })

  test('throws what the service refuses, and what the app cannot send', async () => {
    const { client, serverOnly } = createApps()

    await expect(serverOnly.sendRequest('/teams/00000000-0000-4000-8000-000000000000', {}, 'server')).rejects.toSatisfy(
      (error) => KnownErrors.TeamNotFound.isInstance(error),
    )
    await expect(client.sendRequest('/users', {}, 'server')).rejects.toThrow('no key for requests as "server"')
    await expect(serverOnly.sendRequest('/users', {}, 'admin')).rejects.toThrow('no key for requests as "admin"')
    await expect(client.sendRequest('users/me')).rejects.toThrow('must start with a slash')
  })
})

describe('setCurrentUser', () => {
  test('shows a user without a request, or that no user is signed in', async () => {
    const [{ client }, { client: signedOut }] = [createApps(), createApps()]
    const read: object = await (await client.sendRequest('/users/me')).json()

    await client.setCurrentUser(Promise.resolve({ ...read, display_name: 'Seeded' } as never))
    await signedOut.setCurrentUser(null)

    const shown = { status: 'ok', data: { id: ada.id, displayName: 'Seeded' } }
    expect(client.userResource().getSnapshot()).toMatchObject(shown)
    expect(client.userResource().getServerSnapshot()).toMatchObject(shown)
    expect(signedOut.userResource().getServerSnapshot()).toEqual({ status: 'ok', data: null })
  })

  test('does nothing on a server, where all requests share the app', async () => {
    const { client: onServer } = createApps(() => null)
    const { client } = createApps()
    const read: object = await (await client.sendRequest('/users/me')).json()

    await onServer.setCurrentUser(read as never)

    expect(onServer.userResource().getServerSnapshot()).toEqual({ status: 'pending' })
  })

  test('leaves it to the hooks to read the user if the promise is rejected', async () => {
    const { client } = createApps()

    await client.setCurrentUser(Promise.reject(new Error('no answer')))

    expect(client.userResource().getSnapshot()).toEqual({ status: 'pending' })
    expect((await client.userResource().load())?.id).toBe(ada.id)
  })
})
