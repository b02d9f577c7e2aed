import type { ProjectAdminRead } from '@portico/contract'
import { describe, expect, expectTypeOf, test } from 'vitest'

import {
  accessToken,
  baseUrl,
  createSurroundings,
  knownError,
  settle,
  TestBrowser,
  wireServerUser,
  wireUser,
} from '../../test/surroundings.ts'
import { ada, signedIn } from '../../test/test-app.ts'
import type { CurrentUser } from '../resources/current-user.ts'
import { type CurrentInternalUser, PorticoAdminApp, PorticoInternalApp } from '../admin.ts'
import { type CurrentInternalServerUser, StackAdminApp, StackClientApp, StackServerApp } from '../stack.ts'
import type { Ports } from '../transport/ports.ts'
import { porticoAppInternalsSymbol } from '../app/internals.ts'
import type { PorticoClientAppOptions } from '../app/options.ts'

type UserOf<App extends { getUser: (...given: never) => unknown }> = Awaited<ReturnType<App['getUser']>>

/** The members that the tests read. */
function wireProject(id: string, displayName = id): Partial<ProjectAdminRead> {
  const config = {
    ...{ domains: [], oauth_providers: [], allow_localhost: true },
    email_config: { type: 'shared' },
  } as unknown as ProjectAdminRead['config']
  return { id, display_name: displayName, description: '', created_at_millis: 1, user_count: 0, config }
}

/** @param AppClass its apps need no project id, because they belong to the project "internal" */
async function createApp({ isSignedIn = true, AppClass = PorticoInternalApp<true> } = {}) {
  const projects = new Map([['first', wireProject('first')]])
  const refreshed = accessToken({ expiresAt: 1_800_000_600_000, sessionId: 's', serial: 2 })
  const state = { signedIn: signedIn.body, refused: '', refreshed }
  const surroundings = createSurroundings(
    ({ method, path, body, headers }) => {
      const given = body as { display_name: string }
      if (path === '/auth/password/sign-in') return { body: state.signedIn }
      if (path === '/auth/oauth/token') return { body: { access_token: state.refreshed } }
      if (state.refused !== '' && headers.get('x-stack-access-token') === state.refused)
        return knownError('ACCESS_TOKEN_EXPIRED', 401)
      if (state.refused !== '' && headers.get('x-stack-admin-access-token') === state.refused)
        return knownError('ADMIN_ACCESS_TOKEN_EXPIRED', 401)
      if (path.endsWith('-definitions')) return { body: { items: [] } }
      if (path === '/users/me') return { body: wireUser() }
      if (path === '/internal/projects' && method === 'GET') return { body: { items: [...projects.values()] } }
      const id = path === '/internal/projects' ? 'second' : (headers.get('x-stack-project-id') ?? '')
      if (method === 'DELETE') projects.delete(id)
      else projects.set(id, wireProject(id, given.display_name))
      return { body: projects.get(id) ?? { success: true } }
    },
    { browser: new TestBrowser('https://dashboard.example/') },
  )
  const app = new AppClass({ tokenStore: 'memory', publishableClientKey: 'pck_internal', baseUrl }, surroundings.ports)
  if (isSignedIn) await app.signInWithCredential({ ...ada, noRedirect: true })
  const callsSince = (start: number) => surroundings.sent.slice(start).map(({ method, path }) => `${method} ${path}`)
  return { ...surroundings, app, state, callsSince }
}

describe('a user of the project "internal"', () => {
  test('lists and creates projects', async () => {
    const { app, sent } = await createApp()
    const user = await app.getUser({ or: 'throw' })

    const created = await user.createProject({ displayName: 'Notes', config: { magicLinkEnabled: true } })
    const listed = await user.listOwnedProjects()

    expect(created).toMatchObject({ id: 'second', displayName: 'Notes', config: { allowLocalhost: true } })
    expect(listed.map(({ id }) => id)).toEqual(['first', 'second'])
    const creation = sent.find(({ path, method }) => path === '/internal/projects' && method === 'POST')
    expect(creation?.body).toEqual({ display_name: 'Notes', config: { magic_link_enabled: true } })
    expect(creation?.headers.get('x-stack-access-token')).toBe(signedIn.body.access_token)
    expectTypeOf(user).toEqualTypeOf<CurrentInternalUser>()
  })

  test('administrates each of them through one app, with the own access token', async () => {
    const { app, sent } = await createApp()
    const user = await app.getUser({ or: 'throw' })
    const [first] = await user.listOwnedProjects()
    const [again] = await (await app.getUser({ or: 'throw' })).listOwnedProjects()

    await first?.app.listTeamPermissionDefinitions()

    expect(first?.app).toBeInstanceOf(PorticoAdminApp)
    expect(again?.app).toBe(first?.app)
    expect(Object.fromEntries(sent.at(-1)?.headers ?? [])).toMatchObject({
      'x-stack-project-id': 'first',
      'x-stack-access-type': 'admin',
      'x-stack-admin-access-token': signedIn.body.access_token,
    })
  })

  test('shares no app with the user of another session of the same page', async () => {
    const { app, sent, state } = await createApp()
    const [first] = await (await app.getUser({ or: 'throw' })).listOwnedProjects()
    const ofOtherSession = accessToken({ expiresAt: 1_800_000_600_000, sessionId: 'other' })
    state.signedIn = { ...signedIn.body, access_token: ofOtherSession, refresh_token: 'of the other session' }
    await app.signInWithCredential({ ...ada, noRedirect: true })

    const [ofOther] = await (await app.getUser({ or: 'throw' })).listOwnedProjects()
    await ofOther?.app.listTeamPermissionDefinitions()

    expect(ofOther?.app).not.toBe(first?.app)
    expect(sent.at(-1)?.headers.get('x-stack-admin-access-token')).toBe(ofOtherSession)
  })

  test('gets a new access token after a refusal, also for the apps of the projects', async () => {
    const { app, state, callsSince, sent } = await createApp()
    const user = await app.getUser({ or: 'throw' })
    state.refused = signedIn.body.access_token
    const start = sent.length

    const [project] = await user.listOwnedProjects()
    state.refused = state.refreshed
    state.refreshed = accessToken({ expiresAt: 1_800_000_600_000, sessionId: 's', serial: 3 })
    await project?.app.listTeamPermissionDefinitions()

    expect(callsSince(start)).toEqual([
      'GET /internal/projects',
      'POST /auth/oauth/token',
      'GET /internal/projects',
      'GET /team-permission-definitions',
      'POST /auth/oauth/token',
      'GET /team-permission-definitions',
    ])
    expect(sent.at(-1)?.headers.get('x-stack-admin-access-token')).toBe(state.refreshed)
  })

  test('is the same object for hooks until the user changes, and has the methods there', async () => {
    const { app } = await createApp()
    const resource = app[porticoAppInternalsSymbol].userResource()
    const stop = resource.subscribe(() => {})
    await resource.load()

    const snapshots = [resource.getSnapshot(), resource.getSnapshot()]
    const before = resource.read()
    await resource.refresh()

    expect(snapshots[1]).toBe(snapshots[0])
    expect(before).toHaveProperty('listOwnedProjects')
    expect(app[porticoAppInternalsSymbol].userResource()).toBe(resource)
    expect(resource.read()).not.toBe(before)
    stop()
  })

  test('is null for a signed-out visitor', async () => {
    const { app } = await createApp({ isSignedIn: false })

    expect(await app.getUser()).toBeNull()
    expect(await app[porticoAppInternalsSymbol].userResource().load()).toBeNull()
  })
})

describe('an app under the name of the original SDK', () => {
  class InternalStackApp extends StackClientApp<true, 'internal'> {
    constructor(options: PorticoClientAppOptions<true, 'internal'>, ports?: Ports) {
      super({ ...options, projectId: 'internal' }, ports)
    }
  }

  test('has the same methods for the users of the project "internal"', async () => {
    const { app } = await createApp({ AppClass: InternalStackApp as unknown as typeof PorticoInternalApp<true> })
    const user = await app.getUser({ or: 'throw' })

    const { app: adminApp } = await user.createProject({ displayName: 'Notes' })

    expect((await user.listOwnedProjects()).at(-1)?.app).toBe(adminApp)
    expect(adminApp).toBeInstanceOf(StackAdminApp)
    expectTypeOf<UserOf<StackClientApp<true, 'internal'>>>().toExtend<CurrentInternalUser<
      StackAdminApp<false>
    > | null>()
  })

  test('has the same methods for the users of the project "internal" on a server', async () => {
    const { ports, sent } = createSurroundings(({ path }) => {
      if (path === '/users/me') return { body: wireServerUser() }
      return { body: { items: [wireProject('first')] } }
    })
    const app = new StackServerApp<true, 'internal'>(
      {
        tokenStore: { accessToken: accessToken(), refreshToken: 'refresh' },
        projectId: 'internal',
        publishableClientKey: 'pck',
        secretServerKey: 'ssk',
        baseUrl,
      },
      ports,
    )
    const user = await app.getUser({ or: 'throw' })

    const [project] = await user.listOwnedProjects()

    expect(project?.app).toBeInstanceOf(StackAdminApp)
    expect(sent.at(-1)?.headers.get('x-stack-access-type')).toBe('client')
    expect(user).toHaveProperty('setServerMetadata')
    expectTypeOf(user).toEqualTypeOf<CurrentInternalServerUser<StackAdminApp<false>>>()
  })

  test('has no such methods for users of other projects', async () => {
    const { ports } = createSurroundings(({ path }) => (path === '/users/me' ? { body: wireUser() } : signedIn))
    const options = { tokenStore: 'memory', projectId: 'other', publishableClientKey: 'pck', baseUrl } as const
    const app = new StackClientApp<true>(options, ports)
    await app.signInWithCredential({ ...ada, noRedirect: true })

    expect(await app.getUser({ or: 'throw' })).not.toHaveProperty('listOwnedProjects')
    expectTypeOf<UserOf<StackClientApp<true>>>().toEqualTypeOf<CurrentUser | null>()
  })
})

describe('an owned project', () => {
  test('that is changed or deleted is read again', async () => {
    const { app, sent, callsSince } = await createApp()
    const user = await app.getUser({ or: 'throw' })
    const [project] = await user.listOwnedProjects()
    const start = sent.length

    await project?.update({ displayName: 'Renamed' })
    const [renamed] = await user.listOwnedProjects()
    await renamed?.delete()
    await settle()

    expect(renamed?.displayName).toBe('Renamed')
    expect(await user.listOwnedProjects()).toEqual([])
    expect(callsSince(start)).toEqual([
      'PATCH /internal/projects/current',
      'GET /internal/projects',
      'DELETE /internal/projects/current',
      'GET /internal/projects',
    ])
  })
})

test('the user of an internal app is a user of a client app', () => {
  expectTypeOf<CurrentInternalUser>().toExtend<CurrentUser>()
})
