import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  baseUrl,
  createSurroundings,
  knownError,
  projectId,
  TestBrowser,
  wireServerUser,
} from '../../test/surroundings.ts'
import type { ProjectOwnerSession } from '../admin/owner-session.ts'
import { PorticoAdminApp } from '../admin/admin-app.ts'
import type { PorticoServerAppOptions } from '../server/server-options.ts'

const browser = new TestBrowser('https://dashboard.example/projects')

/** An app for the owner of a project, in a page. The service refuses the token `refused`. */
function createApp(
  projectOwnerSession: ProjectOwnerSession,
  options: Partial<Pick<PorticoServerAppOptions, 'baseUrl' | 'extraRequestHeaders'>> = {},
) {
  const surroundings = createSurroundings(
    ({ path, headers }) => {
      if (headers.get('x-stack-admin-access-token') === 'refused') return knownError('ADMIN_ACCESS_TOKEN_EXPIRED', 401)
      if (!headers.has('x-stack-admin-access-token')) return knownError('ADMIN_AUTHENTICATION_REQUIRED', 401)
      return { body: path.startsWith('/users') ? wireServerUser() : { items: [] } }
    },
    { browser },
  )
  const app = new PorticoAdminApp<false>(
    { projectId, baseUrl, tokenStore: null, projectOwnerSession, ...options },
    surroundings.ports,
  )
  return { ...surroundings, app }
}

const tokensOf = (sent: readonly { readonly headers: Headers }[]) =>
  sent.map(({ headers }) => headers.get('x-stack-admin-access-token'))

describe('an admin app with the session of an owner', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test('sends its token with calls of every access type, in a page too, and follows no redirect', async () => {
    const { ports, sent } = createSurroundings(
      ({ path }) => ({
        body: path.startsWith('/users') ? wireServerUser() : { items: [] },
      }),
      { browser },
    )
    const redirects: (string | undefined)[] = []
    const fetch: typeof ports.fetch = (url, init) => {
      redirects.push(init.redirect)
      return ports.fetch(url, init)
    }
    const app = new PorticoAdminApp<false>(
      { projectId, baseUrl, tokenStore: null, projectOwnerSession: async () => 'owner' },
      { ...ports, fetch },
    )

    await app.listTeamPermissionDefinitions()
    await app.getUser('0f2f2a52-6b0e-4b9e-8a1a-b1b0d3a3f001')
    await app.checkCliLogin('code').catch(() => {})

    expect(sent.map(({ headers }) => headers.get('x-stack-access-type'))).toEqual(['admin', 'server', 'client'])
    expect(tokensOf(sent)).toEqual(['owner', 'owner', 'owner'])
    expect(redirects).toEqual(['manual', 'manual', 'manual'])
  })

  test('sends no keys, not even those of the environment', async () => {
    for (const name of ['PUBLISHABLE_CLIENT_KEY', 'SECRET_SERVER_KEY', 'SUPER_SECRET_ADMIN_KEY']) {
      vi.stubEnv(`PORTICO_${name}`, 'key_of_another_project')
    }
    const { app, sent } = createApp(async () => 'owner')

    await app.listTeamPermissionDefinitions()

    expect([...(sent[0]?.headers.keys() ?? [])].filter((name) => name.endsWith('-key'))).toEqual([])
    expect(JSON.stringify([...(sent[0]?.headers ?? [])])).not.toContain('key_of_another_project')
  })

  test('reads the token of a session for each call', async () => {
    let serial = 0
    const { app, sent } = createApp({ getTokens: async () => ({ accessToken: `token ${++serial}` }) })

    await app.listTeamPermissionDefinitions()
    await app.listProjectPermissionDefinitions()

    expect(tokensOf(sent)).toEqual(['token 1', 'token 2'])
  })

  test('repeats a call whose token was refused, with another token', async () => {
    const given: (string | null)[] = []
    const { app, sent } = createApp(async (refusedToken) => {
      given.push(refusedToken)
      return refusedToken === null ? 'refused' : 'owner'
    })

    await app.createTeamPermissionDefinition({ id: 'writer', containedPermissionIds: [] }).catch(() => {})

    expect(given).toEqual([null, 'refused'])
    expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body])
    expect(tokensOf(sent)).toEqual(['refused', 'owner'])
  })

  test.each(['the same token', 'no token'])('throws the refusal if the session then has %s', async (outcome) => {
    const { app, sent } = createApp(async (refusedToken) =>
      refusedToken === null || outcome === 'the same token' ? 'refused' : null,
    )

    await expect(app.listTeamPermissionDefinitions()).rejects.toMatchObject({
      errorCode: 'ADMIN_ACCESS_TOKEN_EXPIRED',
    })
    expect(sent).toHaveLength(1)
  })

  test('throws ADMIN_AUTHENTICATION_REQUIRED while no owner is signed in', async () => {
    await expect(createApp(async () => null).app.listTeamPermissionDefinitions()).rejects.toMatchObject({
      errorCode: 'ADMIN_AUTHENTICATION_REQUIRED',
    })
  })

  test('uses the address for browsers in a page, also for its calls as a client', async () => {
    const { app, sent } = createApp(async () => 'owner', {
      baseUrl: { browser: baseUrl, server: 'https://internal.example' },
    })

    await app.listTeamPermissionDefinitions()
    await app.checkCliLogin('code').catch(() => {})

    expect(sent.map(({ path }) => path)).toEqual(['/team-permission-definitions', expect.stringMatching(/^\/auth/)])
  })

  test('cannot sign a user in with a provider, because the page belongs to the project "internal"', async () => {
    const { ports } = createSurroundings(() => ({}), { browser })
    const app = new PorticoAdminApp<true>(
      { projectId, baseUrl, tokenStore: 'memory', projectOwnerSession: async () => 'owner' },
      ports,
    )

    await expect(app.signInWithOAuth('github')).rejects.toThrow(/browser/)
    expect(browser.visits).toEqual([])
  })
})
